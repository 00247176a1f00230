"""Mistakes that the rules of the core have no word for: a small search of its own tries them
(teaching/why/plain.py), when nothing else explains a program's answers."""

from __future__ import annotations

from inarow._core import Position
from inarow.textbook.mistake import (
    COUNTING,
    LEAVES,
    ORDER,
    READING,
    RUNS,
    SIDES,
    Mistake,
)


def _among_the_open(pos: Position, column: int) -> int:
    return sum(move < column for move in pos.legal_moves())


RARE_MISTAKES = (
    Mistake(
        "rows-hang-in-the-air",
        {},
        "The rows are read from the top, so that the tokens hang there and others fall below them.",
        READING,
        "which row of the state is the bottom: the first",
        plain={"hanging": True},
    ),
    Mistake(
        "last-of-ties-at-max",
        {},
        "MAX takes the last of equal values, MIN the first.",
        ORDER,
        "the comparison with best at MAX: > and not >=",
        plain={"ties": "max"},
    ),
    Mistake(
        "last-of-ties-at-min",
        {},
        "MIN takes the last of equal values, MAX the first.",
        ORDER,
        "the comparison with best at MIN: < and not <=",
        plain={"ties": "min"},
    ),
    Mistake(
        "three-in-a-row-win",
        {},
        "Three in a row end the game already.",
        LEAVES,
        "the comparison in the test for four in a row, and where its count begins",
        plain={"win_least": 3},
    ),
    Mistake(
        "five-in-a-row-needed",
        {},
        "Only five in a row end the game.",
        LEAVES,
        "the comparison in the test for four in a row: >= 4 and not > 4",
        plain={"win_least": 5},
    ),
    Mistake(
        "only-exactly-four-win",
        {},
        "Five or more in a row do not end the game.",
        LEAVES,
        "the comparison in the test for four in a row: >= and not =",
        plain={"exactly": True},
    ),
    Mistake(
        "twos-not-counted",
        {},
        "Two in a row are worth nothing.",
        RUNS,
        "SCORE: 10 for each two in a row",
        plain={"weights": (0, 100, 1000)},
    ),
    Mistake(
        "threes-not-counted",
        {},
        "Three in a row are worth nothing.",
        RUNS,
        "SCORE: 100 for each three in a row",
        plain={"weights": (10, 0, 1000)},
    ),
    Mistake(
        "threes-weigh-ten",
        {},
        "Three in a row are worth 10, as two are.",
        RUNS,
        "SCORE: 100 for each three in a row",
        plain={"weights": (10, 10, 1000)},
    ),
    Mistake(
        "scores-added",
        {},
        "EVALUATION is the sum of both scores.",
        RUNS,
        "EVALUATION: SCORE of red minus SCORE of yellow",
        plain={"combined": "sum"},
    ),
    Mistake(
        "evaluation-has-wrong-sign",
        {},
        "EVALUATION is SCORE of yellow minus SCORE of red, though red maximises.",
        SIDES,
        "EVALUATION: SCORE of red minus SCORE of yellow",
        plain={"combined": "turned"},
    ),
    Mistake(
        "wins-not-counted",
        {},
        "A state with four in a row is not counted.",
        COUNTING,
        "where the count grows: before the test for four in a row",
        plain={"won_counted": False},
    ),
    Mistake(
        "full-columns-repeat-a-value",
        {},
        "At a full column the value of the one before counts again, 0 at first: bounds move by it.",
        ORDER,
        "what is compared and updated behind the search of a column: only if it was searched",
        plain={"full": "repeated"},
    ),
    Mistake(
        "full-board-not-seen",
        {},
        "A full board has no moves, so that its best value stays what it began with.",
        LEAVES,
        "the test for a full board before the loop over the columns",
        plain={"full": "unseen"},
    ),
    Mistake(
        "column-among-the-open-ones",
        {},
        "The column printed is counted among those that are not full.",
        "The column is printed as a number from 0 to 6.",
        "what the number of the best move counts: columns, and not entries of a list of moves",
        told=_among_the_open,
    ),
    Mistake(
        "columns-counted-from-one",
        {},
        "Columns are printed from 1 to 7.",
        "The column is printed as a number from 0 to 6.",
        "what is printed for the leftmost column",
        told=lambda pos, column: column + 1 if column < pos.game.cols - 1 else None,
    ),
)

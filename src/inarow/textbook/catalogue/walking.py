"""Mistakes in walking the tree: which moves, how deep, who chooses."""

from __future__ import annotations

from inarow._core import Game
from inarow.textbook.mistake import LEAVES, ORDER, SIDES, WINDOW, Mistake
from inarow.textbook.spec import SearchSpec


def _from_the_right(spec: SearchSpec, game: Game) -> tuple[int, ...]:
    return tuple(reversed(range(game.move_count)))


def _centre_first(spec: SearchSpec, game: Game) -> tuple[int, ...]:
    middle = game.cols - 1
    return tuple(sorted(range(game.move_count), key=lambda move: abs(2 * move - middle)))


WALKING_MISTAKES = (
    Mistake(
        "columns-from-the-right",
        {"order": _from_the_right},
        "Columns are examined from the right, so other cut-offs happen and ties end elsewhere.",
        ORDER,
        "the loop over the columns: it starts at 0 and goes up",
    ),
    Mistake(
        "columns-from-the-centre",
        {"order": _centre_first},
        "Columns are examined from the centre: it prunes more, but the task fixes the order.",
        ORDER,
        "the list of moves: it may not be sorted",
        common=True,
    ),
    Mistake(
        "last-of-ties",
        {"tie": "last"},
        "A move that is only as good as the best one so far takes its place.",
        ORDER,
        "the comparison that keeps the best move: > at MAX and < at MIN, without =",
        common=True,
    ),
    Mistake(
        "last-of-ties-at-max",
        {"tie": "last-at-max"},
        "MAX takes the last of equal values, MIN the first.",
        ORDER,
        "the comparison with best at MAX: > and not >=",
    ),
    Mistake(
        "last-of-ties-at-min",
        {"tie": "last-at-min"},
        "MIN takes the last of equal values, MAX the first.",
        ORDER,
        "the comparison with best at MIN: < and not <=",
    ),
    Mistake(
        "mover-maximises",
        {"maximiser": "mover"},
        "Whoever moves at the root maximises; the values of yellow have the other sign.",
        SIDES,
        "who is MAX: always red, also when yellow moves first",
        visible=False,
    ),
    Mistake(
        "depth-one-less",
        {"depth": lambda spec, game: max(spec.depth - 1, 0)},
        "The search ends one ply too early.",
        LEAVES,
        "where the depth is counted: the root has depth 0, or all of the depth left",
        common=True,
    ),
    Mistake(
        "depth-one-more",
        {"depth": lambda spec, game: spec.depth + 1},
        "The search goes one ply too deep.",
        LEAVES,
        "the comparison with the depth: = and not <",
        common=True,
    ),
    Mistake(
        "root-player-takes-the-most",
        {"turns": "root"},
        "Whoever moves at the root takes the most, though values are always red's minus yellow's.",
        SIDES,
        "who is MAX at the root: red is, yellow is MIN",
        common=True,
    ),
    Mistake(
        "red-takes-the-least",
        {"turns": "reversed"},
        "Red takes the least of the values and yellow the most.",
        SIDES,
        "which of the two functions is called first, and which calls which",
    ),
    Mistake(
        "all-choose-as-the-root",
        {"turns": "as-root"},
        "Both players take the most if red moves at the root, or both the least if yellow does.",
        SIDES,
        "what tells MAX from MIN: it must change with every move",
    ),
    Mistake(
        "nobody-minimises",
        {"turns": "everyone"},
        "Both players take the most, whoever moves at the root.",
        SIDES,
        "what tells MAX from MIN: it must change with every move",
    ),
    Mistake(
        "values-not-negated-in-negamax",
        {
            "turns": "everyone",
            "score_view": "to-move-first",
            "win_view": "to-move-first",
            "handed_down": "negated",
        },
        "The value that a child returns is not negated, so that nobody minimises.",
        SIDES,
        "the recursive call of negamax: its value is that of the other player",
    ),
    Mistake(
        "best-starts-at-zero",
        {"best_start": "zero"},
        "Best begins with 0, so that values below it at MAX, and above it at MIN, are lost.",
        WINDOW,
        "what best begins with: -infinity at MAX, +infinity at MIN",
    ),
    Mistake(
        "best-starts-at-a-loss",
        {"best_start": "utility"},
        "Best begins with -10000 at MAX and 10000 at MIN: a lost position has no move at all.",
        WINDOW,
        "what best begins with: beyond every value",
    ),
    Mistake(
        "column-of-any-depth",
        {"printed_move": "any-depth"},
        "The column is set at every depth, so that one of a state far below the root is printed.",
        "The column printed is the best move of the root.",
        "where the best column is kept: for the root alone, not in a variable of all states",
    ),
    Mistake(
        "full-columns-tried",
        {"full_columns": "passed"},
        "A full column is searched like a free one: nothing is laid, and the other player goes on.",
        ORDER,
        "the loop over the columns: full ones are skipped before anything is counted",
    ),
)

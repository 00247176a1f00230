"""The known mistakes of programs for MaxConnect4, as data: each knows where it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inarow.teaching.why.maxconnect4.observed import Observed
from inarow.teaching.why.maxconnect4.scoring import (
    Score,
    best_by_points,
    exchanged,
    keeps_result,
    right_score,
    scored,
)

POINTS = "Each four in a row, of any four cells in a line, is a point: a run of five is two."
FILE = "The file has six rows of seven digits, the top row first, then the player to move next."
MOVER = "The player to move is the last digit of the file, whatever the number of pieces is."
LEGAL = "A move is one piece of the player to move, on top of a column that is not full."
DEPTH = "The search looks as many moves ahead as the last argument says."
PRINTED = "It prints move N: Player p, column c, with N pieces after the move and columns 1 to 7."


@dataclass(frozen=True)
class MaxConnect4Mistake:
    """One known mistake. ``aspect`` is what it concerns: score, file, mover, legal, depth or
    printed; ``shows`` whether an observation that is wrong there is of its kind."""

    name: str
    aspect: str
    shows: Callable[[Observed], bool]
    sentence: str
    sheet: str
    look: str


def wrong_score(seen: Observed) -> bool:
    return any(
        got != right_score(board) for got, board in zip(seen.scores, seen.boards, strict=False)
    )


def wrong_file(seen: Observed) -> bool:
    if seen.missing:
        return not seen.before.is_full
    return seen.file is not None and (not seen.file.is_board or seen.file.player not in ("1", "2"))


def wrong_mover(seen: Observed) -> bool:
    if seen.file is None or wrong_file(seen):
        return False
    mover = str(seen.before.to_move)
    laid = [digit for _, _, digit in seen.changes]
    return len(laid) == 1 and (laid[0] not in (mover, "0") or seen.file.player == mover)


def wrong_move(seen: Observed) -> bool:
    """Whether the file is not reached by one legal move, whoever made it."""
    if seen.file is None or not seen.file.is_board:
        return False
    return seen.move is None


def wrong_depth(seen: Observed) -> bool:
    return seen.to_the_end and seen.move is not None and not keeps_result(seen.before, seen.move)


def wrong_words(seen: Observed) -> bool:
    said = seen.said_move
    if said is None or seen.move is None:
        return False
    return said != (seen.before.stone_count + 1, seen.before.to_move, seen.move + 1)


ASPECTS: dict[str, Callable[[Observed], bool]] = {
    "score": wrong_score,
    "file": wrong_file,
    "legal": wrong_move,
    "mover": wrong_mover,
    "depth": wrong_depth,
    "printed": wrong_words,
}
"""What may be wrong, in the order in which it is told."""


def _by(rule: Score) -> Callable[[Observed], bool]:
    return lambda seen: all(
        got == rule(board) for got, board in zip(seen.scores, seen.boards, strict=False)
    )


def _score(name: str, rule: Score, sentence: str, look: str) -> MaxConnect4Mistake:
    return MaxConnect4Mistake(name, "score", _by(rule), sentence, POINTS, look)


def _upside_down(seen: Observed) -> bool:
    return (
        seen.file is not None
        and seen.file.is_board
        and len(seen.changes_of(seen.file.rows[::-1])) == 1
        and len(seen.changes) > 1
    )


def _mirrored(seen: Observed) -> bool:
    if seen.file is None or not seen.file.is_board or len(seen.changes) <= 1:
        return False
    return len(seen.changes_of(tuple(row[::-1] for row in seen.file.rows))) == 1


def _floats(seen: Observed) -> bool:
    return len(seen.changes) == 1 and seen.before.landing(seen.changes[0][1]) is not None


def _laid_by(player: str) -> Callable[[Observed], bool]:
    return lambda seen: [digit for _, _, digit in seen.changes] == [player]


def _as_deep(plies: Callable[[int], int]) -> Callable[[Observed], bool]:
    def shows(seen: Observed) -> bool:
        looked = plies(seen.depth)
        return seen.move is not None and seen.move in best_by_points(seen.before, max(looked, 1))

    return shows


def _always(seen: Observed) -> bool:
    return True


MAXCONNECT4_MISTAKES: tuple[MaxConnect4Mistake, ...] = (
    _score(
        "long-runs-counted-once",
        scored(lambda length: int(length >= 4)),
        "A run of five or more counts one point.",
        "the count of a line: every four consecutive cells of it",
    ),
    _score(
        "fours-do-not-overlap",
        scored(lambda length: length // 4),
        "Fours of one run that share cells are not both counted.",
        "the count of a line: after a four it goes on at the next cell",
    ),
    _score(
        "only-exact-fours",
        scored(lambda length: int(length == 4)),
        "Runs of five or more count nothing.",
        "the comparison with 4",
    ),
    _score(
        "threes-counted",
        scored(lambda length: max(length - 2, 0)),
        "Three in a row count a point.",
        "how many cells of a line are compared",
    ),
    *(
        _score(
            f"score-not-{way}",
            scored(left_out=(way,)),
            f"Fours {words} are not counted.",
            "the score: its four directions, and where each loop ends",
        )
        for way, words in (
            ("across", "in rows"),
            ("upright", "in columns"),
            ("rising", "on diagonals that rise to the right"),
            ("falling", "on diagonals that fall to the right"),
        )
    ),
    _score(
        "score-without-diagonals",
        scored(left_out=("rising", "falling")),
        "Fours on diagonals are not counted.",
        "the score: whether diagonals are looked at at all",
    ),
    _score(
        "last-edge-not-scored",
        scored(edge=1),
        "Fours that reach into the bottom row or the last column are not counted.",
        "where the loops over rows and columns end",
    ),
    _score(
        "scores-exchanged",
        exchanged,
        "The points of the two players are exchanged.",
        "which number is which player's",
    ),
    MaxConnect4Mistake(
        "file-not-written",
        "file",
        lambda seen: seen.missing,
        "No output file is written.",
        FILE,
        "the third argument of one-move, and whether the file is closed",
    ),
    MaxConnect4Mistake(
        "player-missing-in-file",
        "file",
        lambda seen: seen.file is not None and seen.file.is_board and not seen.file.player,
        "The file ends after the board.",
        FILE,
        "what is written behind the six rows",
    ),
    MaxConnect4Mistake(
        "file-of-another-form",
        "file",
        _always,
        "The file is not six rows of seven digits and the player to move.",
        FILE,
        "what is written between the digits: nothing",
    ),
    MaxConnect4Mistake(
        "rows-upside-down",
        "legal",
        _upside_down,
        "The rows are written from the bottom.",
        FILE,
        "the order of the rows when the file is read and when it is written",
    ),
    MaxConnect4Mistake(
        "columns-mirrored",
        "legal",
        _mirrored,
        "The columns are written from right to left.",
        FILE,
        "the order of the columns when the file is read and when it is written",
    ),
    MaxConnect4Mistake(
        "no-move-made",
        "legal",
        lambda seen: not seen.changes,
        "The board is written as it was.",
        LEGAL,
        "whether the move is made on the board that is written",
    ),
    MaxConnect4Mistake(
        "piece-in-the-air",
        "legal",
        _floats,
        "The piece does not lie on top of its column.",
        LEGAL,
        "where a piece falls: the lowest empty cell of the column",
    ),
    MaxConnect4Mistake(
        "pieces-left-of-the-search",
        "legal",
        lambda seen: len(seen.changes) > 1,
        "More than one piece is new: moves of the search stay on the board.",
        LEGAL,
        "what is undone after a move was tried, or whether the board is copied",
    ),
    MaxConnect4Mistake(
        "piece-overwritten",
        "legal",
        _always,
        "A piece of the board is changed.",
        LEGAL,
        "the test for a full column",
    ),
    MaxConnect4Mistake(
        "same-player-next",
        "mover",
        lambda seen: (
            seen.file is not None
            and seen.file.player == str(seen.before.to_move)
            and _laid_by(seen.file.player)(seen)
        ),
        "The file names the player who has just moved as the next.",
        FILE,
        "whose digit is written at the end of the file",
    ),
    MaxConnect4Mistake(
        "mover-by-count",
        "mover",
        lambda seen: _laid_by("1" if seen.before.stone_count % 2 == 0 else "2")(seen),
        "Who moves is found by counting pieces, and not taken from the file.",
        MOVER,
        "who is to move: the last digit of the file",
    ),
    MaxConnect4Mistake(
        "always-player-one",
        "mover",
        _laid_by("1"),
        "The computer always plays 1.",
        MOVER,
        "whose piece is laid: that of the last digit of the file",
    ),
    MaxConnect4Mistake(
        "always-player-two",
        "mover",
        _laid_by("2"),
        "The computer always plays 2.",
        MOVER,
        "whose piece is laid: that of the last digit of the file",
    ),
    MaxConnect4Mistake(
        "one-move-ahead",
        "depth",
        _as_deep(lambda depth: 1),
        "Only the points of the next move are looked at, whatever depth is asked for.",
        DEPTH,
        "whether the depth of the arguments reaches the search",
    ),
    MaxConnect4Mistake(
        "a-ply-less-deep",
        "depth",
        _as_deep(lambda depth: depth - 1),
        "The search looks one move less ahead than asked.",
        DEPTH,
        "where the depth is compared, and what it is when the search starts",
    ),
    MaxConnect4Mistake(
        "not-the-depth-asked",
        "depth",
        _always,
        "The move is not the best of a search to the end, which was asked for.",
        DEPTH,
        "the depth, who minimises, and what the end of the game is worth",
    ),
    MaxConnect4Mistake(
        "columns-printed-from-zero",
        "printed",
        lambda seen: seen.said_move is not None and seen.said_move[2] == seen.move,
        "The column is printed from 0 on.",
        PRINTED,
        "the column that is printed: 1 to 7",
    ),
    MaxConnect4Mistake(
        "move-number-wrong",
        "printed",
        lambda seen: (
            seen.said_move is not None
            and seen.move is not None
            and seen.said_move[1:] == (seen.before.to_move, seen.move + 1)
        ),
        "The number of the move is not the number of pieces after it.",
        PRINTED,
        "when pieces are counted: after the move",
    ),
    MaxConnect4Mistake(
        "move-printed-wrongly",
        "printed",
        _always,
        "The move that is printed is not the one of the file.",
        PRINTED,
        "what is printed, and when",
    ),
)
"""Every known mistake; of those of one aspect the first that shows in every wrong observation is
named, so the more special ones come first."""

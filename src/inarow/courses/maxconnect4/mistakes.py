"""The known mistakes of programs for MaxConnect4, as data: each knows where it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from inarow.courses.maxconnect4.observed import Observed
from inarow.courses.maxconnect4.points import (
    Score,
    best_by_points,
    exchanged,
    keeps_result,
    right_score,
    scored,
)
from inarow.teaching.why.mistake_file import read_mistakes
from inarow.textbook.line_rules import NAMED
from inarow.textbook.lines import LineRule


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


def _player_missing(seen: Observed) -> bool:
    return seen.file is not None and seen.file.is_board and not seen.file.player


def _printed_from_zero(seen: Observed) -> bool:
    return seen.said_move is not None and seen.said_move[2] == seen.move


def _always(seen: Observed) -> bool:
    return True


_SHOWS: Mapping[str, Callable[[Observed], bool]] = {
    "long-runs-counted-once": _by(scored(lambda length: int(length >= 4))),
    "fours-do-not-overlap": _by(scored(lambda length: length // 4)),
    "only-exact-fours": _by(scored(lambda length: int(length == 4))),
    "threes-counted": _by(scored(lambda length: max(length - 2, 0))),
    **{
        f"score-not-{way}": _by(scored(lines=LineRule(NAMED[f"not-{way}"])))
        for way in ("across", "upright", "rising", "falling")
    },
    "score-without-diagonals": _by(scored(lines=LineRule(NAMED["straight"]))),
    "last-edge-not-scored": _by(scored(lines=LineRule(rows=(1, None), columns=(0, -1)))),
    "scores-exchanged": _by(exchanged),
    "file-not-written": lambda seen: seen.missing,
    "player-missing-in-file": lambda seen: (
        seen.file is not None and seen.file.is_board and not seen.file.player
    ),
    "file-of-another-form": _always,
    "rows-upside-down": _upside_down,
    "columns-mirrored": _mirrored,
    "no-move-made": lambda seen: not seen.changes,
    "piece-in-the-air": _floats,
    "pieces-left-of-the-search": lambda seen: len(seen.changes) > 1,
    "piece-overwritten": _always,
    "same-player-next": lambda seen: (
        seen.file is not None
        and seen.file.player == str(seen.before.to_move)
        and _laid_by(seen.file.player)(seen)
    ),
    "mover-by-count": lambda seen: _laid_by("1" if seen.before.stone_count % 2 == 0 else "2")(seen),
    "always-player-one": _laid_by("1"),
    "always-player-two": _laid_by("2"),
    "one-move-ahead": _as_deep(lambda depth: 1),
    "a-ply-less-deep": _as_deep(lambda depth: depth - 1),
    "not-the-depth-asked": _always,
    "columns-printed-from-zero": lambda seen: (
        seen.said_move is not None and seen.said_move[2] == seen.move
    ),
    "move-number-wrong": lambda seen: (
        seen.said_move is not None
        and seen.move is not None
        and seen.said_move[1:] == (seen.before.to_move, seen.move + 1)
    ),
    "move-printed-wrongly": _always,
}

MAXCONNECT4_MISTAKES: tuple[MaxConnect4Mistake, ...] = tuple(
    MaxConnect4Mistake(row.name, row.aspect, _SHOWS[row.name], row.sentence, row.task, row.look_at)
    for row in read_mistakes("maxconnect4")
)
"""Every known mistake; of those of one aspect the first that shows in every wrong observation is
named, so the more special ones come first."""

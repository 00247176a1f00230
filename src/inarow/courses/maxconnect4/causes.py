"""Moves of MaxConnect4 that went wrong: score, file, who moves, not legal, not the depth asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from inarow._core import Position
from inarow.course import Course
from inarow.courses.maxconnect4.checks.one_move import SCORES, WRITTEN
from inarow.courses.maxconnect4.mistakes import (
    ASPECTS,
    MAXCONNECT4_MISTAKES,
    MaxConnect4Mistake,
)
from inarow.courses.maxconnect4.observed import FEW_LEFT, Observed
from inarow.marking.diagnosis import Explainer, JudgedTest, cause_of
from inarow.marking.results import Cause
from inarow.protocols.maxconnect4_file import GAME, parse_file
from inarow.teaching.why.known import Known

_SEEN = ("score", "file", "legal", "mover")
"""What is looked at in what was printed and written; the check says where the value is lost."""
_LOST_VALUE = "LOST_VALUE"
_DEEPEST = 1000


class _Move(NamedTuple):
    told: JudgedTest
    seen: Observed

    def wrong(self, aspect: str) -> bool:
        if self.told.passed:
            return False
        if aspect == "depth":
            return self.told.cause == _LOST_VALUE
        return ASPECTS[aspect](self.seen)

    @property
    def to_few(self) -> bool:
        """Whether the move had to keep the value with so few cells left that all can be tried."""
        left = GAME.cells - self.seen.before.stone_count
        asked = bool(self.told.test.options.get("keeps_value"))
        return asked and left <= FEW_LEFT and self.seen.move is not None


def move_causes(course: Course, judged: Sequence[JudgedTest]) -> list[Cause]:
    """Returns one entry for all that is wrong, a mistake for each aspect; empty if no move is."""
    moves = [move for each in judged if (move := _move(each)) is not None]
    made: list[Known] = []
    wrong: set[int] = set()
    unknown: set[int] = set()
    for aspect in (*_SEEN, "depth"):
        numbers = {number for number, move in enumerate(moves) if move.wrong(aspect)}
        if not numbers:
            continue
        wrong |= numbers
        if (shown := _shown(aspect, moves)) is not None:
            made.append(shown)
        else:
            unknown |= numbers
    agrees = len(wrong - unknown)
    return [cause_of(made if agrees else (), agrees, len(wrong), len(moves))] if wrong else []


def _shown(aspect: str, moves: Sequence[_Move]) -> MaxConnect4Mistake | None:
    """The first mistake that agrees with every move that can tell."""
    known = [mistake for mistake in MAXCONNECT4_MISTAKES if mistake.aspect == aspect]
    looked_at = [move.seen for move in moves if move.wrong(aspect)]
    if aspect == "score":
        looked_at = [move.seen for move in moves if move.seen.scores]
    elif aspect == "depth":
        if not any(move.to_few and move.wrong(aspect) for move in moves):
            return known[-1]  # how far it looked cannot be told on large trees
        looked_at = [move.seen for move in moves if move.to_few]
    return next((each for each in known if all(map(each.shows, looked_at))), None)


def _move(told: JudgedTest) -> _Move | None:
    """What was seen of a move; None if the test is none, or if the program did not come so far."""
    test, facts = told.test, told.facts
    if test.check != "files" or len(test.args) != 4 or WRITTEN not in facts:
        return None
    data = test.files.get(test.args[1])
    try:
        before = Position(GAME) if data is None else parse_file(data)
        depth = int(test.args[3])
    except ValueError:
        return None
    if before.is_full or not 0 < depth <= _DEEPEST:
        return None
    text = facts[WRITTEN]
    written = None if text is None else str(text).encode("latin-1")
    scores = [f"Player 1 = {a}, Player 2 = {b}\n" for a, b in facts[SCORES]]
    seen = Observed(before, depth, "".join(scores), written, missing=written is None)
    if ASPECTS["mover"](seen):  # the second score is that of another board
        seen = replace(seen, printed="".join(scores[:1]))
    return _Move(told, seen)


CAUSES = Explainer(move_causes)

"""What a referee saw of a game, turn by turn, beside its record.

The record is the game: anyone can read and replay it. The log is the evidence: for each turn what
it took, how the answer was judged, and the bytes of it where they were wrong. A turn that lost the
game stands at the end of the log and not in the record; so does a fault before the first move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from inarow._core import Game
from inarow.move_text import format_move
from inarow.players.seat import Effort, ForfeitError
from inarow.record import Record, Termination

VERDICTS = {
    Termination.TIME: "TIMEOUT",
    Termination.NO_ANSWER: "TIMEOUT",
    Termination.ILLEGAL_MOVE: "INVALID",
    Termination.CRASH: "CRASH",
    Termination.REFUSED: "REJECTED",
}
"""How a fault is called where its run has no other name for it; names of ``RunVerdict``."""


class Turn(NamedTuple):
    """A turn as played: the stones that were laid, none if it was forfeited for ``fault``, and what
    the mover's clock then holds. ``side`` is 0 for the one that began; ``earlier`` are faults after
    which it was asked again."""

    side: int
    stones: tuple[int, ...]
    time_ms: float
    clock_ms: float
    value: float | None = None
    fault: ForfeitError | None = None
    effort: Effort | None = None
    earlier: tuple[ForfeitError, ...] = ()

    @property
    def verdict(self) -> str:
        """``OK``, or the name of what was wrong."""
        return "OK" if self.fault is None else verdict_of(self.fault)

    def as_json(self, game: Game) -> dict[str, Any]:
        effort = self.effort or Effort(self.time_ms)
        data: dict[str, Any] = {
            "side": self.side,
            "stones": [format_move(game, stone) for stone in self.stones],
            "verdict": self.verdict,
            **effort.as_json(),
            "value": self.value,
        }
        if self.fault is not None:
            data |= _fault_json(self.fault)
        if self.earlier:
            data["earlier"] = [
                {"verdict": verdict_of(fault), **_fault_json(fault)} for fault in self.earlier
            ]
        return data


def fault_category(fault: ForfeitError) -> str:
    """``late``, ``crashed`` or ``invalid``: under what a fault is counted."""
    if fault.termination is Termination.TIME:
        return "late"
    return "crashed" if fault.termination is Termination.CRASH else "invalid"


def verdict_of(fault: ForfeitError) -> str:
    return fault.verdict or VERDICTS.get(fault.termination, "CRASH")


def _fault_json(fault: ForfeitError) -> dict[str, Any]:
    """``raw`` has a character for each byte."""
    return {
        "fault": fault_category(fault),
        "reason": None if fault.invalid is None else fault.invalid.name,
        "detail": fault.detail,
        "raw": fault.raw.decode("latin-1"),
    }


class GameLog(NamedTuple):
    """A game and all its turns."""

    record: Record
    turns: tuple[Turn, ...]

    def faults(self, side: int) -> list[ForfeitError]:
        """Everything that one side did wrong, in order."""
        return [
            fault
            for turn in self.turns
            if turn.side == side
            for fault in (*turn.earlier, turn.fault)
            if fault is not None
        ]

    def as_json(self) -> dict[str, Any]:
        return {
            "record": self.record.to_json(),
            "turns": [turn.as_json(self.record.game) for turn in self.turns],
        }

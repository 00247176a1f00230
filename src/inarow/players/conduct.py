"""The rules of conduct that a referee enforces, as data: clocks, and a penalty for each fault."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

from inarow._core import Game
from inarow.errors import UserError
from inarow.players.seat import ClockKind, ForfeitError, Invalid, Terms
from inarow.record import Termination

_LONGEST_MS = 7 * 24 * 3600 * 1000
_ENDLESS = ("time_ms", "turn_ms")
_RANGES: Mapping[str, tuple[float, int]] = {
    "time_ms": (0.001, _LONGEST_MS),
    "turn_ms": (0.001, _LONGEST_MS),
    "increment_ms": (0, _LONGEST_MS),
    "tolerance_ms": (0, _LONGEST_MS),
    "handshake_s": (0, 1_000_000),
    "tries": (1, 1000),
    "draw_after_forfeits": (1, 1000),
    "memory_mb": (1, 1_000_000),
}
"""Valid values; the times in ``_ENDLESS`` may also be infinite."""


class Penalty(Enum):
    """What a side loses by a fault."""

    PASS = "the move is forfeited and the opponent moves again"
    ASK_AGAIN = "the same side is asked again, a few times"
    LOSE = "the game is lost"
    DISQUALIFY = "the game is lost, and the player is out"

    @property
    def word(self) -> str:
        """As events write it: ``pass``, ``ask-again``, ``lose``, ``disqualify``."""
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True)
class Conduct:
    """The terms of a game. Times without a limit are infinite."""

    late: Penalty = Penalty.LOSE
    illegal: Penalty = Penalty.LOSE
    no_answer: Penalty = Penalty.LOSE
    crashed: Penalty = Penalty.LOSE
    extra_output: Penalty = Penalty.LOSE
    """More output than the answer, where the course forbids it; the line protocols allow it."""
    clock: ClockKind = ClockKind.WALL
    """Which time a turn may take and the clock of the game loses."""
    time_ms: float = math.inf
    """On the clock of each side for the whole game."""
    turn_ms: float = math.inf
    """The longest time for one turn."""
    increment_ms: float = 0.0
    """Given back to the clock for each turn."""
    tolerance_ms: float = 0.0
    """A turn that is late by no more than this is in time."""
    handshake_s: float = 10.0
    """For answers that no clock is for, such as a program's name."""
    tries: int = 3
    """How often one side is asked for the same turn, if it is asked again at all."""
    draw_after_forfeits: int | None = None
    """So many forfeited moves of each side, with none played between them, are a draw."""
    memory_mb: int = 350

    @property
    def passes(self) -> bool:
        """Whether a fault may cost the move and no more."""
        penalties = (self.late, self.illegal, self.no_answer, self.crashed, self.extra_output)
        return Penalty.PASS in penalties

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            endless = name in _ENDLESS and value == math.inf
            if value is not None and not endless and not low <= value <= high:  # nor is NaN
                raise UserError(f"{name} is {value:g}, expected {low:g} to {high:,}")

    def as_json(self) -> dict[str, Any]:
        """The words and numbers that ``conduct_from_dict`` reads; null where there is no limit."""

        def word(value: object) -> object:
            if isinstance(value, Penalty):
                return value.word
            if isinstance(value, ClockKind):
                return value.name.lower()
            return None if value == math.inf else value

        return {field.name: word(getattr(self, field.name)) for field in fields(self)}

    def penalty_for(self, fault: ForfeitError) -> Penalty:
        """The penalty for a fault."""
        if fault.invalid is Invalid.EXTRA_OUTPUT:
            return self.extra_output
        penalties = {
            Termination.TIME: self.late,
            Termination.ILLEGAL_MOVE: self.illegal,
            Termination.NO_ANSWER: self.no_answer,
            Termination.CRASH: self.crashed,
        }
        return penalties.get(fault.termination, Penalty.LOSE)

    def terms(self, game: Game) -> Terms:
        """What a player is told of a game under this conduct before its first move."""
        turn_ms = min(self.turn_ms, self.time_ms)
        return Terms(game, self.time_ms, turn_ms, self.memory_mb, self.handshake_s, self.clock)


def conduct_from_dict(data: Mapping[str, Any], base: Conduct = Conduct()) -> Conduct:
    """The conduct that an event's words and numbers change; UserError names what is wrong.

    >>> conduct_from_dict({"late": "pass", "clock": "cpu", "turn_ms": 500}).late
    <Penalty.PASS: 'the move is forfeited and the opponent moves again'>
    """
    penalties = {penalty.word: penalty for penalty in Penalty}
    clocks = {kind.name.lower(): kind for kind in ClockKind}
    changes: dict[str, Any] = {}
    known = [field.name for field in fields(base)]
    for name, value in data.items():
        if name not in known:
            raise UserError(f"conduct has no '{name}': expected one of {', '.join(known)}")
        usual = getattr(base, name)
        choices = penalties if isinstance(usual, Penalty) else clocks
        if isinstance(usual, Penalty | ClockKind):
            if not isinstance(value, str) or value not in choices:
                words = ", ".join(choices)
                raise UserError(f"conduct's {name} is {value!r}, expected one of {words}")
            changes[name] = choices[value]
        elif value is None and name in ("time_ms", "turn_ms"):
            changes[name] = math.inf
        elif value is None and name == "draw_after_forfeits":
            changes[name] = None
        elif isinstance(value, bool) or not isinstance(value, _number_kind(name)):
            raise UserError(f"conduct's {name} is {value!r}, expected a number")
        else:
            changes[name] = value
    return replace(base, **changes)


def _number_kind(name: str) -> Any:
    return int if name in ("tries", "draw_after_forfeits", "memory_mb") else int | float

"""The clock rule: when an answer is late, when it is asked for again, and what decides in the end.

    exec or question ........................ newline of the answer
           |---------------- wall ------------------|
           |--- cpu ---|- stall -|--- cpu ---|-sleep-|

    wall <= limit                             in time
    wall >  limit, stall under 5 % of it      late
    wall >  limit, stall of 5 % or more       void: asked again, twice at most;
                                              the last time CPU time decides
    CPU clock                                 late if cpu > limit, whatever the wall says

The system tells of a wait for a core when it is over. So whoever wants a core at the moment, and
has not used the CPU time of the limit, is not late yet: it is looked at again.

A program that lives through a game has heard the question, so it is not asked twice: it is waited
for, and CPU time decides at once. What fails on our side is repeated and never held against a
program. Everything here is pure; time is an argument.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import NamedTuple, TypeVar

from inarow.players.seat import ClockKind, Effort, RefereeFaultError
from inarow.running.run_limits import RunLimits

STALL_SHARE = 0.05
"""A stall of less than this share of the limit explains nothing."""
TRIES = 3
"""How often one answer is asked for, the last time with CPU time to decide."""
_LONGEST_FACTOR = 4
"""A program that has not answered in so many times its limit, not counting its stall, is asleep."""
_MOST_LOAD = 100
"""So many times its limit a program gets where CPU time decides: no machine is busier."""
_LOOK_SHARE = 0.02
_LEAST_LOOK_MS = 1.0
_CPU_PATIENCE_MS = 1000.0

T = TypeVar("T")


class Ruling(Enum):
    IN_TIME = "the answer counts"
    LATE = "the answer is late"
    AGAIN = "the machine stalled: the answer is void and asked for again"


class Question(NamedTuple):
    """What one answer is held to. ``last``: CPU time decides, for it is not asked for again."""

    limit_ms: float
    clock: ClockKind = ClockKind.WALL
    last: bool = False

    def ruling(self, effort: Effort, *, answered: bool) -> Ruling:
        """What becomes of an answer, or of a program that has not answered after so long."""
        cpu_ms, stall_ms = effort.cpu_ms or 0.0, effort.stall_ms or 0.0
        if self.clock is ClockKind.CPU:
            return Ruling.IN_TIME if answered and cpu_ms <= self.limit_ms else Ruling.LATE
        if answered and effort.wall_ms <= self.limit_ms:
            return Ruling.IN_TIME
        if stall_ms < STALL_SHARE * self.limit_ms:
            return Ruling.LATE
        if not self.last:
            return Ruling.AGAIN
        return Ruling.IN_TIME if answered and cpu_ms <= self.limit_ms else Ruling.LATE

    @property
    def cpu_decides(self) -> bool:
        return self.last or self.clock is ClockKind.CPU

    @property
    def longest_ms(self) -> float:
        """When a program that is started for one answer is stopped, whatever it does."""
        if self.clock is ClockKind.CPU:
            return _MOST_LOAD * self.limit_ms + _CPU_PATIENCE_MS
        return _MOST_LOAD * self.limit_ms if self.last else self.limit_ms

    @property
    def asleep_ms(self) -> float:
        """After so long, its stall not counted, a program where CPU time decides is asleep."""
        patience_ms = _CPU_PATIENCE_MS if self.clock is ClockKind.CPU else 0.0
        return _LONGEST_FACTOR * self.limit_ms + patience_ms

    def bounds(self, limits: RunLimits) -> RunLimits:
        """Limits of a program that is started for one answer."""
        unstalled_s = self.asleep_ms / 1000 if self.cpu_decides else None
        return replace(limits, wall_s=self.longest_ms / 1000, unstalled_s=unstalled_s)

    def look_ms(self, effort: Effort, *, runnable: bool = False) -> float | None:
        """How many milliseconds after its start a program that has not answered is to be looked at
        again; None if there is nothing to wait for. ``runnable``: it wants a core now."""
        cpu_ms, stall_ms = effort.cpu_ms or 0.0, effort.stall_ms or 0.0
        wall_ms, limit_ms = effort.wall_ms, self.limit_ms
        step_ms = max(limit_ms * _LOOK_SHARE, _LEAST_LOOK_MS)
        if self.clock is ClockKind.CPU:
            # Until it has used its CPU time it may take its time, within reason.
            asleep = wall_ms - stall_ms >= self.asleep_ms and not runnable
            if cpu_ms > limit_ms or asleep or wall_ms >= self.longest_ms:
                return None
            return wall_ms + max(limit_ms - cpu_ms, step_ms)
        if wall_ms < limit_ms:
            return limit_ms
        if not self.last or cpu_ms > limit_ms or wall_ms >= self.longest_ms:
            return None
        asleep = wall_ms - stall_ms >= self.asleep_ms
        if (asleep or stall_ms < STALL_SHARE * limit_ms) and not runnable:
            return None
        return wall_ms + step_ms


class LateError(Exception):
    """An answer that is late, or that did not come; what it took."""

    def __init__(self, effort: Effort, *, answered: bool) -> None:
        super().__init__("late")
        self.effort, self.answered = effort, answered


def settled(
    ask: Callable[[Question], tuple[T | None, Effort]],
    limit_ms: float,
    clock: ClockKind = ClockKind.WALL,
    *,
    tries: int = TRIES,
    faults: int = TRIES,
) -> tuple[T, Effort]:
    """The answer that counts. ``ask`` asks once and returns an answer, or None, with what it took;
    it may raise RefereeFaultError, which is repeated so many times. Raises LateError."""
    attempt = 1
    while True:
        question = Question(limit_ms, clock, last=attempt >= tries)
        try:
            answer, effort = ask(question)
        except RefereeFaultError:
            faults -= 1
            if faults <= 0:
                raise
            continue
        ruling = question.ruling(effort, answered=answer is not None)
        if ruling is Ruling.AGAIN:
            attempt += 1
        elif answer is None or ruling is Ruling.LATE:
            raise LateError(effort, answered=answer is not None)
        else:
            return answer, effort


def charged_ms(effort: Effort, clock: ClockKind) -> float:
    """What a clock for the game loses by an answer: its CPU time, or the time that passed but for
    the stall, which is never less."""
    cpu_ms = effort.cpu_ms
    if clock is ClockKind.CPU and cpu_ms is not None:
        return cpu_ms
    unstalled_ms = effort.wall_ms - (effort.stall_ms or 0.0)
    return min(max(unstalled_ms, cpu_ms or 0.0), effort.wall_ms)


def finite_limit_ms(limit_ms: float, usual_s: float) -> float:
    """A limit to wait by, where the conduct has none."""
    return usual_s * 1000 if math.isinf(limit_ms) else limit_ms

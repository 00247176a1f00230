"""The clock rule: how much of its limit an answer has used, and when it is late.

    time used = wall time - CPU wait, at least the CPU time, at most the wall time

    exec or question ........................ newline of the answer
           |---------------- wall ------------------|
           |--- cpu ---|- wait -|--- cpu ---|-sleep-|

    time used <= limit      in time; always so if wall <= limit
    time used >  limit      late
    CPU clock               late if cpu > limit, whatever the wall says

CPU wait is the time in which a program wanted a core and other programs had it. Threads of one
program that wait for each other add nothing to it: ``native/clock/cpu_wait.hpp`` has the reasons.
So sleep is charged on a busy machine as on an idle one, and a busy machine makes nobody late. A
program that uses several cores at once may use more CPU time than its limit only while its wall
time is within it.

A program that has not answered is waited for until its time used is beyond the limit whatever may
still turn out to have been CPU wait. What fails on the referee's side is repeated and never held
against a program. Everything here is pure; time is an argument.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeVar

from inarow.players.seat import ClockKind, Effort, RefereeFaultError
from inarow.running.run_limits import RunLimits

TRIES = 3
"""How often a question is put before a failure of the referee's makes the game void."""
_SLEEP_FACTOR = 4
"""On a CPU clock a program may take so many times its limit, its CPU wait not counted."""
_CPU_PATIENCE_MS = 1000.0
_CPU_SLACK = 1.05
_MOST_LOAD = 100
"""So many times its limit a program gets in wall time: no machine is busier."""
_LOOK_SHARE = 0.02
_SHORTEST_LOOK_MS, _LONGEST_LOOK_MS = 1.0, 50.0

T = TypeVar("T")


def used_ms(effort: Effort, clock: ClockKind = ClockKind.WALL) -> float:
    """What an answer has used of its limit, and what a clock for the game loses by it."""
    cpu_ms = effort.cpu_ms
    if clock is ClockKind.CPU and cpu_ms is not None:
        return cpu_ms
    own_ms = max(effort.wall_ms - (effort.stall_ms or 0.0), cpu_ms or 0.0)
    return min(own_ms, effort.wall_ms)


class Question(NamedTuple):
    """What one answer is held to."""

    limit_ms: float
    clock: ClockKind = ClockKind.WALL

    def is_late(self, effort: Effort) -> bool:
        """Whether an answer that took so much came too late."""
        return used_ms(effort, self.clock) > self.limit_ms

    def is_over(self, effort: Effort) -> bool:
        """Whether a program that has not answered after so much need not be waited for."""
        if self.is_late(effort) or effort.wall_ms >= self._longest_ms:
            return True
        if self.clock is ClockKind.CPU:
            return used_ms(effort) >= self._longest_sleep_ms
        return used_ms(effort) >= self.limit_ms

    @property
    def look_s(self) -> float:
        """How often a program is looked at while it is waited for."""
        look_ms = self.limit_ms * _LOOK_SHARE
        return min(max(look_ms, _SHORTEST_LOOK_MS), _LONGEST_LOOK_MS) / 1000

    def bounds(self, limits: RunLimits) -> RunLimits:
        """Limits of a program that is started for one answer."""
        used_s, cpu_s = self.limit_ms / 1000, limits.cpu_s
        if self.clock is ClockKind.CPU:
            cpu_s = min(used_s * _CPU_SLACK, cpu_s or math.inf)
            used_s = self._longest_sleep_ms / 1000
        return replace(limits, wall_s=self._longest_ms / 1000, used_s=used_s, cpu_s=cpu_s)

    @property
    def _longest_ms(self) -> float:
        return _MOST_LOAD * self.limit_ms + self._patience_ms

    @property
    def _longest_sleep_ms(self) -> float:
        return _SLEEP_FACTOR * self.limit_ms + self._patience_ms

    @property
    def _patience_ms(self) -> float:
        return _CPU_PATIENCE_MS if self.clock is ClockKind.CPU else 0.0


def retry_faults(ask: Callable[[], T], tries: int = TRIES) -> T:
    """Asks, and asks again where the referee failed. Raises RefereeFaultError in the end."""
    for _ in range(tries - 1):
        try:
            return ask()
        except RefereeFaultError:
            continue
    return ask()


def finite_limit_ms(limit_ms: float, usual_s: float) -> float:
    """A limit to wait by, where the conduct has none."""
    return usual_s * 1000 if math.isinf(limit_ms) else limit_ms

"""What a program that lives through a game takes for one answer.

    thaw ...... put the question ........ answer ... freeze
     |-- before --|------- wall, stall -----|
     |------------------ cpu -----------------------|

Processor time counts from the thaw: what is searched before the question is put is searched on the
program's own time.

Who has not slept since the question wants a core all the time: what such a program did not run it
waited, even where the system does not tell, as when the whole machine was paused by the one below
it. To wait for the next question, once the answer is there, is no sleep of this kind.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from inarow.players.seat import Effort
from inarow.running.outcome import Rest, Usage
from inarow.running.running_program import RunningProgram
from inarow.running.stall import OwnStall


class Stopwatch:
    def __init__(self, program: RunningProgram, now: Callable[[], float] = time.monotonic) -> None:
        self._program, self._now = program, now
        self._thawed = Usage(0.0, 0.0, 0.0)
        self._asked = self._thawed
        self._ours = OwnStall()
        self._rest: Rest | None = None
        self._awake_stall_s = 0.0
        self._heard = True
        self.asked_s = now()

    def thaw(self) -> None:
        """Before the first word of a turn."""
        self._thawed = self._asked = self._program.usage()
        self._ours = OwnStall()
        self._heard = False
        self._program.thaw()

    def heard(self) -> None:
        """It has said something since the thaw, so it has run."""
        self._heard = True

    def put(self) -> None:
        """As a line is sent; the last one before the answer is the question."""
        if self._heard:
            self._asked = self._program.usage()
            self._ours = OwnStall()
        self._rest = self._program.rest()
        self._awake_stall_s = 0.0
        self.asked_s = self._now()

    def sent(self) -> None:
        """Once the line is sent. Who is awake then has not slept since; until then it may have
        waited for the line."""
        rest = self._program.rest()
        if rest is not None and not rest.asleep:
            self._rest = rest

    @property
    def before_ms(self) -> float:
        """Processor time between the thaw and the question."""
        return (self._asked.cpu_s - self._thawed.cpu_s) * 1000

    def effort(self, until_s: float | None = None) -> Effort:
        """What the answer has taken until then, when it came, or until now."""
        end_s = self._now() if until_s is None else until_s
        usage = self._program.usage()
        wall_s = max(end_s - self.asked_s, 0.0)
        cpu_s = max(usage.cpu_s - self._thawed.cpu_s, 0.0)
        stall_s = usage.stall_s - self._asked.stall_s + self._ours.seconds()
        if self._is_awake(usage, answered=until_s is not None):
            self._awake_stall_s = max(self._awake_stall_s, wall_s - cpu_s)
        return Effort(
            wall_s * 1000,
            cpu_s * 1000,
            max(stall_s, self._awake_stall_s) * 1000,
            # The system forgets the peak of a process that has ended.
            max(usage.peak_mb, self._asked.peak_mb),
        )

    def _is_awake(self, usage: Usage, *, answered: bool) -> bool:
        """Whether it has not slept since the question."""
        if self._rest is None or usage.rest is None:
            return False
        slept = usage.rest.sleeps - self._rest.sleeps
        if usage.rest.asleep:
            return answered and slept == 1
        return slept == 0

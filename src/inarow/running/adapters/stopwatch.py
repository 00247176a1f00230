"""What a program that lives through a game takes for one answer.

    thaw ...... put the question ........ answer ... freeze
     |-- before --|------- wall, stall -----|
     |------------------ cpu -----------------------|

Processor time counts from the thaw: what is searched before the question is put is searched on the
program's own time.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from inarow.players.seat import Effort
from inarow.running.outcome import Usage
from inarow.running.running_program import RunningProgram
from inarow.running.stall import own_stall_s


class Stopwatch:
    def __init__(self, program: RunningProgram, now: Callable[[], float] = time.monotonic) -> None:
        self._program, self._now = program, now
        self._thawed = Usage(0.0, 0.0, 0.0)
        self._asked = self._thawed
        self._ours_s = 0.0
        self._heard = True
        self.asked_s = now()

    def thaw(self) -> None:
        """Before the first word of a turn."""
        self._thawed = self._asked = self._program.usage()
        self._ours_s = own_stall_s()
        self._heard = False
        self._program.thaw()

    def heard(self) -> None:
        """It has said something since the thaw, so it has run."""
        self._heard = True

    def put(self) -> None:
        """As a line is sent; the last one before the answer is the question."""
        if self._heard:
            self._asked = self._program.usage()
            self._ours_s = own_stall_s()
        self.asked_s = self._now()

    @property
    def before_ms(self) -> float:
        """Processor time between the thaw and the question."""
        return (self._asked.cpu_s - self._thawed.cpu_s) * 1000

    def effort(self, until_s: float | None = None) -> Effort:
        """What the answer has taken until then, or until now."""
        end_s = self._now() if until_s is None else until_s
        usage = self._program.usage()
        stall_s = usage.stall_s - self._asked.stall_s + own_stall_s() - self._ours_s
        return Effort(
            max(end_s - self.asked_s, 0.0) * 1000,
            max(usage.cpu_s - self._thawed.cpu_s, 0.0) * 1000,
            max(stall_s, 0.0) * 1000,
            # The system forgets the peak of a process that has ended.
            max(usage.peak_mb, self._asked.peak_mb),
        )

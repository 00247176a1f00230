"""What a program that lives through a game takes for one answer.

    thaw ...... put the question ........ answer ... freeze
     |-- before --|------ wall, CPU wait ---|
     |------------------ cpu -----------------------|

Processor time counts from the thaw: what is searched before the question is put is searched on the
program's own time.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from inarow._core import CpuWait
from inarow.players.seat import Effort
from inarow.running.clock import Question
from inarow.running.outcome import Usage
from inarow.running.running_program import RunningProgram


class Stopwatch:
    """``put`` starts the clock of a question, ``effort`` reads it."""

    def __init__(self, program: RunningProgram, now: Callable[[], float] = time.monotonic) -> None:
        self._program, self._now = program, now
        self._thawed = self._put = Usage(0.0, 0.0, 0.0)
        self._wait: CpuWait | None = None
        self._next_look_s = 0.0
        self.asked_s = now()

    def thaw(self) -> None:
        """Before the first word of a turn."""
        self._thawed = self._program.usage()
        self._program.thaw()

    def put(self) -> None:
        """As a line is sent; the last one before the answer is the question."""
        self._put = self._program.usage()
        self._wait = self._program.cpu_wait()
        self._wait.begin(self._now())
        self.asked_s = self._next_look_s = self._now()

    def sent(self) -> None:
        """Once the line is sent. What the referee waited for a core until then is not charged."""
        if self._wait is not None:
            self._wait.look(self._now(), answer=True)

    @property
    def before_ms(self) -> float:
        """Processor time between the thaw and the question."""
        return (self._put.cpu_s - self._thawed.cpu_s) * 1000

    def next_look_s(self, question: Question) -> float:
        """When a program is to be looked at that has not answered: at its limit in any case."""
        limit_s = self.asked_s + question.limit_ms / 1000
        return limit_s if self._now() < limit_s < self._next_look_s else self._next_look_s

    def look(self, question: Question) -> bool:
        """Looks at a program that has not answered: whether it need not be waited for."""
        now_s = self._now()
        if self._wait is None:
            return question.is_over(Effort((now_s - self.asked_s) * 1000))
        self._wait.look(now_s, answer=False)
        self._next_look_s = now_s + self._wait.pause_s(question.look_s)
        return question.is_over(self._effort(now_s, most_wait=True))

    def effort(self, until_s: float | None = None) -> Effort:
        """What the answer has taken until then, when it came, or until now."""
        now_s = self._now()
        if self._wait is not None:
            self._wait.look(now_s, answer=until_s is not None)
        return self._effort(now_s if until_s is None else until_s)

    def _effort(self, end_s: float, *, most_wait: bool = False) -> Effort:
        usage = self._program.usage()
        wall_s = max(end_s - self.asked_s, 0.0)
        wait_s = 0.0
        if self._wait is not None:
            measure = self._wait.most_wait_s if most_wait else self._wait.wait_s
            wait_s = measure(wall_s, max(usage.cpu_s - self._put.cpu_s, 0.0))
        return Effort(
            wall_s * 1000,
            max(usage.cpu_s - self._thawed.cpu_s, 0.0) * 1000,
            wait_s * 1000,
            # The system forgets the peak of a process that has ended.
            max(usage.peak_mb, self._put.peak_mb),
        )

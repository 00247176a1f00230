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
against a program. The rule itself is
pure; ``Stopwatch`` and ``timed_run`` apply it to programs that live on and to those that run once.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from inarow._core import CpuWait
from inarow.players.seat import ClockKind, Effort, ForfeitError, RefereeFaultError
from inarow.record import Termination
from inarow.running.program import RunLimits
from inarow.running.result import RunReport, RunVerdict, Spent, Usage

if TYPE_CHECKING:
    from inarow.running.process import RunningProgram

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

USUAL_WALL_S = 10.0
"""What a program may take that runs once, where nobody says."""
_STOPPED = (RunVerdict.TIMEOUT, RunVerdict.CPU_LIMIT)

T = TypeVar("T")
Left = TypeVar("Left")


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


def late_forfeit(
    effort: Effort, limit_ms: float, clock: ClockKind, *, answered: bool
) -> ForfeitError:
    """What was late, by which clock, and what it had."""
    cpu_ms = effort.cpu_ms or 0.0
    over_cpu = clock is ClockKind.CPU and cpu_ms > limit_ms
    if over_cpu:
        detail = f"used {cpu_ms:.0f} ms of CPU"
    elif answered:
        detail = f"took {effort.wall_ms:.0f} ms, {cpu_ms:.0f} ms of them CPU,"
    else:
        detail = f"did not answer in {effort.wall_ms:.0f} ms,"
    return ForfeitError(
        Termination.TIME,
        f"{detail} where it had {limit_ms:.0f} ms",
        limit_ms,
        verdict="CPU_LIMIT" if over_cpu else "",
        effort=effort,
    )


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


@dataclass(frozen=True)
class TimedRun(Generic[Left]):
    """The report of a run, and what it left. ``effort`` is what the answer took, or the whole run
    if there was none. A run that the referee failed to make is not late."""

    report: RunReport
    left: Left
    limit_s: float
    effort: Effort
    is_answered: bool
    is_late: bool

    @property
    def waited_s(self) -> float | None:
        """The CPU wait of an answer that is in time because CPU wait is not charged."""
        over = self.effort.wall_ms > self.limit_s * 1000
        return (self.effort.stall_ms or 0.0) / 1000 if over and not self.is_late else None


def spent_at_end(report: RunReport, left: object) -> Spent | None:
    """When a program that answers by its end had answered; None if it was out of time."""
    return None if report.verdict in _STOPPED else report.spent


def spent_at_line(report: RunReport, left: object) -> Spent | None:
    """When a program had answered that prints one line; None if it was out of time before."""
    return report.first_line or spent_at_end(report, left)


def timed_run(
    run: Callable[[RunLimits], tuple[RunReport, Left]],
    limits: RunLimits,
    clock: ClockKind = ClockKind.WALL,
    answered: Callable[[RunReport, Left], Spent | None] = spent_at_end,
) -> TimedRun[Left]:
    """``run`` runs the program once within bounds and returns its report and what it left;
    ``answered`` says what the program had used when its answer was there, None without one. A run
    that the referee failed to make is repeated; if that does not help, the report says so."""
    limit_s = limits.wall_s or USUAL_WALL_S
    question = Question(limit_s * 1000, clock)
    ran: list[tuple[RunReport, Left]] = []

    def ask() -> None:
        ran.append(run(question.bounds(limits)))
        if ran[-1][0].is_referee_fault:
            raise RefereeFaultError(ran[-1][0].sentence)

    try:
        retry_faults(ask)
        failed = False
    except RefereeFaultError:
        failed = True
    report, left = ran[-1]
    spent = answered(report, left)
    effort = _effort(report, spent or report.spent)
    late = not failed and (spent is None or question.is_late(effort))
    if late and report.verdict not in _STOPPED:
        reason = f"took {effort.wall_ms / 1000:.2f} s where it had {limit_s:g} s"
        report = replace(report, verdict=RunVerdict.TIMEOUT, reason=reason)
    return TimedRun(report, left, limit_s, effort, spent is not None, late)


def _effort(report: RunReport, spent: Spent) -> Effort:
    return Effort(spent.wall_s * 1000, spent.cpu_s * 1000, spent.stall_s * 1000, report.peak_mb)

"""A program that is run for one answer, timed by the clock rule (``clock.py``)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from inarow.players.seat import ClockKind, Effort, RefereeFaultError
from inarow.running.clock import Question, retry_faults
from inarow.running.outcome import RunReport, RunVerdict, Spent
from inarow.running.run_limits import RunLimits

USUAL_WALL_S = 10.0
"""What a program may take that runs once, where nobody says."""
_STOPPED = (RunVerdict.TIMEOUT, RunVerdict.CPU_LIMIT)

Left = TypeVar("Left")


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

"""A program that runs to its end, held to the clock rule: what is late because the machine was busy
is run again, and in the end CPU time decides."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from inarow.players.seat import Effort, RefereeFaultError
from inarow.running.clock import LateError, Question, settled
from inarow.running.outcome import RunReport, RunVerdict
from inarow.running.run_limits import RunLimits
from inarow.running.stall import OwnStall

USUAL_WALL_S = 10.0
"""What a program may take that runs once, where nobody says."""
_STOPPED = (RunVerdict.TIMEOUT, RunVerdict.CPU_LIMIT)
_OURS = (RunVerdict.REFEREE_FAULT, RunVerdict.NOT_RUN)
_CPU_SLACK = 1.05

Left = TypeVar("Left")


class Held(NamedTuple, Generic[Left]):
    """The run that counts, what it left, and how many runs it took."""

    report: RunReport
    left: Left
    runs: int


def held(run: Callable[[RunLimits], tuple[RunReport, Left]], limits: RunLimits) -> Held[Left]:
    """``run`` runs the program once within bounds, from the same beginning each time, and says what
    happened and what was left. Where we fail it is repeated; if that does not help, the report says
    so."""
    limit_s = limits.wall_s or USUAL_WALL_S
    ran: list[tuple[RunReport, Left]] = []

    def ask(question: Question) -> tuple[RunReport | None, Effort]:
        ours = OwnStall()
        bounds = question.bounds(limits)
        if question.cpu_decides:
            most_s = limit_s * _CPU_SLACK
            bounds = replace(bounds, cpu_s=min(limits.cpu_s or most_s, most_s))
        report, left = run(bounds)
        ran.append((report, left))
        if report.verdict in _OURS:
            raise RefereeFaultError(report.sentence)
        effort = Effort(
            report.wall_s * 1000,
            report.cpu_s * 1000,
            (report.stall_s + ours.seconds()) * 1000,
            report.peak_mb,
        )
        return None if report.verdict in _STOPPED else report, effort

    try:
        settled(ask, limit_s * 1000)
    except RefereeFaultError:
        pass
    except LateError:
        report, left = ran[-1]
        ran[-1] = (_late(report, limits, limit_s), left)
    report, left = ran[-1]
    return Held(report, left, len(ran))


def _late(report: RunReport, limits: RunLimits, limit_s: float) -> RunReport:
    """The report of a late run, by the limit that was asked for."""
    if report.verdict is RunVerdict.TIMEOUT:
        reason = f"still running after {report.wall_s:.2f} s, where it had {limit_s:g} s"
        return report if report.wall_s < 2 * limit_s else replace(report, reason=reason)
    if report.verdict is RunVerdict.CPU_LIMIT:
        own_s = limits.cpu_s or math.inf
        if own_s <= limit_s * _CPU_SLACK or own_s <= report.cpu_s:
            return report
        reason = f"used {report.cpu_s:.2f} s of processor time where it had {limit_s:g} s"
    else:
        reason = f"took {report.wall_s:.2f} s where it had {limit_s:g} s"
    return replace(report, verdict=RunVerdict.TIMEOUT, reason=reason)

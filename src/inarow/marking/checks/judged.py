"""What a check says of a test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from inarow.marking.results import Used, Verdict
from inarow.running.outcome import RunReport, RunVerdict

_CAUSES = {
    RunVerdict.TIMEOUT: "TIMEOUT",
    RunVerdict.CPU_LIMIT: "TIMEOUT",
    RunVerdict.MEMORY_LIMIT: "MEMORY_LIMIT",
    RunVerdict.OUTPUT_LIMIT: "OUTPUT_LIMIT",
}


@dataclass(frozen=True)
class Judged:
    """``share`` is the part of the marks that a test earns."""

    verdict: Verdict
    cause: str = ""
    reason: str = ""
    share: Decimal = Decimal(0)
    expected: bytes | None = None
    got: bytes | None = None
    would_pass: tuple[str, ...] = ()
    run: RunVerdict | None = None
    used: Used = field(default_factory=Used)
    facts: Mapping[str, Any] = field(default_factory=dict)


def run_fault(report: RunReport) -> tuple[str, str] | None:
    """Cause and reason if the way in which a program ended decides; None if its output does. A
    status other than 0 is no fault: the courses judge what is printed."""
    if report.verdict is RunVerdict.OK:
        return None
    if cause := _CAUSES.get(report.verdict):
        return cause, f"the program {report.sentence}"
    if report.signal is not None:
        return "CRASH", f"the program {report.sentence}"
    return None

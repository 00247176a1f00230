"""Standard output byte for byte."""

from __future__ import annotations

from decimal import Decimal

from inarow.marking.checks.judged import Judged, run_fault
from inarow.marking.compare import difference
from inarow.marking.results import Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Test
from inarow.running.program import Program


def judge_output(test: Test, program: Program, runner: Runner, *, answer: bool) -> Judged:
    """Runs the program once. ``answer``: what it prints is a column and a number of nodes."""
    assert test.expected is not None
    ran = runner.run(program, test.args, test.limits, stdin=test.stdin, files=test.files or None)
    report, used = ran.report, ran.used
    got = report.stdout
    fault = run_fault(report)
    if fault is not None:
        cause, reason = fault
        return Judged(
            Verdict.FAIL, cause, reason, Decimal(0), test.expected, got, (), report.verdict, used
        )
    found = difference(test.expected, got, runner.lenient, answer=answer)
    if found is None:
        return Judged(
            Verdict.PASS, "", "", Decimal(1), test.expected, got, (), report.verdict, used
        )
    cause, reason = found.cause, found.reason
    if report.failed and (not got or cause == "MISSING_LINE"):
        cause, reason = "CRASH", f"the program {report.sentence}"
    return Judged(
        Verdict.FAIL,
        cause,
        reason,
        Decimal(0),
        test.expected,
        got,
        found.would_pass,
        report.verdict,
        used,
    )

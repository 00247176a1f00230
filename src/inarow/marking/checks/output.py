"""Standard output byte for byte."""

from __future__ import annotations

from decimal import Decimal

from inarow.marking.checks.check import Judgement, abnormal_exit
from inarow.marking.compare import difference
from inarow.marking.results import Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Test
from inarow.running.program import Program


def judge_output(test: Test, program: Program, runner: Runner) -> Judgement:
    """Runs the program once."""
    assert test.expected is not None
    ran = runner.run(program, test.args, test.limits, stdin=test.stdin, files=test.files or None)
    report, used = ran.report, ran.used
    got = report.stdout
    fault = abnormal_exit(report)
    if fault is not None:
        cause, reason = fault
        return Judgement(
            Verdict.FAIL, cause, reason, Decimal(0), test.expected, got, (), report.verdict, used
        )
    found = difference(test.expected, got, runner.lenient, runner.classify)
    if found is None:
        return Judgement(
            Verdict.PASS, "", "", Decimal(1), test.expected, got, (), report.verdict, used
        )
    cause, reason = found.cause, found.reason
    if report.failed and (not got or cause == "MISSING_LINE"):
        cause, reason = "CRASH", f"the program {report.sentence}"
    return Judgement(
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

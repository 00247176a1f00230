"""A made-up class, marked: three students, hidden tests, lateness, decisions and hostile names."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

from inarow.course import find_late_rule
from inarow.marking.grading.class_file import ClassRules
from inarow.marking.grading.grade import Grade, counting_submissions, grade_class, match_roster
from inarow.marking.grading.overrides import Override
from inarow.marking.grading.roster import Roster, Service, Student
from inarow.marking.grading.submission import DownloadedSubmission
from inarow.marking.results import (
    Cause,
    ClosedGate,
    Diagnoses,
    Diagnosis,
    ResourceUsage,
    SubmissionResult,
    TestResult,
    Verdict,
)
from inarow.marking.suite import GateKind, Visibility
from inarow.running.result import RunVerdict

DUE = datetime(2021, 4, 16, 23, 59, tzinfo=timezone.utc)
NASTY = '<script>alert(1)</script>"&\x1b[31m\u202e'
SECRET = "hidden-secret"

STUDENTS = [
    Student("1001", "Ada Heron"),
    Student("1002", "Bo Wren"),
    Student("1003", NASTY),
    Student("1004", "Di Rail"),
]


def passed(name: str, group: str, visibility: Visibility = Visibility.VISIBLE) -> TestResult:
    half = Decimal("0.5")
    used = ResourceUsage(wall_s=0.25, cpu_s=0.2, exit_code=0, tier=1)
    return TestResult(
        name, group, visibility, Verdict.PASS, half, half, run=RunVerdict.OK, used=used
    )


def failed(
    name: str,
    group: str,
    cause: str,
    got: bytes | None,
    visibility: Visibility = Visibility.VISIBLE,
    run: RunVerdict = RunVerdict.OK,
) -> TestResult:
    return TestResult(
        name,
        group,
        visibility,
        Verdict.FAIL,
        Decimal(0),
        Decimal("0.5"),
        cause,
        f"it is {cause.lower()}",
        b"1\n297\n",
        got,
        run=run,
        used=ResourceUsage(wall_s=0.5, cpu_s=0.4, exit_code=0, tier=1),
    )


def results() -> dict[str, SubmissionResult]:
    hidden = Visibility.HIDDEN
    ada = [
        passed("minimax 1", "minimax"),
        passed("minimax 2", "minimax"),
        failed("sample", "alpha-beta", "WRONG_NODE_COUNT", b"1\r\n606 \t\n\xff\x1b<b>\n"),
        TestResult("after sample", "alpha-beta", Visibility.VISIBLE, Verdict.SKIPPED, Decimal(0),
                   Decimal("0.5")),
        passed(f"{SECRET} 1", "hidden", hidden),
        failed(f"{SECRET} 2", "hidden", "SECRET_CAUSE", b"hidden output", hidden),
    ]  # fmt: skip
    cause = Cause("Consistent with cutting on > instead of >=.", ("cuts on >",), 6, 6)
    why = Diagnoses(whole=Diagnosis((cause,)))
    bo = [
        passed("minimax 1", "minimax"),
        failed("minimax 2", "minimax", "TIMEOUT", b"", run=RunVerdict.TIMEOUT),
        passed("sample", "alpha-beta"),
        TestResult("after sample", "alpha-beta", Visibility.VISIBLE, Verdict.FAULT, Decimal(0),
                   Decimal("0.5")),
        passed(f"{SECRET} 1", "hidden", hidden),
        passed(f"{SECRET} 2", "hidden", hidden),
    ]  # fmt: skip
    gates = (ClosedGate(GateKind.NO_RECURSION, "minimax", "nothing calls itself", proposed=True),)
    nasty = [failed(test.name, test.group, NASTY, NASTY.encode(), test.visibility) for test in bo]
    return {
        "1001": SubmissionResult("ada.zip", "a" * 64, {"ok": True}, ada, (), "", why),
        "1002": SubmissionResult("bo.zip", "b" * 64, {"ok": True}, bo, gates),
        "1003": SubmissionResult(NASTY, "c" * 64, {}, nasty, (), NASTY),
    }


def marked_class() -> tuple[list[Grade], list[str]]:
    """The marks of the class, and what was found."""
    adjustments = (
        Override("1002", "minimax 2", Decimal("0.25"), "slow machine", "a tutor", "row 2"),
        Override("1001", f"{SECRET} 2", Decimal("0.5"), "test was wrong", "a tutor", "row 3"),
    )
    rules = ClassRules(
        "Lab <1>", DUE, Roster(STUDENTS), find_late_rule("comp3308"), overrides=adjustments
    )
    handed = [
        DownloadedSubmission(
            Service.TABLE,
            key,
            f"{key}.zip",
            ((Path(f"{key}.zip"), f"{key}.zip"),),
            DUE + timedelta(days=days),
        )
        for key, days in (("1001", 2), ("1002", -1), ("1003", 9), ("666", 0))
    ]  # fmt: skip
    sorted_out = match_roster(rules, handed)
    found = results()
    graded, problems = grade_class(
        rules, counting_submissions(rules, sorted_out), lambda one: found[one.key]
    )
    return graded, [*sorted_out.findings, *problems]

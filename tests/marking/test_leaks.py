"""What a student gets is the same, to the byte, whatever came of the hidden tests."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest

from course_files import whole_suite
from inarow.course import find_course, find_late_rule
from inarow.marking.codec import to_json
from inarow.marking.diagnosis import diagnose
from inarow.marking.grading.grade import Grade
from inarow.marking.grading.overrides import AppliedOverride, Override, apply_overrides
from inarow.marking.grading.roster import Student
from inarow.marking.reports.pages import student_page
from inarow.marking.reports.services import classroom_result, gradescope_results, junit_xml
from inarow.marking.reports.text import report_text
from inarow.marking.results import (
    ClosedGate,
    ResourceUsage,
    SubmissionResult,
    TestResult,
    Verdict,
)
from inarow.marking.suite import GateKind, Suite, Test, Visibility
from inarow.marking.tester import student_tester
from inarow.marking.visibility import for_student, student_json, student_view
from inarow.running.result import RunVerdict

SAMPLE = (".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red", "A", "4")
HIDDEN = (".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red", "A", "3")
SUITE = Suite(
    "Lab",
    find_course("comp3308"),
    (
        Test("sample", Decimal(4), "alpha-beta", args=SAMPLE, expected=b"1\n297\n"),
        Test("hushed", Decimal(6), args=HIDDEN, expected=b"1\n115\n"),
    ),
)
DUE = datetime(2027, 4, 16, tzinfo=timezone.utc)


def shown_test() -> TestResult:
    return TestResult(
        "sample", "alpha-beta", Visibility.VISIBLE, Verdict.FAIL, Decimal(0), Decimal(4),
        "WRONG_NODE_COUNT", "606 nodes where 297 are right", b"1\n297\n", b"1\n606\n",
        run=RunVerdict.OK, used=ResourceUsage(0.2, 0.1, tier=1), asked=SAMPLE,
    )  # fmt: skip


def hidden_test(verdict: Verdict, run: RunVerdict | None, group: str, got: bytes) -> TestResult:
    passed = verdict is Verdict.PASS
    return TestResult(
        "hushed", group, Visibility.HIDDEN, verdict, Decimal(6) if passed else Decimal(0),
        Decimal(6), "" if passed else "HUSHED_CAUSE", "hushed reason", b"1\n115\n", got,
        run=run, used=ResourceUsage(7.77, 6.66, peak_mb=55.5, exit_code=3, tier=2), asked=HIDDEN,
    )  # fmt: skip


OUTCOMES = [
    (Verdict.PASS, RunVerdict.OK, b"1\n115\n"),
    (Verdict.FAIL, RunVerdict.OK, b"1\n275\n"),
    (Verdict.FAIL, RunVerdict.OK, b"6\n99999\n"),
    (Verdict.FAIL, RunVerdict.TIMEOUT, b""),
    (Verdict.FAIL, RunVerdict.CRASH, b"hushed output"),
    (Verdict.FAULT, None, b""),
    (Verdict.NOT_RUN, None, b""),
    (Verdict.SKIPPED, None, b""),
    (Verdict.VOID, RunVerdict.OK, b""),
]


def graded(verdict: Verdict, run: RunVerdict | None, got: bytes, group: str, days: int) -> Grade:
    tests = [shown_test(), hidden_test(verdict, run, group, got)]
    why = diagnose(SUITE, tests)
    gates = (
        [ClosedGate(GateKind.NOT_BUILT, "hushed group", "hushed gate")]
        if verdict is Verdict.FAIL and group == "hushed group"
        else []
    )
    result = SubmissionResult("a.py", "0" * 64, {"tools": ["python 3.7"]}, tests, gates, "", why)
    decided = []
    if verdict is Verdict.FAIL:
        row = Override("s1", "hushed", Decimal(1), "hushed comment", "a tutor")
        decided = [
            AppliedOverride(row, Decimal(0)),
            AppliedOverride(replace(row, item="total"), Decimal(0)),
        ]
    rule = find_late_rule("comp3308")
    plain = Grade(Student("s1"), result, None, DUE + timedelta(0), days, rule, {}, decided)
    waived = Override("s1", "penalty", Decimal(0), "was ill", "a tutor")
    problems = [f"row 2 gives 9 for 'hushed', got {got!r}"]
    applied = [*decided, AppliedOverride(waived, plain.penalty)]
    return replace(plain, applied=applied, problems=problems)


def outputs(one: Grade) -> list[str]:
    """All that a student can come to see."""
    view = for_student(one)
    # A test that could not be run leaves no results at all there.
    found: dict[str, Any] = gradescope_results(one) or {"tests": []}
    public = [test for test in found["tests"] if test["visibility"] == "visible"]
    parts = [public, *(found.get(part) for part in ("output", "leaderboard", "stdout_visibility"))]
    return [
        json.dumps(student_json(one.result)),
        json.dumps(to_json(student_view(one.result))),
        json.dumps(to_json(view)),
        json.dumps(view.graded.as_json()),
        report_text(view),
        student_page(view, "Lab"),
        b64decode(classroom_result(one)).decode(),
        junit_xml("Lab", [view]),
        json.dumps(parts if public else ""),
    ]


@pytest.mark.parametrize("days", [0, 2, 5])
@pytest.mark.parametrize("group", ["alpha-beta", "hushed group"])
def test_hidden_tests_change_nothing_that_is_seen(group: str, days: int) -> None:
    first, *others = [outputs(graded(*outcome, group, days)) for outcome in OUTCOMES]
    for other in others:
        assert other[:-1] == first[:-1]
        assert other[-1] in (first[-1], '""')
    for text in first:
        assert text.count("not shown yet") == text.count("<!doctype") * 2  # a grey square
        for word in ("hushed", "HUSHED", "115", "275", "99999", "7.77", "6.66", "55.5", "red A 3"):
            assert word not in text


@pytest.mark.parametrize(
    ("gate", "seen"),
    [
        (ClosedGate(GateKind.NOT_BUILT, "", "does not compile"), True),
        (ClosedGate(GateKind.NOT_BUILT, "alpha-beta", "does not compile"), True),
        (ClosedGate(GateKind.NOT_BUILT, "hushed group", "does not compile"), False),
        (ClosedGate(GateKind.NO_RECURSION, "alpha-beta", "calls nothing", proposed=True), False),
    ],
)
def test_gates_that_a_student_sees(gate: ClosedGate, seen: bool) -> None:
    tests = [shown_test(), hidden_test(*OUTCOMES[0][:2], "hushed group", b"")]
    result = SubmissionResult("a.py", "0" * 64, {}, tests, [gate])
    assert bool(student_view(result).gates) is seen
    lifting = Override("s1", gate.when.value, None, "was told so", "a tutor")
    opened, decided, problems = apply_overrides(result, [lifting])
    assert not problems and not opened.gates
    view = for_student(Grade(Student("s1"), opened, applied=decided))
    assert ("was told so" in report_text(view)) is seen


def test_all_of_it_is_seen_by_staff_and_after_the_release() -> None:
    one = graded(*OUTCOMES[1], "hushed group", 0)
    page = student_page(for_student(one, released=True), "Lab")
    assert "hushed reason" in page and "hushed comment" in page and "275" in page


def test_the_tester_has_the_visible_tests_alone() -> None:
    suite = whole_suite("comp3308")
    text = student_tester(suite)
    hidden = [test for test in suite.tests if test.visibility is Visibility.HIDDEN]
    assert len(hidden) == 4
    for test in hidden:
        assert test.name not in text
        assert not any(json.dumps(" ".join(test.args))[1:-1] in text for _ in (0,))
    shown = {test.args for test in suite.visible()}
    assert not [test for test in hidden if test.args in shown]

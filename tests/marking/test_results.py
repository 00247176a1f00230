"""Marks are added exactly and rounded once; a student's view says nothing of what is withheld."""

from __future__ import annotations

import json
from decimal import Decimal

from inarow.marking.results import BatchResult, ClosedGate, SubmissionResult, TestResult, Verdict
from inarow.marking.suite import GateKind, Visibility
from inarow.marking.visibility import student_json


def result(
    name: str,
    marks: str,
    of: str = "0.5",
    visibility: Visibility = Visibility.VISIBLE,
    group: str = "",
) -> TestResult:
    verdict = Verdict.PASS if Decimal(marks) else Verdict.FAIL
    return TestResult(name, group, visibility, verdict, Decimal(marks), Decimal(of))


def submission(*tests: TestResult, gates: tuple[ClosedGate, ...] = ()) -> SubmissionResult:
    return SubmissionResult("a.py", "0" * 64, {"cached": False}, tests, gates)


def test_the_json_is_that_of_the_contract() -> None:
    found = BatchResult("lab", [submission(result("t", "0.5", group="g"))]).as_json()
    assert json.loads(json.dumps(found)) == {
        "suite": "lab",
        "submissions": [
            {
                "name": "a.py",
                "state": "marked",
                "marks": 0.5,
                "of": 0.5,
                "build": {"cached": False},
                "tests": [
                    {
                        "name": "t",
                        "group": "g",
                        "visibility": "visible",
                        "verdict": "PASS",
                        "cause": "",
                        "marks": 0.5,
                        "of": 0.5,
                    }
                ],
                "why": [],
            }
        ],
    }


def test_marks_are_rounded_once_half_up() -> None:
    thirds = [result(str(i), "0.335") for i in range(3)]
    assert submission(*thirds).marks == Decimal("1.01")
    assert submission(result("a", "0.125")).marks == Decimal("0.13")


def test_a_student_sees_nothing_of_a_hidden_test() -> None:
    tests = [result(f"v{i}", "0.5") for i in range(16)]
    tests += [result(f"secret{i}", "0", visibility=Visibility.HIDDEN) for i in range(4)]
    found = submission(*tests)
    assert (found.as_json()["marks"], found.as_json()["of"]) == (8, 10)
    student = student_json(found)
    assert (student["marks"], student["of"], student["withheld"]) == (8, 8, 2)
    assert "secret" not in json.dumps(student)
    assert "hidden" not in json.dumps(student)
    # What was passed of it changes nothing that is seen.
    lucky = [
        *tests[:16],
        *(result(f"secret{i}", "0.5", visibility=Visibility.HIDDEN) for i in range(4)),
    ]
    assert student_json(submission(*lucky)) == student
    assert student_json(found, released=True) == found.as_json()


def test_after_due_is_shown_after_the_due_date() -> None:
    found = submission(result("late one", "0.5", visibility=Visibility.AFTER_DUE))
    assert student_json(found)["tests"] == []
    assert student_json(found, after_due=True)["marks"] == 0.5


def test_a_gate_sets_its_group_or_everything_to_nothing() -> None:
    tests = (result("a", "0.5", group="one"), result("b", "0.5", group="two"))
    part = ClosedGate(GateKind.NOT_BUILT, "one", "it could not be built")
    assert submission(*tests, gates=(part,)).marks == Decimal("0.50")
    assert submission(*tests, gates=(part,)).marks_of("one") == 0
    assert submission(*tests, gates=(ClosedGate(GateKind.LATE, "", "late"),)).marks == 0
    proposed = ClosedGate(GateKind.NO_RECURSION, "one", "no cycle", proposed=True)
    assert submission(*tests, gates=(proposed,)).marks == 1

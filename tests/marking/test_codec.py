"""Values as JSON come back equal, what is wrong is named, and digests are the same everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from inarow.course import course_names
from inarow.marking.codec import digest, from_json, to_json
from inarow.marking.grading.changes import MarkSnapshot
from inarow.marking.grading.grade import Grade
from inarow.marking.marker import Built
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
from made_up_class import marked_class

RESULT = TestResult(
    "sample", "a", Visibility.AFTER_DUE, Verdict.FAIL, Decimal("0.25"), Decimal("0.5"),
    "CRASH", "it crashed", b"1\n", b"\xff\x00", ("newline",), RunVerdict.CRASH,
    ResourceUsage(0.5, 0.25, exit_code=1, tier=1, crash="KeyError"), {"step": 3}, ("a", "b"),
    Decimal(-1), "a note",
)  # fmt: skip
DIAGNOSIS = Diagnosis((Cause("so", ("cut",), 1, 2),), {"sample": "inarow why"}, "Answers")
VALUES: list[Any] = [
    RESULT,
    DIAGNOSIS,
    Built("0" * 64, {"tools": ["gcc 12"]}, (ClosedGate(GateKind.LATE, "", "late"),), "a problem"),
    SubmissionResult("a.c", "0" * 64, {}, (RESULT,), (), "", Diagnoses(DIAGNOSIS)),
    MarkSnapshot("s1", Decimal("4.05"), {"sample": Decimal("0.25")}),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_comes_back_equal(value: Any) -> None:
    text = json.dumps(to_json(value))
    assert from_json(type(value), json.loads(text)) == value


def test_a_grade_comes_back_with_the_same_marks() -> None:
    for grade in marked_class()[0]:
        found = from_json(Grade, json.loads(json.dumps(to_json(grade))))
        assert found.as_json() == grade.as_json()
        assert (found.due, found.received_at, found.marks) == (
            grade.due, grade.received_at, grade.marks,
        )  # fmt: skip


@dataclass(frozen=True)
class Inner:
    at: datetime
    verdict: Verdict = Verdict.PASS


@dataclass(frozen=True)
class Outer:
    inner: tuple[Inner, ...]
    pair: tuple[int, str] = (1, "")
    some: frozenset[str] = frozenset()
    place: Path = Path()
    known: dict[Visibility, float] = field(default_factory=dict)


AT = datetime(2027, 4, 16, 23, 59, tzinfo=timezone.utc)


def test_kinds_of_fields() -> None:
    value = Outer((Inner(AT),), (2, "b"), frozenset("x"), Path("a/b"), {Visibility.HIDDEN: 0.5})
    assert from_json(Outer, json.loads(json.dumps(to_json(value)))) == value


def test_what_an_earlier_version_saved_is_read() -> None:
    """It had fewer fields, and wrote the visibility by its word."""
    data = to_json(RESULT)
    for name in ("least", "note", "asked"):
        del data[name]
    data["visibility"] = "after-due"
    assert from_json(TestResult, data).visibility is Visibility.AFTER_DUE


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "Outer is [], expected dict"),
        ({}, "Outer.inner is missing"),
        ({"inner": [], "other": 1}, "Outer has no field 'other'"),
        ({"inner": [{}]}, "Outer.inner[0].at is missing"),
        ({"inner": [{"at": "soon"}]}, "Outer.inner[0].at is 'soon', expected datetime"),
        ({"inner": [{"at": "2027-04-16", "verdict": "GOOD"}]}, "expected one of PASS, FAIL"),
        ({"inner": [], "pair": [1]}, "Outer.pair has 1 items, expected 2"),
        ({"inner": [], "pair": [True, "b"]}, "Outer.pair[0] is True, expected int"),
        ({"inner": [], "some": [1]}, "Outer.some[0] is 1, expected str"),
        ({"inner": [], "known": {"HIDDEN": "x"}}, "Outer.known['HIDDEN'] is 'x', expected float"),
    ],
)
def test_what_is_wrong_is_named(data: Any, message: str) -> None:
    with pytest.raises(ValueError) as raised:
        from_json(Outer, data)
    assert message in str(raised.value)


def test_a_digest_ignores_fields_that_are_as_usual() -> None:
    assert digest(Outer(())) == digest({"inner": ()})
    assert digest(Outer((), (1, "c"))) != digest(Outer(()))
    with pytest.raises(TypeError, match="type object has no digest"):
        digest(object())


@pytest.mark.process
def test_the_digest_of_a_suite_is_the_same_in_every_process() -> None:
    """Records keep it, to be compared a year later."""
    code = """
from inarow.course import course_names
from inarow.marking.records import suite_digest
from inarow.marking.suite_file import read_suite
for name in course_names(): print(suite_digest(read_suite(name)))
"""
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "12"
    }
    assert len(found) == 1
    assert len(found.pop().split()) == len(course_names())

"""Marking as an iterator: what it yields, that it can stop after any item, and whose it is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from decimal import Decimal

import pytest

from course_files import course_program
from inarow.course import find_course
from inarow.marking import marker
from inarow.marking.checks.check import Judgement
from inarow.marking.grading.class_file import Policy
from inarow.marking.grading.grade import best_grade, counting, grade
from inarow.marking.grading.overrides import Override
from inarow.marking.grading.roster import Student
from inarow.marking.marker import Built, Diagnosed, assemble, describe, mark, visible_first
from inarow.marking.results import Diagnoses, State, SubmissionResult, TestResult, Verdict
from inarow.marking.suite import Suite, Test, Visibility
from inarow.marking.suite_file import read_suite
from inarow.running.sandbox import choose_sandbox
from inarow.running.submission import RejectedError, Submission

DUE = datetime(2027, 4, 16, 23, 59, tzinfo=timezone.utc)
COURSE = find_course("comp3308")
STATE = ".ryyrry,.rryry.,..y.r..,..y....,.......,......."


class Memory:
    """A cache that counts what is asked of it."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.found = 0

    def find(self, key: str) -> str | None:
        self.found += key in self.texts
        return self.texts.get(key)

    def keep(self, key: str, text: str, *, replace: bool = False) -> str:
        if replace:
            self.texts[key] = text
        return self.texts.setdefault(key, text)


def suite() -> Suite:
    def test(name: str, answer: bytes, hidden: bool, *depends: str) -> Test:
        visibility = Visibility.HIDDEN if hidden else Visibility.VISIBLE
        args = (STATE, "red", "A", "4")
        return Test(
            name, Decimal(1), visibility=visibility, args=args, expected=answer, depends=depends
        )

    right = b"1\n297\n"
    return Suite("s", COURSE, (
        test("h1", right, True),
        test("v1", right, False),
        test("v2", right, False, "v1"),
        test("h2", right, True, "v2"),
        test("v3", b"1\n298\n", False),
    ))  # fmt: skip


def program(source: str = "print(1)\nprint(296)\n") -> Submission:
    return Submission("a.py", {"ConnectFour.py": source.encode()})


def names(items: Iterator[marker.MarkingItem]) -> list[str]:
    return [item.result.name for item in items if isinstance(item, marker.TestFinished)]


def finished(
    submission: Submission, cache: Memory, stop_after: int
) -> tuple[SubmissionResult, int]:
    """A submission marked by iterators that are each stopped after so many items, and how many it
    took."""
    built, diagnoses = Built("", {}), None
    done: dict[str, TestResult] = {}
    attempts = 0
    while diagnoses is None:
        attempts += 1
        items = mark(submission, suite(), choose_sandbox(), cache, done=dict(done))
        for number, item in enumerate(items, 1):
            if isinstance(item, Built):
                built = item
            elif isinstance(item, Diagnosed):
                diagnoses = item.diagnoses
            else:
                done[item.result.name] = item.result
            if number == stop_after:
                break
    return assemble("a.py", suite(), built, done, diagnoses), attempts


@pytest.mark.process
@pytest.mark.sandbox
def test_it_can_stop_after_any_item_and_go_on() -> None:
    whole, attempts = finished(program(), Memory(), 100)
    assert attempts == 1 and len(whole.tests) == 5
    assert [cause.mistakes for cause in whole.why] == [("root-not-counted",)]
    for stop_after in (2, 3, 6):
        found, attempts = finished(program(), Memory(), stop_after)
        assert attempts > 1
        assert found.as_json()["tests"] == whole.as_json()["tests"]
        assert found.why == whole.why


@pytest.mark.process
@pytest.mark.sandbox
def test_what_is_in_the_cache_is_neither_run_nor_diagnosed_again() -> None:
    cache = Memory()
    first = list(mark(program(), suite(), choose_sandbox(), cache))
    ran = [item.ran for item in first if isinstance(item, marker.TestFinished)]
    assert ran == [True, True, False, False, True]  # two depend on what failed
    texts = dict(cache.texts)
    again = list(mark(program(), suite(), choose_sandbox(), cache))
    assert not any(item.ran for item in again if isinstance(item, marker.TestFinished))
    assert again[-1] == first[-1] and cache.texts == texts
    # What cannot be read is run again, and replaced.
    key = next(item.key for item in first if isinstance(item, marker.TestFinished))
    cache.texts[key] = "{"
    repaired = list(mark(program(), suite(), choose_sandbox(), cache))
    ran = [item.ran for item in repaired if isinstance(item, marker.TestFinished)]
    assert ran == [True, False, False, False, False] and repaired[-1] == first[-1]
    assert cache.texts.keys() == texts.keys() and cache.texts[key] != "{"


@pytest.mark.process
@pytest.mark.sandbox
def test_the_order_is_the_callers_and_changes_no_mark() -> None:
    right = program("print(1)\nprint(297)\n")
    usual = list(mark(right, suite(), choose_sandbox()))
    shown = list(mark(right, suite(), choose_sandbox(), order=visible_first))
    assert names(iter(usual)) == ["h1", "v1", "v2", "h2", "v3"]
    assert names(iter(shown)) == ["v1", "v2", "v3", "h1", "h2"]
    # Whatever the key, a test comes after those that it depends on.
    odd = list(mark(right, suite(), choose_sandbox(), order=lambda test: test.name == "v1"))
    assert names(iter(odd)) == ["h1", "v3", "v1", "v2", "h2"]
    assert usual[-1] == shown[-1] == odd[-1]


def test_a_submission_has_no_mark_before_all_tests_are_done() -> None:
    passed = marker.to_result(suite().tests[1], Judgement(Verdict.PASS, share=Decimal(1)))
    found = assemble("a", suite(), Built("0", {}), {"v1": passed})
    assert (found.state, found.marks) == (State.PENDING, None)
    assert found.diagnoses == Diagnoses()
    assert {test.reason for test in found.tests if test.name != "v1"} == {"not run yet"}


def test_a_submission_is_described_before_it_is_built() -> None:
    found = describe(course_program("comp3308", "ConnectFour.c"), COURSE)
    (only,) = found.programs
    assert (only.program, only.language, only.main) == ("ConnectFour", "C", "ConnectFour.c")
    assert only.build == "gcc -w -std=c99 -o ConnectFour ConnectFour.c -lm"
    assert found.missing == ()
    lab = describe(course_program("aps105", "Lab7Part1.c"), find_course("aps105"))
    assert lab.missing == ("Lab7Part2",)
    python = describe(program(), COURSE)
    assert (python.programs[0].language, python.programs[0].build) == ("Python", "")
    with pytest.raises(RejectedError, match=r"its name must be ConnectFour\.py"):
        describe(Submission("a", {"connectfour.py": b""}), COURSE)


def test_visible_tests_of_a_shipped_suite_come_first() -> None:
    tests = sorted(read_suite("comp3308").tests, key=visible_first)
    assert tests[0].visibility is Visibility.VISIBLE


def at(hours: int) -> datetime:
    return DUE + timedelta(hours=hours)


def test_which_submissions_count() -> None:
    times = [None, at(-5), at(-1), at(3)]
    assert counting(Policy.LAST, DUE, times) == (3,)
    assert counting(Policy.LAST_ON_TIME, DUE, times) == (2,)
    assert counting(Policy.LAST_ON_TIME, DUE, [at(1), at(2)]) == (1,)
    assert counting(Policy.LAST_ON_TIME, DUE, [None, at(1)]) == (0,)
    assert counting(Policy.LAST_ON_TIME, DUE, [None, at(1)], late=[0]) == (1,)
    assert counting(Policy.BEST, DUE, times) == (0, 1, 2, 3)
    assert counting(Policy.LAST, DUE, []) == counting(Policy.BEST, DUE, []) == ()


def result(marks: str) -> SubmissionResult:
    test = TestResult("t", "", Visibility.VISIBLE, Verdict.PASS, Decimal(marks), Decimal(10))
    return SubmissionResult("a", "0", {}, (test,))


def test_one_submission_is_graded_alone() -> None:
    rule = COURSE.late[""]  # 5% per day of what is earned, three days
    found = grade(result("8"), Student("s1"), due=DUE, received_at=at(30), late=rule)
    assert (found.days, found.penalty, found.marks) == (2, Decimal("0.8"), Decimal("7.20"))
    waived = Override("s1", "penalty", Decimal(0), "ill", "a tutor")
    found = grade(
        result("8"), Student("s1"), due=DUE, received_at=at(30), late=rule, overrides=[waived]
    )
    assert found.marks == 8 and [made.override for made in found.applied] == [waived]
    assert found.applied[0].before == Decimal("0.8")
    odd = grade(
        result("8"), Student("s1"), overrides=[Override("s1", "t9", Decimal(1), place="line 2")]
    )
    assert odd.problems == ["line 2: 't9' is not an item of the marks"]
    unsure = grade(result("8"), Student("s1"), due=DUE, late=rule, late_by="Canvas")
    assert (unsure.state, unsure.marks) == (State.PENDING, None)


def test_the_best_counts_and_of_equals_the_last() -> None:
    grades = [grade(result(marks), Student(marks)) for marks in ("3", "8.0", "8", "2")]
    assert best_grade(grades).student.id == "8"

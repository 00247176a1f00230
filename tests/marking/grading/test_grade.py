"""Which submission counts, what lateness costs and what people decide: exact, rounded once."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest

from inarow.course import find_late_rule
from inarow.marking.grading.class_file import ClassRules, Extension, Policy
from inarow.marking.grading.grade import (
    Grade,
    counting_submissions,
    grade_class,
    match_roster,
    without_marks,
)
from inarow.marking.grading.overrides import Override
from inarow.marking.grading.roster import Roster, Service, Student
from inarow.marking.grading.submission import DownloadedSubmission
from inarow.marking.results import ClosedGate, SubmissionResult, TestResult, Verdict
from inarow.marking.suite import GateKind, Visibility
from inarow.marking.visibility import for_student

DUE = datetime(2021, 4, 16, 23, 59, tzinfo=timezone.utc)
ADA, BO = Student("1001", "Ada Heron"), Student("1002", "Bo Wren")


def rules(policy: Policy = Policy.LAST, *adjustments: Override) -> ClassRules:
    return ClassRules(
        "a class",
        DUE,
        Roster([ADA, BO]),
        find_late_rule("comp3308"),
        policy,
        {"1002": Extension(DUE + timedelta(days=2), "ill")},
        adjustments,
    )


def handed(key: str, label: str, days: float | None) -> DownloadedSubmission:
    time = None if days is None else DUE + timedelta(days=days)
    return DownloadedSubmission(Service.TABLE, key, label, ((Path(label), label),), time)


def result(*marks: str, gates: tuple[ClosedGate, ...] = ()) -> SubmissionResult:
    tests = [
        TestResult(
            f"t{n}",
            "minimax",
            Visibility.VISIBLE,
            Verdict.PASS if Decimal(mark) else Verdict.FAIL,
            Decimal(mark),
            Decimal("2.5"),
        )
        for n, mark in enumerate(marks)
    ]
    return SubmissionResult("a.py", "0" * 64, {}, tests, gates)


def marks_of(
    policy: Policy, results: dict[str, SubmissionResult], *all_handed: DownloadedSubmission
) -> Grade:
    chosen = counting_submissions(rules(policy), match_roster(rules(policy), all_handed))
    graded, problems = grade_class(rules(policy), chosen, lambda one: results[one.label])
    assert not problems
    return graded[0]


THREE = [handed("1001", "c", 2), handed("1001", "a", -2), handed("1001", "b", -1)]


@pytest.mark.parametrize(
    ("policy", "label", "marks"),
    [
        (Policy.LAST, "c", "4.50"),  # 5 less a tenth
        (Policy.LAST_ON_TIME, "b", "2.50"),
        (Policy.BEST, "a", "4.75"),
    ],
)
def test_policies(policy: Policy, label: str, marks: str) -> None:
    results = {"a": result("2.5", "2.25"), "b": result("2.5", "0"), "c": result("2.5", "2.5")}
    graded = marks_of(policy, results, *THREE)
    assert graded.download is not None
    assert (graded.download.label, str(graded.marks)) == (label, marks)


def test_last_on_time_is_the_last_where_none_is_on_time() -> None:
    late = [handed("1001", "b", 2), handed("1001", "a", 1)]
    graded = marks_of(Policy.LAST_ON_TIME, {"b": result("2")}, *late)
    assert str(graded.marks) == "1.80"


def test_an_extension_moves_the_due_date() -> None:
    graded = marks_of(Policy.LAST, {"x": result("2")}, handed("1002", "x", 3))
    assert (graded.days, str(graded.marks)) == (1, "1.90")


def test_rounding_comes_once_at_the_end() -> None:
    # 1.665 less 15 % is 1.41525; rounded first it would be 1.67 less 15 %, 1.4195
    graded = marks_of(Policy.LAST, {"x": result("0.555", "1.11")}, handed("1001", "x", 3))
    assert graded.earned - graded.penalty == Decimal("1.41525")
    assert str(graded.marks) == "1.42"


def test_a_group_may_have_a_late_rule_of_its_own() -> None:
    first = result("2", "2.5")
    second = replace(first.tests[1], group="tournament")
    one = replace(first, tests=[first.tests[0], second])
    given = replace(rules(), late_for={"tournament": find_late_rule("comp3308-tournament")})
    marks = []
    for days in (0, 2, 4):
        chosen = {"1001": [handed("1001", "x", days)]}
        graded = grade_class(given, chosen, lambda _: one)[0][0]
        marks.append(str(graded.marks))
    assert marks == ["4.50", "1.80", "0.00"]
    assert graded.late_reason == "4 days late, 0 after 3 days; tournament: 4 days late, late is 0"


def test_what_fits_nobody_is_listed_first() -> None:
    found = match_roster(
        rules(),
        [handed("1001", "a", 1), handed("666", "x", 1), handed("1001", "b", None)],
        ["'notes.txt' is named as no service names it"],
    )
    assert found.findings == [
        "unknown id '666': submission 'x' matches nobody in the roster",
        "missing: no submission by Bo Wren (1002)",
        "2 submissions of Ada Heron (1001), policy last: 'b', 'a'",
        "the table gives no time of 1 submission: taken as on time, of 1001",
        "'notes.txt' is named as no service names it",
    ]


def test_a_service_without_times_is_one_sentence_but_for_what_it_calls_late() -> None:
    many = [Student(f"s{number:02}") for number in range(12)]
    given = replace(rules(), roster=Roster(many))
    come = [replace(handed(one.id, one.id, None), service=Service.CANVAS) for one in many]
    come[5] = replace(come[5], marked_late=True)
    assert match_roster(given, come).findings == [
        "submission 's05' of s05 is late by Canvas, time unknown: add the time to the table of"
        " submissions",
        "Canvas gives no time of 11 submissions: taken as on time, of s00, s01, s02, s03, s04, s06,"
        " s07, s08, s09, s10 and 1 more",
    ]


def adjusted(one: SubmissionResult, *rows: Override, days: float = 1) -> tuple[Grade, list[str]]:
    given = rules(Policy.LAST, *rows)
    graded, problems = grade_class(given, {"1001": [handed("1001", "x", days)]}, lambda _: one)
    return graded[0], problems


def row(item: str, marks: str | None, id: str = "1001") -> Override:
    return Override(id, item, None if marks is None else Decimal(marks), "why", "tutor", "row")


LATE = replace(handed("1001", "x", None), service=Service.CANVAS, marked_late=True)
GATE = ClosedGate(GateKind.LATE, "", "it was submitted late")


@pytest.mark.parametrize(
    ("one", "rule", "rows", "marks"),
    [
        (result("2"), "comp3308", [], None),
        (result("2"), "aps105", [], None),
        (replace(result("2"), late_gates=[GATE]), "none", [], None),
        (result("2"), "none", [], "2.00"),
        (result("0"), "comp3308", [], "0.00"),
        (result("2"), "comp3308", [row("penalty", "0")], "2.00"),
        (result("2"), "comp3308", [row("penalty", "0.1")], "1.90"),
        (result("2"), "comp3308", [row("total", "1.5")], "1.50"),
        (result("2"), "comp3308", [row("t0", "1")], None),
        (replace(result("2"), late_gates=[GATE]), "none", [row("late", "0")], "0.00"),
        (replace(result("2"), late_gates=[GATE]), "none", [row("late", None)], "2.00"),
    ],
)
def test_late_by_an_unknown_time_waits_for_a_decision(
    one: SubmissionResult, rule: str, rows: list[Override], marks: str | None
) -> None:
    given = replace(rules(Policy.LAST, *rows), late=find_late_rule(rule))
    (graded,), problems = grade_class(given, {"1001": [LATE]}, lambda _: one)
    assert not problems
    assert graded.marks == (None if marks is None else Decimal(marks))
    for_them = for_student(graded)
    assert (for_them.graded.marks is None) == (marks is None)
    listed = without_marks([graded])
    assert len(listed) == (marks is None)
    if marks is None:
        assert "Ada Heron (1001) has no mark; pending: late by Canvas, time unknown" in listed[0]
        assert "decide 'penalty'" in listed[0]
        assert "late, time unknown" in for_them.summary and "Canvas" not in for_them.summary
    known = replace(LATE, submitted_at=DUE + timedelta(hours=1))
    (graded,), _ = grade_class(given, {"1001": [known]}, lambda _: one)
    assert graded.marks is not None


def test_late_by_an_unknown_time_is_not_on_time() -> None:
    given = rules(Policy.LAST_ON_TIME)
    come = [LATE, handed("1001", "on time", -1)]
    assert counting_submissions(given, match_roster(given, come))["1001"][0].label == "on time"


def test_people_override_a_test_a_group_the_penalty_and_the_total() -> None:
    one = result("2", "0")
    assert adjusted(one)[0].marks == Decimal("1.90")
    assert adjusted(one, row("t1", "1"))[0].marks == Decimal("2.85")
    assert adjusted(one, row("minimax", "4"))[0].marks == Decimal("3.80")
    assert adjusted(one, row("penalty", "0"))[0].marks == Decimal("2.00")
    assert adjusted(one, row("total", "3.333"))[0].marks == Decimal("3.33")
    graded, _ = adjusted(one, row("t1", "1"), row("total", "9"))
    before = [(made.override.item, made.before) for made in graded.applied]
    assert before == [("t1", 0), ("total", Decimal("2.85"))]
    assert graded.as_json()["adjusted"][1] == {
        "item": "total",
        "marks": 9,
        "before": 2.85,
        "comment": "why",
        "by": "tutor",
    }


def test_a_decision_survives_marking_again() -> None:
    decided = row("t1", "1")
    first, _ = adjusted(result("2", "0"), decided, days=0)
    again, _ = adjusted(result("2.5", "0.25"), decided, days=0)
    assert (first.marks, again.marks) == (Decimal("3.00"), Decimal("3.50"))


def test_a_person_confirms_or_lifts_a_gate() -> None:
    gate = ClosedGate(GateKind.NO_RECURSION, "", "no function calls itself", proposed=True)
    one = result("2", gates=(gate,))
    assert adjusted(one, days=0)[0].marks == 2
    assert adjusted(one, row("no-recursion", "0"), days=0)[0].marks == 0
    closed = result("2", gates=(ClosedGate(GateKind.MISNAMED, "", "lab7.c"),))
    assert adjusted(closed, days=0)[0].marks == 0
    assert adjusted(closed, row("misnamed", None), days=0)[0].marks == 2


def test_marks_that_an_item_is_not_worth_are_given_and_said() -> None:
    found = result("2", "0")
    one = replace(found, tests=[replace(test, least=Decimal(-20)) for test in found.tests])
    rows = [row("t1", "25"), row("t0", "-20"), row("minimax", "-41"), row("total", "50")]
    graded, problems = adjusted(one, *rows, days=0)
    assert graded.marks == 50
    assert problems == [
        "row gives 25 for 't1', which is worth -20 to 2.5",
        "row gives -41 for 'minimax', which is worth -40 to 5",
        "row gives 50 for 'total', which is worth 0 to 5",
    ]


def test_decisions_that_fit_nothing_are_said() -> None:
    graded, problems = adjusted(
        result("2"),
        row("t9", "1"),
        row("t0", None),
        row("total", None),
        row("t0", "1", id="666"),
        row("t0", "1", id="1002"),
        days=0,
    )
    assert graded.marks == 2
    assert problems == [
        "row: '666' is not in the roster",
        "row: nothing of Bo Wren (1002) was marked",
        "row: 't9' is not an item of the marks",
        "row has no marks for 't0'",
        "row has no marks for 'total'",
    ]

"""Gates set marks to 0 and say why; proposed ones change nothing before a person agrees."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest

from inarow.course import find_course, find_late_rule
from inarow.marking.gates import closed_gates, late_gates, misnamed
from inarow.marking.grading.class_file import ClassRules
from inarow.marking.grading.grade import counting_submissions, grade_class, match_roster
from inarow.marking.grading.overrides import Override
from inarow.marking.grading.roster import Roster, Service, Student
from inarow.marking.grading.submission import DownloadedSubmission
from inarow.marking.results import SubmissionResult, TestResult, Verdict
from inarow.marking.suite import GateKind, Visibility
from inarow.marking.suite_file import read_suite
from inarow.running.submission import Submission

LOOP = b"int main(void) { return 0; }"
RING = b"int f(int n) { return n ? f(n - 1) : 0; }\nint main(void) { return f(2); }"


def submission(**files: bytes) -> Submission:
    return Submission("x", {f"{name}.c": content for name, content in files.items()})


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["Lab7Part1", "Lab7Part2"], ""),
        (["Lab7Part1"], ""),
        (["Lab7Part1", "Lab7Part2", "notes"], ""),
        (["Lab7Part1", "lab7part2"], "'lab7part2.c' was submitted; its name must be Lab7Part2"),
        (["Lab7Part1", "Lab7_Part2"], "'Lab7_Part2.c' was submitted; its name must be Lab7Par"),
        (["Lab7Part1", "notes"], ""),
        (["solution"], "'solution.c' was submitted; its name must be Lab7Part1.c and Lab7Part"),
    ],
)
def test_a_file_with_the_wrong_name_is_named(names: list[str], sentence: str) -> None:
    found = misnamed(submission(**dict.fromkeys(names, RING)), find_course("aps105").programs)
    assert found.startswith(sentence) and bool(found) == bool(sentence)


def test_the_gates_of_the_lab_close_one_by_one() -> None:
    suite = read_suite("aps105")
    good = submission(Lab7Part1=RING, Lab7Part2=LOOP)
    assert list(closed_gates(suite, good, {})) == []
    (no_cycle,) = closed_gates(suite, submission(Lab7Part1=LOOP, Lab7Part2=RING), {})
    assert (no_cycle.when, no_cycle.group, no_cycle.proposed) == (
        GateKind.NO_RECURSION,
        "part 1",
        True,
    )
    (not_built,) = closed_gates(suite, good, {"Lab7Part2": "error: x"})
    assert (not_built.when, not_built.group) == (GateKind.NOT_BUILT, "part 2")
    assert not_built.reason == "Lab7Part2 is not built: error: x"
    (wrong_name,) = closed_gates(suite, submission(Lab7Part1=RING, lab7part2=RING), {})
    assert (wrong_name.when, wrong_name.group) == (GateKind.MISNAMED, "")
    whole = [gate.when for gate in closed_gates(suite, None, {}, "x could not be built")]
    assert whole == [GateKind.NOT_BUILT, GateKind.NOT_BUILT]
    named = submission(solution=RING)
    assert [gate.when for gate in closed_gates(suite, named, {}, refused=True)] == [
        GateKind.MISNAMED
    ]


def test_a_gate_counts_0_and_a_proposed_one_nothing_yet() -> None:
    suite = read_suite("aps105")
    four = Decimal(4)
    tests = [
        TestResult(part, part, Visibility.VISIBLE, Verdict.PASS, four, four)
        for part in ("part 1", "part 2")
    ]

    def marks(one: Submission, failed: dict[str, str]) -> Decimal | None:
        gates = tuple(closed_gates(suite, one, failed))
        return SubmissionResult("x", "", {}, tests, gates).marks

    assert marks(submission(Lab7Part1=LOOP, Lab7Part2=LOOP), {}) == 8
    assert marks(submission(Lab7Part1=RING, Lab7Part2=LOOP), {"Lab7Part2": "e"}) == 4
    assert marks(submission(Lab7Part1=RING, lab7part2=LOOP), {}) == 0


def test_a_late_lab_is_0_and_a_person_may_lift_the_gate() -> None:
    four = Decimal(4)
    test = TestResult("a", "part 1", Visibility.VISIBLE, Verdict.PASS, four, four)
    result = SubmissionResult("x", "", {}, [test], late_gates=late_gates(read_suite("aps105")))
    due = datetime(2026, 11, 21, 23, 59, tzinfo=timezone.utc)

    def marks(late: timedelta, *decided: Override) -> Decimal | None:
        roster = Roster([Student("1", "Ada")])
        rules = ClassRules("Lab 7", due, roster, find_late_rule("none"), overrides=decided)
        handed = DownloadedSubmission(
            Service.TABLE, "1", "1.zip", ((Path("1.zip"), "1.zip"),), due + late
        )
        chosen = counting_submissions(rules, match_roster(rules, [handed]))
        graded, problems = grade_class(rules, chosen, lambda _: result)
        assert problems == []
        return graded[0].marks

    assert marks(timedelta(0)) == 4
    assert marks(timedelta(minutes=1)) == 0
    lifted = Override("1", "late", None, "was ill", "a tutor", "row 2")
    assert marks(timedelta(minutes=1), lifted) == 4

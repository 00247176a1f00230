"""What a student may see: the one door between results and whoever looks at them.

Staff see everything. A student sees nothing of a test that is withheld, and nothing from which it
could be told: all that is shown to students is made from the values that these functions return.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from inarow.marking.grading.grade import Grade
from inarow.marking.grading.overrides import PENALTY, TOTAL
from inarow.marking.results import (
    TRACEBACK,
    UNFINISHED,
    Diagnoses,
    State,
    SubmissionResult,
    TestResult,
    Verdict,
    json_number,
)
from inarow.text import plural


@dataclass(frozen=True)
class View:
    """A student's marks as somebody may see them: ``withheld`` is what the rest is worth, and
    ``withheld_tests`` how many tests it is, the same for everyone; ``staff`` see everything."""

    graded: Grade
    withheld: Decimal = Decimal(0)
    withheld_tests: int = 0
    staff: bool = False

    @property
    def tests(self) -> Sequence[TestResult]:
        return self.graded.result.tests

    def groups(self) -> list[tuple[str, list[TestResult]]]:
        """The tests by group, in the order in which the groups begin."""
        found: dict[str, list[TestResult]] = {}
        for test in self.tests:
            found.setdefault(test.group, []).append(test)
        return list(found.items())

    def failures(self) -> list[TestResult]:
        return [test for test in self.tests if test.verdict is Verdict.FAIL]

    def as_json(self) -> dict[str, Any]:
        """The row of a class."""
        data = self.graded.as_json()
        return {**data, "withheld": json_number(self.withheld)} if self.withheld else data

    @property
    def summary(self) -> str:
        """How many tests pass, in a sentence."""
        result = self.graded.result
        unmarked = self.graded.state is not State.MARKED
        if result.refused:
            later = " It has no mark." if unmarked else ""
            return f"The submission was refused: {result.refused}.{later}"
        waiting = sum(test.verdict in UNFINISHED for test in self.tests)
        later = " There is no mark until marking is repeated." if waiting and unmarked else ""
        if result.problem:
            return f"Nothing could be run: {result.problem}.{later}"
        if unmarked and self.graded.undecided and not waiting:
            return "The submission is late, time unknown. It has no mark until this is decided."
        if later:
            tests = plural(waiting, "test")
            return f"{tests} could not be run, through no fault of the program.{later}"
        judged = [test for test in self.tests if test.verdict is not Verdict.MANUAL]
        passing = sum(test.verdict is Verdict.PASS for test in judged)
        if not judged:
            return "No test has been run."
        if len(judged) == 1:
            which = "The test that is shown" if self.withheld else "The test"
            return f"{which} {'passes' if passing else 'does not pass'}."
        noun = "tests that are shown" if self.withheld else "tests"
        if passing == len(judged):
            return f"All {passing} {noun} pass."
        return f"{passing} of {len(judged)} {noun} {'passes' if passing == 1 else 'pass'}."


def student_view(
    result: SubmissionResult, *, released: bool = False, after_due: bool = False
) -> SubmissionResult:
    """A result without anything of a test that is withheld: not even that there is one. The
    diagnosis is that of the tests that are shown. Gates that are only proposed, notes and
    tracebacks are for staff."""
    shown = [
        replace(
            test,
            note="",
            facts={name: fact for name, fact in test.facts.items() if name != TRACEBACK},
        )
        for test in result.tests
        if test.visibility.shown(released=released, after_due=after_due)
    ]
    groups = {"", *(test.group for test in shown)}
    diagnoses = result.diagnoses
    if released:
        diagnosis = diagnoses.whole
    else:
        diagnosis = diagnoses.after_due if after_due else diagnoses.visible
    return replace(
        result,
        tests=shown,
        gates=[gate for gate in result.gates if not gate.proposed and gate.group in groups],
        diagnoses=Diagnoses(diagnosis, diagnosis, diagnosis),
        late_gates=(),
    )


def student_json(
    result: SubmissionResult, *, released: bool = False, after_due: bool = False
) -> dict[str, Any]:
    """A result as JSON for the student: ``of`` is what is shown, ``withheld`` the marks of the
    rest."""
    seen = student_view(result, released=released, after_due=after_due)
    data = seen.as_json()
    withheld = result.max_marks - seen.max_marks
    if not withheld:
        return data
    head = {name: data.pop(name) for name in ("name", "state", "marks", "of")}
    return {**head, "withheld": json_number(withheld), **data}


def for_staff(graded: Grade) -> View:
    return View(graded, staff=True)


def for_student(graded: Grade, *, released: bool = False, after_due: bool = False) -> View:
    """Nothing of a test that is withheld, and nothing from which it could be told: not a total
    that somebody decided, nor marks of a group with such a test."""
    result = student_view(graded.result, released=released, after_due=after_due)
    withheld = graded.max_marks - result.max_marks
    shown = {test.name for test in result.tests}
    hidden = {test.group for test in graded.result.tests if test.name not in shown}
    items = shown | {test.group for test in result.tests} - hidden | {PENALTY}
    if len(shown) == len(graded.result.tests):
        items |= {TOTAL}
    items |= {gate.when.value for gate in result.gates}
    groups = {"", *(test.group for test in result.tests)}
    by_rule = replace(graded, result=result, applied=(), problems=(), download=None)
    decided = [
        replace(made, before=by_rule.penalty) if made.override.item == PENALTY else made
        for made in graded.applied
        if made.override.item in items or made.lifted & groups
    ]
    unseen = len(graded.result.tests) - len(result.tests)
    return View(replace(by_rule, applied=decided), withheld, unseen)

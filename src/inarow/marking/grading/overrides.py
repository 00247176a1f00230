"""What people decided: adjust.csv overrides any item of a mark, and survives marking again.

id,item,marks,comment,by      item is a test, a group, a gate's word (late, misnamed, not-built,
                              no-recursion), penalty or total. A gate with marks 0 is confirmed,
                              with none it is lifted; penalty is what lateness costs;
                              refused with marks 0 makes a submission that was refused a zero.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from inarow.errors import UserError
from inarow.marking.grading.tables import read_rows
from inarow.marking.results import UNFINISHED, SubmissionResult, TestResult, Verdict, json_number
from inarow.text import truncate

PENALTY, TOTAL, REFUSED = "penalty", "total", "refused"
_MOST = Decimal(100_000)


@dataclass(frozen=True)
class Override:
    """One row; ``place`` names its line. ``marks`` is None where the cell is empty."""

    id: str
    item: str
    marks: Decimal | None
    comment: str = ""
    by: str = ""
    place: str = ""


@dataclass(frozen=True)
class AppliedOverride:
    """An override that was applied, and what the marks of its item were before. ``lifted`` has what
    was 0 by gates that it opened: groups, or the empty name for everything."""

    override: Override
    before: Decimal | None
    lifted: frozenset[str] = frozenset()


def read_overrides(name: str) -> tuple[Override, ...]:
    """The rows of adjust.csv. Each has somebody who answers for it."""
    found: dict[tuple[str, str], Override] = {}
    for row in read_rows("adjustments", name, ["id", "item", "marks", "comment", "by"]):
        for column in ("id", "item", "by"):
            if not row[column]:
                raise UserError(f"{row.place} has no {column}")
        key = row["id"].casefold(), row["item"]
        if key in found:
            raise UserError(f"{row.place} is a second override of '{truncate(row['item'])}'")
        marks = _marks(row["marks"], row.place)
        if row["item"] in (PENALTY, TOTAL) and marks is not None and marks < 0:
            raise UserError(f"{row.place} has {row['item']} {marks}, expected 0 or more")
        found[key] = Override(row["id"], row["item"], marks, row["comment"], row["by"], row.place)
    return tuple(found.values())


def _marks(text: str, place: str) -> Decimal | None:
    if not text:
        return None
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)", text) or abs(Decimal(text)) > _MOST:
        raise UserError(f"{place} has marks '{truncate(text)}', expected a number such as 4.5")
    return Decimal(text)


def apply_overrides(
    result: SubmissionResult, overrides: Sequence[Override]
) -> tuple[SubmissionResult, list[AppliedOverride], list[str]]:
    """A result with the items that people decided, and sentences on rows that fit nothing, or give
    what their item is not worth: people may, and somebody should look. What is decided of the
    penalty and the total is not in the result: ``grade`` applies it."""
    decided: list[AppliedOverride] = []
    problems: list[str] = []
    for row in overrides:
        if row.item in (PENALTY, TOTAL):
            if row.marks is None:
                problems.append(f"{row.place} has no marks for '{row.item}'")
            problems += _beyond(row, Decimal(0), result.max_marks)
            continue
        if row.item == REFUSED:
            if not result.refused:
                problems.append(f"{row.place}: the submission was not refused")
            elif row.marks != 0:
                problems.append(f"{row.place}: a refused submission is 0, or has a '{TOTAL}'")
            else:
                result = replace(result, refused_is_zero=True)
                decided.append(AppliedOverride(row, None))
            continue
        before = _before(result, row.item)
        if before is None and not any(gate.when.value == row.item for gate in result.gates):
            problems.append(f"{row.place}: '{truncate(row.item)}' is not an item of the marks")
            continue
        if before is None:
            if row.marks:
                problems.append(f"{row.place}: a gate is confirmed with 0 or lifted with no marks")
                continue
            decided.append(AppliedOverride(row, None, _lifted(result, row)))
            result = _with_gate(result, row)
        elif row.marks is None:
            problems.append(f"{row.place} has no marks for '{truncate(row.item)}'")
        else:
            problems += _beyond(row, *_worth(result, row.item))
            result = _with_marks(result, row.item, row.marks)
            decided.append(AppliedOverride(row, before))
    return result, decided, problems


def _beyond(row: Override, least: Decimal, most: Decimal) -> list[str]:
    if row.marks is None or least <= row.marks <= most:
        return []
    return [
        f"{row.place} gives {row.marks} for '{truncate(row.item)}', which is worth"
        f" {json_number(least)} to {json_number(most)}"
    ]


def _worth(result: SubmissionResult, item: str) -> tuple[Decimal, Decimal]:
    """The least and the most that a test or a group can give."""
    chosen = _tests_of(result, item)
    least = sum((test.least for test in chosen), Decimal(0))
    return least, sum((test.max_marks for test in chosen), Decimal(0))


def _tests_of(result: SubmissionResult, item: str) -> list[TestResult]:
    """The test of this name, or else the tests of this group."""
    named = [test for test in result.tests if test.name == item]
    return named or [test for test in result.tests if test.group == item]


def _before(result: SubmissionResult, item: str) -> Decimal | None:
    """The marks of a test or a group; None if it is neither."""
    chosen = _tests_of(result, item)
    return sum((test.marks for test in chosen), Decimal(0)) if chosen else None


def _lifted(result: SubmissionResult, row: Override) -> frozenset[str]:
    closed = (gate for gate in result.gates if gate.when.value == row.item and not gate.proposed)
    return frozenset(gate.group for gate in closed if row.marks is None)


def _with_gate(result: SubmissionResult, row: Override) -> SubmissionResult:
    gates = [
        replace(gate, proposed=False) if gate.when.value == row.item else gate
        for gate in result.gates
        if gate.when.value != row.item or row.marks is not None
    ]
    return replace(result, gates=gates)


def _with_marks(result: SubmissionResult, item: str, marks: Decimal) -> SubmissionResult:
    """A test has these marks; of a group the tests have them one after the other, as much as each
    is worth, and the last has what is left. A test that could not be run counts as marked by the
    person who decided it."""
    chosen = _tests_of(result, item)
    given: dict[str, Decimal] = {}
    left = marks
    for test in chosen:
        given[test.name] = left if test is chosen[-1] else min(left, test.max_marks)
        left -= given[test.name]

    def changed(test: TestResult) -> TestResult:
        if test.name not in given:
            return test
        verdict = Verdict.MANUAL if test.verdict in UNFINISHED else test.verdict
        return replace(test, marks=given[test.name], verdict=verdict)

    return replace(result, tests=[changed(test) for test in result.tests])

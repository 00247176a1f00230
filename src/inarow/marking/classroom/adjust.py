"""What people decided: adjust.csv overrides any item of a mark, and survives marking again.

id,item,marks,comment,by      item is a test, a group, a gate's word (late, misnamed, not-built,
                              no-recursion), penalty or total. A gate with marks 0 is confirmed,
                              with none it is lifted; penalty is what lateness costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from inarow.errors import UserError
from inarow.marking.classroom.csv_rows import read_rows
from inarow.marking.results import SubmissionResult, TestResult
from inarow.words import shortened

PENALTY, TOTAL = "penalty", "total"
_MOST = Decimal(100_000)


@dataclass(frozen=True)
class Adjustment:
    """One row; ``place`` names its line. ``marks`` is None where the cell is empty."""

    id: str
    item: str
    marks: Decimal | None
    comment: str = ""
    by: str = ""
    place: str = ""


@dataclass(frozen=True)
class Decided:
    """An adjustment that was made, and what the marks of its item were before."""

    adjustment: Adjustment
    before: Decimal | None


def read_adjustments(name: str) -> tuple[Adjustment, ...]:
    """The rows of adjust.csv. Each has somebody who answers for it."""
    found: dict[tuple[str, str], Adjustment] = {}
    for row in read_rows("adjustments", name, ["id", "item", "marks", "comment", "by"]):
        for column in ("id", "item", "by"):
            if not row[column]:
                raise UserError(f"{row.place} has no {column}")
        key = row["id"].casefold(), row["item"]
        if key in found:
            raise UserError(f"{row.place} decides '{shortened(row['item'])}' a second time")
        marks = _marks(row["marks"], row.place)
        found[key] = Adjustment(row["id"], row["item"], marks, row["comment"], row["by"], row.place)
    return tuple(found.values())


def _marks(text: str, place: str) -> Decimal | None:
    if not text:
        return None
    try:
        marks = Decimal(text)
    except InvalidOperation:
        marks = Decimal("NaN")
    if not marks.is_finite() or abs(marks) > _MOST:
        raise UserError(f"{place} has marks '{shortened(text)}', expected a number")
    return marks


def adjusted(
    result: SubmissionResult, adjustments: Sequence[Adjustment]
) -> tuple[SubmissionResult, list[Decided], list[str]]:
    """A result with the items that people decided, and sentences on rows that fit nothing. What is
    decided of the penalty and the total is not in the result: ``grade`` applies it."""
    decided: list[Decided] = []
    problems: list[str] = []
    for row in adjustments:
        if row.item in (PENALTY, TOTAL):
            if row.marks is None:
                problems.append(f"{row.place} has no marks for '{row.item}'")
            continue
        before = _before(result, row.item)
        if before is None and not any(gate.when.value == row.item for gate in result.gates):
            problems.append(f"{row.place}: '{shortened(row.item)}' is no item of the marks")
            continue
        if before is None:
            if row.marks:
                problems.append(f"{row.place}: a gate is confirmed with 0 or lifted with no marks")
                continue
            result = _with_gate(result, row)
        elif row.marks is None:
            problems.append(f"{row.place} has no marks for '{shortened(row.item)}'")
            continue
        else:
            result = _with_marks(result, row.item, row.marks)
        decided.append(Decided(row, before))
    return result, decided, problems


def _before(result: SubmissionResult, item: str) -> Decimal | None:
    """The marks of a test or a group; None if it is neither."""
    for test in result.tests:
        if test.name == item:
            return test.marks
    if any(test.group == item for test in result.tests):
        return sum((test.marks for test in result.tests if test.group == item), Decimal(0))
    return None


def _with_gate(result: SubmissionResult, row: Adjustment) -> SubmissionResult:
    gates = [
        replace(gate, proposed=False) if gate.when.value == row.item else gate
        for gate in result.gates
        if gate.when.value != row.item or row.marks is not None
    ]
    return replace(result, gates=gates)


def _with_marks(result: SubmissionResult, item: str, marks: Decimal) -> SubmissionResult:
    """A test has these marks; of a group the tests have them one after the other, as much as each
    is worth, and the last has what is left."""
    named = [test for test in result.tests if test.name == item]
    chosen = named or [test for test in result.tests if test.group == item]
    given: dict[str, Decimal] = {}
    left = marks
    for test in chosen:
        given[test.name] = left if test is chosen[-1] else min(left, test.of)
        left -= given[test.name]

    def changed(test: TestResult) -> TestResult:
        return replace(test, marks=given[test.name]) if test.name in given else test

    return replace(result, tests=[changed(test) for test in result.tests])

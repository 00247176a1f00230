"""The grade book that Canvas, Moodle or Blackboard exported, with one column filled in.

Canvas      Student,ID,SIS User ID,SIS Login ID,Section,Lab 7 (4321),...    a row Points Possible
Moodle      First name,Last name,ID number,...,Email address,Assignment: Lab 7 (Real),...
            Identifier,Full name,Email address,Status,Grade,...             a grading worksheet
Blackboard  "Last Name","First Name","Username","Student ID",...,"Lab 7 [Total Pts: 10 Score] |765"
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from inarow.errors import UserError
from inarow.marking.grading.roster import Roster, Service, Student
from inarow.marking.grading.tables import RawRow, raw_csv
from inarow.marking.results import round_marks
from inarow.text import truncate

_IDS: tuple[tuple[str, Service | None], ...] = (
    ("Student ID", Service.TABLE),
    ("SIS User ID", Service.TABLE),
    ("ID number", Service.TABLE),
    ("SIS Login ID", Service.TABLE),
    ("Username", Service.BLACKBOARD),
    ("Identifier", Service.MOODLE),
    ("ID", Service.CANVAS),
    ("Email address", None),
)
"""Columns that say who a row is of, and by which id; the first that finds somebody does."""


@dataclass(frozen=True)
class FilledGradebook:
    """A grade book to be written, and sentences on rows and marks that found no partner."""

    data: bytes
    count: int
    findings: tuple[str, ...]


def fill_gradebook(
    data: bytes, column: str, roster: Roster, marks: Mapping[str, Decimal]
) -> FilledGradebook:
    """The same file with the marks (by the roster's ids) in the column. Rows of students without
    marks are left as they are."""
    table = raw_csv(data)
    if not table.rows:
        raise UserError("it is empty")
    header = [cell.strip() for cell in map(table.rows[0].value, range(len(table.rows[0].cells)))]
    target = _column(header, column)
    people = [(header.index(name), service) for name, service in _IDS if name in header]
    if not people:
        names = ", ".join(name for name, _ in _IDS)
        raise UserError(f"no column says whose a row is: expected one of {names}")
    filled: dict[str, int] = {}
    findings: list[str] = []
    for row in table.rows[1:]:
        student = _student(row, people, roster)
        if student is None:
            if any(row.value(at).strip() for at, _ in people):  # else points, or nothing
                findings.append(f"line {row.line} of the gradebook matches nobody in the roster")
        elif student.id in filled:
            raise UserError(
                f"lines {filled[student.id]} and {row.line} are both of {student.shown}"
            )
        else:
            filled[student.id] = row.line
            if student.id in marks:
                _fill(row, target, marks[student.id])
            else:
                findings.append(f"{student.shown} has no mark: line {row.line} is left as it is")
    lost = [student for student in roster if student.id in marks and student.id not in filled]
    findings.extend(f"{student.shown} has a mark and no line in the gradebook" for student in lost)
    return FilledGradebook(table.encoded(), len(filled.keys() & marks.keys()), tuple(findings))


def _column(header: list[str], name: str) -> int:
    """The column of this name; what Canvas adds in parentheses, and Blackboard in brackets, may be
    left out."""
    exact = [at for at, cell in enumerate(header) if cell == name]
    plain = [
        at
        for at, cell in enumerate(header)
        if cell.startswith(name) and re.match(r" (\(\d+\)|\(Real\)|\[)", cell[len(name) :])
    ]
    found = exact or plain
    if len(found) != 1:
        word = "there is no" if not found else f"there are {len(found)} of"
        raise UserError(
            f"{word} column '{truncate(name)}' in: {truncate(', '.join(header[4:] or header))}"
        )
    if any(header[found[0]] == known for known, _ in _IDS):
        raise UserError(f"column '{truncate(name)}' holds ids, not marks")
    return found[0]


def _student(
    row: RawRow, people: list[tuple[int, Service | None]], roster: Roster
) -> Student | None:
    for column, service in people:
        key = row.value(column).strip()
        if service is Service.MOODLE:
            key = re.sub(r"\D*(\d+)", r"\1", key)
        found = roster.find(service, key) if service else roster.by_email(key)
        if found is not None:
            return found
    return None


def _fill(row: RawRow, column: int, marks: Decimal) -> None:
    """Quoted if the cell was quoted."""
    while len(row.cells) <= column:
        row.cells.append("")
    quoted = row.cells[column].lstrip().startswith('"')
    text = f"{round_marks(marks)}"
    row.cells[column] = f'"{text}"' if quoted else text

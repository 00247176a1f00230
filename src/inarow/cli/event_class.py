"""A class's tournament: who takes part by class.toml, and marks joined with those of ``mark``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from inarow.errors import UserError
from inarow.files import read_input
from inarow.late import days_late
from inarow.marking.grading.class_file import ClassRules
from inarow.marking.grading.dates import format_time
from inarow.marking.grading.plan import choose_submissions
from inarow.marking.grading.submission import DownloadedSubmission
from inarow.marking.results import json_number, round_marks
from inarow.running.submission import RejectedError
from inarow.text import plural, truncate

_MOST_BYTES = 64_000_000
_MOST_MARKS = 1_000_000
_ID_AT_END = re.compile(r"-(c\d{7})$", re.IGNORECASE)


def class_entries(
    rules: ClassRules, folders: Sequence[str], staging: Path
) -> tuple[list[dict[str, str]], list[str]]:
    """An entry for each student who handed in, by the id of the roster, and sentences to be read
    first. One that is late by the student's own due date is refused, and stays in the list with
    that reason. Files that a service renamed are copied below ``staging``."""
    chosen, findings = choose_submissions(rules, folders)
    entries = []
    for student in rules.roster:
        for handed in chosen.get(student.id, ())[-1:]:
            entry = {"name": student.id, "id": student.id}
            try:
                entry["source"] = str(handed.stage(staging))
            except RejectedError as error:
                entry.update(source=str(handed.files[0][0]), refused=str(error))
            if late := _late(rules, student.id, handed):
                entry["refused"] = late
            entries.append(entry)
    return entries, findings


def _late(rules: ClassRules, student_id: str, handed: DownloadedSubmission) -> str:
    """Why an entry is refused; empty if it is in time."""
    if handed.is_late_somehow:
        return "late by the service, time unknown: add its time to the table of submissions"
    if handed.submitted_at is None:
        return ""
    student = next(student for student in rules.roster if student.id == student_id)
    due = rules.due_for(student)
    days = days_late(due, handed.submitted_at)
    if not days:
        return ""
    return f"{plural(days, 'day')} late: due {format_time(due)}, and late entries do not play"


@dataclass(frozen=True)
class JoinedRow:
    """One student: the marks of the assignment and of the tournament. None is what there is not;
    while the assignment has no mark yet (``unmarked``) there is no total."""

    id: str
    assignment: Decimal | None
    tournament: Decimal | None
    unmarked: bool = False

    @property
    def total(self) -> Decimal | None:
        if self.unmarked:
            return None
        return round_marks((self.assignment or Decimal(0)) + (self.tournament or Decimal(0)))

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "assignment": json_number(self.assignment),
            "tournament": json_number(self.tournament),
            "total": json_number(self.total),
        }

    def cells(self) -> list[str]:
        return [
            self.id,
            "" if self.assignment is None else str(self.assignment),
            "" if self.tournament is None else str(self.tournament),
            "" if self.total is None else str(self.total),
        ]


def assignment_marks(name: str) -> dict[str, Decimal | None]:
    """Marks by id from what ``inarow mark run --class ... --json`` printed, None for a submission
    without a mark; UserError for any other file."""
    text = read_input("marks", name, _MOST_BYTES)
    try:
        data = json.loads(text, parse_float=Decimal)
        rows = [
            (str(row["id"]), None if row["marks"] is None else _marks(row["marks"]))
            for row in data["submissions"]
        ]
    except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError):
        raise UserError(
            f"marks '{truncate(name)}' are not what inarow mark run --class FILE --json prints"
        ) from None
    found: dict[str, Decimal | None] = {}
    for student, marks in rows:
        if student in found:
            raise UserError(f"marks '{truncate(name)}' have '{truncate(student)}' twice")
        found[student] = marks
    return found


def _marks(value: Any) -> Decimal:
    """Marks as JSON has them; ValueError for what no marks can be."""
    marks = Decimal(value)
    if not marks.is_finite() or not 0 <= marks <= _MOST_MARKS:
        raise ValueError(marks)
    return marks


def joined(
    assignment: Mapping[str, Decimal | None],
    tournament: Mapping[str, Decimal],
    ids: Mapping[str, str],
    ours: frozenset[str] = frozenset(),
) -> tuple[list[JoinedRow], list[str]]:
    """One row for each student, and sentences on those that are in one of the two only. ``ids`` has
    the ids of entries that name one; others go by their names, or by the ``c1234567`` at the end of
    them. Players of ours have no row."""
    known = {student.casefold(): student for student in assignment}
    findings, played = [], {}
    for entry, marks in tournament.items():
        if entry in ours:
            continue
        student = _student(entry, ids.get(entry, ""), known)
        if student in played:
            raise UserError(f"two entries are of '{truncate(student)}': only one can count")
        if student.casefold() not in known:
            findings.append(f"entry '{truncate(entry)}' has no marks of the assignment")
        played[student] = marks
    rows = [
        JoinedRow(student, marks, played.get(student), unmarked=marks is None)
        for student, marks in assignment.items()
    ]
    findings += [
        f"'{truncate(row.id)}' has no mark of the assignment yet" for row in rows if row.unmarked
    ]
    findings += [f"'{truncate(row.id)}' has no entry" for row in rows if row.tournament is None]
    rows += [
        JoinedRow(student, None, marks)
        for student, marks in played.items()
        if student not in assignment
    ]
    return rows, findings


def _student(entry: str, given: str, known: Mapping[str, str]) -> str:
    at_end = _ID_AT_END.search(entry)
    words = [given, entry, *((at_end[1], at_end[1][1:]) if at_end else ())]
    for word in words:
        if word and word.casefold() in known:
            return known[word.casefold()]
    return given or (at_end[1] if at_end else entry)

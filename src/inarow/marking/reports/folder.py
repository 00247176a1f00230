"""A folder of reports: an overview for staff, and feedback in the layout that uploads take.

index.html, staff/1001.html                                    for staff
marks.json                                                     the same as data
cpu-by-depth.csv                                               where it was measured
feedback/heronada_9001_77001_feedback.html                     Canvas: Upload submissions
feedback/Ada Heron_501_assignsubmission_file_/feedback.html    Moodle: Upload feedback files
feedback/1001/feedback.html                                    others, by the roster's ids
feedback.zip                                                   the same, to be uploaded
records/1001.json                                              what decided each mark
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import quote

from inarow.errors import UserError
from inarow.files import write_whole
from inarow.marking.bundles import Entry, deterministic_zip
from inarow.marking.grading.grade import Grade
from inarow.marking.grading.roster import Service
from inarow.marking.reports.evidence import evidence_csv, rows_of
from inarow.marking.reports.pages import staff_page, student_page
from inarow.marking.visibility import for_staff, for_student

FEEDBACK, RECORDS, STAFF, MARKS = "feedback", "records", "staff", "marks.json"
INDEX = "index.html"
MEASURED = "cpu-by-depth.csv"
SIMILAR = "similar.html"
_LONGEST = 180
_PORTABLE = re.compile(
    r"(?![ .])[^\\/:*?\"<>|\0-\x1f\x7f-\x9f\u200b-\u202e\u2066-\u2069\ud800-\udfff\ufeff]+(?<![ .])"
)
"""Names that a zip can have on every system."""


def feedback_name(graded: Grade) -> str:
    """Where a student's page lies within the feedback: the name that the service gave if every
    system can unpack it, or the id made harmless."""
    handed = graded.download
    if handed is not None and _PORTABLE.fullmatch(handed.label) and _fits(handed.label):
        if handed.service is Service.CANVAS:
            return f"{handed.label}_feedback.html"
        if handed.service is Service.MOODLE:
            return f"{handed.label}_/feedback.html"
    return _own_name(graded)


def _own_name(graded: Grade) -> str:
    return f"{safe_filename(graded.student.id)}/feedback.html"


def _fits(name: str) -> bool:
    """Whether a name leaves room for what pages and files that are being written add to it."""
    return len(name.encode()) <= _LONGEST


def write_reports(
    folder: str,
    title: str,
    suite: str,
    graded: Sequence[Grade],
    findings: Sequence[str],
    *,
    similar: bool | None = None,
    note: str = "",
    rank_marks: Decimal = Decimal(0),
    released: bool = False,
    after_due: bool = False,
) -> list[Path]:
    """Writes all of it and says which files; UserError before the first if the place will not do
    or two students would have the same page. ``similar``: whether there is a page of programs that
    are alike, if not what the folder has."""
    pages: dict[str, str] = {}
    taken: set[str] = set()
    names: dict[str, str] = {}
    for one in graded:
        name = feedback_name(one)
        if name.casefold() in taken:  # a group's: the service has one name for all of it
            name = _own_name(one)
        names[one.student.id] = name
        for own in (name.casefold(), f"{safe_filename(one.student.id).casefold()}.html"):
            if own in taken:
                raise UserError(f"page '{own}' would be of two students: their ids are too alike")
            taken.add(own)
        view = for_student(one, released=released, after_due=after_due)
        pages[name] = student_page(view, title)

    def address(one: Grade) -> str:
        return quote(f"{STAFF}/{safe_filename(one.student.id)}.html")

    downloads = [("Feedback, ZIP", f"{FEEDBACK}.zip"), ("JSON", MARKS)]
    if any(rows_of(one.result.tests) for one in graded):
        downloads.append(("CPU time by depth, CSV", MEASURED))
    has_similar = (Path(folder) / SIMILAR).is_file() if similar is None else similar
    alike = SIMILAR if has_similar else ""
    overview = staff_page(
        title, suite, graded, findings, address, downloads, alike,
        note=note, rank_marks=rank_marks,
    )  # fmt: skip
    top = Path(folder)
    written = []
    try:
        if not top.is_dir():  # what staff read is for nobody else
            top.mkdir(mode=0o700, parents=True)
        for name, text in pages.items():
            path = top / FEEDBACK / name
            path.parent.mkdir(parents=True, exist_ok=True)
            written.append((path, text.encode()))
        (top / STAFF).mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"reports cannot be written to '{folder}': {error.strerror}") from None
    written.append(
        (
            top / f"{FEEDBACK}.zip",
            deterministic_zip({name: Entry(text.encode()) for name, text in pages.items()}),
        )
    )
    for one in graded:
        path = top / STAFF / f"{safe_filename(one.student.id)}.html"
        written.append((path, _staff_copy(one, title, names[one.student.id]).encode()))
    if any(rows_of(one.result.tests) for one in graded):
        text = evidence_csv((one.student.id, one.result.tests) for one in graded)
        written.append((top / MEASURED, text.encode()))
    written.append((top / INDEX, overview.encode()))
    for path, data in written:
        write_whole(path, data)
    return [path for path, _ in written]


def _staff_copy(one: Grade, title: str, feedback: str) -> str:
    """A student's page with everything on it."""
    name = safe_filename(one.student.id)
    links = [
        ("Overview", "../index.html"),
        ("What the student sees", quote(f"../{FEEDBACK}/{feedback}")),
        ("Record", quote(f"../{RECORDS}/{name}.json")),
    ]
    return student_page(for_staff(one), title, links)


def write_records(folder: str, records: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
    """Writes the records of marks, for their owner alone; those of an earlier run stay."""
    place = Path(folder) / RECORDS
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"records cannot be written to '{place}': {error.strerror}") from None
    for who, record in records:
        text = json.dumps(record, indent=1) + "\n"
        write_whole(place / f"{safe_filename(who)}.json", text.encode())


def safe_filename(name: str) -> str:
    """An id as the name of a file: short, and the same for no other id where it was cut."""
    found = re.sub(r"[^\w@.-]+", "_", name)
    if not _fits(found):
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        found = f"{found[:40]}-{digest}"
    return f"{'_' if found.startswith('.') or not found else ''}{found}"

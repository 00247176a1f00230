"""The table of submissions (path,id,submitted_at), which adds ids and times to what names say."""

from __future__ import annotations

import unicodedata
from datetime import datetime, tzinfo
from pathlib import Path
from typing import NamedTuple

from inarow.errors import UserError
from inarow.files import is_there
from inarow.marking.classroom.csv_rows import read_rows
from inarow.marking.classroom.dates import time_of
from inarow.words import shortened


class SubmissionRow(NamedTuple):
    """One row: ``place`` names its line; ``id`` is empty and ``submitted_at`` None where the row
    leaves them to the file's name."""

    place: str
    path: Path
    id: str
    submitted_at: datetime | None


def read_table(name: str, zone: tzinfo) -> tuple[list[SubmissionRow], list[str]]:
    """The rows whose files exist, and a warning for each of the others. Paths are relative to the
    table."""
    rows: list[SubmissionRow] = []
    findings: list[str] = []
    for row in read_rows("submissions", name, ["path", "id", "submitted_at"]):
        if not row["path"]:
            raise UserError(f"{row.place} has no path")
        path = _on_disk(Path(name).parent, row["path"])
        if path is None:
            findings.append(f"{row.place}: there is no '{shortened(row['path'])}'")
            continue
        try:
            time = time_of(row["submitted_at"], zone) if row["submitted_at"] else None
        except UserError as error:
            raise UserError(f"{row.place}: {error}") from None
        rows.append(SubmissionRow(row.place, path, row["id"], time))
    return rows, findings


def _on_disk(folder: Path, given: str) -> Path | None:
    """The path as the file system has it: accents can be composed there in another way."""
    if is_there(folder / given):
        return folder / given
    path = folder
    for part in Path(given).parts:
        if is_there(path / part):
            path /= part
            continue
        try:
            inside = [entry for entry in path.iterdir() if _composed(entry.name) == _composed(part)]
        except OSError:
            return None
        if not inside:
            return None
        path = inside[0]
    return path


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)

"""Folders of submissions as the services download them, or a table of them.

Canvas      doejane_LATE_1234_567890_program.zip                  the id and no time,
            anon_x9Ab1_567890_program.zip                         where marking is anonymous
Moodle      Jane Doe_1234_assignsubmission_file_/program.zip      the participant's id and no time,
            Jane Doe_1234_assignsubmission_file_program.zip       in folders or without
Blackboard  Lab 7_jdoe1_attempt_2021-04-18-16-20-05_program.zip   user name and time
Gradescope  submission_567890/ and submission_metadata.yml        ids and times
table       path,id,submitted_at

The time of a file on the disk is that of its download or of its unpacking, and is never used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from pathlib import Path

from inarow.errors import UserError
from inarow.files import is_there
from inarow.marking.classroom.csv_rows import read_rows
from inarow.marking.classroom.dates import placed, time_of
from inarow.marking.classroom.gradescope_export import METADATA, read_metadata
from inarow.marking.classroom.handed import Handed
from inarow.marking.classroom.roster import Service
from inarow.words import shortened

_CANVAS = re.compile(r".+?_(?P<late>LATE_)?(?P<id>\d+)_\d+_(?P<name>.+)", re.S)
_CANVAS_ANONYMOUS = re.compile(r"(?P<late>LATE_)?anon_(?P<id>[0-9A-Za-z]+)_\d+_(?P<name>.+)", re.S)
_MOODLE = re.compile(r"(?P<label>.+?_(?P<id>\d+)_assignsubmission_file)_?(?P<name>.*)", re.S)
_BLACKBOARD = re.compile(
    r"(?P<label>.+?_(?P<id>[^_]+)_attempt_(?P<at>\d{4}(?:-\d\d){5}))(?:_(?P<name>.+)|\.txt)", re.S
)
_NUMBERED = re.compile(r"(.+)-\d{1,2}(\.[A-Za-z0-9]+)?")
_IGNORED = {".DS_Store", "Thumbs.db", "__MACOSX", "desktop.ini"}


class Found:
    """Submissions, and sentences on everything else that lies there."""

    def __init__(self) -> None:
        self.handed: list[Handed] = []
        self.findings: list[str] = []


def read_all(folders: Sequence[str], table: str, zone: tzinfo) -> Found:
    """What lies in the folders of services, and in a table if one is named; one of them must be."""
    if not folders and not table:
        raise UserError("no submissions are given, and the class names no table of them")
    parts = [read_download(folder, zone) for folder in folders]
    parts += [read_table(table, zone)] if table else []
    found = Found()
    for part in parts:
        found.handed += part.handed
        found.findings += part.findings
    return found


def read_download(folder: str, zone: tzinfo) -> Found:
    """What a service's folder holds. Times without a zone are the class's."""
    place = Path(folder)
    try:
        entries = sorted(place.iterdir(), key=lambda entry: entry.name)
    except OSError as error:
        raise UserError(f"submissions '{folder}' cannot be read: {error.strerror}") from None
    while len(entries) == 1 and entries[0].is_dir() and not _kind(entries[0].name):
        place, entries = entries[0], sorted(entries[0].iterdir(), key=lambda entry: entry.name)
    found = Found()
    if any(entry.name == METADATA for entry in entries):
        _gradescope(place, entries, zone, found)
        return found
    grouped: dict[tuple[Service, str], list[tuple[Path, re.Match[str]]]] = {}
    for entry in entries:
        if entry.name in _IGNORED:
            continue
        kind = _kind(entry.name)
        if kind is None:
            found.findings.append(f"'{shortened(entry.name)}' is named as no service names it")
            continue
        service, match = kind
        label = match["id"] if service is Service.CANVAS else match["label"]
        grouped.setdefault((service, label), []).append((entry, match))
    for (service, label), files in grouped.items():
        found.handed.extend(_submission(service, label, files, zone, found.findings))
    if not found.handed:
        raise UserError(
            f"submissions '{folder}' hold nothing that is named as Canvas, Moodle, Blackboard or"
            " Gradescope name it: name a table (path,id,submitted_at) as submissions in the class"
        )
    return found


def _kind(name: str) -> tuple[Service, re.Match[str]] | None:
    for service, pattern in (
        (Service.MOODLE, _MOODLE),
        (Service.BLACKBOARD, _BLACKBOARD),
        (Service.CANVAS, _CANVAS_ANONYMOUS),
        (Service.CANVAS, _CANVAS),
    ):
        if match := pattern.fullmatch(name):
            return service, match
    return None


def _submission(
    service: Service,
    label: str,
    files: list[tuple[Path, re.Match[str]]],
    zone: tzinfo,
    findings: list[str],
) -> Iterator[Handed]:
    first = files[0][1]
    time: datetime | None = None
    if service is Service.BLACKBOARD:
        try:
            time = placed(datetime.strptime(first["at"], "%Y-%m-%d-%H-%M-%S"), zone)
        except ValueError:
            findings.append(f"'{shortened(label)}' has a time that no clock shows")
    named: dict[str, Path] = {}
    for path, match in files:
        name = match["name"]
        if len(files) > 1 and path.is_dir():
            findings.append(f"'{shortened(path.name)}' is a folder beside its files: not taken")
            continue
        if not name and not path.is_dir():
            continue  # Blackboard's own note on the attempt
        if service is Service.CANVAS and (numbered := _NUMBERED.fullmatch(name)):
            plain = numbered[1] + (numbered[2] or "")
            findings.append(f"'{shortened(path.name)}' was numbered by Canvas: taken as '{plain}'")
            name = plain
        name = name or path.name
        if name in named or not _is_plain(name):
            findings.append(f"'{shortened(path.name)}' has no name of its own: not taken")
            continue
        named[name] = path
    if not named:
        findings.append(f"'{shortened(label)}' has no files")
        return
    yield Handed(
        service,
        first["id"],
        _canvas_label(first) if service is Service.CANVAS else label,
        tuple((path, name) for name, path in named.items()),
        time,
        service is Service.CANVAS and any(match["late"] for _, match in files),
    )


def _canvas_label(match: re.Match[str]) -> str:
    """What Canvas knows an upload by: everything before the name of the file."""
    return match.string[: match.start("name") - 1]


def _is_plain(name: str) -> bool:
    return name not in (".", "..") and "/" not in name and "\0" not in name


def _gradescope(place: Path, entries: list[Path], zone: tzinfo, found: Found) -> None:
    known = read_metadata(place / METADATA)
    for entry in entries:
        if entry.name == METADATA or entry.name in _IGNORED:
            continue
        facts = known.pop(entry.name, None)
        if facts is None:
            found.findings.append(f"'{shortened(entry.name)}' is not in {METADATA}")
            continue
        try:
            time = time_of(facts.created_at, zone) if facts.created_at else None
        except UserError as error:
            raise UserError(f"export '{place / METADATA}', {entry.name}: {error}") from None
        if not facts.ids:
            found.findings.append(f"'{shortened(entry.name)}' has no submitter with an id")
        for key in facts.ids:
            files = ((entry, entry.name),)
            found.handed.append(Handed(Service.GRADESCOPE, key, entry.name, files, time))
    found.findings.extend(
        f"'{shortened(name)}' is in {METADATA}, and its files are not there" for name in known
    )


def read_table(name: str, zone: tzinfo) -> Found:
    """The submissions of submissions.csv; paths are taken from where it lies."""
    found = Found()
    for row in read_rows("submissions", name, ["path", "id", "submitted_at"]):
        if not row["path"] or not row["id"]:
            raise UserError(f"{row.place} has no {'id' if row['path'] else 'path'}")
        path = Path(name).parent / row["path"]
        if not is_there(path):
            found.findings.append(f"{row.place}: there is no '{shortened(row['path'])}'")
            continue
        try:
            time = time_of(row["submitted_at"], zone) if row["submitted_at"] else None
        except UserError as error:
            raise UserError(f"{row.place}: {error}") from None
        label = re.sub(r"[^\w.-]+", "_", row["path"]).strip("._") or row["id"]
        found.handed.append(Handed(Service.TABLE, row["id"], label, ((path, path.name),), time))
    return found

"""Directories of submissions as an LMS downloads them, and a table that adds to them.

names       ids, and Blackboard's times (service_names.py)
Gradescope  submission_567890/ and submission_metadata.yml, with ids and times:
              submission_567890:
                :submitters:
                - :name: Jane Doe
                  :sid: '1234'
                  :email: jane@example.edu
                :created_at: 2021-04-18 06:20:05.123456000 Z
                :history:           earlier submissions and results: deeper, and passed over
            Only these lines are read, by their indentation; it is not YAML as a whole.
table       path,id,submitted_at: ids and times of any of these, or of files with other names

The time of a file on the disk is that of its download or of its unpacking, and is never used."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path
from typing import NamedTuple

from inarow.errors import UserError
from inarow.files import is_there, read_input
from inarow.marking.grading.dates import localise, parse_time
from inarow.marking.grading.roster import Roster, Service, Student
from inarow.marking.grading.service_names import NameOwners, Reading, readings
from inarow.marking.grading.submission import DownloadedSubmission
from inarow.marking.grading.tables import read_rows
from inarow.running.submission import shown
from inarow.text import truncate

_NUMBERED = re.compile(r"(.+)-\d{1,2}(\.[A-Za-z0-9]+)?", re.S)
_IGNORED = {".DS_Store", "Thumbs.db", "__MACOSX", "desktop.ini"}
_EXPECTED = (
    "nothing that is named as Canvas, Moodle, Blackboard or Gradescope name it: name a table"
    " (path,id,submitted_at) as submissions in the class"
)


class Downloads:
    """Submissions, and a warning for everything else in the directories."""

    def __init__(self) -> None:
        self.submissions: list[DownloadedSubmission] = []
        self.findings: list[str] = []


@dataclass
class _Entry:
    """One file or directory of a download. ``facts`` are Gradescope's; ``reading`` is how its name
    is read in the end; ``problem`` says why it is nobody's unless the table says more."""

    path: Path
    ways: tuple[Reading, ...] = ()
    facts: Facts | None = None
    rows: list[SubmissionRow] = field(default_factory=list)
    reading: Reading | None = None
    problem: str = "is named as no service names it"

    @property
    def is_of_a_service(self) -> bool:
        return bool(self.ways) or self.facts is not None

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(sorted({row.id.casefold() for row in self.rows if row.id}))

    @property
    def time(self) -> datetime | None:
        """The last time that the table gives."""
        return max((row.submitted_at for row in self.rows if row.submitted_at), default=None)


def read_submissions(
    folders: Sequence[str], table: str, zone: tzinfo, roster: Roster | None = None
) -> Downloads:
    """The submissions of directories, and of a table if one is named; one of them must be. Times
    without a zone are the class's."""
    if not folders and not table:
        raise UserError("no submissions are given, and the class names no table of them")
    found = Downloads()
    rows, missing = read_table(table, zone) if table else ([], [])
    named = {_key(row.path) for row in rows}
    listings = [(folder, _listing(folder, named, found)) for folder in folders]
    entries = [entry for _, inside in listings for entry in inside]
    known = {_key(entry.path): entry for entry in entries}
    exports: dict[Path, dict[str, Facts]] = {}
    for row in rows:
        entry = _entry_of(row.path, known)
        if entry is None:
            entry = _lone_entry(row.path, exports)
            entries.append(entry)
            known[_key(entry.path)] = entry
        entry.rows.append(row)
    _Collector(roster or Roster(()), zone, found).collect(entries)
    for folder, inside in listings:
        if not any(entry.is_of_a_service or entry.rows for entry in inside):
            raise UserError(f"submissions '{folder}' hold {_EXPECTED}")
    found.findings += missing
    return found


def _key(path: Path) -> tuple[str, str]:
    """The same for all ways to name one file. The last part may be a link and is not followed."""
    return os.path.realpath(path.parent), unicodedata.normalize("NFC", path.name)


def _listing(folder: str, named: set[tuple[str, str]], found: Downloads) -> list[_Entry]:
    """What a directory holds, or the only one in it, as of an unpacked zip; what the table names
    is a submission itself."""
    place = Path(folder)
    try:
        inside = _sorted(place)
        while len(inside) == 1 and _is_wrapper(inside[0]) and _key(inside[0]) not in named:
            place, inside = inside[0], _sorted(inside[0])
    except OSError as error:
        raise UserError(
            f"submissions '{shown(str(place), 200)}' cannot be read: {error.strerror}"
        ) from None
    inside = [path for path in inside if path.name not in _IGNORED]
    if not any(path.name == METADATA for path in inside):
        return [_Entry(path, readings(path.name)) for path in inside]
    facts = read_metadata(place / METADATA)
    problem = f"is not in {METADATA}"
    entries = [_Entry(path, (), facts.pop(path.name, None), problem=problem) for path in inside]
    found.findings.extend(
        f"'{shown(name)}' is in {METADATA}, and its files are not there" for name in facts
    )
    return [entry for entry in entries if entry.path.name != METADATA]


def _sorted(folder: Path) -> list[Path]:
    return sorted(folder.iterdir(), key=lambda path: path.name)


def _is_wrapper(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink() and not readings(path.name)


def _entry_of(path: Path, known: dict[tuple[str, str], _Entry]) -> _Entry | None:
    """The entry that a row of the table names, or names a file of."""
    for above in (path, *path.parents):
        entry = known.get(_key(above))
        if entry is not None and (above == path or entry.is_of_a_service):
            return entry
    return None


def _lone_entry(path: Path, exports: dict[Path, dict[str, Facts]]) -> _Entry:
    """An entry of a directory that is not given itself. ``exports`` are those that were read."""
    for above in (path, path.parent):
        metadata = above.parent / METADATA
        if metadata not in exports:
            exports[metadata] = read_metadata(metadata) if metadata.is_file() else {}
        if facts := exports[metadata].get(above.name):
            return _Entry(above, (), facts)
        if ways := readings(above.name):
            return _Entry(above, ways)
    return _Entry(path)


class _Person(NamedTuple):
    """Somebody by an id; ``id`` is the roster's, empty for nobody in it."""

    key: str
    id: str


class _Collector:
    """Makes submissions of entries."""

    def __init__(self, roster: Roster, zone: tzinfo, found: Downloads) -> None:
        self._roster, self._zone, self._found = roster, zone, found

    def collect(self, entries: Sequence[_Entry]) -> None:
        owners = NameOwners(self._roster, (entry.ways for entry in entries))
        groups: dict[tuple[str, ...], list[_Entry]] = {}
        for entry in entries:
            if self._is_read(entry, owners):
                groups.setdefault(_group(entry), []).append(entry)
        for group in groups.values():
            for attempt in _attempts(group):
                self._found.submissions.extend(self._submissions(attempt))

    def _warn(self, path: Path, words: str) -> None:
        self._found.findings.append(f"'{shown(path.name)}' {words}")

    def _is_read(self, entry: _Entry, owners: NameOwners) -> bool:
        """Decides how the name of an entry is read; whether it is a submission at all."""
        if not entry.is_of_a_service and not entry.rows:
            self._warn(entry.path, entry.problem)
            return False
        if not entry.ways:
            return True
        fits = owners.find(entry.ways)
        listed = {self._listed(entry.ways[0].service, key).id for key in entry.ids}
        agreed = [fit for fit in fits if fit.student.id in listed]
        if not entry.ids and len(fits) > 1:
            names = " and of ".join(fit.student.shown for fit in fits)
            self._warn(
                entry.path,
                f"can be of {names}: marked for neither; name it in the table of submissions",
            )
            return False
        if agreed or fits:
            entry.reading = (agreed or fits)[0].reading
        elif not entry.ids or _is_plausible(owners.unknown(entry.ways)):
            entry.reading = owners.unknown(entry.ways)
        else:
            entry.ways = ()  # a name of the staff's own that happens to have numbers
        if entry.ids and fits and not agreed:
            self._warn(
                entry.path,
                f"is of {', '.join(entry.ids)} in the table, and of {fits[0].student.shown} by its"
                " name: the table counts",
            )
        return True

    def _submissions(self, entries: Sequence[_Entry]) -> Iterator[DownloadedSubmission]:
        """One submission for each student whose it is."""
        first = entries[0]
        rows = [row for entry in entries for row in entry.rows]
        files = self._files(entries)
        if not files:
            self._warn(Path(_label(first)), "has no files")
            return
        service, keys, time = self._said_by_name(first)
        people = self._people(service, keys, rows)
        if not people and first.facts is not None:
            self._warn(first.path, "has no submitter with an id")
        elif not people:
            raise UserError(f"{rows[0].place} has no id, and the file's name says none")
        late = any(entry.reading is not None and entry.reading.late for entry in entries)
        for person in people:
            own = [row for row in rows if not row.id or self._listed(service, row.id) == person]
            times = [row.submitted_at for row in own if row.submitted_at]
            label = _label(first)
            yield DownloadedSubmission(
                service, person.key, label, files, max(times, default=time), late, person.id
            )

    def _said_by_name(self, entry: _Entry) -> tuple[Service, list[str], datetime | None]:
        """The service, the ids and the time that names and exports say."""
        if entry.facts is not None:
            try:
                at = entry.facts.created_at
                time = parse_time(at, self._zone) if at else None
            except UserError as error:
                place = entry.path.parent / METADATA
                raise UserError(f"export '{place}', {entry.path.name}: {error}") from None
            return Service.GRADESCOPE, entry.facts.ids, time
        if entry.reading is None:
            return Service.TABLE, [], None
        time = None
        if entry.reading.at:
            try:
                found = datetime.strptime(entry.reading.at, "%Y-%m-%d-%H-%M-%S")
                time = localise(found, self._zone)
            except ValueError:
                self._warn(Path(entry.reading.label), "has a time that no clock shows")
        return entry.reading.service, [entry.reading.key], time

    def _people(
        self, service: Service, keys: Iterable[str], rows: Iterable[SubmissionRow]
    ) -> list[_Person]:
        """Whose a submission is. The table adds to the name, and replaces a name that says none of
        those whom the table has."""
        by_name = [self._named(service, key) for key in keys]
        by_table = [self._listed(service, row.id) for row in rows if row.id]
        if by_table and not set(by_name) & set(by_table):
            by_name = []
        return list(dict.fromkeys(by_name + by_table))

    def _named(self, service: Service, key: str) -> _Person:
        """Whom a service means by an id of its own, or an address."""
        return _person(key, self._roster.find(service, key) or self._roster.by_email(key))

    def _listed(self, service: Service, key: str) -> _Person:
        """Whom the table means: it has the roster's ids before all others."""
        student = self._roster.find(Service.TABLE, key) or self._roster.by_email(key)
        return _person(key, student or self._roster.find(service, key))

    def _files(self, entries: Sequence[_Entry]) -> tuple[tuple[Path, str], ...]:
        """The files under the names with which they were submitted."""
        named: dict[str, Path] = {}
        for entry in sorted(
            entries, key=lambda entry: entry.reading.upload if entry.reading else 0
        ):
            path, name = entry.path, entry.path.name
            if entry.reading is not None:
                if len(entries) > 1 and path.is_dir():
                    self._warn(path, "is a folder beside its files: ignored")
                    continue
                name = entry.reading.name or name
                if not entry.reading.name and entry.reading.at and not path.is_dir():
                    continue  # Blackboard's own note on the attempt
                if entry.reading.service is Service.CANVAS:
                    name = self._without_number(path, name)
            if name in (".", "..") or "/" in name or "\0" in name:
                self._warn(path, "has no name of its own: ignored")
                continue
            if name in named:
                self._warn(named[name], f"is replaced by the later '{shown(path.name)}': ignored")
            named[name] = path
        return tuple((path, name) for name, path in named.items())

    def _without_number(self, path: Path, name: str) -> str:
        numbered = _NUMBERED.fullmatch(name)
        if numbered is None:
            return name
        plain = numbered[1] + (numbered[2] or "")
        self._warn(path, f"was numbered by Canvas: taken as '{shown(plain)}'")
        return plain


def _person(key: str, student: Student | None) -> _Person:
    return _Person(key, "") if student is None else _Person(student.id, student.id)


def _is_plausible(reading: Reading) -> bool:
    """Whether a name that a table lists is one of a service: Canvas counts in thousands."""
    if reading.service is not Service.CANVAS:
        return True
    return reading.upload > 99 and (len(reading.key) > 2 or "anon_" in reading.label)


def _label(entry: _Entry) -> str:
    """How the service calls the submission."""
    if entry.reading is not None:
        return entry.reading.label
    if entry.facts is not None:
        return entry.path.name
    return re.sub(r"[^\w.-]+", "_", str(entry.rows[0].path)).strip("._") or entry.rows[0].id


def _group(entry: _Entry) -> tuple[str, ...]:
    """The same for the files of one submitter."""
    place, name = _key(entry.path)
    if entry.reading is None:
        return place, name
    canvas = entry.reading.service is Service.CANVAS
    return place, entry.reading.service.value, entry.reading.key if canvas else entry.reading.label


def _attempts(entries: Sequence[_Entry]) -> list[list[_Entry]]:
    """The files of one submitter, apart where the table gives them other ids or times. Those to
    which it gives none are of the last attempt."""
    all_ids = [entry.ids for entry in entries if entry.ids]
    found: dict[tuple[tuple[str, ...], datetime | None], list[_Entry]] = {}
    for entry in entries:
        ids = entry.ids or (all_ids[-1] if all_ids else ())
        times = [one.time for one in entries if (one.ids or ids) == ids and one.time is not None]
        found.setdefault((ids, entry.time or max(times, default=None)), []).append(entry)
    return list(found.values())


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
            findings.append(f"{row.place}: '{truncate(row['path'])}' does not exist")
            continue
        try:
            time = parse_time(row["submitted_at"], zone) if row["submitted_at"] else None
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


METADATA = "submission_metadata.yml"
_MOST_BYTES = 200_000_000
_TOP = re.compile(r"(submission_\w+):\s*")
_FIELD = re.compile(r"(?P<indent> *)(?P<dash>- )?:?(?P<name>\w+):(?: (?P<value>.*))?")


@dataclass
class Facts:
    """``ids`` are the submitters' student numbers, or their addresses where they have none."""

    created_at: str = ""
    ids: list[str] = field(default_factory=list)


def read_metadata(path: Path) -> dict[str, Facts]:
    """What is known of each folder."""
    data = read_input("export", str(path), _MOST_BYTES)
    try:
        found = metadata_of(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UserError(f"export '{path}' is not UTF-8") from None
    if not found:
        raise UserError(f"export '{path}' names no submission")
    return found


def metadata_of(text: str) -> dict[str, Facts]:
    found: dict[str, Facts] = {}
    facts: Facts | None = None
    people: list[dict[str, str]] = []
    among = False
    for line in [*text.splitlines(), "submission_end:"]:
        if top := _TOP.fullmatch(line):
            if facts is not None:
                facts.ids = [p.get("sid") or p.get("email", "") for p in people]
                facts.ids = [one for one in facts.ids if one]
            facts, people, among = found.setdefault(top[1], Facts()), [], False
            continue
        part = _FIELD.fullmatch(line)
        if facts is None or part is None:
            continue
        depth, value = len(part["indent"]), _scalar(part["value"] or "")
        if depth == 2 and not part["dash"]:
            among = part["name"] == "submitters"
            if part["name"] == "created_at":
                facts.created_at = value
        elif among and part["dash"] and depth <= 4:
            people.append({part["name"]: value})
        elif among and people:
            people[-1].setdefault(part["name"], value)
    del found["submission_end"]
    return found


def _scalar(text: str) -> str:
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        inner = text[1:-1]
        return inner.replace("''", "'") if text[0] == "'" else inner
    return "" if text in ("null", "~") else text

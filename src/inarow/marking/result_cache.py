"""What was found out about submissions, by the hash of all that decides it: so that nothing is run
twice, and after a test is corrected only that test is run again.

A key covers the submitted files, the image with its tools, the test with its limits, what is
forgiven, and the sandbox. Values are JSON (codec.py). ``MarkStore`` keeps them in an SQLite file,
with the marks that were published last, to tell whose have changed.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing, suppress
from decimal import Decimal
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Protocol, TypeVar

from inarow.database import Kind, is_own, open_database, require_sound
from inarow.errors import UserError
from inarow.marking.codec import canonical, digest, from_json, to_json
from inarow.marking.grading.changes import MarkSnapshot
from inarow.marking.suite import Test

T = TypeVar("T")

_FORMAT = "inarow marks 1"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS about (format TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (
  key TEXT PRIMARY KEY, submission TEXT NOT NULL, digest TEXT NOT NULL, test TEXT NOT NULL,
  made REAL NOT NULL, result TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS handed_out (
  suite TEXT NOT NULL, class TEXT NOT NULL, who TEXT NOT NULL, marks TEXT NOT NULL,
  tests TEXT NOT NULL, made REAL NOT NULL, PRIMARY KEY (suite, class, who));
"""
_MARKER = 2
"""To be raised when the same run of a program is judged otherwise."""
_NOT_DECIDING = ("marks", "least", "group", "visibility", "note", "depends")


class ResultCache(Protocol):
    """Where results and diagnoses are looked up and kept, each a text."""

    def find(self, key: str) -> str | None:
        """The saved text; None if there is none."""
        ...

    def keep(self, key: str, text: str, *, replace: bool = False) -> str:
        """Saves a text and returns the one that counts: of two the first, unless that could not be
        read and is to be replaced."""
        ...


class NoCache:
    """Keeps nothing."""

    def find(self, key: str) -> str | None:
        return None

    def keep(self, key: str, text: str, *, replace: bool = False) -> str:
        return text


class Saved(NamedTuple):
    """A text that is to be kept; with ``replace`` in the place of one that cannot be read."""

    key: str
    text: str
    replace: bool = False


class Outbox:
    """For a worker that cannot write: looks up what it was given, and collects what is new."""

    def __init__(self, known: Mapping[str, str] | MarkStore) -> None:
        self._known = known
        self._new: list[Saved] = []

    def find(self, key: str) -> str | None:
        return self._known.find(key) if isinstance(self._known, MarkStore) else self._known.get(key)

    def keep(self, key: str, text: str, *, replace: bool = False) -> str:
        self._new.append(Saved(key, text, replace))
        return text

    def take(self) -> list[Saved]:
        """What is new since the last time."""
        new, self._new = self._new, []
        return new


def result_key(
    submission: str, image: str, test: Test, lenient: Collection[str], tier: int | None
) -> str:
    """The key of a result: everything but the marks, group, visibility and note of a test, and the
    tests that it depends on."""
    deciding = {key: item for key, item in canonical(test).items() if key not in _NOT_DECIDING}
    return digest([_MARKER, submission, image, deciding, sorted(lenient), tier])


def saved_text(value: object) -> str:
    """A result or a diagnosis as a cache keeps it."""
    return json.dumps(to_json(value))


def read_saved(kind: type[T], text: str) -> T | None:
    """The inverse; None if the text is damaged."""
    try:
        return from_json(kind, json.loads(text))
    except (ValueError, RecursionError):
        return None


class MarkStore:
    """One file, open; for its owner alone, since it knows hidden tests. ``repaired`` counts the
    rows that could not be read and were written anew."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.repaired = 0
        try:
            if not self.path.exists():
                os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))
            self._db = open_database(self.path, Kind.MARKS)
            self._db.executescript(_SCHEMA)
            row = self._db.execute("SELECT format FROM about").fetchone()
            if row is None:
                self._db.execute("INSERT INTO about VALUES (?)", (_FORMAT,))
            elif row[0] != _FORMAT:
                raise UserError(f"store '{path}' is of another version of inarow")
        except OSError as error:
            raise UserError(f"store '{path}' cannot be used: {error.strerror}") from None
        except sqlite3.Error as error:
            raise UserError(f"store '{path}' cannot be used: {error}") from None

    def __enter__(self) -> MarkStore:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    def find(self, key: str) -> str | None:
        row = self._db.execute("SELECT result FROM results WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def keep(
        self,
        key: str,
        text: str,
        *,
        replace: bool = False,
        submission: str = "",
        digest: str = "",
        test: str = "",
    ) -> str:
        """Saves a text; it is on the disk as soon as this returns. A diagnosis has no test."""
        verb = "REPLACE" if replace else "IGNORE"
        row = (key, submission, digest, test, time.time(), text)
        try:
            added = self._db.execute(
                f"INSERT OR {verb} INTO results VALUES (?, ?, ?, ?, ?, ?)", row
            )
            kept = text if added.rowcount else self.find(key)
        except sqlite3.Error as error:
            raise UserError(f"store '{self.path}' cannot be written: {error}") from None
        self.repaired += replace
        return text if kept is None else kept

    def of_submission(self, digest: str) -> dict[str, str]:
        """All that is known of a submission, by key."""
        rows = self._db.execute("SELECT key, result FROM results WHERE digest = ?", (digest,))
        return dict(rows.fetchall())

    def copy_from(self, old: sqlite3.Connection) -> None:
        """Takes over what can be read of a damaged store."""
        for table, columns in (("results", 6), ("handed_out", 6)):
            places = ", ".join("?" * columns)
            with suppress(sqlite3.Error):
                for row in old.execute(f"SELECT * FROM {table}"):
                    self._db.execute(f"INSERT OR IGNORE INTO {table} VALUES ({places})", row)

    def rows(self) -> list[tuple[str, str, str]]:
        """Keys with the names of submission and test, in the order in which they came."""
        query = "SELECT key, submission, test FROM results WHERE test != '' ORDER BY made"
        return list(self._db.execute(query))

    def published(self, suite: str, group: str) -> list[MarkSnapshot]:
        """The marks of a suite and a class that everybody was told last."""
        query = "SELECT who, marks, tests FROM handed_out WHERE suite=? AND class=?"
        try:
            rows = self._db.execute(query, (suite, group)).fetchall()
        except sqlite3.Error as error:
            raise UserError(f"store '{self.path}' cannot be read: {error}") from None
        return [
            MarkSnapshot(
                who,
                Decimal(marks),
                {name: Decimal(each) for name, each in json.loads(tests).items()},
            )
            for who, marks, tests in rows
        ]

    def publish(self, suite: str, group: str, marks: Iterable[MarkSnapshot]) -> None:
        """Keeps the marks of a suite and a class as those that everybody has been told; all of them
        or none."""
        rows = [
            (
                suite,
                group,
                one.who,
                str(one.marks),
                json.dumps({name: str(each) for name, each in one.tests.items()}),
                time.time(),
            )
            for one in marks
        ]
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.executemany("INSERT OR REPLACE INTO handed_out VALUES (?,?,?,?,?,?)", rows)
        except sqlite3.Error as error:
            raise UserError(f"store '{self.path}' cannot be written: {error}") from None


def repair(path: str | Path) -> str:
    """Sets a damaged store aside and copies what can still be read into a new one; a sentence on
    it, empty if the store is sound."""
    place = Path(path)
    if not is_own(place, Kind.MARKS):
        return ""
    with closing(open_database(place, Kind.MARKS)) as db:
        try:
            require_sound(db, place)
        except UserError:
            pass
        else:
            return ""
    aside = _free_name(place)
    for ending in ("", "-wal", "-shm"):
        if Path(f"{place}{ending}").exists():
            Path(f"{place}{ending}").rename(f"{aside}{ending}")
    with MarkStore(place) as store, closing(sqlite3.connect(aside)) as old:
        store.copy_from(old)
    return (
        f"store '{place}' is damaged: it is now '{aside.name}', a new store has what could be read"
        " of it, and the rest is marked again"
    )


def _free_name(place: Path) -> Path:
    names = (place.with_name(f"{place.name}.damaged-{n}") for n in count(1))
    return next(name for name in names if not name.exists())

"""What was found out about submissions, in one SQLite file: a row for each test that was run.

A row is keyed by the hash of everything that decides it: the files handed in, the image with its
tools, the test with its limits, what is forgiven, and the sandbox. So nothing is marked twice, and
after a test is mended only it is run again. Rows appear whole, the moment their test has ended.
Beside them are the marks that were handed out last, to say whose have changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Collection, Iterable
from contextlib import closing, suppress
from dataclasses import asdict
from decimal import Decimal
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

from inarow.database import Kind, is_own, open_database, require_sound
from inarow.errors import UserError
from inarow.marking.grading.changes import MarkChange, MarkSnapshot
from inarow.marking.results import ResourceUsage, TestResult, Verdict
from inarow.marking.suite import Test, Visibility
from inarow.running.result import RunVerdict

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
_MARKER = 1
"""To be raised when the same run of a program is judged otherwise."""


def digest_of_test(test: Test) -> str:
    """The hash of what decides a verdict: all of a test but its marks, group, visibility, note and
    the tests that it depends on."""
    parts = asdict(test)
    for name in ("marks", "least", "group", "visibility", "note", "depends"):
        del parts[name]
    return hashlib.sha256(json.dumps(parts, default=str, sort_keys=True).encode()).hexdigest()


def result_key(
    submission: str, image: str, test: Test, lenient: Collection[str], tier: int | None
) -> str:
    """The key of a row."""
    parts = [_MARKER, submission, image, digest_of_test(test), sorted(lenient), tier]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


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

    def find(self, key: str) -> TestResult | None:
        """The saved result; None if there is none, or none that can be read."""
        row = self._db.execute("SELECT result FROM results WHERE key = ?", (key,)).fetchone()
        return None if row is None else _read(row[0])

    def keep(self, key: str, submission: str, digest: str, result: TestResult) -> TestResult:
        """Writes a result down; it is there as soon as this returns. The one that counts: of two
        that run the same submission at once the first."""
        row = (key, submission, digest, result.name, time.time(), json.dumps(result_data(result)))
        try:
            added = self._db.execute("INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?, ?)", row)
            if added.rowcount:
                return result
            if (saved := self.find(key)) is not None:
                return saved
            self._db.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise UserError(f"store '{self.path}' cannot be written: {error}") from None
        self.repaired += 1
        return result

    def of_submission(self, digest: str) -> dict[str, TestResult]:
        """All that is known of a submission, by key."""
        rows = self._db.execute("SELECT key, result FROM results WHERE digest = ?", (digest,))
        found = {key: _read(text) for key, text in rows}
        return {key: result for key, result in found.items() if result is not None}

    def copy_from(self, old: sqlite3.Connection) -> None:
        """Takes over what can be read of a damaged store."""
        for table, columns in (("results", 6), ("handed_out", 6)):
            places = ", ".join("?" * columns)
            with suppress(sqlite3.Error):
                for row in old.execute(f"SELECT * FROM {table}"):
                    self._db.execute(f"INSERT OR IGNORE INTO {table} VALUES ({places})", row)

    def rows(self) -> list[tuple[str, str, str]]:
        """Keys with the names of submission and test, in the order in which they came."""
        return list(self._db.execute("SELECT key, submission, test FROM results ORDER BY made"))

    def changed(self, suite: str, group: str, marks: Iterable[MarkSnapshot]) -> list[MarkChange]:
        """The marks of a suite and a class that differ from those last published."""
        found: list[MarkChange] = []
        try:
            for one in marks:
                row = self._db.execute(
                    "SELECT marks, tests FROM handed_out WHERE suite=? AND class=? AND who=?",
                    (suite, group, one.who),
                ).fetchone()
                if row is not None and Decimal(row[0]) != one.marks:
                    tests = {name: Decimal(text) for name, text in json.loads(row[1]).items()}
                    found.append(MarkChange(one.who, Decimal(row[0]), one.marks, tests, one.tests))
        except sqlite3.Error as error:
            raise UserError(f"store '{self.path}' cannot be read: {error}") from None
        return found

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


def _read(text: str) -> TestResult | None:
    """A row's result; None if the row is damaged."""
    try:
        return result_from(json.loads(text))
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError, AttributeError):
        return None


def result_data(result: TestResult) -> dict[str, Any]:
    """All of a result, as ``result_from`` reads it."""
    return {
        "name": result.name,
        "group": result.group,
        "visibility": result.visibility.value,
        "verdict": result.verdict.name,
        "marks": str(result.marks),
        "of": str(result.max_marks),
        "cause": result.cause,
        "reason": result.reason,
        "expected": _text(result.expected),
        "got": _text(result.got),
        "would_pass": list(result.would_pass),
        "run": None if result.run is None else result.run.name,
        "used": asdict(result.used),
        "facts": dict(result.facts),
    }


def result_from(data: dict[str, Any]) -> TestResult:
    """The inverse of ``result_data``."""
    return TestResult(
        data["name"],
        data["group"],
        Visibility(data["visibility"]),
        Verdict[data["verdict"]],
        Decimal(data["marks"]),
        Decimal(data["of"]),
        data["cause"],
        data["reason"],
        _bytes(data["expected"]),
        _bytes(data["got"]),
        tuple(data["would_pass"]),
        None if data["run"] is None else RunVerdict[data["run"]],
        ResourceUsage(**data["used"]),
        data["facts"],
    )


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode("latin-1")


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode("latin-1")

"""SQLite files of inarow: recognised before anything is written to them, checked before they are
trusted.

A file is inarow's if its header has the application id of its kind, or, from versions before 0.4,
if it has the kind's first table. Everything else is refused and stays as it is, to the byte.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from enum import Enum
from pathlib import Path
from urllib.parse import quote

from inarow.errors import UserError

_MAGIC = b"SQLite format 3\0"
_ID_AT, _HEADER = 68, 100


class Kind(Enum):
    """What a database of inarow has in it: words for messages, application id, first table."""

    MARKS = ("a database of marks", 0x696E724D, "about")
    EVENT = ("the database of an event", 0x696E7245, "event")

    @property
    def words(self) -> str:
        return self.value[0]


class Database(sqlite3.Connection):
    """A connection that removes the copy it reads, if it had to make one."""

    read_only = False
    copy: tempfile.TemporaryDirectory[str] | None = None

    def close(self) -> None:
        super().close()
        if self.copy is not None:
            self.copy.cleanup()


def open_database(path: Path, kind: Kind) -> Database:
    """Opens a database of its kind, or begins one in a new or empty file. In a place that cannot be
    written it can only be read. UserError for any other file, which stays as it is."""
    new = not is_own(path, kind)
    try:
        if not _is_writable(path):
            return _read_only(path)
        database = sqlite3.connect(path, timeout=60, isolation_level=None, factory=Database)
        if new:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute(f"PRAGMA application_id={kind.value[1]}")
        database.execute("PRAGMA synchronous=NORMAL")
    except (OSError, sqlite3.Error) as error:
        raise UserError(f"store '{path}' cannot be used: {_reason(error)}") from None
    return database


def require_sound(database: sqlite3.Connection, path: Path) -> None:
    """UserError if a page of the file, or its structure, is damaged."""
    try:
        found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        words = " ".join(str(found).split()).removeprefix("*** in database main *** ")
        raise UserError(
            f"store '{path}' is damaged ({words[:80]}): restore a copy of it, or name another file"
        )


def is_own(path: Path, kind: Kind) -> bool:
    """Whether there is such a database; false for a file that is new or empty."""
    try:
        if not path.exists() or not path.stat().st_size:
            return False
        if not path.is_file():
            raise UserError(f"store '{path}' cannot be used: it is no regular file")
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except OSError as error:
        raise UserError(f"store '{path}' cannot be used: {error.strerror}") from None
    if not header.startswith(_MAGIC):
        raise UserError(f"store '{path}' is not a database: name another file")
    number = int.from_bytes(header[_ID_AT : _ID_AT + 4], "big")
    if number == kind.value[1]:
        return True
    for other in Kind:
        if number == other.value[1]:
            raise _other(path, f"is {other.words}, not {kind.words}")
    tables = set() if number else _tables(path)
    if number or (tables and kind.value[2] not in tables):
        raise _other(path, "is a database of another program")
    return bool(tables)


def _other(path: Path, words: str) -> UserError:
    return UserError(f"store '{path}' {words}: name another file")


def _tables(path: Path) -> set[str]:
    """The tables of a file, which stays as it is."""
    try:
        with_log = Path(f"{path}-wal").exists() and _is_writable(path)
        database = _connected(path, "mode=ro") if with_log else _read_only(path)
        try:
            return {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        finally:
            database.close()
    except (OSError, sqlite3.Error) as error:
        raise UserError(f"store '{path}' cannot be used: {_reason(error)}") from None


def _is_writable(path: Path) -> bool:
    """Whether SQLite can write the file, and the log that it keeps beside it."""
    folder = path.absolute().parent
    return os.access(folder, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _read_only(path: Path) -> Database:
    """Reads a file that nobody here can write; with a log beside it, which only a writer may join
    to it, a copy of both."""
    log = Path(f"{path}-wal")
    if not log.exists() or not log.stat().st_size:
        return _connected(path, "mode=ro&immutable=1")
    folder = tempfile.TemporaryDirectory(prefix="inarow-")
    copy = Path(folder.name) / path.name
    shutil.copy(path, copy)
    shutil.copy(log, f"{copy}-wal")
    database = _connected(copy, "mode=ro")
    database.copy = folder
    return database


def _connected(path: Path, query: str) -> Database:
    address = f"file:{quote(os.fsencode(path.absolute()))}?{query}"
    database = sqlite3.connect(
        address, timeout=60, isolation_level=None, uri=True, factory=Database
    )
    database.read_only = True
    return database


def _reason(error: OSError | sqlite3.Error) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)

"""What must hold in a store before it is trusted: sound pages can still have wrong rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inarow.arena.schema import FORMAT
from inarow.errors import UserError

_CHECKS = (
    (
        "an entry",
        "SELECT name FROM entries WHERE typeof(name) != 'text' OR name = ''"
        " OR typeof(image) != 'text' OR typeof(problem) != 'text'",
    ),
    (
        "a pairing",
        "SELECT id FROM meetings WHERE typeof(round) != 'integer' OR typeof(stage) != 'text'"
        " OR first NOT IN (SELECT name FROM entries)"
        " OR second IS NOT NULL AND second NOT IN (SELECT name FROM entries)",
    ),
    (
        "a game",
        "SELECT key FROM games WHERE typeof(key) != 'text' OR typeof(number) != 'integer'"
        " OR meeting NOT IN (SELECT id FROM meetings) OR first NOT IN (SELECT name FROM entries)"
        " OR second NOT IN (SELECT name FROM entries) OR typeof(opening) != 'text'"
        " OR typeof(attempt) != 'integer' OR typeof(detail) NOT IN ('null', 'text')"
        " OR state NOT IN ('waiting', 'leased', 'done', 'void', 'dropped')"
        " OR winner IS NOT NULL AND (typeof(winner) != 'integer' OR winner NOT IN (1, 2))"
        " OR typeof(termination) NOT IN ('null', 'text')"
        " OR state = 'done' AND (termination IS NULL OR typeof(ended) != 'real')",
    ),
)


def require_format(database: sqlite3.Connection, path: Path) -> None:
    """UserError for a store of another version; a new one has no tables yet."""
    if database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        row = database.execute("SELECT format FROM event").fetchone()
        if row is not None and row[0] != FORMAT:
            raise UserError(f"store '{path}' is of another version of inarow")


def require_consistent(database: sqlite3.Connection, path: Path) -> None:
    """UserError if a row of the schedule is of another kind, or names what does not exist."""
    for what, query in _CHECKS:
        try:
            row = database.execute(f"{query} LIMIT 1").fetchone()
        except sqlite3.Error as error:
            raise UserError(f"store '{path}' cannot be used: {error}") from None
        if row is not None:
            raise damaged(path, f"{what}, {row[0]!r}")


def damaged(path: Path, what: str) -> UserError:
    return UserError(
        f"store '{path}' is damaged ({what[:60]}): restore a copy of it, or name another file"
    )


def saved_json(path: Path, what: str, text: object) -> Any:
    """What a store has as JSON; UserError if it is none."""
    try:
        return json.loads(text if isinstance(text, str) else "")
    except (ValueError, RecursionError):
        raise damaged(path, what) from None


def saved_object(path: Path, what: str, text: object) -> dict[str, Any]:
    """The same of an object."""
    found = saved_json(path, what, text)
    if not isinstance(found, dict):
        raise damaged(path, what)
    return found


def saved_log(path: Path, key: object, log: object, notes: object) -> dict[str, Any]:
    """The log of a game with its notes, and with the fields that all who read it need."""
    what = f"the log of game {key}"
    found = saved_object(path, what, log)
    turns = found.get("turns")
    if not isinstance(found.get("record"), dict) or not isinstance(turns, list):
        raise damaged(path, what)
    for turn in turns:
        if not isinstance(turn, dict) or turn.get("side") not in (0, 1) or "stones" not in turn:
            raise damaged(path, what)
    return {**found, "notes": saved_object(path, what, notes)}


def saved_play(path: Path, row: Sequence[Any]) -> tuple[int, dict[str, Any], dict[str, Any]]:
    """A row of a game that was played, or was void: number, log and notes."""
    number, log, notes = row
    what = f"log {number}"
    return number, saved_object(path, what, log), saved_object(path, what, notes)

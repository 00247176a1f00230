"""What must hold in a store before it is trusted: sound pages can still have wrong rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inarow.arena.schema import FORMAT
from inarow.arena.stored_game import SavedLog
from inarow.errors import UserError
from inarow.record import Termination
from inarow.referee.game_log import GameLog

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
        " OR state = 'done' AND (termination IS NULL OR typeof(ended) != 'real')"
        " OR key != meeting || '.' || (number + 1) OR attempt < 1"
        f" OR termination NOT IN ({', '.join(repr(end.name) for end in Termination)})"
        " OR state = 'done' AND key NOT IN (SELECT key FROM logs)",
    ),
    (
        "the log of game",
        "SELECT key FROM logs WHERE typeof(key) != 'text' OR key NOT IN (SELECT key FROM games)",
    ),
    (
        "a result",
        "SELECT key FROM games WHERE state = 'done' AND termination != 'ADJUDICATED'"
        " AND (winner IS NULL) != (termination IN ('DRAW', 'FORFEITS', 'VOID'))",
    ),
    (
        "the faults of game",
        "SELECT key FROM faults WHERE key NOT IN (SELECT key FROM games)"
        " OR entry NOT IN (SELECT name FROM entries)"
        " OR typeof(late) != 'integer' OR typeof(invalid) != 'integer'"
        " OR typeof(crashed) != 'integer' OR min(late, invalid, crashed) < 0",
    ),
    (
        "a void game",
        "SELECT key FROM voids WHERE key NOT IN (SELECT key FROM games)"
        " OR typeof(attempt) != 'integer' OR typeof(detail) NOT IN ('null', 'text')",
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
        f"store '{path}' is damaged ({what[:120]}): restore a copy of it, or name another file"
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


def saved_log(
    path: Path, key: object, log: object, notes: object, winner: object, termination: object
) -> SavedLog:
    """The log of a finished game. UserError if its record cannot be played, its turns are not those
    of the record, or the table of games has another result."""
    what = f"the log of game {key}"
    found = _read_log(path, what, saved_object(path, what, log))
    result = found.record.result
    if result is None or (result.winner, result.termination.name) != (winner, termination):
        raise damaged(path, what)
    return SavedLog(found, saved_object(path, what, notes))


def saved_play(path: Path, row: Sequence[Any]) -> tuple[int, GameLog | None, dict[str, Any]]:
    """A row of a finished or void game: number, log and notes. There is no log of a game that was
    lost with its worker."""
    number, log, notes = row
    what = f"log {number}"
    data = saved_object(path, what, log)
    return number, _read_log(path, what, data) if data else None, saved_object(path, what, notes)


def _read_log(path: Path, what: str, data: Mapping[str, Any]) -> GameLog:
    try:
        return GameLog.from_json(data)
    except UserError as error:
        raise damaged(path, f"{what}: {error}") from None

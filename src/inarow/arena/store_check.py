"""What must hold in a store before it is trusted: sound pages can still have wrong rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inarow.arena.schema import FORMAT
from inarow.errors import UserError
from inarow.record import Record, Termination
from inarow.record_text import PASS_WORD

_NUMBERS = ("cpu_ms", "stall_ms", "value")
_TEXTS = ("fault", "reason", "detail", "raw")

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
) -> dict[str, Any]:
    """The log of a played game with its notes. UserError if its record cannot be played, its turns
    are not those of the record, or the table of games has another result."""
    what = f"the log of game {key}"
    found = saved_object(path, what, log)
    result = _checked_log(path, what, found).result
    if result is None or (result.winner, result.termination.name) != (winner, termination):
        raise damaged(path, what)
    return {**found, "notes": saved_object(path, what, notes)}


def saved_play(path: Path, row: Sequence[Any]) -> tuple[int, dict[str, Any], dict[str, Any]]:
    """A row of a game that was played, or was void: number, log and notes. The log is empty for a
    game that was lost with its worker."""
    number, log, notes = row
    what = f"log {number}"
    found = saved_object(path, what, log)
    if found:
        _checked_log(path, what, found)
    return number, found, saved_object(path, what, notes)


def _checked_log(path: Path, what: str, log: Mapping[str, Any]) -> Record:
    """The record of a log whose turns fit it."""
    data, turns = log.get("record"), log.get("turns")
    if not isinstance(data, Mapping) or not isinstance(turns, list):
        raise damaged(path, what)
    try:
        record = Record.from_json(data)
    except UserError as error:
        raise damaged(path, f"{what}: {error}") from None
    for number, turn in enumerate(turns, start=1):
        if not isinstance(turn, Mapping) or not _is_turn(turn):
            raise damaged(path, f"{what}, turn {number}")
    # A turn that ended the game by a fault is in the log only.
    lost = bool(turns) and not turns[-1]["stones"]
    moves = data.get("moves", [])
    if not (_ends_with(moves, turns) or (lost and _ends_with(moves, turns[:-1]))):
        raise damaged(path, f"{what}: other turns than moves")
    return record


def _is_turn(turn: Mapping[str, Any]) -> bool:
    stones, earlier = turn.get("stones"), turn.get("earlier", [])
    return (
        type(turn.get("side")) is int
        and turn["side"] in (0, 1)
        and isinstance(stones, list)
        and all(isinstance(stone, str) for stone in stones)
        and _is_number(turn.get("wall_ms"))
        and all(turn.get(name) is None or _is_number(turn[name]) for name in _NUMBERS)
        and isinstance(earlier, list)
        and all(isinstance(each, Mapping) and _is_fault(each) for each in (turn, *earlier))
    )


def _is_fault(data: Mapping[str, Any]) -> bool:
    return isinstance(data.get("verdict"), str) and all(
        isinstance(data.get(name), str | None) for name in _TEXTS
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _ends_with(moves: Sequence[str], turns: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the moves of a record end with the stones of these turns."""
    laid = [stone for turn in turns for stone in (turn["stones"] or [PASS_WORD])]
    return not laid or list(moves[-len(laid) :]) == laid

"""The tables of an event's database, what must hold in them, and how older ones become these.

    event     the rules, once
    entries   who takes part, a row per version
    pairings  in the order in which the format named them
    games     a row each from the moment it is planned:  waiting -> leased -> done
    logs      records and turns of the games that were played, apart: they are read one by one
    faults    late, invalid and crashed turns of each side of a game
    voids     games that did not count, and were played again
    running   the moves so far of games under way
    verdicts  what the solver says of each move, once it was asked
    notes     texts by name, such as what pseudonyms are made from
    leases    runs that play games now (``leases.py``)

``PRAGMA user_version`` has the version. Sound pages can still have wrong rows, so rows are checked
before they are trusted.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inarow.arena.entries import EntryState
from inarow.arena.games import LiveGame, SavedLog
from inarow.arena.leases import TABLE
from inarow.database import Database
from inarow.errors import UserError
from inarow.record import Termination
from inarow.referee.game_log import GameLog

VERSION = 3
SCHEMA = f"""{TABLE};
CREATE TABLE event (made REAL NOT NULL, event TEXT NOT NULL);
CREATE TABLE entries (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, person TEXT NOT NULL,
  version INTEGER NOT NULL, seed INTEGER NOT NULL, source TEXT NOT NULL, student TEXT NOT NULL,
  state TEXT NOT NULL, reason TEXT NOT NULL, image TEXT NOT NULL, since REAL NOT NULL,
  UNIQUE (person, version));
CREATE TABLE pairings (
  id INTEGER PRIMARY KEY, round INTEGER NOT NULL, stage TEXT NOT NULL,
  first INTEGER NOT NULL REFERENCES entries (id), second INTEGER REFERENCES entries (id),
  UNIQUE (round, stage, first, second));
CREATE TABLE games (
  key TEXT PRIMARY KEY, pairing INTEGER NOT NULL REFERENCES pairings (id),
  number INTEGER NOT NULL, first INTEGER NOT NULL REFERENCES entries (id),
  second INTEGER NOT NULL REFERENCES entries (id), opening TEXT NOT NULL, state TEXT NOT NULL,
  lease TEXT, attempt INTEGER NOT NULL DEFAULT 1, winner INTEGER, termination TEXT, detail TEXT,
  ended REAL);
CREATE INDEX games_by_state ON games (state, pairing, number);
CREATE INDEX games_by_end ON games (ended);
CREATE TABLE logs (key TEXT PRIMARY KEY, log TEXT NOT NULL, notes TEXT NOT NULL);
CREATE TABLE faults (
  key TEXT NOT NULL, side INTEGER NOT NULL, late INTEGER NOT NULL, invalid INTEGER NOT NULL,
  crashed INTEGER NOT NULL, PRIMARY KEY (key, side));
CREATE TABLE voids (
  key TEXT NOT NULL, attempt INTEGER NOT NULL, detail TEXT, log TEXT, notes TEXT, ended REAL,
  PRIMARY KEY (key, attempt));
CREATE TABLE running (name TEXT PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE verdicts (name TEXT PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE notes (name TEXT PRIMARY KEY, data TEXT NOT NULL);
"""
_STATES = ", ".join(repr(state.value) for state in EntryState)
_CHECKS = (
    (
        "an entry",
        "SELECT name FROM entries WHERE typeof(name) != 'text' OR name = ''"
        " OR typeof(person) != 'text' OR typeof(version) != 'integer' OR version < 1"
        " OR typeof(seed) != 'integer' OR typeof(source) != 'text' OR typeof(student) != 'text'"
        f" OR state NOT IN ({_STATES}) OR typeof(reason) != 'text' OR typeof(image) != 'text'"
        " OR typeof(since) != 'real'",
    ),
    (
        "a pairing",
        "SELECT id FROM pairings WHERE typeof(round) != 'integer' OR typeof(stage) != 'text'"
        " OR first NOT IN (SELECT id FROM entries)"
        " OR second IS NOT NULL AND second NOT IN (SELECT id FROM entries)",
    ),
    (
        "a game",
        "SELECT key FROM games WHERE typeof(key) != 'text' OR typeof(number) != 'integer'"
        " OR pairing NOT IN (SELECT id FROM pairings) OR first NOT IN (SELECT id FROM entries)"
        " OR second NOT IN (SELECT id FROM entries) OR typeof(opening) != 'text'"
        " OR typeof(attempt) != 'integer' OR typeof(detail) NOT IN ('null', 'text')"
        " OR state NOT IN ('waiting', 'leased', 'done', 'void', 'dropped')"
        " OR winner IS NOT NULL AND (typeof(winner) != 'integer' OR winner NOT IN (1, 2))"
        " OR typeof(termination) NOT IN ('null', 'text')"
        " OR state = 'done' AND (termination IS NULL OR typeof(ended) != 'real')"
        " OR key != pairing || '.' || (number + 1) OR attempt < 1"
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
        "SELECT key FROM faults WHERE key NOT IN (SELECT key FROM games) OR side NOT IN (0, 1)"
        " OR typeof(late) != 'integer' OR typeof(invalid) != 'integer'"
        " OR typeof(crashed) != 'integer' OR min(late, invalid, crashed) < 0",
    ),
    (
        "a void game",
        "SELECT key FROM voids WHERE key NOT IN (SELECT key FROM games)"
        " OR typeof(attempt) != 'integer' OR typeof(detail) NOT IN ('null', 'text')",
    ),
)


def create_tables(database: sqlite3.Connection) -> None:
    """Makes the tables, within the transaction of the caller."""
    for statement in SCHEMA.strip().rstrip(";").split(";\n"):
        database.execute(statement)
    database.execute(f"PRAGMA user_version={VERSION}")


def upgrade(database: Database, path: Path) -> None:
    """Brings a database of an earlier version up to this one, whole or not at all; a new one has no
    tables yet. UserError for one that cannot be: it is newer, too old, damaged, or read only."""
    if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if version == VERSION:
        return
    if version > VERSION:
        raise UserError(
            f"store '{path}' is of a newer version of inarow: update inarow, or name another file"
        )
    row = database.execute("SELECT format FROM event").fetchone()
    if row is None or row[0] != "inarow arena 2":
        raise UserError(
            f"store '{path}' is of an old version of inarow: open it with version 0.3, or name"
            " another file"
        )
    if database.read_only:
        raise UserError(
            f"store '{path}' is of an earlier version of inarow: run inarow arena status on it once"
            " where it can be written"
        )
    database.execute("BEGIN IMMEDIATE")
    try:
        _from_version_2(database, path)
        database.execute("COMMIT")
    except BaseException as error:
        database.execute("ROLLBACK")
        if isinstance(error, sqlite3.IntegrityError):
            raise damaged(path, str(error)) from None
        raise


def _from_version_2(database: sqlite3.Connection, path: Path) -> None:
    """In version 2 the entries were part of the event, and games named them."""
    (made, text), *_ = database.execute("SELECT made, event FROM event").fetchall()
    event = saved_object(path, "the event", text)
    specs = event.pop("entries", None)
    if not isinstance(specs, list) or not all(isinstance(spec, dict) for spec in specs):
        raise damaged(path, "the event")
    # Settings that its format does not have were there too.
    for name in {"rounds", "best_of", "finalists"} - _SETTINGS_2.get(event.get("format"), set()):
        event.pop(name, None)
    if event.get("rounds", 1) is None:
        del event["rounds"]
    conduct = event.get("conduct")
    if not isinstance(conduct, dict):
        raise damaged(path, "the event")
    event["conduct"] = {_CONDUCT_2.get(name, name): value for name, value in conduct.items()}
    old_tables = ("event", "entries", "meetings", "games", "faults")
    for table in old_tables:
        database.execute(f"ALTER TABLE {table} RENAME TO old_{table}")
    for index in ("games_by_state", "games_by_end", "games_disqualified"):
        database.execute(f"DROP INDEX IF EXISTS {index}")
    for statement in SCHEMA.strip().rstrip(";").split(";\n"):
        name = statement.split()[2]
        if name not in _KEPT_2:
            database.execute(statement)
    database.execute("INSERT INTO event VALUES (?, ?)", (made, json.dumps(event)))
    _entries_from_version_2(database, specs, made)
    names = "(SELECT id FROM entries WHERE name = {})".format
    database.execute(
        f"INSERT INTO pairings SELECT id, round, stage, {names('old.first')}, {names('second')}"
        " FROM old_meetings AS old"
    )
    database.execute(
        f"INSERT INTO games SELECT key, meeting, number, {names('old.first')},"
        f" {names('old.second')}, opening, CASE state WHEN 'leased' THEN 'waiting' ELSE state END,"
        " NULL, attempt, winner, termination, detail, ended FROM old_games AS old"
    )
    database.execute(
        "INSERT INTO faults SELECT key, entry != first, late, invalid, crashed"
        " FROM old_faults JOIN old_games USING (key)"
    )
    database.execute("DELETE FROM leases")
    for table in old_tables:
        database.execute(f"DROP TABLE old_{table}")
    database.execute(f"PRAGMA user_version={VERSION}")


_SETTINGS_2: Mapping[Any, set[str]] = {
    "round-robin": {"rounds"},
    "gauntlet": {"rounds"},
    "swiss": {"rounds"},
    "knockout": {"best_of"},
    "swiss-final": {"rounds", "finalists"},
}
_CONDUCT_2 = {
    "silent": "no_answer",
    "chatty": "extra_output",
    "patience_s": "handshake_s",
    "drawn_by_forfeits": "draw_after_forfeits",
}
_KEPT_2 = ("IF", "logs", "voids", "running", "verdicts", "notes")
"""Tables that are the same in version 2; ``leases`` is made if it does not exist."""
_VERSION_2 = re.compile(r"(.*) \(version (\d+)\)", re.DOTALL)


def _entries_from_version_2(
    database: sqlite3.Connection, specs: Sequence[Mapping[str, Any]], made: float
) -> None:
    database.execute(TABLE)
    out = {
        name
        for (name,) in database.execute(
            "SELECT CASE winner WHEN 1 THEN second ELSE first END FROM old_games"
            " WHERE termination = 'DISQUALIFIED'"
        )
    }
    by_name = {str(spec.get("name")): spec for spec in specs}
    earlier: dict[str, int] = {}
    rows = database.execute("SELECT name, number, image, problem FROM old_entries ORDER BY rowid")
    for name, seed, image, problem in sorted(rows, key=lambda row: row[0] in by_name):
        match = _VERSION_2.fullmatch(name) if name not in by_name else None
        person, version = (match[1], int(match[2])) if match else (name, earlier.get(name, 0) + 1)
        if match:
            earlier[person] = max(earlier.get(person, 0), version)
        state = EntryState.REFUSED if problem else EntryState.PLAYING
        if match:
            state = EntryState.REPLACED
        if name in out:
            state = EntryState.DISQUALIFIED
        spec = by_name.get(person, {})
        source, student = str(spec.get("source", "")), str(spec.get("id", ""))
        values = (name, person, version, seed, source, student, state.value, problem, image, made)
        database.execute(
            "INSERT INTO entries (name, person, version, seed, source, student, state, reason,"
            " image, since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            values,
        )


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


def saved_live(path: Path, key: str, text: object) -> LiveGame:
    """How far a game is."""
    what = f"how far game {key} is"
    data = saved_json(path, what, text)
    try:
        moves, times, where = data
        if not all(type(move) is int for move in moves) or not isinstance(where, str):
            raise TypeError(moves)
        if not all(took is None or isinstance(took, int | float) for took in times):
            raise TypeError(times)
        return LiveGame(key, tuple(moves), tuple(times), where)
    except (TypeError, ValueError):
        raise damaged(path, what) from None

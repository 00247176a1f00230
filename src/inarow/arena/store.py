"""Every game of a tournament, in one SQLite file: the schedule, the queue and the results.

    event     what is played, once
    entries   who takes part, and why one cannot
    meetings  pairings, in the order in which the format named them
    games     a row each from the moment it is planned:  waiting -> leased -> done
    logs      records and turns of the games that were played, apart: they are read one by one
    voids     games that did not count, and were played again
    running   the moves so far of games that are played, for those who watch
    verdicts  what the solver says of each move, once it was asked
    notes     texts by name, such as what pseudonyms are made from
    leases    runs that play games now (``leases.py``)

A game is keyed by its meeting and its number in it, so it is never planned, played or counted
twice. After ``kill -9`` the next run takes back what the killed one had leased. Several runs may
share one file.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from inarow.arena import store_check as check
from inarow.arena.event import Event, event_from_dict
from inarow.arena.leases import TABLE, Lease, LeaseRow
from inarow.arena.pairing.format import Pairing
from inarow.arena.schema import FORMAT, SCHEMA
from inarow.arena.stored_game import GameKey, PlannedGame, SavedLog, StoredGame
from inarow.database import Kind, open_database, require_sound
from inarow.errors import UserError
from inarow.referee.game_log import GameLog

MOST_ATTEMPTS = 3
"""A game that is void so often stays void."""


class Store:
    """One file, open. Use it in the thread that opened it; close it with the block."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self._db = open_database(self.path, Kind.EVENT)
            require_sound(self._db, self.path)
            check.require_format(self._db, self.path)
        except sqlite3.Error as error:
            raise UserError(f"store '{path}' cannot be used: {error}") from None
        self.my_lease, self._leased = Lease(self.path), False

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.my_lease.drop()
        self._db.close()

    @classmethod
    def open(cls, path: str | Path) -> Store:
        """A store that is there already, with an event in it."""
        if not Path(path).is_file():
            raise UserError(f"store '{path}' is not there")
        store = cls(path)
        if not store._has_event():
            store.close()
            raise UserError(f"store '{path}' has no event in it")
        check.require_consistent(store._db, store.path)
        return store

    def create(self, event: Event) -> None:
        """Writes the event into a new store; an old one must hold the same."""
        with self.changing():
            if not self._has_event():
                for statement in SCHEMA.strip().split(";\n"):
                    self._db.execute(statement)
                values = (FORMAT, time.time(), json.dumps(event.as_json()))
                self._db.execute("INSERT INTO event VALUES (?, ?, ?)", values)
                return
            self._db.execute(TABLE)  # a store of 0.3 has none
            check.require_consistent(self._db, self.path)
        if self.event().as_json() != event.as_json():
            raise UserError(
                f"store '{self.path}' is of another event: name another file by --store"
            )

    def event(self) -> Event:
        """The event that the store is of."""
        text = self._db.execute("SELECT event FROM event").fetchone()[0]
        data = check.saved_object(self.path, "the event", text)
        try:
            return event_from_dict(data)
        except UserError as error:
            raise check.damaged(self.path, f"the event: {error}") from None

    def _has_event(self) -> bool:
        try:
            return self._db.execute("SELECT 1 FROM event").fetchone() is not None
        except sqlite3.OperationalError:
            return False

    # Entries

    def set_entries(self, rows: Iterable[tuple[str, str, str]]) -> None:
        """Who takes part: (name, image, problem), in the order of the event."""
        with self.changing():
            for number, (name, image, problem) in enumerate(rows):
                self._db.execute(
                    "INSERT INTO entries VALUES (?, ?, ?, ?) ON CONFLICT (name)"
                    " DO UPDATE SET image = excluded.image, problem = excluded.problem",
                    (name, number, image, problem),
                )

    def entries(self) -> list[tuple[str, str]]:
        """All names in the order of the event, each with why it cannot play, if so."""
        return self.rows("SELECT name, problem FROM entries ORDER BY number, rowid")

    # The schedule

    def plan(self, meeting: Pairing, openings: Sequence[str]) -> None:
        """Adds a meeting with a game for each opening, colours swapped from one to the next. One
        that is there already stays as it is."""
        with self.changing():
            found = self._db.execute(
                "SELECT id FROM meetings WHERE round = ? AND stage = ? AND first = ?"
                " AND second IS ?",
                (meeting.round, meeting.stage, meeting.first, meeting.second),
            ).fetchone()
            if found is not None:
                return
            cursor = self._db.execute(
                "INSERT INTO meetings (round, stage, first, second) VALUES (?, ?, ?, ?)",
                (meeting.round, meeting.stage, meeting.first, meeting.second),
            )
            number = cursor.lastrowid
            assert number is not None
            if meeting.second is None:
                return
            for index, opening in enumerate(openings):
                pair = (meeting.first, meeting.second)
                self._db.execute(
                    "INSERT INTO games (key, meeting, number, first, second, opening, state)"
                    " VALUES (?, ?, ?, ?, ?, ?, 'waiting')",
                    (
                        str(GameKey(number, index + 1)),
                        number,
                        index,
                        *pair[:: -1 if index % 2 else 1],
                        opening,
                    ),
                )

    def meetings(self) -> list[tuple[int, Pairing]]:
        """All meetings with their numbers."""
        rows = self.rows("SELECT id, round, first, second, stage FROM meetings ORDER BY id")
        return [(row[0], Pairing(*row[1:])) for row in rows]

    # The queue

    def lease(self, out: Iterable[str] = ()) -> list[PlannedGame]:
        """Takes the next games that nobody plays: those of one meeting that share an opening. Games
        of entries that are ``out`` are left. Empty if there are none."""
        with self.changing():
            gone = set(out)
            while rows := self._next_waiting():
                key, meeting, number, first, second = rows[0]
                if gone & {first, second}:
                    self._db.execute("UPDATE games SET state = 'dropped' WHERE key = ?", (key,))
                    continue
                games = self.rows(
                    "SELECT key, first, second, opening, attempt FROM games WHERE meeting = ?"
                    " AND number / 2 = ? AND state = 'waiting' ORDER BY number",
                    (meeting, number // 2),
                )
                self._db.executemany(
                    "UPDATE games SET state = 'leased', owner = ? WHERE key = ?",
                    [(self.my_lease.token, game[0]) for game in games],
                )
                row = self.my_lease.row()
                self._db.execute("INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?)", row)
                self.my_lease.keep()
                return [PlannedGame(*game) for game in games]
            return []

    def _next_waiting(self) -> list[Any]:
        """The first game that waits. Lost leases are looked for at first, then when none waits."""
        query = (
            "SELECT key, meeting, number, first, second FROM games WHERE state = 'waiting'"
            " ORDER BY meeting, number LIMIT 1"
        )
        if self._leased and (rows := self.rows(query)):
            return rows
        self._free_lost_leases()
        self._leased = True
        return self.rows(query)

    def release(self) -> None:
        """Gives back what this run has leased and not played."""
        self.my_lease.drop()
        with self.changing():
            self._give_back(self.my_lease.token)

    def _free_lost_leases(self) -> None:
        running = {lease.token for lease in self.other_runs()} | {self.my_lease.token}
        for (owner,) in self.rows("SELECT DISTINCT owner FROM games WHERE state = 'leased'"):
            if owner not in running:
                self._give_back(owner)

    def _give_back(self, owner: str | None) -> None:
        query = "UPDATE games SET state = 'waiting', owner = NULL"
        self._db.execute(f"{query} WHERE state = 'leased' AND owner IS ?", (owner,))
        self._db.execute("DELETE FROM leases WHERE token IS ?", (owner,))

    def other_runs(self) -> list[LeaseRow]:
        """The runs beside this one that play games now."""
        return [row for row in self._runs() if row.token != self.my_lease.token]

    def _runs(self) -> list[LeaseRow]:
        if not self.rows("SELECT 1 FROM sqlite_master WHERE name = 'leases'"):
            return []
        return [run for row in self.rows("SELECT * FROM leases") if (run := LeaseRow(*row)).left_s]

    # Results

    def finish(
        self,
        key: str,
        winner: int | None,
        termination: str,
        detail: str,
        log: Mapping[str, Any],
        notes: Mapping[str, Any],
        faults: Mapping[str, Sequence[int]] = MappingProxyType({}),
    ) -> bool:
        """Writes the result of a game; whether it was not known before. ``faults`` has the number
        of late, invalid and crashed turns of each entry that had any."""
        with self.changing():
            changed = self._db.execute(
                "UPDATE games SET state = 'done', owner = NULL, winner = ?, termination = ?,"
                " detail = ?, ended = ? WHERE key = ? AND state != 'done'",
                (winner, termination, detail, time.time(), key),
            )
            if changed.rowcount != 1:
                return False
            self._db.execute("DELETE FROM running WHERE name = ?", (key,))
            row = (key, _json(log), _json(notes))
            self._db.execute("INSERT OR REPLACE INTO logs VALUES (?, ?, ?)", row)
            self._db.executemany(
                "INSERT OR REPLACE INTO faults VALUES (?, ?, ?, ?, ?)",
                [(key, entry, *numbers) for entry, numbers in faults.items()],
            )
            return True

    def faults(self) -> dict[str, tuple[int, int, int]]:
        """Late, invalid and crashed turns of each entry that had any."""
        rows = self.rows(
            "SELECT entry, sum(late), sum(invalid), sum(crashed) FROM faults GROUP BY 1"
        )
        return {row[0]: (row[1], row[2], row[3]) for row in rows}

    def void(
        self, key: str, attempt: int, detail: str, log: Mapping[str, Any], notes: Mapping[str, Any]
    ) -> bool:
        """Notes a game that does not count; whether it is played again."""
        with self.changing():
            self._db.execute(
                "INSERT OR IGNORE INTO voids VALUES (?, ?, ?, ?, ?, ?)",
                (key, attempt, detail, _json(log), _json(notes), time.time()),
            )
            self._db.execute("DELETE FROM running WHERE name = ?", (key,))
            again = attempt < MOST_ATTEMPTS
            self._db.execute(
                "UPDATE games SET state = ?, owner = NULL, attempt = ?, termination = 'VOID',"
                " detail = ? WHERE key = ? AND state = 'leased'",
                ("waiting" if again else "void", attempt + again, detail, key),
            )
            return again

    def games(self) -> list[StoredGame]:
        """All games that were played to an end, in the order of the schedule."""
        rows = self.rows(
            "SELECT key, round, stage, games.first, games.second, opening, winner, termination,"
            " detail, attempt, meeting FROM games JOIN meetings ON meetings.id = meeting"
            " WHERE state = 'done' ORDER BY meeting, number"
        )
        return [StoredGame(*row) for row in rows]

    def disqualified(self) -> set[str]:
        """The entries that are out: they lost a game in a way that the conduct punishes so."""
        rows = self.rows(
            "SELECT CASE winner WHEN 1 THEN second ELSE first END FROM games"
            " WHERE termination = 'DISQUALIFIED'"
        )
        return {row[0] for row in rows}

    def open_games(self) -> list[PlannedGame]:
        """The games that are still to be played, in the order of the schedule."""
        rows = self.rows(
            "SELECT key, first, second, opening, attempt FROM games"
            " WHERE state IN ('waiting', 'leased') ORDER BY meeting, number"
        )
        return [PlannedGame(*row) for row in rows]

    def log(self, key: str) -> SavedLog | None:
        """The log of a game; None if it has not been played."""
        if not key.isascii():
            return None  # no game has such a key, and no text of SQLite may have any
        query = (
            "SELECT log, notes, winner, termination FROM logs JOIN games USING (key) WHERE key = ?"
        )
        for row in self.rows(query, (key,)):
            return check.saved_log(self.path, key, *row)
        return None

    def logs_since(
        self, table: str, row: int
    ) -> Iterator[tuple[int, GameLog | None, dict[str, Any]]]:
        """The rows of ``logs`` or ``voids`` that were written after one: number, log and notes."""
        query = f"SELECT rowid, log, notes FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT 100"
        while rows := self.rows(query, (row,)):
            yield from (check.saved_play(self.path, play) for play in rows)
            row = rows[-1][0]

    def void_games(self) -> list[tuple[str, str, str, str]]:
        """The games that stayed void: key, both entries, and why the last attempt was."""
        return self.rows(
            "SELECT key, first, second, detail FROM games WHERE state = 'void'"
            " ORDER BY meeting, number"
        )

    def counts(self) -> dict[str, int]:
        """The number of games by their state, and of plays that were void."""
        found = dict(self.rows("SELECT state, count(*) FROM games GROUP BY state"))
        found["voided"] = self.rows("SELECT count(*) FROM voids")[0][0]
        return found

    # What those who watch want to know

    def keep(self, table: str, name: str, data: Any) -> None:
        """Keeps data by the key of a game, or of ``notes`` by a name, instead of what was there."""
        if self._db.read_only and table == "verdicts":
            return  # they are found anew each time
        with self.changing():
            query = f"INSERT OR REPLACE INTO {table} VALUES (?, ?)"
            self._db.execute(query, (name, _json(data)))

    def kept(self, table: str, name: str) -> Any:
        """What was kept by this name; None if nothing was."""
        for (text,) in self.rows(f"SELECT data FROM {table} WHERE name = ?", (name,)):
            return check.saved_json(self.path, f"{table} of {name}", text)
        return None

    def kept_names(self, table: str) -> set[str]:
        """The names under which anything was kept there."""
        return {row[0] for row in self.rows(f"SELECT name FROM {table}")}

    def running(self) -> dict[str, Any]:
        """What is known of the games that are being played, by runs that live."""
        query = "SELECT name, data, owner FROM running JOIN games ON name = key"
        owners = {run.token for run in self._runs()}
        rows = self.rows(f"{query} WHERE state = 'leased'")
        live = [(name, text) for name, text, owner in rows if owner in owners]
        return {name: check.saved_json(self.path, name, text) for name, text in live}

    def pace(self) -> float | None:
        """Seconds from one game to the next, of the last ones; None before there are two."""
        ended = self.rows(
            "SELECT ended FROM games WHERE ended IS NOT NULL ORDER BY ended DESC LIMIT 50"
        )
        return (ended[0][0] - ended[-1][0]) / (len(ended) - 1) if len(ended) > 1 else None

    def version(self) -> int:
        """A number that changes when another process has changed the store."""
        return int(self.rows("PRAGMA data_version")[0][0])

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """What a statement finds; UserError for a store that is damaged."""
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise UserError(f"store '{self.path}' cannot be used: {error}") from None

    @contextmanager
    def changing(self) -> Iterator[None]:
        """One change, whole or not at all; within another it is part of that."""
        if self._db.in_transaction:
            yield
            return
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise UserError(f"store '{self.path}' cannot be used: {error}") from None


def _json(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))

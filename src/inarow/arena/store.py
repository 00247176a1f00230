"""Every game of an event, in one SQLite file: rules, entries, schedule, queue and results.

A game is keyed by its pairing and its number in it, so it is never planned, played or plural
twice. After ``kill -9`` the next run takes back what the killed one had leased. Several runs may
share one file. ``schema.py`` has the tables.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from inarow.arena import schema
from inarow.arena.entries import REPLACED, EntryRow, EntrySpec, EntryState
from inarow.arena.event import Event, event_from_dict
from inarow.arena.games import (
    FinishedGame,
    GameKey,
    LiveGame,
    PlannedGame,
    SavedLog,
    StoredGame,
)
from inarow.arena.leases import Lease, LeaseRow
from inarow.arena.pairing.format import Change, Pairing
from inarow.database import Kind, open_database, require_sound
from inarow.errors import UserError
from inarow.record import Termination
from inarow.referee.game_log import GameLog
from inarow.text import truncate

MOST_ATTEMPTS = 3
"""A game that is void so often stays void."""
_ENTRY = "id, name, person, version, source, student, state, reason, image, since"
_NAMED = "games JOIN entries AS a ON a.id = games.first JOIN entries AS b ON b.id = games.second"
"""Games with the names of both entries, ``a.name`` and ``b.name``."""
_PLANNED = "key, a.name, b.name, opening, attempt, games.first, games.second"


class Store:
    """One file, open. Use it in the thread that opened it; close it with the block."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self._db = open_database(self.path, Kind.EVENT)
            require_sound(self._db, self.path)
            schema.upgrade(self._db, self.path)
        except sqlite3.Error as error:
            raise UserError(f"store '{path}' cannot be used: {error}") from None
        self.my_lease, self._leased = Lease(self.path), False
        self._event: Event | None = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.my_lease.drop()
        self._db.close()

    @classmethod
    def open(cls, path: str | Path) -> Store:
        """A store that exists already, with an event in it."""
        if not Path(path).is_file():
            raise UserError(f"store '{path}' is not there")
        store = cls(path)
        if not store._has_event():
            store.close()
            raise UserError(f"store '{path}' has no event in it")
        schema.require_consistent(store._db, store.path)
        return store

    def create(self, event: Event, entries: Iterable[EntrySpec] = ()) -> None:
        """Writes the event and its entries into a new store. An old one must have the same rules,
        and the same entries unless the format lets them come and go."""
        with self.transaction():
            if not self._has_event():
                schema.create_tables(self._db)
                values = (time.time(), json.dumps(event.as_json()))
                self._db.execute("INSERT INTO event VALUES (?, ?)", values)
                for seed, spec in enumerate(entries):
                    self._insert(spec, spec.name, 1, seed)
                return
            schema.require_consistent(self._db, self.path)
            same = self.event().as_json() == event.as_json()
            known = {row.name: row for row in self.entries()}
            given = list(entries)
            for spec in given:
                row = known.get(spec.name)
                if row is None and event.format.open:
                    self.enter(spec)
                elif row is None or (row.source, row.id) != (spec.source, spec.id):
                    same = False
            people = {row.person for row in known.values()}
            same = same and (event.format.open or people == {spec.name for spec in given})
            if not same:
                raise UserError(
                    f"store '{self.path}' is of another event: name another file by --store"
                )

    def event(self) -> Event:
        """The event that the store is of; it never changes."""
        if self._event is not None:
            return self._event
        text = self._db.execute("SELECT event FROM event").fetchone()[0]
        data = schema.saved_object(self.path, "the event", text)
        try:
            self._event = event_from_dict(data)
        except UserError as error:
            raise schema.damaged(self.path, f"the event: {error}") from None
        return self._event

    def _has_event(self) -> bool:
        try:
            return self._db.execute("SELECT 1 FROM event").fetchone() is not None
        except sqlite3.OperationalError:
            return False

    # Entries

    def entries(self) -> list[EntryRow]:
        """All versions of all entries, in the order in which they were entered."""
        return [_entry(row) for row in self.rows(f"SELECT {_ENTRY} FROM entries ORDER BY seed, id")]

    def entry(self, name: str) -> EntryRow | None:
        """The entry that has this name now."""
        rows = self.rows(f"SELECT {_ENTRY} FROM entries WHERE name = ?", (name,))
        return _entry(rows[0]) if rows else None

    def enter(self, spec: EntrySpec) -> EntryRow:
        """Adds an entry, to be built. Where its name is taken it is a new version: it gets the name
        and the place, and the one before plays on under ``name (version 1)``."""
        with self.transaction():
            before = self.entry(spec.name)
            if before is None:
                seed = self.rows("SELECT coalesce(max(seed) + 1, 0) FROM entries")[0][0]
                self._insert(spec, spec.name, 1, seed)
            else:
                seed = self.rows("SELECT seed FROM entries WHERE id = ?", (before.number,))[0][0]
                name = self._free_name(before)
                self.rows("UPDATE entries SET name = ? WHERE id = ?", (name, before.number))
                self._insert(spec, before.person, before.version + 1, seed)
            found = self.entry(spec.name)
            assert found is not None
            return found

    def _insert(self, spec: EntrySpec, person: str, version: int, seed: int) -> None:
        state = EntryState.REFUSED if spec.refused else EntryState.ENTERED
        values = (spec.name, person, version, seed, spec.source, spec.id, state.value)
        self._db.execute(
            "INSERT INTO entries (name, person, version, seed, source, student, state, reason,"
            " image, since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', ?)",
            (*values, spec.refused, time.time()),
        )

    def replaced(self, number: int) -> str:
        """Lets an earlier version play no more; its name."""
        query = "SELECT name, state FROM entries WHERE id = ?"
        (name, state), *_ = self.rows(query, (number,))
        if state != EntryState.DISQUALIFIED.value:
            self.set_state(name, EntryState.REPLACED, REPLACED)
        return str(name)

    def _free_name(self, row: EntryRow) -> str:
        taken = {name for (name,) in self.rows("SELECT name FROM entries")}
        number = row.version
        while (name := f"{row.person} (version {number})") in taken:
            number += 1
        return name

    def set_state(self, name: str, state: EntryState, reason: str = "") -> None:
        """Lets an entry play, or not; games of one that does not play are dropped when they come
        up."""
        values = (state.value, reason, name)
        if not self.changed("UPDATE entries SET state = ?, reason = ? WHERE name = ?", values):
            raise UserError(f"store '{self.path}' has no entry '{truncate(name)}'")

    def set_image(self, name: str, image: str) -> None:
        """Notes the hash of what was built."""
        self.rows("UPDATE entries SET image = ? WHERE name = ?", (image, name))

    def apply(self, changes: Iterable[Change]) -> None:
        """Notes what a format says of its entries."""
        with self.transaction():
            for change in changes:
                self.set_state(*change)

    def games_of(self, name: str) -> int:
        """The number of games that an entry has played."""
        query = (
            "SELECT count(*) FROM games JOIN entries ON id IN (first, second)"
            " WHERE name = ? AND games.state = 'done'"
        )
        return int(self.rows(query, (name,))[0][0])

    # The schedule

    def plan(self, pairing: Pairing, openings: Sequence[str]) -> None:
        """Adds a pairing with a game for each opening, colours swapped from one to the next. One
        that is there already stays as it is."""
        with self.transaction():
            pair = (
                self._number(pairing.first),
                None if pairing.second is None else self._number(pairing.second),
            )
            values = (pairing.round, pairing.stage, *pair)
            query = (
                "SELECT 1 FROM pairings WHERE round = ? AND stage = ? AND first = ? AND second IS ?"
            )
            if self.rows(query, values):
                return
            number = self._db.execute(
                "INSERT INTO pairings (round, stage, first, second) VALUES (?, ?, ?, ?)", values
            ).lastrowid
            assert number is not None
            if pairing.second is None:
                return
            self._db.executemany(
                "INSERT INTO games (key, pairing, number, first, second, opening, state)"
                " VALUES (?, ?, ?, ?, ?, ?, 'waiting')",
                [
                    (
                        str(GameKey(number, index + 1)),
                        number,
                        index,
                        *pair[:: -1 if index % 2 else 1],
                        opening,
                    )
                    for index, opening in enumerate(openings)
                ],
            )

    def _number(self, name: str) -> int:
        for (number,) in self.rows("SELECT id FROM entries WHERE name = ?", (name,)):
            return int(number)
        raise UserError(f"store '{self.path}' has no entry '{truncate(name)}'")

    def pairings(self) -> list[tuple[int, Pairing]]:
        """All pairings with their numbers."""
        rows = self.rows(
            "SELECT pairings.id, round, a.name, b.name, stage FROM pairings"
            " JOIN entries AS a ON a.id = first LEFT JOIN entries AS b ON b.id = second"
            " ORDER BY pairings.id"
        )
        return [(row[0], Pairing(*row[1:])) for row in rows]

    def unfinished(self) -> set[int]:
        """The numbers of the pairings with a game that waits or is being played."""
        query = "SELECT DISTINCT pairing FROM games WHERE state IN ('waiting', 'leased')"
        return {number for (number,) in self.rows(query)}

    def end_times(self) -> dict[int, float]:
        """When the last game of each pairing ended, as Unix time."""
        query = "SELECT pairing, max(ended) FROM games WHERE ended IS NOT NULL GROUP BY pairing"
        return dict(self.rows(query))

    # The queue

    def lease(self) -> list[PlannedGame]:
        """Takes the next games that nobody plays: those of one pairing that share an opening. Games
        of entries that do not play are dropped. Empty if there are none."""
        with self.transaction():
            while rows := self._next_waiting():
                pairing, number, *states = rows[0]
                both = "WHERE pairing = ? AND number / 2 = ? AND state = 'waiting'"
                if states != [EntryState.PLAYING.value] * 2:
                    query = f"UPDATE games SET state = 'dropped' {both}"
                    self._db.execute(query, (pairing, number // 2))
                    continue
                games = self.rows(
                    f"SELECT {_PLANNED} FROM {_NAMED} WHERE pairing = ? AND number / 2 = ?"
                    " AND games.state = 'waiting' ORDER BY number",
                    (pairing, number // 2),
                )
                self._db.execute(
                    f"UPDATE games SET state = 'leased', lease = ? {both}",
                    (self.my_lease.token, pairing, number // 2),
                )
                row = self.my_lease.row()
                self._db.execute("INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?)", row)
                self.my_lease.keep()
                return [_planned(game) for game in games]
            return []

    def _next_waiting(self) -> list[Any]:
        """The first game that waits. Lost leases are looked for at first, then when none waits."""
        query = (
            f"SELECT pairing, number, a.state, b.state FROM {_NAMED}"
            " WHERE games.state = 'waiting' ORDER BY pairing, number LIMIT 1"
        )
        if self._leased and (rows := self.rows(query)):
            return rows
        self._free_lost_leases()
        self._leased = True
        return self.rows(query)

    def release(self) -> None:
        """Gives back what this run has leased and not played."""
        self.my_lease.drop()
        with self.transaction():
            self._give_back(self.my_lease.token)

    def _free_lost_leases(self) -> None:
        running = {lease.token for lease in self.other_runs()} | {self.my_lease.token}
        for (token,) in self.rows("SELECT DISTINCT lease FROM games WHERE state = 'leased'"):
            if token not in running:
                self._give_back(token)

    def _give_back(self, token: str | None) -> None:
        query = "UPDATE games SET state = 'waiting', lease = NULL"
        self._db.execute(f"{query} WHERE state = 'leased' AND lease IS ?", (token,))
        self._db.execute("DELETE FROM leases WHERE token IS ?", (token,))

    def other_runs(self) -> list[LeaseRow]:
        """The other runs that play games now."""
        return [row for row in self._runs() if row.token != self.my_lease.token]

    def _runs(self) -> list[LeaseRow]:
        return [run for row in self.rows("SELECT * FROM leases") if (run := LeaseRow(*row)).left_s]

    # Results

    def finish(self, game: FinishedGame, where: str = "") -> bool:
        """Writes the result of a game, and where it was played; whether it was not known before. A
        loser that the conduct disqualifies plays no more."""
        with self.transaction():
            changed = self._db.execute(
                "UPDATE games SET state = 'done', lease = NULL, winner = ?, termination = ?,"
                " detail = ?, ended = ? WHERE key = ? AND state != 'done'",
                (game.winner, game.termination, game.detail, time.time(), game.key),
            )
            if changed.rowcount != 1:
                return False
            self._db.execute("DELETE FROM running WHERE name = ?", (game.key,))
            row = (game.key, game.log, _json(_with_place(game.notes, where)))
            self._db.execute("INSERT OR REPLACE INTO logs VALUES (?, ?, ?)", row)
            self._db.executemany(
                "INSERT OR REPLACE INTO faults VALUES (?, ?, ?, ?, ?)",
                [
                    (game.key, side, *stats.faults)
                    for side, stats in enumerate(game.stats)
                    if any(stats.faults)
                ],
            )
            if game.termination == Termination.DISQUALIFIED.name:
                self._db.execute(
                    "UPDATE entries SET state = 'disqualified', reason = '' WHERE id ="
                    " (SELECT CASE winner WHEN 1 THEN second ELSE first END FROM games"
                    " WHERE key = ?)",
                    (game.key,),
                )
            return True

    def faults(self) -> dict[tuple[str, str], tuple[int, int, int]]:
        """Late, invalid and crashed turns by the key of a game and the name of an entry, where
        there were any."""
        rows = self.rows(
            "SELECT key, name, late, invalid, crashed FROM faults JOIN games USING (key)"
            " JOIN entries ON id = CASE side WHEN 0 THEN first ELSE second END"
        )
        return {(row[0], row[1]): (row[2], row[3], row[4]) for row in rows}

    def void(
        self, key: str, attempt: int, detail: str, game: FinishedGame | None, where: str = ""
    ) -> bool:
        """Notes a game that does not count; whether it is played again. There is no ``game`` if it
        was lost with its worker."""
        log, notes = ("{}", {}) if game is None else (game.log, game.notes)
        with self.transaction():
            self._db.execute(
                "INSERT OR IGNORE INTO voids VALUES (?, ?, ?, ?, ?, ?)",
                (key, attempt, detail, log, _json(_with_place(notes, where)), time.time()),
            )
            self._db.execute("DELETE FROM running WHERE name = ?", (key,))
            again = attempt < MOST_ATTEMPTS
            self._db.execute(
                "UPDATE games SET state = ?, lease = NULL, attempt = ?, termination = 'VOID',"
                " detail = ? WHERE key = ? AND state = 'leased'",
                ("waiting" if again else "void", attempt + again, detail, key),
            )
            return again

    def games(self) -> list[StoredGame]:
        """All games that were played to an end, in the order of the schedule."""
        rows = self.rows(
            "SELECT key, round, stage, a.name, b.name, opening, winner, termination, detail,"
            f" attempt, pairing FROM {_NAMED} JOIN pairings ON pairings.id = pairing"
            " WHERE games.state = 'done' ORDER BY pairing, number"
        )
        return [StoredGame(*row) for row in rows]

    def open_games(self) -> list[PlannedGame]:
        """The games that are still to be played, in the order of the schedule."""
        rows = self.rows(
            f"SELECT {_PLANNED} FROM {_NAMED} WHERE games.state IN ('waiting', 'leased')"
            " ORDER BY pairing, number"
        )
        return [_planned(row) for row in rows]

    def leased_games(self) -> set[tuple[str, int]]:
        """The games that this run is playing, by key and attempt."""
        query = "SELECT key, attempt FROM games WHERE state = 'leased' AND lease = ?"
        return {(key, attempt) for key, attempt in self.rows(query, (self.my_lease.token,))}

    def log(self, key: str) -> SavedLog | None:
        """The log of a game; None if it has not been played."""
        if not key.isascii():
            return None  # no game has such a key, and no text of SQLite may have any
        query = (
            "SELECT log, notes, winner, termination FROM logs JOIN games USING (key) WHERE key = ?"
        )
        for row in self.rows(query, (key,)):
            return schema.saved_log(self.path, key, *row)
        return None

    def logs_since(
        self, table: str, row: int
    ) -> Iterator[tuple[int, GameLog | None, dict[str, Any]]]:
        """The rows of ``logs`` or ``voids`` that were written after one: number, log and notes."""
        query = f"SELECT rowid, log, notes FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT 100"
        while rows := self.rows(query, (row,)):
            yield from (schema.saved_play(self.path, play) for play in rows)
            row = rows[-1][0]

    def void_games(self) -> list[tuple[str, str, str, str]]:
        """The games that stayed void: key, both entries, and why the last attempt was."""
        return self.rows(
            f"SELECT key, a.name, b.name, detail FROM {_NAMED} WHERE games.state = 'void'"
            " ORDER BY pairing, number"
        )

    def counts(self) -> dict[str, int]:
        """The number of games by their state, and of plays that were void."""
        found = dict(self.rows("SELECT state, count(*) FROM games GROUP BY state"))
        found["voided"] = self.rows("SELECT count(*) FROM voids")[0][0]
        return found

    # Analysis, notes, and games under way

    def save_verdicts(self, key: str, data: Mapping[str, Any]) -> None:
        """Keeps what the solver says of a game, or why it failed at it; a store that cannot be
        written keeps nothing, and the solver is asked each time."""
        if not self._db.read_only:
            self._save("verdicts", key, data)

    def verdicts(self, key: str) -> Any:
        """What was saved of a game (``verdicts.read_verdicts``); None if nothing was."""
        return self._saved("verdicts", key)

    def analysed(self) -> set[str]:
        """The keys of the games of which verdicts, or failures, are saved."""
        return {row[0] for row in self.rows("SELECT name FROM verdicts")}

    def save_note(self, name: str, text: str) -> None:
        self._save("notes", name, text)

    def note(self, name: str) -> Any:
        """A text that was saved by its name; None if none was."""
        return self._saved("notes", name)

    def save_live(self, game: LiveGame) -> None:
        """Keeps how far a game is that is being played."""
        self._save("running", game.key, game[1:])

    def live_games(self) -> dict[str, LiveGame]:
        """What is known of the games that are being played, by runs that live."""
        query = "SELECT name, data, lease FROM running JOIN games ON name = key"
        tokens = {run.token for run in self._runs()}
        found = {}
        for key, text, token in self.rows(f"{query} WHERE state = 'leased'"):
            if token in tokens:
                found[key] = schema.saved_live(self.path, key, text)
        return found

    def _save(self, table: str, name: str, data: Any) -> None:
        with self.transaction():
            query = f"INSERT OR REPLACE INTO {table} VALUES (?, ?)"
            self._db.execute(query, (name, _json(data)))

    def _saved(self, table: str, name: str) -> Any:
        for (text,) in self.rows(f"SELECT data FROM {table} WHERE name = ?", (name,)):
            return schema.saved_json(self.path, f"{table} of {name}", text)
        return None

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
        """The rows of a statement; UserError for a store that is damaged."""
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise UserError(f"store '{self.path}' cannot be used: {error}") from None

    def changed(self, query: str, values: Sequence[Any] = ()) -> int:
        """How many rows a statement changed."""
        with self.transaction():
            return self._db.execute(query, values).rowcount

    @contextmanager
    def transaction(self) -> Iterator[None]:
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


def _entry(row: Sequence[Any]) -> EntryRow:
    number, name, person, version, source, student, state, *rest = row
    return EntryRow(number, name, person, version, source, student, EntryState(state), *rest)


def _planned(row: Sequence[Any]) -> PlannedGame:
    key, first, second, opening, attempt, *numbers = row
    return PlannedGame(key, first, second, opening, attempt, (numbers[0], numbers[1]))


def _with_place(notes: Mapping[str, Any], where: str) -> dict[str, Any]:
    return {**notes, "where": where} if where else dict(notes)


def _json(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))

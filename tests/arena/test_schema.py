"""Databases of earlier versions are read; those of others are refused and stay as they are."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from inarow.arena.entries import REPLACED, EntryState
from inarow.arena.standings import status
from inarow.arena.store import Store
from inarow.errors import UserError
from small_event import ANN, BOB, small_event

# As version 0.3 made them.
TABLES_2 = """
CREATE TABLE event (format TEXT NOT NULL, made REAL NOT NULL, event TEXT NOT NULL);
CREATE TABLE entries (
  name TEXT PRIMARY KEY, number INTEGER NOT NULL, image TEXT NOT NULL, problem TEXT NOT NULL);
CREATE TABLE meetings (
  id INTEGER PRIMARY KEY, round INTEGER NOT NULL, stage TEXT NOT NULL, first TEXT NOT NULL,
  second TEXT, UNIQUE (round, stage, first, second));
CREATE TABLE games (
  key TEXT PRIMARY KEY, meeting INTEGER NOT NULL REFERENCES meetings (id),
  number INTEGER NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL, opening TEXT NOT NULL,
  state TEXT NOT NULL, owner TEXT, attempt INTEGER NOT NULL DEFAULT 1,
  winner INTEGER, termination TEXT, detail TEXT, ended REAL);
CREATE INDEX games_by_state ON games (state, meeting, number);
CREATE INDEX games_by_end ON games (ended);
CREATE INDEX games_disqualified ON games (termination) WHERE termination = 'DISQUALIFIED';
CREATE TABLE logs (key TEXT PRIMARY KEY, log TEXT NOT NULL, notes TEXT NOT NULL);
CREATE TABLE faults (
  key TEXT NOT NULL, entry TEXT NOT NULL, late INTEGER NOT NULL, invalid INTEGER NOT NULL,
  crashed INTEGER NOT NULL, PRIMARY KEY (key, entry));
CREATE TABLE voids (
  key TEXT NOT NULL, attempt INTEGER NOT NULL, detail TEXT, log TEXT, notes TEXT, ended REAL,
  PRIMARY KEY (key, attempt));
CREATE TABLE running (name TEXT PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE verdicts (name TEXT PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE notes (name TEXT PRIMARY KEY, data TEXT NOT NULL);
"""
CONDUCT_2 = {
    "no_answer": "silent",
    "extra_output": "chatty",
    "handshake_s": "patience_s",
    "draw_after_forfeits": "drawn_by_forfeits",
}
ROWS_2 = """
INSERT INTO entries SELECT name, seed, image, '' FROM now.entries;
INSERT INTO meetings SELECT p.id, round, stage, a.name, b.name FROM now.pairings AS p
  JOIN now.entries AS a ON a.id = first JOIN now.entries AS b ON b.id = second;
INSERT INTO games SELECT key, pairing, number, a.name, b.name, opening, g.state, NULL, attempt,
  winner, termination, detail, ended FROM now.games AS g
  JOIN now.entries AS a ON a.id = first JOIN now.entries AS b ON b.id = second;
INSERT INTO logs SELECT * FROM now.logs;
INSERT INTO faults SELECT key, name, late, invalid, crashed FROM now.faults
  JOIN now.games USING (key) JOIN now.entries ON id = CASE side WHEN 0 THEN first ELSE second END;
"""


def version_2(folder: Path) -> Path:
    """The small event as version 0.3 wrote it."""
    with small_event(folder) as store:
        specs = [
            {"name": row.name, "source": row.source, "id": "c1234567", "refused": ""}
            for row in store.entries()
        ]
        event = {**store.event().as_json(), "rounds": None, "best_of": 1, "finalists": 4}
        del event["anchor"]
        new_names = event.pop("conduct")
        event["conduct"] = {CONDUCT_2.get(name, name): value for name, value in new_names.items()}
    path = folder / "old.db"
    with sqlite3.connect(path, isolation_level=None) as db:
        db.executescript(TABLES_2)
        db.execute("ATTACH ? AS now", (str(folder / "cup.db"),))
        db.executescript(ROWS_2)
        text = json.dumps({**event, "entries": specs})
        db.execute("INSERT INTO event VALUES ('inarow arena 2', 1.5, ?)", (text,))
        db.execute("DETACH now")
    return path


def logs(store: Store) -> list[dict[str, Any]]:
    return [saved.as_json() for game in store.games() if (saved := store.log(game.key))]


def test_event_of_version_0_3_has_the_same_standings_games_and_logs(tmp_path: Path) -> None:
    path = version_2(tmp_path)
    for _ in range(2):
        with Store.open(path) as old, Store.open(tmp_path / "cup.db") as new:
            assert old.event() == new.event()
            assert asdict(status(old)) == asdict(status(new))
            assert old.games() == new.games() and old.pairings() == new.pairings()
            assert logs(old) == logs(new)
            assert {(row.id, row.state, row.since) for row in old.entries()} == {
                ("c1234567", EntryState.PLAYING, 1.5)
            }


def test_earlier_versions_and_disqualified_entries_of_version_0_3_keep_their_states(
    tmp_path: Path,
) -> None:
    path = version_2(tmp_path)
    with sqlite3.connect(path, isolation_level=None) as db:
        db.execute("INSERT INTO entries VALUES (?, 0, 'x', ?)", (f"{ANN} (version 1)", REPLACED))
        db.execute("UPDATE games SET termination = 'DISQUALIFIED' WHERE key = '1.1'")
    with Store.open(path) as store:
        rows = {row.name: row for row in store.entries()}
        old, new = rows[f"{ANN} (version 1)"], rows[ANN]
        assert (old.state, old.problem, old.version) == (EntryState.REPLACED, REPLACED, 1)
        assert (new.person, new.version, old.person, old.source) == (ANN, 2, ANN, "random")
        loser = store.games()[0].loser
        assert loser in (ANN, BOB) and rows[loser].problem == "disqualified"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("UPDATE event SET format = 'inarow arena 1'", "is of an old version of inarow: open it"),
        ("DELETE FROM event", "is of an old version"),
        ("PRAGMA user_version = 4", "is of a newer version of inarow: update inarow"),
        ("UPDATE event SET event = '{'", r"is damaged \(the event\)"),
        ("UPDATE event SET event = '{}'", r"is damaged \(the event\)"),
        ("UPDATE games SET first = 'nobody'", r"is damaged \(NOT NULL constraint failed"),
    ],
)
def test_database_that_cannot_be_read_stays_as_it_is(
    change: str, sentence: str, tmp_path: Path
) -> None:
    path = version_2(tmp_path)
    with sqlite3.connect(path, isolation_level=None) as db:
        db.execute(change)
        before = list(db.iterdump())
    with pytest.raises(UserError, match=sentence):
        Store.open(path)
    with sqlite3.connect(path) as db:
        assert list(db.iterdump()) == before


def test_database_of_version_0_3_that_cannot_be_written_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = version_2(tmp_path)
    monkeypatch.setattr("inarow.database._is_writable", lambda path: False)
    with pytest.raises(UserError, match="run inarow arena status on it once where it can be"):
        Store.open(path)

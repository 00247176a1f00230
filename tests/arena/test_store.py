"""The store never loses a game, and never has one twice."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from inarow.arena import leases
from inarow.arena.event import event_from_dict
from inarow.arena.pairing.format import Pairing
from inarow.arena.store import Store
from inarow.errors import UserError
from inarow.record import Record, Result, Termination
from inarow.referee.game_log import GameLog

EVENT = event_from_dict({"entries": ["level:1", "random"]})


def begun(path: Path) -> Store:
    store = Store(path / "cup.db")
    store.create(EVENT)
    store.set_entries([("a", "", ""), ("b", "", "")])
    return store


def change_lease(store: Store, column: str, value: object) -> None:
    """Makes the store's own lease look so."""
    query = f"UPDATE leases SET {column} = ? WHERE token = ?"
    assert store.rows("SELECT 1 FROM leases WHERE token = ?", (store.my_lease.token,))
    store.rows(query, (value, store.my_lease.token))


def ended(store: Store) -> str:
    """A process of this machine that is not there."""
    return f"{store.my_lease.row().process.rsplit('/', 2)[0]}/999999999/1"


def test_a_meeting_is_planned_once_with_colours_swapped(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        for _ in range(2):
            store.plan(Pairing(1, "a", "b"), ["44", "44", "12", "12"])
        pair = store.lease()
        assert [(g.key, g.first, g.second, g.opening) for g in pair] == [
            ("1.1", "a", "b", "44"),
            ("1.2", "b", "a", "44"),
        ]
        assert [game.key for game in store.lease()] == ["1.3", "1.4"]
        assert store.lease() == []
        assert store.counts() == {"leased": 4, "voided": 0}


def test_a_result_stands_and_is_counted_once(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        store.plan(Pairing(1, "a", "b"), ["", ""])
        store.lease()
        record = Record.parse("1212121").with_result(Result(1, Termination.LINE))
        log = GameLog(record, ()).as_json()
        assert store.finish("1.1", 1, "LINE", "", log, {}, {"b": (1, 2, 0)})
        assert not store.finish("1.1", 2, "TIME", "", {}, {}, {"b": (5, 5, 5)})
        assert [(game.key, game.winner) for game in store.games()] == [("1.1", 1)]
        saved = store.log("1.1")
        assert saved is not None and saved.as_json() == {**log, "notes": {}}
        assert store.log("1.2") is None
        assert store.faults() == {"b": (1, 2, 0)}


def test_leases_of_a_process_that_died_are_taken_back(tmp_path: Path) -> None:
    with begun(tmp_path) as store, Store(tmp_path / "cup.db") as other:
        store.plan(Pairing(1, "a", "b"), ["", ""])
        assert len(store.lease()) == 2
        assert other.lease() == []
        change_lease(store, "process", ended(store))
        assert len(other.lease()) == 2
        assert store.lease() == []
        other.release()
        assert other.counts()["waiting"] == 2


@pytest.mark.parametrize(
    ("column", "value", "taken"),
    [
        ("host", "renamed", 0),
        ("process", "another-machine/pid:[1]/17/4711", 0),
        ("process", "", 0),
        ("expires", time.time() - 1, 2),
        ("expires", time.time() + 1e6, 2),
    ],
    ids=["renamed", "another machine", "a copy", "expired", "another clock"],
)
def test_a_lease_holds_until_it_expires(
    column: str, value: object, taken: int, tmp_path: Path
) -> None:
    with begun(tmp_path) as store, Store(tmp_path / "cup.db") as other:
        store.plan(Pairing(1, "a", "b"), ["", ""])
        store.lease()
        change_lease(store, column, value)
        assert [run.token for run in other.other_runs()] == [store.my_lease.token][taken // 2 :]
        assert len(other.lease()) == taken
        assert store.finish("1.1", 1, "LINE", "", {}, {})  # late, and it counts once
        assert not other.finish("1.1", 2, "LINE", "", {}, {})


def test_a_lease_is_renewed_while_its_run_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "_RENEW_S", 0.01)
    with begun(tmp_path) as store:
        store.plan(Pairing(1, "a", "b"), ["", ""])
        store.lease()
        change_lease(store, "expires", 5.0)
        while store.rows("SELECT expires FROM leases") == [(5.0,)]:
            time.sleep(0.01)
        store.release()
        assert store.rows("SELECT * FROM leases") == []
        assert store.counts() == {"waiting": 2, "voided": 0}


def test_what_another_run_loses_meanwhile_is_taken_back_when_nothing_waits(tmp_path: Path) -> None:
    with begun(tmp_path) as store, Store(tmp_path / "cup.db") as other:
        store.plan(Pairing(1, "a", "b"), ["", "", "4", "4", "12", "12"])
        taken = [run.lease()[0].key for run in (store, other, store)]
        change_lease(other, "process", ended(other))
        taken.append(store.lease()[0].key)
        assert taken == ["1.1", "1.3", "1.5", "1.3"]
        assert store.lease() == []


def test_a_void_game_is_played_again_and_says_so(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        store.plan(Pairing(1, "a", "b"), [""])
        for attempt in (1, 2, 3):
            (game,) = store.lease()
            assert game.attempt == attempt
            assert store.void(game.key, attempt, "ours", {}, {}) == (attempt < 3)
        assert store.lease() == []
        assert store.counts() == {"void": 1, "voided": 3}


def test_games_of_those_who_are_out_are_dropped(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        store.plan(Pairing(1, "a", "b"), ["", ""])
        assert store.lease(out={"b"}) == []
        assert store.counts() == {"dropped": 2, "voided": 0}


def test_a_store_of_another_event_or_no_store_is_refused(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        store.create(EVENT)
        with pytest.raises(UserError, match="is of another event"):
            store.create(event_from_dict({"entries": ["level:2", "random"]}))
    with pytest.raises(UserError, match="is not there"):
        Store.open(tmp_path / "none.db")
    (tmp_path / "text.db").write_text("no database" * 1000)
    with pytest.raises(UserError, match="is not a database"):
        Store.open(tmp_path / "text.db")
    (tmp_path / "empty.db").touch()
    with pytest.raises(UserError, match="has no event"):
        Store.open(tmp_path / "empty.db")


def test_a_damaged_store_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with begun(tmp_path) as store:
        for number in range(200):
            store.plan(Pairing(number, "a", "b"), ["", ""])
    path = tmp_path / "cup.db"
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 8192] = b"\xff" * 8192
    path.write_bytes(data)
    with pytest.raises(UserError, match="is damaged"):
        Store(path)
    monkeypatch.setattr("inarow.arena.store.require_sound", lambda *_: None)  # damaged later
    with (
        Store(path) as store,
        pytest.raises(UserError, match=r"cannot be used: .*malformed"),
    ):
        for read in (store.games, store.open_games, store.meetings, store.counts, store.lease):
            read()
    path.write_bytes(data[:5000])
    with (
        pytest.raises(UserError, match=r"cannot be used|has no event"),
        Store.open(path) as store,
    ):
        store.lease()


def test_a_lost_store_of_an_earlier_version_is_refused(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        store._db.execute("UPDATE event SET format = 'inarow arena 1'")
    with pytest.raises(UserError, match="is of another version of inarow"):
        Store.open(tmp_path / "cup.db")


def test_who_was_disqualified_is_known_by_its_game(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        store.plan(Pairing(1, "a", "b"), ["", ""])
        assert store.disqualified() == set()
        store.lease()
        store.finish("1.1", 1, "DISQUALIFIED", "", {}, {})
        assert store.disqualified() == {"b"}
        store.finish("1.2", 1, "DISQUALIFIED", "", {}, {})
        assert store.disqualified() == {"a", "b"}

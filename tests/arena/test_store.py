"""The store never loses a game, and never has one twice."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from inarow.arena import leases
from inarow.arena.entries import EntrySpec, EntryState, read_entries
from inarow.arena.event import event_from_dict, tournament_from_dict
from inarow.arena.games import FinishedGame
from inarow.arena.pairing.format import Pairing
from inarow.arena.standings import disqualified
from inarow.arena.store import Store
from inarow.errors import UserError
from inarow.record import Record, Result, Termination
from inarow.referee.game_log import GameLog, SideStats
from small_event import new_store

DATA: dict[str, Any] = {
    "entries": [{"name": "a", "source": "level:1"}, {"name": "b", "source": "random"}]
}


def begun(path: Path) -> Store:
    return new_store(path / "cup.db", DATA)


LOG = GameLog(Record.parse("1212121").with_result(Result(1, Termination.LINE)), ())


def ended_game(
    key: str, winner: int, termination: str = "LINE", faults: tuple[int, int, int] = (0, 0, 0)
) -> FinishedGame:
    """A game that ended so, with faults of its second player."""
    game = FinishedGame.from_log(key, 1, LOG, {})
    stats = (SideStats(), SideStats(faults=faults))
    return game._replace(winner=winner, termination=termination, stats=stats)


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
        assert store.finish(ended_game("1.1", 1, faults=(1, 2, 0)), "here")
        assert not store.finish(ended_game("1.1", 2, "TIME", (5, 5, 5)))
        assert [(game.key, game.winner) for game in store.games()] == [("1.1", 1)]
        saved = store.log("1.1")
        assert saved is not None and saved.as_json() == {
            **LOG.as_json(),
            "notes": {"where": "here"},
        }
        assert store.log("1.2") is None
        assert store.faults() == {("1.1", "b"): (1, 2, 0)}


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
        assert store.finish(ended_game("1.1", 1))  # late, and it counts once
        assert not other.finish(ended_game("1.1", 2))


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
            assert store.void(game.key, attempt, "ours", None) == (attempt < 3)
        assert store.lease() == []
        assert store.counts() == {"void": 1, "voided": 3}


def test_games_of_those_who_are_out_are_dropped(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        store.plan(Pairing(1, "a", "b"), ["", ""])
        store.set_state("b", EntryState.WITHDRAWN, "by staff")
        assert store.lease() == []
        assert store.counts() == {"dropped": 2, "voided": 0}


def test_a_store_of_another_event_or_no_store_is_refused(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        event, specs = tournament_from_dict(DATA)
        store.create(event, specs)
        for other in (["level:2", "random"], [*DATA["entries"], "perfect"], DATA["entries"][:1]):
            with pytest.raises(UserError, match="is of another event"):
                store.create(event, read_entries(other))
        with pytest.raises(UserError, match="is of another event"):
            store.create(event_from_dict({"seed": 1}), specs)
        assert len(store.entries()) == 2
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
        for read in (store.games, store.open_games, store.pairings, store.counts, store.lease):
            read()
    path.write_bytes(data[:5000])
    with (
        pytest.raises(UserError, match=r"cannot be used|has no event"),
        Store.open(path) as store,
    ):
        store.lease()


def test_who_was_disqualified_is_known_by_its_game(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        store.plan(Pairing(1, "a", "b"), ["", ""])
        assert disqualified(store.entries()) == set()
        store.lease()
        store.finish(ended_game("1.1", 1, "DISQUALIFIED"))
        assert disqualified(store.entries()) == {"b"}
        store.finish(ended_game("1.2", 1, "DISQUALIFIED"))
        assert disqualified(store.entries()) == {"a", "b"}


def test_new_version_of_an_entry_takes_its_name_and_leaves_it_its_games(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        store.plan(Pairing(1, "a", "b"), ["", ""])
        store.lease()
        store.finish(ended_game("1.1", 1))
        first = store.entry("a")
        store.rows(
            "INSERT INTO entries SELECT 9, 'a (version 1)', 'x', 1, 9, source, student,"
            " state, reason, image, since FROM entries WHERE name = 'a'"
        )
        second = store.enter(EntrySpec("a", "level:2"))
        assert first is not None and second.state is EntryState.ENTERED
        assert (second.person, second.version, first.version) == ("a", 2, 1)
        names = {row.number: row.name for row in store.entries()}
        assert (names[first.number], names[second.number]) == ("a (version 2)", "a")
        assert [(game.first, game.second) for game in store.games()] == [("a (version 2)", "b")]
        assert store.games_of("a") == 0 and store.games_of("a (version 2)") == 1
        assert list(names.values()) == ["a (version 2)", "a", "b", "a (version 1)"]

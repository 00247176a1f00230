"""A machine that stalls, or on which programs are late, is found by comparing it with the others,
and only so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from in_this_process import OneByOne
from inarow.arena.builds import build_entries
from inarow.arena.event import tournament_from_dict
from inarow.arena.games import LiveGame
from inarow.arena.machines import (
    MachineRow,
    Machines,
    StoredMachines,
    machine_of,
    stats_by_entry,
)
from inarow.arena.scheduler import play_event
from inarow.arena.store import Store
from inarow.executor import Task, TaskResult
from inarow.players.seat import ForfeitError
from inarow.record import Record, Termination
from inarow.referee.game_log import GameLog, SideStats, Turn
from two_machines import GAMES, QUICK, SLOW, end_game, two_machines


def stats(wall_ms: float, stall_ms: float, late: bool = False) -> dict[str, SideStats]:
    return {"p": SideStats(1, int(late), wall_ms, stall_ms)}


def played(**machines: tuple[int, float]) -> Machines:
    """So many games on each machine, with a share of stall."""
    found = Machines()
    for name, (games, share) in machines.items():
        for number in range(games):
            found.note(f"{name}, worker {number % 2 + 1}", stats(1000, 1000 * share, number == 0))
    return found


def test_one_that_stalls_is_named_with_what_was_seen() -> None:
    found = played(slow=(6, 0.5), quick=(6, 0.05))
    why = "programs waited for a core 50% of their time there, 5% elsewhere, and were late 1 times"
    assert found.stalling() == {"slow": why}
    assert machine_of("vm 0123, worker 2") == "vm 0123"


def test_of_many_machines_all_that_stall_are_named() -> None:
    found = played(slow=(6, 0.5), quick=(60, 0.01), slower=(6, 0.6))
    assert list(found.stalling()) == ["slow", "slower"]


def test_too_few_games_tell_nothing() -> None:
    assert played(slow=(5, 0.9), quick=(6, 0.0)).stalling() == {}
    assert played(slow=(6, 0.9), quick=(5, 0.0)).stalling() == {}


@given(st.floats(0, 1), st.integers(1, 4))
def test_machines_that_are_alike_all_stay(share: float, machines: int) -> None:
    alike = {f"m{number}": (8, share) for number in range(machines)}
    assert played(**alike).stalling() == {}


def games(found: Machines, where: str, entry: str, number: int, late: int) -> None:
    """So many games of ten moves by one program, so many of them late."""
    for _ in range(number):
        found.note(where, {entry: SideStats(10, late)})


def test_one_on_which_the_same_programs_are_late_is_named_with_what_was_seen() -> None:
    found = Machines()
    for entry in ("ann", "bob"):
        games(found, "slow, worker 1", entry, 4, late=3)
        games(found, "quick, worker 1", entry, 4, late=1)
        games(found, "other, worker 1", entry, 4, late=0)
    words = "24 of 80 moves were late there, and 4.0 of as many by the same programs elsewhere"
    assert found.often_late() == {"slow": words}
    assert [(row.machine, row.late_share, row.remark) for row in found.rows({})] == [
        ("other", 0.0, ""),
        ("quick", 0.1, ""),
        ("slow", 0.3, words),
    ]


def test_a_program_that_is_always_late_is_no_fault_of_the_machine_it_plays_on() -> None:
    found = Machines()
    games(found, "one", "hopeless", 20, late=9)
    games(found, "one", "brisk", 5, late=0)
    games(found, "two", "hopeless", 2, late=9)
    games(found, "two", "brisk", 40, late=0)
    games(found, "one", "only here", 9, late=10)
    assert found.often_late() == {}
    shares = {row.machine: row.late_share for row in found.rows({})}
    assert shares["one"] > 5 * shares["two"]


def test_few_games_and_chance_name_nobody() -> None:
    few = Machines()
    games(few, "slow", "ann", 5, late=10)
    games(few, "quick", "ann", 50, late=0)
    assert few.often_late() == {}
    chance = Machines()
    games(chance, "unlucky", "ann", 2, late=2)
    games(chance, "unlucky", "ann", 18, late=0)
    games(chance, "lucky", "ann", 20, late=0)
    assert chance.often_late() == {}


@given(st.integers(1, 4), st.lists(st.integers(0, 10), min_size=1, max_size=4))
def test_machines_that_are_alike_are_all_in_time(machines: int, late: list[int]) -> None:
    found = Machines()
    for number in range(machines):
        for entry, each in enumerate(late):
            games(found, f"m{number}", f"entry {entry}", 6, each)
    assert found.often_late() == {}


def test_a_move_that_was_asked_for_again_was_late_once() -> None:
    found = Machines()
    late = ForfeitError(Termination.TIME, "was late")
    crash = ForfeitError(Termination.CRASH, "crashed")
    turns = (
        Turn(1, (), 5, None, fault=late, earlier=(late, late)),
        Turn(0, (3,), 5, None, earlier=(late, late)),
        Turn(0, (), 5, None, fault=crash),
    )
    record = Record.parse("4").with_players("a", "b")
    found.note("m", stats_by_entry(GameLog(record, turns)), void=True)
    (row,) = found.rows({"m": 2, "new": 1})[:1]
    assert (row.games, row.void, row.running, row.moves, row.late) == (1, 1, 2, 3, 2)


def test_the_table_of_a_store_has_every_play_once(tmp_path: Path) -> None:
    with two_machines(tmp_path) as store:
        table = StoredMachines(store)
        quick, slow = table.rows()
        assert (quick.machine, quick.games, quick.void, quick.moves) == (QUICK, 8, 0, 56)
        assert (slow.machine, slow.games, slow.void, slow.moves) == (SLOW, 7, 1, 42)
        assert (quick.late, slow.late) == (0, 12)
        assert slow.remark.startswith("12 of 42 moves were late there, and 0.0 of as many")
        assert not quick.remark and 0 < slow.stall_ms < 100
        assert table.rows() == [quick, slow]
        (game, _) = store.lease()
        store.save_live(LiveGame(game.key, (3,), (20.0,), f"{SLOW}, worker 2"))
        assert [row.running for row in table.rows()] == [0, 1]
        end_game(store, GAMES - 2)
        assert [(row.games, row.running) for row in table.rows()] == [(8, 0), (8, 0)]
        assert table.rows() == StoredMachines(store).rows()


class TwoNodes(OneByOne):
    """An executor that plays in this process, and says in turn that it was one node or another."""

    remote, width, ahead = False, 2, 2

    def __init__(self, store: Store) -> None:
        self.store = store
        self.waiting: list[tuple[str, Task]] = []
        self.handed_out = 0
        self.seen: list[list[MachineRow]] = []

    def submit(self, key: str, task: Task) -> None:
        self.waiting.append((key, task))

    def results(self) -> Iterator[TaskResult]:
        if not self.waiting:
            return
        key, task = self.waiting.pop(0)
        where = f"node {self.handed_out % 2}, worker 1"
        self.handed_out += 1
        yield TaskResult(
            key, LiveGame(task.arguments[0].games[0].key, (4,), (1.0,)), None, where, False
        )
        self.seen.append(StoredMachines(self.store).rows())
        for value in task.run():
            yield TaskResult(key, value, None, where, last=False)
        yield TaskResult(key, None, None, where)

    def cancel(self, key: str) -> None:
        return

    def drain(self, machine: str, why: str) -> None:
        raise AssertionError(f"{machine} {why}")

    def close(self) -> None:
        return


def test_a_store_says_where_games_run_and_were_played(tmp_path: Path) -> None:
    entries = [{"name": name, "source": "random"} for name in "ab"]
    data = {"game": "tictactoe", "games": 8, "entries": entries}
    event, specs = tournament_from_dict(data)
    with Store(tmp_path / "cup.db") as store:
        store.create(event, specs)
        nodes = TwoNodes(store)
        play_event(store, build_entries(event, specs), nodes)
        rows = StoredMachines(store).rows()
    assert [(row.machine, row.games, row.running) for row in rows] == [
        ("node 0", 4, 0),
        ("node 1", 4, 0),
    ]
    seen = [[(row.machine, row.games, row.running) for row in each] for each in nodes.seen]
    assert seen == [
        [("node 0", 0, 1)],
        [("node 0", 2, 0), ("node 1", 0, 1)],
        [("node 0", 2, 1), ("node 1", 2, 0)],
        [("node 0", 4, 0), ("node 1", 2, 1)],
    ]


def test_a_game_that_is_begun_anew_is_not_shown_where_it_was(tmp_path: Path) -> None:
    with two_machines(tmp_path) as store:
        (game, _) = store.lease()
        store.save_live(LiveGame(game.key, (3,), (20.0,), f"{SLOW}, worker 2"))
        assert store.void(game.key, game.attempt, "the node has gone", None, SLOW)
        assert [again.attempt for again in store.lease()] == [2]
        assert store.live_games() == {}

"""A ladder checks, places and ranks versions of programs that come and go."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from in_this_process import InThisProcess
from inarow.arena.builds import build_entries
from inarow.arena.entries import REPLACED, EntryRow, EntrySpec, EntryState
from inarow.arena.event import event_from_dict
from inarow.arena.games import FinishedGame
from inarow.arena.pairing.format import Pairing, PairingResult, View
from inarow.arena.pairing.ladder import CHECKER, Ladder
from inarow.arena.ratings import Rating
from inarow.arena.scheduler import plan, play_event
from inarow.arena.standings import status
from inarow.arena.store import Store
from inarow.record import Record, Result, Termination
from inarow.referee.game_log import GameLog, SideStats

FIXED = ("random", "level:2", "level:4")
STRENGTH = {"random": -3.0, "level:2": -1.0, "level:4": 0.0, "ann": 2.0, "bob": 0.5, "carl": -2.0}
"""In units of the model: 174 Elo each."""
WON = GameLog(Record.parse("1212121").with_result(Result(1, Termination.LINE)), ())
ERRORS = SideStats(faults=(0, 1, 0)), SideStats(faults=(0, 0, 1))


def ladder(path: Path, *people: str) -> Store:
    store = Store(path / "ladder.db")
    event = event_from_dict({"format": "ladder", "anchor": "level:4"})
    store.create(event, [EntrySpec(name, name) for name in FIXED])
    for name in (*FIXED, *people):
        if name in people:
            store.enter(EntrySpec(name, f"{name}.zip"))
        store.set_state(name, EntryState.PLAYING)
    return store


def finish(
    store: Store, key: str, winner: int, how: str = "LINE", side: int = -1, crashed: bool = False
) -> None:
    """Ends a game; one side made an error in it, if any is named."""
    stats = [SideStats(), SideStats()]
    if side >= 0:
        stats[side] = ERRORS[crashed]
    game = FinishedGame.from_log(key, 1, WON, {})
    store.finish(game._replace(winner=winner, termination=how, stats=(stats[0], stats[1])))


def by_strength(store: Store, rng: random.Random) -> list[tuple[str, str]]:
    """Plays all games that are planned, by the strengths; the pairs of their pairings."""
    pairs = []
    while games := store.lease():
        for game in games:
            one, other = STRENGTH[game.first.split()[0]], STRENGTH[game.second.split()[0]]
            wins = rng.random() < 1 / (1 + 2.718 ** (other - one))
            finish(store, game.key, 1 if wins else 2)
        pairs.append((games[0].first, games[0].second))
    return pairs


def test_newcomer_is_checked_then_placed_against_five_others(tmp_path: Path) -> None:
    rng = random.Random(1)
    with ladder(tmp_path, "ann", "bob", "carl") as store:
        met: dict[str, list[str]] = {"ann": [], "bob": [], "carl": []}
        for _ in range(24):
            assert plan(store, 2) <= 2
            pairs = by_strength(store, rng)
            busy = Counter(name for pair in pairs for name in pair if name not in FIXED)
            assert max(busy.values()) == 1  # one pairing of a person at a time
            for first, second in pairs:
                assert not {first, second} <= set(FIXED)
                for one, other in ((first, second), (second, first)):
                    if one in met:
                        met[one].append(other)
        for opponents in met.values():
            assert opponents[0] == CHECKER and CHECKER not in opponents[1:]
            placed = opponents[1:6]
            assert len(placed) == 5 and len(set(placed)) >= min(4, len(set(opponents[1:])))
        rows = {row.entry: row for row in status(store).standings}
        assert (rows["level:4"].rating_low, rows["level:4"].rating_high) == (0, 0)
        assert rows["ann"].rank == 1 and rows["ann"].rating > rows["bob"].rating
        assert rows["bob"].rating > rows["carl"].rating
        starts = Counter(game.first for game in store.games())
        for name in met:
            games = sum(name in (game.first, game.second) for game in store.games())
            assert 2 * starts[name] == games  # both colours of each pairing


def test_program_in_a_folder_of_its_own_name_is_no_fixed_opponent(tmp_path: Path) -> None:
    with ladder(tmp_path) as store:
        store.create(store.event(), [EntrySpec("ann", "ann")])
        assert plan(store, 4) == 0  # it is not built yet
        store.set_state("ann", EntryState.PLAYING)
        assert plan(store, 4) == 1
        assert {game.first for game in store.open_games()} == {"ann", CHECKER}


def test_newcomer_may_enter_while_the_others_play(tmp_path: Path) -> None:
    rng = random.Random(2)
    with ladder(tmp_path, "ann", "bob") as store:
        for _ in range(5):
            plan(store, 1)
            by_strength(store, rng)
        plan(store, 1)
        (running, _) = store.lease()
        store.create(store.event(), [EntrySpec("carl", "carl.zip")])
        store.set_state("carl", EntryState.PLAYING)
        assert plan(store, 4) >= 1  # nothing waits for the game that is under way
        pairs = {frozenset((game.first, game.second)) for game in store.open_games()}
        assert frozenset(("carl", CHECKER)) in pairs
        for game in store.open_games():
            if not game.key.startswith(running.key.partition(".")[0] + "."):
                assert not {running.first, running.second} - set(FIXED) & {game.first, game.second}


def test_new_version_replaces_the_one_before_when_it_has_passed_its_check(tmp_path: Path) -> None:
    rng = random.Random(3)
    with ladder(tmp_path, "ann", "bob") as store:
        for _ in range(12):
            plan(store, 2)
            by_strength(store, rng)
        old = store.entry("ann")
        assert old is not None
        store.enter(EntrySpec("ann", "ann-2.zip"))
        store.set_state("ann", EntryState.PLAYING)
        plan(store, 1)
        assert {(game.first, game.second) for game in store.open_games()} == {
            ("ann", CHECKER),
            (CHECKER, "ann"),
        }
        states = {row.number: row for row in store.entries()}
        assert states[old.number].playing and states[old.number].name == "ann (version 1)"
        by_strength(store, rng)
        plan(store, 1)
        states = {row.number: row for row in store.entries()}
        assert states[old.number].state is EntryState.REPLACED
        assert states[old.number].problem == REPLACED
        played = {name for game in store.open_games() for name in (game.first, game.second)}
        assert "ann (version 1)" not in played
        rows = {row.entry: row for row in status(store).standings}
        assert rows["ann (version 1)"].rating != 0 and rows["ann"].problem == ""


@pytest.mark.parametrize(
    ("crashed", "reason"), [(False, "gave no valid answer in game 1.1"), (True, "crashed in game")]
)
def test_version_that_fails_its_check_is_taken_out_with_the_reason(
    crashed: bool, reason: str, tmp_path: Path
) -> None:
    with ladder(tmp_path, "ann") as store:
        plan(store, 1)
        first, _ = store.lease()
        assert {first.first, first.second} == {"ann", CHECKER}
        finish(store, "1.1", 1, side=(first.first, first.second).index("ann"), crashed=crashed)
        finish(store, "1.2", 1)
        assert plan(store, 4) == 0
        ann = store.entry("ann")
        assert ann is not None and ann.state is EntryState.WITHDRAWN and reason in ann.problem
        assert status(store).standings[-1].problem == ann.reason


def test_entry_that_crashes_in_three_games_in_a_row_is_paused(tmp_path: Path) -> None:
    with ladder(tmp_path, "ann") as store:
        keys: list[str] = []
        for _ in range(3):  # the check, then two pairings
            plan(store, 1)
            for game in store.lease():
                winner = 2 if game.first == "ann" else 1
                late = len(keys) >= 3
                finish(store, game.key, winner, "TIME" if late else "LINE")
                keys.append(game.key)
        ann = store.entry("ann")
        assert ann is not None and ann.playing
        assert plan(store, 4) == 0
        ann = store.entry("ann")
        assert ann is not None and ann.state is EntryState.PAUSED
        assert ann.problem == "timed out or crashed in 3 games in a row"


def row(number: int, name: str, person: str, version: int = 1) -> EntryRow:
    source = name if name in FIXED else f"{name}.zip"
    return EntryRow(number, name, person, version, source, "", EntryState.PLAYING, "", "", 0.0)


def test_placements_of_a_person_begin_20_minutes_apart() -> None:
    rows = [row(1, CHECKER, CHECKER), row(2, "level:4", "level:4")]
    rows += [row(3, "ann (version 1)", "ann"), row(4, "ann", "ann", 2)]

    def result(number: int, first: str, second: str, ended: float) -> PairingResult:
        return PairingResult(Pairing(number, first, second), 1, 1, ended)

    played = [
        result(1, "ann (version 1)", CHECKER, 100),
        result(2, "ann (version 1)", "level:4", 200),  # its placement began
        result(3, "ann", CHECKER, 300),
    ]
    names = [entry.name for entry in rows if entry.name != "ann (version 1)"]
    for now_s, pairs in ((1399.0, []), (1400.0, [{"ann", "level:4"}])):
        view = View(names, played, rows={entry.name: entry for entry in rows}, now_s=now_s)
        found = Ladder().next(view, 3)
        assert [{pairing.first, pairing.second} for pairing in found] == pairs


def test_pairing_that_tells_most_is_named_first() -> None:
    rng = random.Random(4)
    names = ["ann", *(f"p{number}" for number in range(8))]
    rows = {name: row(number, name, name) for number, name in enumerate(names)}
    for _ in range(50):
        elo = {name: rng.uniform(-600, 600) for name in names}
        width = {name: rng.uniform(20, 300) for name in names}
        ratings = {
            name: Rating(name, elo[name], elo[name] - width[name], elo[name] + width[name], 1, 9)
            for name in names
        }

        def information(other: str) -> float:
            p = 1 / (1 + 10 ** ((elo[other] - elo["ann"]) / 400))  # noqa: B023 (called here)
            return p * (1 - p) * (width["ann"] ** 2 + width[other] ** 2)  # noqa: B023

        best = max(names[1:], key=information)
        view = View(names, rows=rows, ratings=lambda: ratings)  # noqa: B023
        (found,) = Ladder().next(view, 1)
        assert {found.first, found.second} == {"ann", best}


def test_ladder_of_so_many_rounds_ends_and_goes_on_for_newcomers(tmp_path: Path) -> None:
    event = event_from_dict({"game": "tictactoe", "format": "ladder", "rounds": 3})
    people = [EntrySpec(name, "level:1") for name in ("ann", "bob")]
    specs = [*(EntrySpec(name, name) for name in ("random", "level:2")), *people]
    for expected in (12, 18):
        with Store(tmp_path / "x.db") as store, InThisProcess() as executor:
            store.create(event, specs)
            play_event(store, build_entries(event, specs), executor)
            found = status(store)
            assert found.done == found.total
            games = Counter(name for game in store.games() for name in (game.first, game.second))
            assert all(games[spec.name] >= 6 for spec in specs[2:]) and found.done <= expected
        specs.append(EntrySpec("carl", "level:1"))
    assert games["carl"] >= 6

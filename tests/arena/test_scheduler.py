"""Events are played to their end, whatever stops them on the way."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from in_this_process import InThisProcess
from inarow.arena.builds import build_entries
from inarow.arena.event import event_from_dict, tournament_from_dict
from inarow.arena.games import LiveGame
from inarow.arena.openings import balanced, openings_for
from inarow.arena.pairing.format import Pairing
from inarow.arena.scheduler import play_event
from inarow.arena.standings import Status, status
from inarow.arena.store import Store
from inarow.errors import UserError
from inarow.executor import LocalExecutor
from inarow.game import GAMES
from small_event import new_store

pytestmark = pytest.mark.process


def small(**changes: Any) -> dict[str, Any]:
    entries = [{"name": name, "source": "random"} for name in "abcd"]
    return {"game": "tictactoe", "entries": entries, **changes}


def played(data: dict[str, Any], path: Path, jobs: int = 0) -> tuple[Status, Store]:
    """By so many workers, or here."""
    event, specs = tournament_from_dict(data)
    store = Store(path / "cup.db")
    store.create(event, specs)
    with LocalExecutor(jobs) if jobs else InThisProcess() as executor:
        play_event(store, build_entries(event, specs), executor, jobs=jobs or 1)
    return status(store), store


@pytest.mark.parametrize(
    "options, games",
    [
        ({}, 12),
        ({"format": "gauntlet"}, 6),
        ({"format": "swiss", "rounds": 2}, 8),
        ({"format": "swiss-final", "rounds": 2, "finalists": 2}, None),
        ({"format": "knockout"}, None),
    ],
    ids=["round-robin", "gauntlet", "swiss", "swiss-final", "knockout"],
)
def test_every_format_is_played_to_its_end(
    options: dict[str, Any], games: int | None, tmp_path: Path
) -> None:
    found, store = played(small(**options), tmp_path)
    assert found.done == found.total and found.void == 0
    assert games is None or found.done == games
    assert sum(row.points for row in found.standings) == found.done
    for row in found.standings:
        assert row.rank_low <= row.rank_high and row.rating_low < row.rating_high
        assert row.wins + 0.5 * row.draws == row.points
    again, _ = played(small(**options), tmp_path)
    assert again == found
    store.close()


def test_the_same_seed_plays_the_same_games(tmp_path: Path) -> None:
    logs = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        _, store = played(small(seed=7), folder, jobs=number)
        with store:
            moves = {game.key: store.log(game.key) for game in store.games()}
            logs.append({key: saved.log.record.moves for key, saved in moves.items() if saved})
    assert logs[0] == logs[1]


RUN = """
import sys
from inarow.cli import main
sys.exit(main(["arena", "run", *sys.argv[1:]]))
"""


def test_after_any_kill_the_same_command_goes_on(tmp_path: Path) -> None:
    entries = [f"level:{number}" for number in (1, 2, 3, 4, 5, 6)]
    argv = [sys.executable, "-c", RUN, *entries, "--store", str(tmp_path / "cup.db"), "--jobs", "2"]
    rng = random.Random(3)
    for _ in range(4):
        with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            time.sleep(rng.uniform(0.2, 1.5))
            process.send_signal(rng.choice((signal.SIGKILL, signal.SIGINT)))
            process.communicate()
    done = subprocess.run([*argv, "--json"], capture_output=True, check=True)
    found = json.loads(done.stdout)
    assert (found["done"], found["total"]) == (30, 30)
    with Store.open(tmp_path / "cup.db") as store:
        pairs = [(game.first, game.second) for game in store.games()]
    assert len(pairs) == len(set(pairs)) == 30


PROGRAM = """
import sys
{body}
"""
MOVES = """
state, player = sys.argv[1:3]
print(next(c for c in {order} if state.split(",")[5][c] == "."))
"""


@pytest.mark.sandbox
def test_programs_play_by_the_rules_of_their_course(tmp_path: Path) -> None:
    bodies = {
        "left": MOVES.format(order="range(7)"),
        "right": MOVES.format(order="reversed(range(7))"),
        "chatty": "print(3); print('I win')",
        "crashing": "raise SystemExit(3)",
    }
    for name, body in bodies.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "ConnectFour.py").write_text(PROGRAM.format(body=body))
    (tmp_path / "broken.py").write_text("print(")
    sources = [str(tmp_path / name) for name in bodies] + [str(tmp_path / "broken.py")]
    entries = [{"name": Path(source).stem, "source": source} for source in sources]
    data = {"course": "comp3308", "entries": entries, "conduct": {"turn_ms": 20_000}}
    found, store = played(data, tmp_path)
    rows = {row.entry: row for row in found.standings}
    assert found.done == 12
    assert rows["left"].points == rows["right"].points == 5
    assert rows["chatty"].invalid >= 6 and rows["crashing"].crashed >= 6
    assert rows["broken"].problem.startswith("COMPILE_ERROR") or rows["broken"].problem
    assert rows["broken"].rank == 5
    drawn = [game for game in store.games() if game.termination == "FORFEITS"]
    assert {frozenset((game.first, game.second)) for game in drawn} == {
        frozenset(("chatty", "crashing"))
    }
    saved = store.log(drawn[0].key)
    assert saved is not None and saved.notes["tier"] in (1, 2)
    assert any(b"I win" in fault.raw for turn in saved.log.turns for fault in turn.faults)
    store.close()


def test_balanced_openings_are_even_and_swapped() -> None:
    event = event_from_dict({"openings": "balanced:4"})
    lines = openings_for(event).lines(4, random.Random(1))
    assert lines[0] == lines[1] and lines[2] == lines[3] and len(lines[0]) == 4
    assert balanced(GAMES["connect4"], 4, random.Random(2)) == balanced(
        GAMES["connect4"], 4, random.Random(2)
    )


def test_a_file_of_openings_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_text("# even\n4444\n\n12\n")
    event = event_from_dict({"openings": str(file)})
    assert set(openings_for(event).fixed) == {"4444", "12"}
    for text, sentence in (
        ("", "has no line"),
        ("# even\n1212121", "lines', line 2, '1212121' ends the game"),
        ("44\n\n12x\n", "lines', line 3, '12x': column 'x' must be 1 to 7"),
    ):
        file.write_text(text)
        with pytest.raises(UserError, match=sentence):
            openings_for(event)


def test_two_runs_share_one_store(tmp_path: Path) -> None:
    entries = [f"level:{number}" for number in (1, 2, 3, 4, 5)]
    store = str(tmp_path / "cup.db")
    argv = [sys.executable, "-c", RUN, *entries, "--store", store, "--rounds", "2", "--json"]
    with (
        subprocess.Popen([*argv, "--jobs", "1"], stdout=subprocess.PIPE) as one,
        subprocess.Popen([*argv, "--jobs", "2"], stdout=subprocess.PIPE) as other,
    ):
        said = [process.communicate()[0] for process in (one, other)]
    for text in said:
        found = json.loads(text)
        assert (found["done"], found["total"], found["void"]) == (40, 40, 0)
    with Store.open(tmp_path / "cup.db") as played:
        keys = [game.key for game in played.games()]
        logs = [played.log(key) for key in keys]
    assert len(set(keys)) == 40 and all(logs)


def test_games_of_a_killed_run_are_not_shown_as_running(tmp_path: Path) -> None:
    with new_store(tmp_path / "cup.db", small()) as store:
        store.plan(Pairing(1, "a", "b"), ["", ""])
        (game, _) = store.lease()
        live = LiveGame(game.key, (4,), (1.0,), "here")
        store.save_live(live)
        assert store.live_games() == {game.key: live}
        with sqlite3.connect(tmp_path / "cup.db") as db:
            db.execute("UPDATE leases SET expires = 0")
        assert store.live_games() == {}

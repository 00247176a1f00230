"""An event that cannot be played says so: our own errors never pass for results."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from in_this_process import InThisProcess
from inarow.arena.builds import build_entries
from inarow.arena.event import tournament_from_dict
from inarow.arena.pairing.format import Pairing
from inarow.arena.scheduler import play_event
from inarow.arena.store import Store
from inarow.cli import main
from inarow.errors import UserError
from inarow.executor import Task, TaskError, TaskResult, WorkerLostError
from small_event import small_event

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("one_process")]

LEFT = "import sys\nprint(sys.argv[1].split(',')[5].index('.'))\n"


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("p").mkdir()
    Path("p/ConnectFour.py").write_text(LEFT)
    return "p"


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "arena run p random --set adapter=gomocup --game connect4",
            "inarow arena run: entry 'p' cannot play connect4 with adapter 'gomocup': ",
        ),
        (
            "arena run p p random --set adapter=engine --game gomoku",
            "entry 'p' and 1 other cannot play gomoku with adapter 'engine': ",
        ),
        ("match p random --set adapter=gomocup --game connect4", "entry 'A' cannot play connect4"),
        (
            "arena run --course comp3308 --set options.depth=5 p level:1",
            "adapter 'argv' has no option 'depth': it applies to files and interactive",
        ),
        ("arena run --course cse440 --set options.depth=0 p random", "depth is 0, expected 1 to"),
        ("match random level:1 --games 0", "--games is 0, expected an even number from 2 to 2000"),
        ("match random level:1 --games -2", "--games is -2, expected"),
        ("match random level:1 --games 2002", "--games is 2002, expected"),
        ("match random level:1 --move-time 0ms", "'0ms' is no time"),
        ("match random level:1 --sprt 0 7000", "7000 Elo, expected -2000 to 2000"),
        ("match random level:1 --sprt 0 inf", "inf Elo, expected"),
        ("match random level:1 --sprt 0 1e-320", "must be below the second"),
        ("arena run random level:1 --openings o.txt", "openings 'o.txt', line 2, '12x': "),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(
    words: str, sentence: str, program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("o.txt").write_text("44\n12x\n")
    if "cse440" in words:
        Path("p/maxconnect4.py").write_text("")
        Path("p/ConnectFour.py").unlink()
    assert main(words.split()) == 2
    said = capsys.readouterr()
    assert sentence in said.err and said.err.count("\n") == 1 and "games" not in said.out
    for path in Path().glob("*.db"):
        with Store(path) as store:
            assert store.counts() == {"voided": 0}


def test_extremes_of_the_sequential_test_end_in_an_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = "match level:2 random --game tictactoe --openings none --games 4 --sprt"
    for elos in (("-2000", "2000"), ("1999", "2000"), ("0", "0.1")):
        assert main([*words.split(), *elos]) == 0
        assert "log-likelihood ratio" in capsys.readouterr().out


class Failing(InThisProcess):
    """Where every task ends with an error."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._error = error
        self._keys: list[str] = []

    def submit(self, key: str, task: Task) -> None:
        self._keys.append(key)

    def results(self) -> Iterator[TaskResult]:
        while self._keys:
            yield TaskResult(self._keys.pop(), None, self._error, "here, worker 1")


@pytest.mark.parametrize(
    ("error", "counts"),
    [
        (UserError("no such opening"), None),
        (TaskError("Traceback: a bug"), None),
        (WorkerLostError("its worker was killed"), {"void": 2, "voided": 6}),
    ],
)
def test_only_a_lost_worker_makes_a_game_void(
    error: Exception, counts: dict[str, int] | None, tmp_path: Path
) -> None:
    event, specs = tournament_from_dict({"game": "tictactoe", "entries": ["random", "level:1"]})
    with Store(tmp_path / "cup.db") as store, Failing(error) as executor:
        store.create(event, specs)
        with nullcontext() if counts else pytest.raises(type(error), match=str(error)):
            play_event(store, build_entries(event, specs), executor)
        assert store.counts() == (counts or {"waiting": 2, "voided": 0})


def test_games_that_stay_void_are_listed_with_their_reasons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_event(tmp_path) as store:
        store.plan(Pairing(2, "carol", "level:4"), [""])
        for attempt in (1, 2, 3):
            store.lease()
            store.void("4.1", attempt, "the sandbox \x1b[31m failed", None)
    db = str(tmp_path / "cup.db")
    for action in ("status",):
        assert main(["arena", action, db]) == 1
        said = capsys.readouterr().out
        line = "game 4.1 (carol - level:4) could not be played: the sandbox \\x1b[31m failed\n"
        assert said.startswith("6 of 7 games, 3 void\n") and line in said
    assert main(["arena", "status", db, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["void_games"] == [
        {
            "game": "4.1",
            "first": "carol",
            "second": "level:4",
            "reason": "the sandbox \x1b[31m failed",
        }
    ]


def test_entry_that_played_and_now_has_a_problem_keeps_its_rating(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_event(tmp_path) as store:
        store.rows("UPDATE entries SET state = 'refused', reason = 'gone' WHERE name = 'carol'")
    assert main(["arena", "status", str(tmp_path / "cup.db"), "--json"]) == 0
    rows = {row["entry"]: row for row in json.loads(capsys.readouterr().out)["standings"]}
    assert rows["carol"]["problem"] == "gone" and rows["carol"]["rating"] != 0


def test_status_shows_what_the_first_move_is_worth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_event(tmp_path):
        pass
    db = str(tmp_path / "cup.db")
    assert main(["arena", "status", db, "--json"]) == 0
    edge = json.loads(capsys.readouterr().out)["first_mover"]
    assert edge["low"] < edge["elo"] < edge["high"] and 0 < edge["draw_rate"] < 1
    assert main(["arena", "status", db]) == 0
    line = f"moving first is worth {edge['elo']:+.0f} Elo, between {edge['low']:+.0f} and"
    assert line in capsys.readouterr().out

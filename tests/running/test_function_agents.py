"""Functions in Python as players: found, loaded and called as Kaggle's ConnectX does."""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from inarow import Position, game_named
from inarow.arena.store import Store
from inarow.cli import main
from inarow.running.seats.function_host import Struct, call, load
from inarow.running.seats.functions import call_arguments, split_function

pytestmark = [pytest.mark.process, pytest.mark.sandbox, pytest.mark.usefixtures("one_process")]

FIRST_OPEN = """
from random import choice

class Helper:
    pass

def other(observation):
    raise RuntimeError("not this one")

def my_agent(observation, configuration):
    print("thinking")
    assert observation.board is observation["board"]
    assert len(observation.board) == configuration.rows * configuration["columns"]
    assert observation.mark == 1 + observation.step % 2 and configuration.inarow == 4
    assert observation.get("remainingOverageTime") == 0 and configuration.actTimeout == 20
    assert configuration.timeout == 20 and not hasattr(configuration, "nothing")
    board = [observation.board[column] for column in range(configuration.columns)]
    return board.index(0)
"""
GAMES = "--games 2 --openings none --move-time 20000ms"


@pytest.fixture(autouse=True)
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("agent.py").write_text(FIRST_OPEN)
    Path("pkg").mkdir()
    Path("pkg/deep.py").write_text(FIRST_OPEN)
    Path("several").mkdir()
    Path("several/main.py").write_text("from helper import first\nact = lambda o: first(o)\n")
    Path("several/helper.py").write_text("def first(obs):\n    return obs.board.index(0)\n")


@pytest.mark.parametrize(
    "words",
    [
        f"match agent.py:my_agent random {GAMES}",
        f"match agent:my_agent random {GAMES} --game connect4:8x7",
        f"match pkg.deep:my_agent random {GAMES}",
        f"match agent.py random --set adapter=python {GAMES}",
        f"match agent.py agent.py:my_agent --set adapter=python {GAMES}",
        f"match several:act random {GAMES}",
        f"match several random --set adapter=python {GAMES}",
        f"match {sys.executable}+agent.py:my_agent random --set adapter=python {GAMES}"
        " --no-sandbox",
        f"match agent.py:my_agent random --course comp3308 {GAMES}",
        "arena run agent.py:my_agent random --move-time 20000ms",
        f"match agent.py:my_agent random {GAMES} --no-sandbox",
    ],
)
def test_a_function_plays(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    argv = [word.replace("+", " ") for word in words.split()]
    assert main([*argv, "--store", "games.db"]) == 0
    with Store("games.db") as store:
        assert store.counts() == {"done": 2, "voided": 0}
        assert store.faults() == {}, [game.detail for game in store.games()]
        for game in store.games():
            saved = store.log(game.key)
            assert saved is not None and saved.notes["images"] != ["", ""]
            assert len(saved.log.record.moves) >= 7


def test_an_event_file_names_functions_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("cup.toml").write_text(
        'name = "cup"\ngame = "connect4"\n[conduct]\nturn_ms = 20000\n'
        '[[entries]]\nsource = "agent.py:my_agent"\n[[entries]]\nsource = "random"\n'
    )
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert main(["arena", "run", "../cup.toml", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["done"] == 2 and not any(row["crashed"] for row in found["standings"])


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ("return 9", "column 9"),
        ("return None", "answered None, which is no column"),
        ("return 2.0", "answered 2.0, which is no column"),
        ("return 'x'", "answered 'x', which is no column"),
        ("raise KeyError('board')", "raised KeyError: 'board'"),
        ("raise SystemExit(0)", "raised SystemExit: 0"),
        ("import os; os._exit(3)", "exit status 3"),
        ("while True: pass", "did not return within 1500 ms"),
    ],
)
def test_what_a_function_does_wrong_loses_and_is_named(body: str, detail: str) -> None:
    Path("bad.py").write_text(f"def bad(observation, configuration):\n    {body}\n")
    words = "match bad.py:bad random --games 2 --openings none --move-time 1500ms --store games.db"
    assert main(words.split()) == 0
    with Store("games.db") as store:
        assert {game.winner == 2 for game in store.games() if game.first == "A"} == {True}
        assert all(detail in game.detail for game in store.games()), store.games()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("match agent.py:my_agent random --game gomoku", "entry 'A' cannot play gomoku"),
        ("match pkg random --set adapter=python", "no file of Python"),
        ("match prog.c random --set adapter=python", "it is not a Python file with a function"),
        ("match nothing.py:f random", "is neither a file, a folder, a function such as"),
        ("run agent.py:my_agent -- 4455 connect4 x", "a function takes MOVES and GAME after --"),
        ("run agent.py:my_agent -- 99", "column '9' must be 1 to 7"),
        ("run agent.py:my_agent -- 4 gomoku", "function 'my_agent' cannot be called: its"),
    ],
)
def test_what_cannot_be_called_is_refused(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("prog.c").write_text("int main(void) { return 0; }")
    Path("pkg/deep.py").rename("pkg/deep.txt")
    assert main(words.split()) == 2
    assert sentence in capsys.readouterr().err


def test_run_calls_a_function_once(capfd: pytest.CaptureFixture[str]) -> None:
    Path("one.py").write_text(
        "import sys\ndef one(observation):\n    print(len(observation.board), observation.mark)\n"
        "    return observation.board[-4:]\n"
    )
    assert main(["run", "one.py:one", "--", "445", "connect4:8x7"]) == 0
    assert capfd.readouterr().out == "56 2\n[1, 0, 0, 0]\n"
    assert main(["run", "one.py:two"]) == 1
    assert "has no attribute 'two'" in capfd.readouterr().err


def test_a_function_is_found_by_its_file_or_module(tmp_path: Path) -> None:
    for source, found in {
        "agent.py:f": ("agent.py", "f"),
        "agent:f": ("agent.py", "f"),
        "pkg.deep:f": ("pkg/deep.py", "f"),
        "several:f": ("several", "f"),
        "agent.py": None,
        "agent.py:": None,
        ":f": None,
        "agent.py:f g": None,
        "level:4": None,
        "none:f": None,
    }.items():
        assert split_function(source) == found, source
        beside = split_function(source, tmp_path)
        assert beside == (None if found is None else (str(tmp_path / found[0]), found[1])), source


def test_a_file_is_loaded_as_kaggle_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    Path("last.py").write_text(
        "def first(o):\n    return 1\nvalue = 3\nclass Last:\n    pass\n"
        "assert __name__ != '__main__'\nfirst = lambda o: 2\n"
    )
    assert load("last.py", "").__name__ == "Last"
    assert call(load("last.py", "first"), [{}, {}]) == 2
    Path("empty.py").write_text("value = 3\n")
    with pytest.raises(LookupError, match="defines no function"):
        load("empty.py", "")


def test_observation_and_configuration_have_the_names_of_kaggle() -> None:
    pos = Position(game_named("connect4:5x4")).after("112")
    observation, configuration = call_arguments(pos, "kaggle", 1500)
    expected: dict[str, Any] = {
        "board": [0] * 10 + [2, 0, 0, 0, 0] + [1, 1, 0, 0, 0],
        "mark": 2,
        "step": 3,
        "remainingOverageTime": 0,
    }
    assert observation == expected
    assert (configuration["rows"], configuration["columns"], configuration["inarow"]) == (4, 5, 4)
    assert configuration["actTimeout"] == configuration["timeout"] == 1.5


def test_a_struct_is_read_and_written_both_ways() -> None:
    struct = Struct({"board": [1], "mark": 2})
    struct.mark = 1
    struct["more"] = 3
    assert (struct["mark"], struct.more, struct.board) == (1, 3, [1])
    assert copy.deepcopy(struct).board == [1] and json.dumps(struct)
    assert {**struct} == {"board": [1], "mark": 1, "more": 3}

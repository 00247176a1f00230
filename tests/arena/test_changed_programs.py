"""A program that changed between two runs of an event never plays on under the same name."""

from __future__ import annotations

import collections
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from inarow.arena.entries import REPLACED
from inarow.arena.pairing.format import Pairing
from inarow.arena.store import Store
from inarow.cli import main
from inarow.cli.event_run import run_entries
from inarow.running.command_line import command_digest

pytestmark = [pytest.mark.process, pytest.mark.sandbox, pytest.mark.usefixtures("one_process")]

PLAYS = "import sys\nfree = [c for c in range(7) if sys.argv[1].split(',')[5][c] == '.']\n"
LEFT, RIGHT = f"{PLAYS}print(free[0])\n", f"{PLAYS}print(free[-1])\n"
ENOUGH = 1


class EnoughError(BaseException):
    """The run is stopped here."""


def write(text: str) -> None:
    Path("p").mkdir(exist_ok=True)
    Path("p/ConnectFour.py").write_text(text)


def stopped(words: list[str], name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a command until an entry has played a few games."""
    games = 0

    def counting(*args: Any, **options: Any) -> None:
        with monkeypatch.context() as patch:
            finish = Store.finish

            def stopping(self: Store, *words: Any) -> bool:
                nonlocal games
                log = json.loads(words[0].log)
                pair = log["record"]["players"]
                games += name in pair
                if games > ENOUGH:
                    raise EnoughError
                return finish(self, *words)

            patch.setattr(Store, "finish", stopping)
            run_entries(*args, **options)

    with monkeypatch.context() as patch:
        for module in ("arena.run", "match"):
            patch.setattr(f"inarow.cli.commands.{module}.run_entries", counting)
        with pytest.raises(EnoughError):
            main(words)


def images(store: Store, name: str) -> collections.Counter[str]:
    found = []
    for game in store.games():
        saved = store.log(game.key)
        assert saved is not None
        if name in (game.first, game.second):
            found.append(saved.notes["images"][(game.first, game.second).index(name)])
    return collections.Counter(found)


ARENA = "arena run --course comp3308 p random level:1 --move-time 20000ms --store x.db"
MATCH = (
    "match --course comp3308 p random --move-time 20000ms --openings none --games 8 --store x.db"
)
COMMAND = (
    f"match {sys.executable}+p/ConnectFour.py random --move-time 20000ms --openings none --games 8"
    " --store x.db --no-sandbox"
)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (f"{ARENA} --games 4", "p"),
        (f"{ARENA} --games 4 --format swiss", "p"),
        (f"{ARENA} --games 4 --format knockout", "p"),
        (f"{ARENA} --games 4 --format gauntlet", "p"),
        (MATCH, "A"),
        (COMMAND, "A"),
    ],
    ids=["round-robin", "swiss", "knockout", "gauntlet", "match", "match of commands"],
)
def test_a_changed_program_is_refused_or_a_new_version(
    command: str,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    words = [word.replace("+", " ") for word in command.split()]
    write(LEFT)
    stopped(words, name, monkeypatch)
    with Store("x.db") as store:
        old = images(store, name)
        before = {game.key: (game.opening, game.winner) for game in store.games()}
    assert list(old.values()) == [ENOUGH]

    write(RIGHT)
    capsys.readouterr()
    assert main(words) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert f"entry '{name}' has changed since it played {ENOUGH} game in 'x.db'" in said
    assert "restore what played, add --new-version" in said
    with Store("x.db") as store:
        assert {game.key: (game.opening, game.winner) for game in store.games()} == before

    assert main([*words, "--new-version"]) == 0
    with Store("x.db") as store:
        assert images(store, f"{name} (version 1)") == old
        new = images(store, name)
        assert len(new) == 1 and not new.keys() & old.keys() and sum(new.values()) >= 4
        after = {game.key: (game.opening, game.winner) for game in store.games()}
        assert before.items() <= after.items()
        assert {row.name: row.reason for row in store.entries()}[f"{name} (version 1)"] == REPLACED
    capsys.readouterr()
    assert main(["arena", "status", "x.db", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    rows = {row["entry"]: row for row in found["standings"]}
    assert found["done"] == found["total"] == len(after)
    points = rows[f"{name} (version 1)"]["points"]
    both = rows[name], rows[f"{name} (version 1)"]
    played = [row["wins"] + row["draws"] + row["losses"] for row in both]
    assert played == [sum(new.values()), sum(old.values())]
    # The opponents of the earlier version have no points of these games.
    assert sum(row["points"] for row in rows.values()) == len(after) - sum(old.values()) + points

    write(LEFT)  # what played first is not what plays now
    assert main(words) == 2
    assert main([*words, "--new-version"]) == 0
    with Store("x.db") as store:
        assert f"{name} (version 2)" in {row.name for row in store.entries()}
    for action in ("status", "export", "names", "marks --of 2", "site out --time 0s"):
        first, *more = action.split()
        assert main(["arena", first, "x.db", *more]) == 0, action


def test_a_match_of_a_new_version_is_that_version_s_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(LEFT)
    stopped(MATCH.split(), "A", monkeypatch)
    write(RIGHT)
    capsys.readouterr()
    assert main([*MATCH.split(), "--new-version", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 8


def test_a_program_that_can_no_longer_be_built_does_not_lose_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(LEFT)
    stopped(ARENA.split(), "p", monkeypatch)
    write("print(")
    capsys.readouterr()
    assert main(ARENA.split()) == 2
    said = capsys.readouterr().err
    assert "entry 'p' has changed since it played" in said and "COMPILE_ERROR" in said


def test_no_new_version_while_another_run_plays_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(LEFT)
    stopped(ARENA.split(), "p", monkeypatch)
    write(RIGHT)
    with Store("x.db") as other:
        other.plan(Pairing(9, "random", "level:1"), [""])
        assert other.lease()
        assert main([*ARENA.split(), "--new-version"]) == 2
    assert "plays the old version of 'p': stop it first" in capsys.readouterr().err


def test_what_of_a_command_is_hashed(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    for name in ("eng.py", "book.txt", "new/Main.class", "new/notes.txt", "tool"):
        (tmp_path / name).write_text(name)
    (tmp_path / "tool").chmod(0o755)
    words = ["cat", "eng.py", "--book=book.txt", "-cp", "x:new", "./tool"]
    first, hashed = command_digest(words, tmp_path)
    assert [Path(name).name for name in hashed] == ["cat", "eng.py", "Main.class", "tool"]
    for name, changes in (("book.txt", False), ("new/notes.txt", False), ("eng.py", True)):
        (tmp_path / name).write_text("other")
        assert (command_digest(words, tmp_path)[0] != first) == changes, name
    again, _ = command_digest(words, tmp_path)
    assert command_digest([*words, "-x"], tmp_path)[0] != again
    os.utime(tmp_path / "tool", (1, 1))
    assert command_digest(words, tmp_path)[0] == again

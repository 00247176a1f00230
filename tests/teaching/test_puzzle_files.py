"""The file of puzzles, the proofs behind it, and the mine that goes on where it ended."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from inarow import GAMES, Position
from inarow.analysis.analyse import solve
from inarow.cli import main
from inarow.errors import UserError
from inarow.files import locked_output
from inarow.makers.puzzles import MINING_PLANS, PuzzleMiner
from inarow.record import Record
from inarow.teaching.puzzles.book import SHIPPED, PuzzleSet, read_puzzles, shipped_puzzles
from inarow.teaching.puzzles.proof import proof_of, puzzle_of


def test_a_set_is_read_as_it_was_written(tmp_path: Path) -> None:
    shipped = shipped_puzzles()
    shipped.write(tmp_path / "again.txt")
    assert (tmp_path / "again.txt").read_bytes() == SHIPPED.read_bytes()
    assert len({one.pos for one in shipped.puzzles}) == len(shipped.puzzles) >= 500
    assert SHIPPED.stat().st_size < 60_000
    kinds = {(one.goal, one.win_in) for one in shipped.puzzles if one.game == "connect4"}
    assert kinds == {("draw", 0), *(("win", count) for count in range(2, 9))}
    counts = Counter(one.game for one in shipped.puzzles)
    assert set(counts) <= set(MINING_PLANS)
    assert min(counts["connect4"], counts["maxconnect4"]) >= 100
    assert min(counts["gomoku"], counts["connect6"]) >= 20


def test_a_sample_of_the_set_is_proved_again() -> None:
    for puzzle in shipped_puzzles().puzzles[::25]:
        again = puzzle_of(puzzle.record)
        assert again is not None
        assert again.goal == puzzle.goal and again.win_in == puzzle.win_in
        assert again.themes == puzzle.themes
        if puzzle.game == "connect4":
            results = [solve(puzzle.pos.play(move)).result for move in puzzle.pos.legal_moves()]
            assert results.count("loss" if puzzle.goal == "win" else "draw") == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1 is not"),
        ("inarow puzzles 2 seed 1\n", "line 1 is not"),
        ("inarow puzzles 1 seed 1\nconnect4 44\n", "line 2 is no puzzle"),
        ("inarow puzzles 1 seed 1\nchess 44 win 2 3 0 1 \n", "line 2 is no puzzle"),
        ("inarow puzzles 1 seed 1\nconnect4 4444444 win 2 3 0 1 \n", "line 2: "),
        ("inarow puzzles 1 seed 1\nconnect4 44 win 2 3 0 1 magic\n", "theme 'magic'"),
    ],
)
def test_a_file_that_is_none_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "set.txt"
    path.write_text(text)
    with pytest.raises(UserError, match=sentence):
        read_puzzles(path)


def test_a_mine_goes_on_where_it_ended() -> None:
    whole = PuzzleMiner(PuzzleSet(3, {}, ()))
    for _ in range(3):
        whole.next_game("connect4")
    first = PuzzleMiner(PuzzleSet(3, {}, ()))
    first.next_game("connect4")
    then = PuzzleMiner(first.set())
    for _ in range(2):
        then.next_game("connect4")
    assert then.set().looked_at == whole.set().looked_at == {"connect4": 3}
    assert [one.moves for one in then.puzzles] == [one.moves for one in whole.puzzles]


def test_a_position_with_two_winning_moves_is_no_puzzle() -> None:
    record = Record.from_moves(Position(GAMES["connect4"]), "415161")
    assert sum(solve(record.pos.play(move)).result == "loss" for move in range(7)) > 1
    assert proof_of(record.pos) is None


def test_the_command_shows_mines_and_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzle", "1", "--solution", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["number"] == 1 and told["solution"] and 1 <= told["grade"] <= 8
    assert main(["puzzle", "2"]) == 0
    assert "Puzzle 2 of" in capsys.readouterr().out
    assert main(["puzzle", "100000"]) == 2
    path = tmp_path / "set.txt"
    assert main(["dev", "puzzles", "mine", str(path), "--time", "0s"]) == 0
    assert main(["dev", "puzzles", "check", "--sample", "10"]) == 0
    assert "10 of 10 puzzles proved again" in capsys.readouterr().out


@pytest.mark.process
def test_an_interrupted_mine_keeps_what_it_has(
    tmp_path: Path, command: Callable[[str], str]
) -> None:
    path = tmp_path / "set.txt"
    words = [
        command("inarow"),
        "dev",
        "puzzles",
        "mine",
        str(path),
        "--game",
        "connect4",
        "--time",
        "2s",
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "puzzles" in done.stdout
    assert read_puzzles(path).looked_at["connect4"] >= 1


def test_two_mines_of_one_file_lose_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "set.txt"
    with locked_output(path):
        assert main(["dev", "puzzles", "mine", str(path), "--time", "0s"]) == 2
    assert "is in use by another inarow: wait until it ends" in capsys.readouterr().err
    assert main(["dev", "puzzles", "mine", str(path), "--time", "0s"]) == 0
    assert list(tmp_path.iterdir()) == []  # neither a set without a game, nor the lock

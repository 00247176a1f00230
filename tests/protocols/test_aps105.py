"""Lab7Part1 and Lab7Part2: the fixed rule and whole games, byte for byte."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, Position, _core
from lab7 import (
    PROMPTS,
    BlockingHuman,
    Board,
    Cell,
    board_text,
    choice_by_recursion,
    choice_by_table,
    longest,
    new_board,
    other,
    transcript,
    typed,
    typing,
    winning_cells,
)

GAMES = json.loads((Path(__file__).parents[1] / "data" / "aps105_games.json").read_text())
PROGRAMS = Path(__file__).parents[2] / "programs"

Command = Callable[[str], str]


@pytest.fixture(autouse=True)
def quick_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of the dialogue do not need part 2's best moves."""
    monkeypatch.setenv("INAROW_MOVE_MS", "10")


def run(argv: list[str], stdin: bytes) -> str:
    done = subprocess.run(argv, input=stdin, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def position(board: Board, stone: str) -> Position:
    game = Game(rows=len(board), cols=len(board), k=6, gravity=False)
    rows = board_text(board).strip().replace("\n", "/")
    return Position(game, rows, 1 if stone == "B" else 2, symbols="UBW")


# The fixed rule


@st.composite
def boards(draw: st.DrawFn) -> tuple[Board, str]:
    """A board without six in a row and with an empty square, and the stone to lay."""
    n = draw(st.integers(7, 10))
    rng = random.Random(draw(st.integers(0, 2**32)))
    board = new_board(n)
    stones = draw(st.integers(0, n * n - 1))
    for row, col in rng.sample([(row, col) for row in range(n) for col in range(n)], stones):
        stone = rng.choice("BW")
        for colour in (stone, other(stone)):
            if longest(board, (row, col), colour) < 6:
                board[row][col] = colour
                break
    return board, draw(st.sampled_from("BW"))


@settings(max_examples=80, deadline=None)
@given(boards())
def test_the_native_rule_is_the_sheets_recursion(case: tuple[Board, str]) -> None:
    board, stone = case
    expected = choice_by_recursion(board, stone)
    assert divmod(_core.lab7_choose(position(board, stone)), len(board)) == expected
    assert choice_by_table(board, stone) == expected


def test_the_example_of_the_sheet() -> None:
    """The only board with the numbers of the sheet's drawing: the squares (0,2), (1,2) and (2,0)
    are worth 0, 0 and -1, and the first of the best is played."""
    board = [list("BBU"), list("WWU"), list("UBW")]
    assert choice_by_recursion(board, "B") == (0, 2)
    assert _core.lab7_choose(position(board, "B")) == 2


def test_the_first_move_is_the_first_square_and_the_last_the_only_one() -> None:
    assert _core.lab7_choose(position(new_board(19), "B")) == 0
    pattern = "BBWW"  # each row two squares on: no line is longer than two
    board = [[pattern[(col + 2 * row) % 4] for col in range(7)] for row in range(7)]
    board[5][3] = "U"
    assert _core.lab7_choose(position(board, "W")) == 5 * 7 + 3


# Whole games


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["id"])
def test_a_published_game(game: dict[str, str], command: Command) -> None:
    assert run([command("Lab7Part1")], game["stdin"].encode()) == game["stdout"]


@pytest.mark.parametrize("n", range(7, 20))
def test_random_games_of_every_size(n: int, command: Command) -> None:
    program = [command("Lab7Part1")]
    if n % 2 == 0:
        program = [sys.executable, str(PROGRAMS / "Lab7Part1.py")]
    for computer in "BW":
        human = BlockingHuman(computer, random.Random(n))
        expected = transcript(n, computer, human, choice_by_table)
        assert expected.endswith((" wins.\n", "Draw!\n"))
        assert run(program, typed(n, computer, human.squares)) == expected


@pytest.mark.parametrize("computer", ["B", "W"])
def test_games_to_the_full_board_end_in_a_draw(computer: str, command: Command) -> None:
    draws = 0
    for seed in range(200):
        human = BlockingHuman(computer, random.Random(seed))
        expected = transcript(7, computer, human, choice_by_table)
        if expected.endswith("Draw!\n"):
            assert run([command("Lab7Part1")], typed(7, computer, human.squares)) == expected
            draws += 1
        if draws == 3:
            return
    pytest.fail("three draws were not found")


def test_a_game_cut_short_ends_quietly_wherever_the_input_ends(command: Command) -> None:
    game = GAMES[0]
    lines = game["stdin"].splitlines(keepends=True)
    ends = [match.end() for match in re.finditer("|".join(map(re.escape, PROMPTS)), game["stdout"])]
    for answered in range(0, len(lines), 3):
        stdin = "".join(lines[:answered]).encode()
        assert run([command("Lab7Part1")], stdin) == game["stdout"][: ends[answered]]


# Part 2


def squares_of_the_computer(text: str) -> list[Cell]:
    return [(int(r), int(c)) for r, c in re.findall(r"ROW (\d+) COL (\d+)\.", text)]


def followed(text: str) -> Callable[[Board, str], Cell]:
    """The computer's squares as printed, each checked: empty, a win if there is one, else a block
    if one is needed."""
    squares = iter(squares_of_the_computer(text))

    def choose(board: Board, stone: str) -> Cell:
        row, col = next(squares)
        assert board[row][col] == "U"
        wins, blocks = winning_cells(board, stone), winning_cells(board, other(stone))
        assert not wins or (row, col) in wins
        assert wins or not blocks or (row, col) in blocks
        return row, col

    return choose


@pytest.mark.parametrize("computer", ["B", "W"])
@pytest.mark.parametrize("n", [7, 8, 11, 15, 19])
def test_part_2_plays_legal_moves_takes_wins_and_blocks_them(
    n: int, computer: str, command: Command
) -> None:
    ordered = [(row, col) for row in range(n) for col in range(n)]
    scattered = random.Random(n).sample(ordered, len(ordered))
    for squares in (ordered, scattered):
        text = run([command("Lab7Part2")], typed(n, computer, squares))
        assert text == transcript(n, computer, typing(squares), followed(text))
        assert not text.endswith(f"{'White' if computer == 'B' else 'Black'} player wins.\n")


@pytest.mark.parametrize("n", [9, 19])
def test_part_2_beats_part_1(n: int, command: Command) -> None:
    """A game of the two programs, each told the squares of the other as they come."""
    with Dialogue(command("Lab7Part2")) as black, Dialogue(command("Lab7Part1")) as white:
        black.type(f"{n} B\n")
        white.type(f"{n} W\n")
        square = black.square()
        while square is not None:
            white.type("{} {}\n".format(*square))
            square = white.square()
            if square is not None:
                black.type("{} {}\n".format(*square))
                square = black.square()
        assert white.text.endswith("Black player wins.\n")


class Dialogue:
    """A running program of the course, read up to its next question or its end."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.text = ""

    def __enter__(self) -> Dialogue:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def square(self) -> Cell | None:
        """The square of the computer's next stone, None if the program ends without one."""
        assert self.process.stdout is not None
        for line in iter(self.process.stdout.readline, b""):
            self.text += line.decode()
            if found := squares_of_the_computer(line.decode()):
                return found[0]
        return None


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("INAROW_MOVE_MS", "fast", "must be whole milliseconds"),
        ("INAROW_CLOCK", "sundial", "must be cautious or cpu"),
    ],
)
def test_settings_that_are_none_are_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, rule: str
) -> None:
    monkeypatch.setenv(name, value)
    program = [sys.executable, str(PROGRAMS / "Lab7Part2.py")]
    done = subprocess.run(program, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"Lab7Part2: {name} '{value}' {rule}\n"


def test_its_clock_may_be_that_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INAROW_CLOCK", "cpu")
    text = run([sys.executable, str(PROGRAMS / "Lab7Part2.py")], b"7\nB\n")
    assert "Computer lays a stone at ROW 3 COL 3.\n" in text

"""ConnectFour, byte for byte, through real processes."""

from __future__ import annotations

import csv
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Position
from inarow.protocols import comp3308
from inarow.textbook import COMP3308, reference
from strategies import ongoing_connect_four

DATA = Path(__file__).parents[1] / "data"
PROGRAM = Path(__file__).parents[2] / "programs" / "ConnectFour.py"
EMPTY = ",".join(["......."] * 6)
SAMPLE = ".ryyrry,.rryry.,..y.r..,..y....,.......,......."
OPEN_THREES = "..y.r..,..y.r..,.......,.......,.......,......."
CORNER = "r..y..r,r..y..r,......r,.......,.......,......."

PUBLISHED = [
    (SAMPLE, "red", "A", 4, 1, 297),
    (EMPTY, "red", "M", 1, 0, 8),
    (EMPTY, "red", "M", 2, 0, 57),
    (EMPTY, "red", "M", 3, 0, 400),
    (EMPTY, "red", "M", 4, 0, 2801),
    (EMPTY, "red", "M", 5, 0, 19608),
    (OPEN_THREES, "red", "M", 1, 4, 8),
    (OPEN_THREES, "yellow", "M", 1, 2, 8),
    (CORNER, "red", "M", 1, 6, 8),
    (CORNER, "red", "M", 2, 6, 50),
    (CORNER, "red", "M", 3, 0, 344),
    (SAMPLE, "yellow", "M", 3, 4, 357),
]


def rows() -> list[dict[str, str]]:
    with (DATA / "comp3308_vectors.tsv").open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def call(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, str(PROGRAM), *arguments], capture_output=True, timeout=60, check=False
    )


@pytest.mark.parametrize(("state", "player", "algorithm", "depth", "column", "nodes"), PUBLISHED)
def test_published_answers(
    state: str, player: str, algorithm: str, depth: int, column: int, nodes: int
) -> None:
    pos = comp3308.parse_state(state, player)
    assert comp3308.search_answer(pos, algorithm, depth) == f"{column}\n{nodes}"


def test_checked_rows_through_the_program_and_the_command(command: Callable[[str], str]) -> None:
    for row in rows():
        arguments = [row["board"], row["player"], row["algorithm"], row["depth"]]
        expected = f"{row['column']}\n{row['nodes']}\n".encode()
        for start in ([sys.executable, str(PROGRAM)], [command("ConnectFour")]):
            done = subprocess.run([*start, *arguments], capture_output=True, check=False)
            assert (done.returncode, done.stdout, done.stderr) == (0, expected, b"")


def test_importable_functions_answer_like_the_command() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import ConnectFour as c;"
        "print(repr(c.connect_four_mm(sys.argv[2], 'red', 3)),"
        " repr(c.connect_four_ab(sys.argv[2], 'red', 4)), c.connect_four(sys.argv[2], 'red'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(PROGRAM.parent), SAMPLE], capture_output=True, check=True
    )
    minimax, alpha_beta, column = done.stdout.decode().split()
    expected = reference.run(
        comp3308.parse_state(SAMPLE, "red"), COMP3308.replace(algorithm="minimax", depth=3)
    )
    assert minimax == repr(f"{expected.move}\n{expected.nodes}")
    assert alpha_beta == repr("1\n297")
    assert column in "0123456"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "0 arguments"),
        ([EMPTY], "1 argument given"),
        ([EMPTY, "red", "M"], "3 arguments"),
        ([EMPTY, "red", "M", "4", "x"], "5 arguments"),
        ([EMPTY[:-8], "red", "M", "1"], "5 rows, expected 6"),
        ([EMPTY + ",", "red", "M", "1"], "7 rows, expected 6"),
        ([EMPTY + ".", "red", "M", "1"], "row 5 of the state has 8 cells"),
        (["", "red", "M", "1"], "1 row,"),
        ([EMPTY.replace(".", "R", 1), "red", "M", "1"], "row 0, column 0 of the state is 'R'"),
        ([".......,...r...," + EMPTY[16:], "red", "M", "1"], "row 1, column 3 of the state floats"),
        ([EMPTY, "Red", "M", "1"], "player 'Red'"),
        ([EMPTY, "red", "m", "1"], "algorithm 'm'"),
        ([EMPTY, "red", "M", "0"], "depth '0'"),
        ([EMPTY, "red", "M", "000"], "depth '000'"),
        ([EMPTY, "red", "M", "-1"], "depth '-1'"),
        ([EMPTY, "red", "M", "4.0"], "depth '4.0'"),
        ([EMPTY, "red", "M", ""], "depth ''"),
        ([EMPTY, "red", "M", "²"], "depth"),
        (["rrrr...," + EMPTY[8:], "red", "M", "1"], "red has four in a row"),
        (["yyyy...," + EMPTY[8:], "yellow", "A", "3"], "yellow has four in a row"),
        (["rrrr...," + EMPTY[8:], "yellow"], "red has four in a row"),
        ([",".join(["ryryryr", "ryryryr", "yryryry"] * 2), "red"], "the board is full"),
        ([",".join(["ryryryr", "ryryryr", "yryryry"] * 2), "red", "M", "2"], "the board is full"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(arguments: list[str], words: str) -> None:
    done = call(*arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    message = done.stderr.decode()
    assert message.startswith("ConnectFour: ") and message.count("\n") == 1
    assert words in message


def test_a_depth_beyond_the_board_is_the_depth_of_the_board() -> None:
    state = "yryryyr,rrr.ryy,yy..rrr,rr..yyy,ry...rr,yy...yy"
    answers = {call(state, "red", "M", depth).stdout for depth in ("42", "100", "9" * 30)}
    assert len(answers) == 1 and b"\n" in answers.pop()


def test_zeros_before_a_depth_do_not_matter() -> None:
    answers = {call(SAMPLE, "red", "A", depth).stdout for depth in ("4", "04", "0000000000004")}
    assert answers == {b"1\n297\n"}


@given(ongoing_connect_four())
@settings(max_examples=40, deadline=None)
def test_states_round_trip(pos: Position) -> None:
    player = "red" if pos.to_move == 1 else "yellow"
    assert comp3308.parse_state(comp3308.format_state(pos), player) == pos


@given(ongoing_connect_four(), st.sampled_from([0.0, 0.01]))
@settings(max_examples=60, deadline=None)
def test_a_tournament_column_is_always_legal(pos: Position, time_s: float) -> None:
    assert comp3308.tournament_column(pos, time_s) in pos.legal_moves()


def test_the_tournament_keeps_the_result_off_its_own_lines() -> None:
    """Only column 5 wins; a search of 0.7 s printed 2."""
    pos = comp3308.parse_state("r.....r,......y," + ",".join(["......."] * 4), "yellow")
    assert comp3308.tournament_column(pos, 0.02) == 5


def test_the_tournament_takes_and_stops_wins() -> None:
    # Column 3 wins for red; yellow to move must take it away (three of its own wait above it).
    state = "rrr....,yyy....," + EMPTY[16:]
    assert call(state, "red").stdout == b"3\n"
    assert call(state, "yellow").stdout == b"3\n"
    assert call("..rrr..," + EMPTY[8:], "red").stdout in (b"1\n", b"5\n")
    assert call("yrrr...," + EMPTY[8:], "yellow").stdout == b"4\n"


def test_a_tournament_move_prints_one_column_within_its_second() -> None:
    for state in (EMPTY, SAMPLE, OPEN_THREES):
        started = time.monotonic()
        done = call(state, "yellow")
        assert done.returncode == 0 and done.stderr == b""
        assert done.stdout in [f"{column}\n".encode() for column in range(7)]
        assert time.monotonic() - started < 5  # hangs are caught here, speed is in benchmarks/


def test_help_is_help() -> None:
    done = call("--help")
    assert done.returncode == 0 and b"STATE" in done.stdout

"""A position in three texts: one line, a drawing, and moves that lead to it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import GAMES, Game, Position
from inarow.errors import BadTextError, IllegalMoveError, UserError
from inarow.move_text import format_move
from strategies import boards, games

DRAWN = """\
| . . . . . . . |
| . . . . . . . |
| . . . . . . . |
| . . . . . . . |
| . . . o . . . |
| . . x x . . . |
+---------------+
  1 2 3 4 5 6 7
o to move"""


def test_print_draws_the_board() -> None:
    pos = Position(Game()).after("443")
    assert str(pos) == pos.draw() == f"{pos}" == DRAWN
    assert pos.text == "......./......./......./......./...o.../..xx... o"


@pytest.mark.parametrize(
    ("pos", "standing"),
    [
        (Position(GAMES["tictactoe"], "xxx/oo./..."), "x has won"),
        (Position(GAMES["tictactoe"], "xox/oxo/oxo", 2), "a draw"),
        (Position(GAMES["connect6"]).after("10.10"), "o to move, 2 stones"),
        (Position(GAMES["connect6"]).after("10.10 1.1"), "o to move"),
        (Position(GAMES["maxconnect4"].sized(2, 2, 2), "xx/oo"), "a draw, 1 to 1"),
        (Position(GAMES["maxconnect4"].sized(2, 2, 2), "xx/xo"), "x has won, 3 to 0"),
    ],
)
def test_the_last_line_says_how_it_stands(pos: Position, standing: str) -> None:
    assert str(pos).splitlines()[-1] == standing


@given(games().flatmap(boards))
def test_every_position_can_be_drawn(pos: Position) -> None:
    drawn = str(pos)
    assert drawn.count("x") + drawn.count("o") >= pos.stone_count
    assert drawn.isascii() and "\x1b" not in drawn


@given(games(), st.randoms())
def test_text_and_numbers_lead_to_the_same_position(game: Game, rng: object) -> None:
    assert hasattr(rng, "choice")
    pos, moves = Position(game), list[int]()
    while len(moves) < 12 and (legal := pos.legal_moves()):
        moves.append(rng.choice(legal))
        pos = pos.play(moves[-1])
    assert Position(game).after(moves) == Position(game).after(iter(moves)) == pos
    text = " ".join(format_move(game, move) for move in moves)
    if not game.gravity or game.cols <= 9:
        assert Position(game).after(text) == pos


def test_moves_that_cannot_be_are_refused_by_cause() -> None:
    start = Position(Game())
    assert start.after("") == start.after([]) == start
    with pytest.raises(BadTextError, match="column '9' must be 1 to 7"):
        start.after("49")
    with pytest.raises(IllegalMoveError, match="column 4 is full at move 7"):
        start.after("4444444")
    with pytest.raises(IllegalMoveError, match="not on the board"):
        start.after([3, 7])
    with pytest.raises(TypeError, match="text or whole numbers"):
        start.after(["4"])  # type: ignore[list-item]
    assert issubclass(BadTextError, UserError) and issubclass(IllegalMoveError, UserError)


def test_good_input_imports_no_error() -> None:
    code = (
        "import sys; from inarow._core import Game, Position; p = Position(Game()).play(3);"
        "p.winner, p.text, p.is_over; sys.exit('inarow.errors' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

"""The board as text: what is drawn is what the position holds."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable

import pytest

from inarow import GAMES, Game, Position
from inarow.render.board_text import ASCII_SYMBOLS, ROUND_SYMBOLS, board_text
from inarow.render.terminal import style_of

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def after(game: Game, *moves: int) -> Position:
    pos = Position(game)
    for move in moves:
        pos = pos.play(move)
    return pos


def test_pictures(golden: Callable[[str, str], None]) -> None:
    connect4, gomoku = GAMES["connect4"], GAMES["gomoku"]
    pictures = [
        board_text(after(connect4), color=False),
        board_text(after(connect4, 3, 3, 4), color=False, last_move=4, column_labels=range(1, 8)),
        board_text(after(connect4, 0, 0, 1, 1, 2, 2, 3), color=False, last_move=3),
        board_text(after(connect4, 0, 1, 0, 1, 0, 1, 0), color=True, last_move=0),
        board_text(after(gomoku, 112, 113, 0), color=False, last_move=0),
        board_text(
            after(GAMES["tictactoe"], 4, 0, 2),
            color=False,
            symbols=ROUND_SYMBOLS,
            column_labels="abc",
            row_labels="321",
        ),
    ]
    golden("board_text.txt", "\n\n".join(pictures).replace("\x1b", "\\e") + "\n")


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("color", [False, True])
def test_every_cell_is_where_the_position_has_it(name: str, color: bool) -> None:
    rng = random.Random(name)
    for _ in range(20):
        pos = Position(GAMES[name])
        moves = []
        while pos.legal_moves() and rng.random() < 0.95:
            moves.append(rng.choice(pos.legal_moves()))
            pos = pos.play(moves[-1])
        text = board_text(pos, color=color, symbols=".xo", last_move=moves[-1] if moves else None)
        assert ("\x1b" in text) == color
        text = ESCAPE.sub("", text)
        assert text.isascii() and "\n\n" not in text
        rows = [line for line in text.splitlines() if set(line) & set(".xo")]
        edge = 1 if pos.game.gravity else len(str(pos.game.rows - 1))
        drawn = [row[edge + 1 : edge + 2 * pos.game.cols : 2] for row in rows]
        assert drawn == pos.cells().split("/")
        marks = [row[edge : edge + 2 * pos.game.cols : 2] for row in rows]
        assert "".join(marks).count(">") == (1 if moves else 0)


def test_the_winning_line_is_marked_and_a_line_that_wins_nothing_is_not() -> None:
    moves = (0, 1, 0, 1, 0, 1, 0)
    assert board_text(after(GAMES["connect4"], *moves), color=False).count("*") == 4
    assert "*" not in board_text(after(GAMES["maxconnect4"], *moves), color=False)


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("terminal", "encoding", "env", "color", "symbols"),
    [
        (True, "utf-8", {}, True, ROUND_SYMBOLS),
        (True, "latin-1", {}, True, ASCII_SYMBOLS),
        (True, "utf-8", {"NO_COLOR": "1"}, False, ROUND_SYMBOLS),
        (True, "utf-8", {"TERM": "dumb"}, False, ROUND_SYMBOLS),
        (False, "utf-8", {}, False, ASCII_SYMBOLS),
    ],
)
def test_a_stream_gets_what_it_can_show(
    monkeypatch: pytest.MonkeyPatch,
    terminal: bool,
    encoding: str,
    env: dict[str, str],
    color: bool,
    symbols: str,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    stream = (Terminal if terminal else io.TextIOWrapper)(io.BytesIO(), encoding=encoding)
    assert style_of(stream) == (color, symbols)
    assert style_of(stream, no_color=True) == (False, symbols)

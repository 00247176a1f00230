"""A board drawn as text. Each cell is two characters, a mark and a stone:

    | . . . . . . . |       '>' the last move
    | . . . o . . . |       '*' a stone of the winning line
    |*x*x>x*x o o . |
    +---------------+
      0 1 2 3 4 5 6         free boards have row numbers instead of a floor

Colours only repeat what marks and stones already say. ``print(pos)`` shows ``position_text``.
"""

from __future__ import annotations

from collections.abc import Sequence

from inarow._core import Position
from inarow.game import counts_lines

# Empty, the first player, the second player.
ASCII_SYMBOLS = ".xo"
ROUND_SYMBOLS = "·●○"

_RESET = "\x1b[0m"
_DIM = "\x1b[2m"
_BOLD = "\x1b[1m"
_REVERSE = "\x1b[7m"
_STONE_COLORS = ("", "\x1b[31m", "\x1b[33m")
_FRAME_COLOR = "\x1b[34m"


def board_text(
    pos: Position,
    *,
    color: bool,
    symbols: str = "",
    last_move: int | None = None,
    column_labels: Sequence[object] | None = None,
    row_labels: Sequence[object] | None = None,
) -> str:
    """The board, without a final line end. Symbols default to discs with colours and to ASCII
    without; labels default to numbers from 0, and gravity boards have none for rows."""
    game = pos.game
    symbols = symbols or (ROUND_SYMBOLS if color else ASCII_SYMBOLS)
    columns = [str(label) for label in column_labels or range(game.cols)]
    last_cell = None if last_move is None else _cell_of(pos, last_move)
    line = set(pos.line_cells()) if pos.winner and not counts_lines(game) else set()

    def cell(row: int, col: int) -> str:
        number, stone = row * game.cols + col, pos.at(row, col)
        mark = ">" if number == last_cell else "*" if number in line else " "
        if not color:
            return mark + symbols[stone]
        style = _STONE_COLORS[stone] + _BOLD if stone else _DIM
        if number in line:
            style += _REVERSE
        shown = mark if mark == " " else f"{_BOLD}{mark}{_RESET}"
        return f"{shown}{style}{symbols[stone]}{_RESET}"

    def frame(text: str) -> str:
        return f"{_FRAME_COLOR}{text}{_RESET}" if color else text

    rows = ["".join(cell(row, col) for col in range(game.cols)) for row in range(game.rows)]
    if game.gravity:
        walls = [f"{frame('|')}{row}{frame(' |')}" for row in rows]
        floor = frame("+" + "-" * (2 * game.cols + 1) + "+")
        return "\n".join([*walls, floor, *_upright(columns, " ")])
    names = [str(label) for label in row_labels or range(game.rows)]
    width = max(map(len, names))
    numbered = [f"{name:>{width}}{row}" for name, row in zip(names, rows, strict=True)]
    return "\n".join([*_upright(columns, " " * width), *numbered])


def position_text(pos: Position) -> str:
    """The board in plain characters, counted from 1, and below it who is to move or has won."""
    game = pos.game
    columns, rows = range(1, game.cols + 1), range(1, game.rows + 1)
    board = board_text(pos, color=False, column_labels=columns, row_labels=rows)
    return f"{board}\n{_standing(pos)}"


def _standing(pos: Position) -> str:
    if not pos.is_over:
        stones = f", {pos.left} stones" if pos.left > 1 else ""
        return f"{ASCII_SYMBOLS[pos.to_move]} to move{stones}"
    ended = f"{ASCII_SYMBOLS[pos.winner]} has won" if pos.winner else "a draw"
    if not counts_lines(pos.game):
        return ended
    first, second = pos.score()
    return f"{ended}, {first} to {second}"


def _cell_of(pos: Position, move: int) -> int | None:
    """The cell of a move that has been played."""
    if not pos.game.gravity:
        return move
    for row in range(pos.game.rows):
        if pos.at(row, move) != 0:
            return row * pos.game.cols + move
    return None


def _upright(labels: list[str], indent: str) -> list[str]:
    """Labels over columns of two characters: longer ones are written downwards."""
    height = max(map(len, labels))
    padded = [label.rjust(height) for label in labels]
    return [
        (indent + "".join(" " + label[line] for label in padded)).rstrip() for line in range(height)
    ]

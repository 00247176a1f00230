"""A position as ``macros.html`` draws it, in the geometry that the scripts of the pages use too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inarow._core import Position

CELL, PAD = 100, 10
Point = tuple[int, int]


class Stone(NamedTuple):
    """A red disc, or a yellow ring with the width of its line."""

    x: int
    y: int
    player: int
    radius: str
    ring: str = ""


class BoardPicture(NamedTuple):
    """``holes`` of a gravity board, the ``grid`` of another; the rest lies on it."""

    width: int
    height: int
    rx: int
    holes: Sequence[Point]
    grid: str
    stones: Sequence[Stone]
    lines: Sequence[tuple[int, int, int, int]]
    arrow: Stone | None
    last: Point | None


def board_picture(
    pos: Position,
    *,
    last: int | None = None,
    lines: Sequence[Sequence[int]] = (),
    arrow: int | None = None,
) -> BoardPicture:
    """A position; ``last`` is ringed, ``lines`` are struck through, ``arrow`` is the cell of a
    better move of the side to move."""
    game = pos.game
    width, height = game.cols * CELL + 2 * PAD, game.rows * CELL + 2 * PAD
    cells = range(game.cells)
    return BoardPicture(
        width,
        height,
        min(26, round(width / 28)),
        [_centre(pos, cell) for cell in cells] if game.gravity else (),
        "" if game.gravity else _grid(pos),
        [_stone(pos, cell, owner) for cell in cells if (owner := pos.at(*divmod(cell, game.cols)))],
        [(*_centre(pos, line[0]), *_centre(pos, line[-1])) for line in lines],
        None if arrow is None else _stone(pos, arrow, pos.to_move),
        None if last is None or lines else _centre(pos, last),
    )


def _centre(pos: Position, cell: int) -> Point:
    row, col = divmod(cell, pos.game.cols)
    return PAD + col * CELL + CELL // 2, PAD + row * CELL + CELL // 2


def _stone(pos: Position, cell: int, player: int) -> Stone:
    x, y = _centre(pos, cell)
    scale = 1 if pos.game.gravity else 42 / 37
    if player == 1:
        return Stone(x, y, player, f"{37 * scale:g}")
    return Stone(x, y, player, f"{28.5 * scale:.4g}", f"{17 * scale:.4g}")


def _grid(pos: Position) -> str:
    """The path of the lines between the cells of a small board, or through their centres."""
    game = pos.game
    small = game.cells <= 9
    shift, first = (0, 1) if small else (CELL // 2, 0)
    right, bottom = PAD + game.cols * CELL - shift, PAD + game.rows * CELL - shift
    return "".join(
        [f"M{PAD + col * CELL + shift} {PAD + shift}V{bottom}" for col in range(first, game.cols)]
        + [f"M{PAD + shift} {PAD + row * CELL + shift}H{right}" for row in range(first, game.rows)]
    )

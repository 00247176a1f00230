"""A small board for the corner of a drawing: the first player a disc, the second a ring."""

from __future__ import annotations

from inarow._core import Position
from inarow.render.svg import BOARD, HOLE, INK_2, RED, YELLOW, Drawing


def draw_mini_board(
    drawing: Drawing, pos: Position, x: float, y: float, cell: float, base: int
) -> None:
    """Draw a position with its top left corner at x, y and its column numbers below."""
    rows, cols = pos.game.rows, pos.game.cols
    pad = 0.1 * cell
    drawing.element(
        "rect",
        x=x,
        y=y,
        width=cols * cell + 2 * pad,
        height=rows * cell + 2 * pad,
        rx=0.26 * cell,
        fill=BOARD,
    )
    for row in range(rows):
        for col in range(cols):
            cx, cy = x + pad + (col + 0.5) * cell, y + pad + (row + 0.5) * cell
            drawing.element("circle", cx=cx, cy=cy, r=0.42 * cell, fill=HOLE)
            owner = pos.at(row, col)
            if owner == 1:
                drawing.element("circle", cx=cx, cy=cy, r=0.37 * cell, fill=RED)
            elif owner == 2:
                drawing.element(
                    "circle",
                    cx=cx,
                    cy=cy,
                    r=0.285 * cell,
                    fill="none",
                    stroke=YELLOW,
                    stroke_width=0.17 * cell,
                )
    if pos.game.gravity:
        for col in range(cols):
            middle = x + pad + (col + 0.5) * cell
            below = y + rows * cell + 2 * pad + 15
            drawing.text(middle, below, str(col + base), size=12, fill=INK_2, anchor="middle")

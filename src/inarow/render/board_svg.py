"""A position as a standalone SVG picture, the same board that the page draws.

Cells are 100 units: holes of radius 42, the first player a disc of 37, the second a ring from 20 to
37; free boards have grid lines and chips of 42 on their crossings. ``Position._repr_svg_`` calls
``board_svg``, so a notebook shows positions as pictures.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from inarow import families
from inarow._core import Position
from inarow.words import ORDINALS

CELL, PAD = 100, 10
BOARD, HOLE = "#2C61AE", "#163B72"
RED, YELLOW, WHITE, INK = "#FF6A50", "#FFCB3D", "#FFFFFF", "#606C67"
SHOWN_WIDTH = 360


def board_svg(pos: Position, last: int | None = None) -> str:
    """The picture of a position; ``last`` is the cell of the last stone, to be ringed."""
    game = pos.game
    width = game.cols * CELL + 2 * PAD
    height = game.rows * CELL + 2 * PAD
    total = height + 50
    ground = BOARD if game.gravity else HOLE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {total}"'
        f' width="{SHOWN_WIDTH}" height="{round(SHOWN_WIDTH * total / width)}" role="img">',
        f"<title>{escape(_words(pos))}</title>",
        f'<rect width="{width}" height="{height}" rx="26" fill="{ground}"/>',
    ]
    parts += [] if game.gravity else _grid(pos)
    for cell in range(game.cells):
        parts += _cell(pos, cell)
    if not families.of(game).counted:
        parts += [_ring(pos, cell, 45, 5) for cell in pos.line_cells()]
    if last is not None:
        parts.append(_ring(pos, last, 45, 5))
    parts += [
        f'<text x="{PAD + col * CELL + CELL // 2}" y="{height + 36}" font-size="30" fill="{INK}"'
        f' font-family="system-ui, sans-serif" text-anchor="middle">{col + 1}</text>'
        for col in range(game.cols)
    ]
    return "\n".join(parts) + "\n</svg>\n"


def _centre(pos: Position, cell: int) -> tuple[int, int]:
    row, col = divmod(cell, pos.game.cols)
    return PAD + col * CELL + CELL // 2, PAD + row * CELL + CELL // 2


def _cell(pos: Position, cell: int) -> list[str]:
    x, y = _centre(pos, cell)
    falls = pos.game.gravity
    parts = [f'<circle cx="{x}" cy="{y}" r="42" fill="{HOLE}"/>'] if falls else []
    owner = pos.at(*divmod(cell, pos.game.cols))
    scale = 1 if falls else 42 / 37
    if owner == 1:
        parts.append(f'<circle cx="{x}" cy="{y}" r="{37 * scale:g}" fill="{RED}"/>')
    elif owner == 2:
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="{28.5 * scale:.4g}" fill="none" stroke="{YELLOW}"'
            f' stroke-width="{17 * scale:.4g}"/>'
        )
    return parts


def _grid(pos: Position) -> list[str]:
    """Lines through the crossings, or between the cells of a board as small as tic-tac-toe."""
    game = pos.game
    small = game.cells <= 9
    shift = 0 if small else CELL // 2
    first = 1 if small else 0
    right, bottom = PAD + game.cols * CELL - shift, PAD + game.rows * CELL - shift
    lines = [
        f"M{PAD + col * CELL + shift} {PAD + shift}V{bottom}" for col in range(first, game.cols)
    ] + [f"M{PAD + shift} {PAD + row * CELL + shift}H{right}" for row in range(first, game.rows)]
    return [f'<path d="{"".join(lines)}" stroke="{BOARD}" stroke-width="3" fill="none"/>']


def _ring(pos: Position, cell: int, radius: int, width: int) -> str:
    x, y = _centre(pos, cell)
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{WHITE}"'
        f' stroke-width="{width}"/>'
    )


def _words(pos: Position) -> str:
    return f"{pos.cells()}, {ORDINALS[pos.to_move]} player to move"

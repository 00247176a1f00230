"""A position as an SVG picture, the same board that the page draws: a file of its own, a small one
in the corner of a drawing, and a game as a piece of HTML that steps through its positions.

Cells are 100 units: holes of radius 42, the first player a disc of 37, the second a ring from 20 to
37; free boards have grid lines and chips of 42 on their crossings. ``Position._repr_svg_`` calls
``board_svg``, so a notebook shows positions as pictures.
"""

from __future__ import annotations

import hashlib
from xml.sax.saxutils import escape

from inarow._core import Position
from inarow.game import counts_lines
from inarow.move_text import format_move
from inarow.record import PASS, Record
from inarow.render.svg import BOARD, HOLE, INK_2, INK_3, RED, SURFACE, YELLOW, Drawing
from inarow.text import ORDINALS

CELL, PAD = 100, 10
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
    if not counts_lines(game):
        parts += [_ring(pos, cell, 45, 5) for cell in pos.line_cells()]
    if last is not None:
        parts.append(_ring(pos, last, 45, 5))
    parts += [
        f'<text x="{PAD + col * CELL + CELL // 2}" y="{height + 36}" font-size="30" fill="{INK_3}"'
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
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{SURFACE}"'
        f' stroke-width="{width}"/>'
    )


def _words(pos: Position) -> str:
    return f"{pos.cells()}, {ORDINALS[pos.to_move]} player to move"


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


def game_html(record: Record) -> str:
    """The whole game; shows the position at the cursor first."""
    text = f"{record.start!r} {list(record.moves)}"
    name = "g" + hashlib.sha256(text.encode()).hexdigest()[:10]
    buttons, boards, rules = [], [], []
    for number, pos in enumerate(record.positions):
        checked = " checked" if number == record.at else ""
        move = record.moves[number - 1] if number else PASS
        cell = None if move == PASS else record.positions[number - 1].landing(move)
        written = "pass" if move == PASS else format_move(record.game, move)
        shown = f"{number}. {written}" if number else "start"
        buttons.append(
            f'<input type="radio" name="{name}" id="{name}-{number}"{checked}>'
            f'<label for="{name}-{number}">{shown}</label>'
        )
        boards.append(f'<div class="b{number}">{board_svg(pos, cell)}</div>')
        rules.append(f"#{name}:has(#{name}-{number}:checked) .b{number}{{display:block}}")
    style = f"#{name} .boards>div{{display:none}}" + "".join(rules)
    return (
        f'<div id="{name}"><style>{style}</style>'
        f'<div class="boards">{"".join(boards)}</div><div>{" ".join(buttons)}</div></div>'
    )

"""Boards of a page as SVG, with the classes by which the style of the page colours them: the same
geometry and the same names as the page's own script draws with."""

from __future__ import annotations

from collections.abc import Sequence

from inarow._core import Position
from inarow.arena.site.markup import safe

CELL, PAD = 100, 10


def board(
    pos: Position,
    label: str,
    *,
    last: int | None = None,
    lines: Sequence[Sequence[int]] = (),
    arrow: int | None = None,
) -> str:
    """A position; ``last`` is ringed, ``lines`` are struck through, ``arrow`` is the cell of a move
    of the side that is to move which would have held."""
    game = pos.game
    width, height = game.cols * CELL + 2 * PAD, game.rows * CELL + 2 * PAD
    rx = min(26, round(width / 28))
    parts = [
        f'<svg class="board" viewBox="0 0 {width} {height}" role="img" aria-label="{safe(label)}">'
        f'<rect width="{width}" height="{height}" rx="{rx}"'
        f' class="{"face" if game.gravity else "plane"}"/>'
    ]
    if game.gravity:
        holes = "".join(
            f'<circle cx="{x}" cy="{y}" r="42"/>'
            for x, y in (_centre(pos, cell) for cell in range(game.cells))
        )
        parts.append(f'<g class="holes">{holes}</g>')
    else:
        parts.append(f'<g class="grid"><path d="{_grid(pos)}"/></g>')
    scale = 1 if game.gravity else 42 / 37
    for cell in range(game.cells):
        owner = pos.at(*divmod(cell, game.cols))
        if owner:
            parts.append(_stone(*_centre(pos, cell), owner, scale))
    for cells in lines:
        (x1, y1), (x2, y2) = _centre(pos, cells[0]), _centre(pos, cells[-1])
        parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" class="line"/>')
    if arrow is not None:
        x, y = _centre(pos, arrow)
        parts.append(
            f'<g opacity="0.55">{_stone(x, y, pos.to_move, scale)}</g>'
            f'<circle cx="{x}" cy="{y}" r="39" class="ring"/>'
            f'<path d="M{x} {y - 17}v28m-12-11l12 12 12-12" class="arrow"/>'
        )
    if last is not None and not lines:
        x, y = _centre(pos, last)
        parts.append(f'<circle cx="{x}" cy="{y}" r="45" class="last" stroke-width="5"/>')
    return "".join(parts) + "</svg>"


def _centre(pos: Position, cell: int) -> tuple[int, int]:
    row, col = divmod(cell, pos.game.cols)
    return PAD + col * CELL + CELL // 2, PAD + row * CELL + CELL // 2


def _stone(x: int, y: int, player: int, scale: float) -> str:
    if player == 1:
        return f'<circle cx="{x}" cy="{y}" r="{37 * scale:g}" class="red"/>'
    return (
        f'<circle cx="{x}" cy="{y}" r="{28.5 * scale:.4g}" class="yellow"'
        f' stroke-width="{17 * scale:.4g}"/>'
    )


def _grid(pos: Position) -> str:
    game = pos.game
    small = game.cells <= 9
    shift, first = (0, 1) if small else (CELL // 2, 0)
    right, bottom = PAD + game.cols * CELL - shift, PAD + game.rows * CELL - shift
    return "".join(
        [f"M{PAD + col * CELL + shift} {PAD + shift}V{bottom}" for col in range(first, game.cols)]
        + [f"M{PAD + shift} {PAD + row * CELL + shift}H{right}" for row in range(first, game.rows)]
    )

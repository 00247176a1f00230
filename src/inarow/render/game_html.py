"""A game as one piece of HTML that steps through its positions, with nothing to load.

Every position is inline SVG; the steps are radio buttons and style rules, so it works in a notebook
that runs no script, and in a saved copy of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from inarow._core import Position
from inarow.move_text import format_move
from inarow.render.board_svg import board_svg


class GameView:
    """A start and moves; ``_repr_html_`` is what a notebook shows of it."""

    def __init__(self, start: Position, moves: Sequence[int]) -> None:
        self.start = start
        self.moves = tuple(moves)
        self.positions = [start]
        for move in self.moves:
            self.positions.append(self.positions[-1].play(move))

    def __repr__(self) -> str:
        return f"GameView({self.start!r}, {list(self.moves)})"

    def _repr_html_(self) -> str:
        return game_html(self.start, self.moves)


def game_html(start: Position, moves: Sequence[int]) -> str:
    """The whole game; shows the last position first."""
    view = GameView(start, moves)
    text = f"{start!r} {list(moves)}"
    name = "g" + hashlib.sha256(text.encode()).hexdigest()[:10]
    last = len(view.positions) - 1
    buttons, boards, rules = [], [], []
    for number, pos in enumerate(view.positions):
        checked = " checked" if number == last else ""
        move = view.moves[number - 1] if number else None
        cell = None if move is None else view.positions[number - 1].landing(move)
        shown = "start" if move is None else f"{number}. {format_move(start.game, move)}"
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

"""A game as one piece of HTML that steps through its positions, with nothing to load.

Every position is inline SVG; the steps are radio buttons and style rules, so it works in a notebook
that runs no script, and in a saved copy of it.
"""

from __future__ import annotations

import hashlib

from inarow.move_text import format_move
from inarow.record import PASS, Record
from inarow.render.board_svg import board_svg


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

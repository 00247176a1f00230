"""Values of MaxConnect4 that ``inarow prove`` has settled, and that nobody wants to wait for again.

The file names a board, columns x rows, and the final difference after some first moves, written as
columns from 1. ``docs/maxconnect4-solved.md`` says on what ground each stands.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from inarow._core import Family, Game, Goal, Position
from inarow.score import Score, Unit

SHIPPED = Path(__file__).parent.parent / "data" / "maxconnect4.settled.json"


def settled_value(pos: Position) -> Score | None:
    """The final difference under best play, if it is on record."""
    if pos.stone_count > 1 or pos.game.family is not Family.COUNTED:
        return None
    return _values().get(pos)


@cache
def _values() -> dict[Position, Score]:
    found = {}
    for board, differences in json.loads(SHIPPED.read_text()).items():
        cols, rows = map(int, board.split("x"))
        start = Position(Game(rows, cols, 4, goal=Goal.COUNT_TO_FULL))
        for moves, difference in differences.items():
            pos = start
            for column in moves:
                pos = pos.play(int(column) - 1)
            found[pos] = Score(difference, Unit.POINTS, player=1)
    return found

"""The size of the move tree, exactly."""

from __future__ import annotations

from inarow._core import Position
from inarow._core import perft as perft_by_depth
from inarow.move_text import require_position


def perft(pos: Position, depth: int) -> int:
    """All nodes of the move tree to a depth, the root included; won and full positions are leaves.

    >>> from inarow import Position
    >>> [perft(Position(), depth) for depth in range(6)]
    [1, 8, 57, 400, 2801, 19608]
    """
    require_position(pos)
    return sum(perft_by_depth(pos, min(depth, pos.game.cells)))  # no game is longer than that

"""Exact values of moves near the end of MaxConnect4."""

from __future__ import annotations

from functools import lru_cache

from inarow._core import Position, counted_choose


@lru_cache(maxsize=1 << 14)
def value(pos: Position) -> int:
    """Returns the final difference for the side to move, both playing best."""
    if pos.is_full:
        first, second = pos.score()
        return first - second if pos.to_move == 1 else second - first
    _, found, _, exact = counted_choose(pos, pos.game.cells - pos.stone_count)
    assert exact
    return found // 100


def move_values(pos: Position) -> dict[int, int]:
    """Returns the same of each legal column, from 0, for the side that plays it."""
    return {column: -value(pos.play(column)) for column in pos.legal_moves()}

"""What moves of MaxConnect4 are worth near the end, exactly."""

from __future__ import annotations

from functools import lru_cache

from inarow._core import Position, counted_choose


@lru_cache(maxsize=1 << 14)
def margin(pos: Position) -> int:
    """The final difference for the side to move, both playing best."""
    if pos.is_full:
        first, second = pos.score()
        return first - second if pos.to_move == 1 else second - first
    _, value, _, exact = counted_choose(pos, pos.game.cells - pos.stone_count)
    assert exact
    return value // 100


def margins(pos: Position) -> dict[int, int]:
    """The same of each legal column, from 0, for the side that plays it."""
    return {column: -margin(pos.play(column)) for column in pos.legal_moves()}

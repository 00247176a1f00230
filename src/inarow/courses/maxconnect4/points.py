"""Points of MaxConnect4 under the rules of the task and under known wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from inarow._core import Position
from inarow.textbook.rules.directions import WAYS

Points = tuple[int, int]
Score = Callable[[Position], Points]


def right_score(pos: Position) -> Points:
    first, second = pos.score()
    return first, second


def _runs(pos: Position, player: int, left_out: tuple[str, ...], edge: int) -> Iterator[int]:
    """The lengths of the runs that cannot be extended."""
    rows, cols = pos.game.rows - edge, pos.game.cols - edge

    def ours(row: int, col: int) -> bool:
        return 0 <= row < rows and 0 <= col < cols and pos.at(row, col) == player

    for way, (down, right) in WAYS.items():
        if way in left_out:
            continue
        for row in range(rows):
            for col in range(cols):
                if ours(row, col) and not ours(row - down, col - right):
                    length = 1
                    while ours(row + length * down, col + length * right):
                        length += 1
                    yield length


def scored(
    worth: Callable[[int], int] = lambda length: max(length - 3, 0),
    left_out: tuple[str, ...] = (),
    edge: int = 0,
) -> Score:
    """The points where a run of some length is worth so many; ``edge`` leaves the bottom row and
    the last column out."""

    def score(pos: Position) -> Points:
        first, second = (
            sum(worth(length) for length in _runs(pos, player, left_out, edge)) for player in (1, 2)
        )
        return first, second

    return score


def exchanged(pos: Position) -> Points:
    first, second = pos.score()
    return second, first


def best_by_points(pos: Position, plies: int) -> set[int]:
    """The moves that lead to the best difference of points after so many plies of best play."""
    values = _values(pos, plies)
    return {move for move, worth in values.items() if worth == max(values.values())}


def keeps_result(pos: Position, move: int) -> bool:
    """Whether a move keeps win, draw or loss to the end; the board must be nearly full."""
    values = _values(pos, pos.game.cells)
    best, reached = max(values.values()), values[move]
    return (reached > 0) - (reached < 0) == (best > 0) - (best < 0)


@lru_cache(maxsize=256)
def _values(pos: Position, plies: int) -> dict[int, int]:
    """The difference of points for the mover after each move and best play, so many plies in
    all."""
    seen: dict[tuple[Position, int], int] = {}

    def value(at: Position, left: int) -> int:
        key = (at, left)
        if key not in seen:
            if left == 0 or at.is_full:
                first, second = at.score()
                seen[key] = first - second if at.to_move == 1 else second - first
            else:
                seen[key] = max(-value(at.play(move), left - 1) for move in at.legal_moves())
        return seen[key]

    return {move: -value(pos.play(move), plies - 1) for move in pos.legal_moves()}

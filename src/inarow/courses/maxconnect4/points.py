"""Points of MaxConnect4 under the rules of the task and under known wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from inarow._core import Position
from inarow.textbook.lines import LineRule

Points = tuple[int, int]
Score = Callable[[Position], Points]

_ALL_LINES = LineRule()


def right_score(pos: Position) -> Points:
    first, second = pos.score()
    return first, second


def scored(
    worth: Callable[[int], int] = lambda length: max(length - 3, 0), lines: LineRule = _ALL_LINES
) -> Score:
    """The points where a run that ``lines`` sees is worth so many, by its length."""

    def score(pos: Position) -> Points:
        first, second = (
            sum(worth(len(run)) for run in lines.runs(pos, player)) for player in (1, 2)
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

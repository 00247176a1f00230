"""Where a game was decided: the last move that threw away a win or a draw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from inarow._core import Position
from inarow.analysis.falling import analyse, solve
from inarow.analysis.verdict import Result, Solved


class Mistake(NamedTuple):
    """A move after which its player could no longer get what it could before."""

    number: int
    """Counted from 1, as the moves of the game are."""
    player: int
    move: int
    before: Result
    after: Result
    better: tuple[int, ...]
    """The moves that would have kept the result."""


def last_mistake(
    start: Position,
    moves: Sequence[int],
    progress: Callable[[int], bool | None] | None = None,
    book: bool = True,
) -> Mistake | None:
    """The last mistake among the moves, or None. Looked for from the end, where positions are
    easy; ``progress`` gets the number of the move looked at, and False stops the search."""
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    after = solve(positions[-1], book=book)
    for number in range(len(moves), 0, -1):
        if progress is not None and progress(number) is False:
            return None
        pos = positions[number - 1]
        before = solve(pos, book=book)
        had, got = _rank(before), -_rank(after)
        if got < had:
            better = tuple(
                verdict.move
                for verdict in analyse(pos, lines=False, book=book).moves
                if verdict.result == before.result
            )
            names: dict[int, Result] = {1: "win", 0: "draw", -1: "loss"}
            return Mistake(number, pos.to_move, moves[number - 1], names[had], names[got], better)
        after = before
    return None


def _rank(solved: Solved) -> int:
    return (solved.score > 0) - (solved.score < 0)

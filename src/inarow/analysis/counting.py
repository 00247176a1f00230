"""The truth about games that count lines on a full gravity board (MaxConnect4).

Every number here is a final difference: the first player's points minus the second player's when
both play best from the position on. A limit may end the search early; what is returned then is
still true, only wider.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import NamedTuple

from inarow._core import CountingSolver, Position


class Bounds(NamedTuple):
    """``lower <= final difference <= upper``."""

    lower: int
    upper: int
    nodes: int = 0

    @property
    def exact(self) -> bool:
        return self.lower == self.upper

    def __str__(self) -> str:
        if self.exact:
            return f"exact {self.lower}"
        return f"at least {self.lower}, at most {self.upper}"


class CountingAnalysis(NamedTuple):
    bounds: Bounds
    moves: dict[int, Bounds]
    line: list[int]


class CountingAnalyst:
    """A solver with its memory: questions about related positions help each other."""

    def __init__(self, pos: Position, table_mb: int | None = None) -> None:
        empty = pos.game.cells - pos.stone_count
        self._solver = CountingSolver(pos.game, _table_mb(empty) if table_mb is None else table_mb)

    def solve(
        self, pos: Position, time_s: float | None = None, max_nodes: int | None = None
    ) -> Bounds:
        """The final difference, exactly unless a limit comes first."""
        return Bounds(
            *self._solver.solve(
                pos,
                1e9 if time_s is None else time_s,
                2**64 - 1 if max_nodes is None else max_nodes,
            )
        )

    def stop(self) -> None:
        """End the search that another thread makes here; those after it end at once, too."""
        self._solver.stop()

    def resume(self) -> None:
        """Let searches run again after ``stop``."""
        self._solver.resume()

    def nodes_searched(self) -> int:
        """Nodes of all searches so far, also of the one under way, within a few thousand."""
        return self._solver.nodes_searched()

    def moves(self, pos: Position, time_s: float | None = None) -> dict[int, Bounds]:
        """The final difference after each legal move. The time is shared out evenly."""
        end = math.inf if time_s is None else time.monotonic() + time_s
        legal = pos.legal_moves()
        values = {}
        for done, move in enumerate(legal):
            left = None if time_s is None else (end - time.monotonic()) / (len(legal) - done)
            values[move] = self.solve(pos.play(move), left)
        return values

    def keeping_moves(self, pos: Position, value: int) -> Iterator[int]:
        """The legal moves that keep the exact value of a position, ascending."""
        for move in pos.legal_moves():
            after = pos.play(move)
            if pos.to_move == 1:
                lower, _, _ = self._solver.at_least(after, value)
                keeps = lower >= value
            else:
                _, upper, _ = self._solver.at_least(after, value + 1)
                keeps = upper <= value
            if keeps:
                yield move

    def best_line(self, pos: Position, value: int) -> list[int]:
        """Best play by both sides to the full board; value is the exact one of the position."""
        line = []
        while (move := next(self.keeping_moves(pos, value), None)) is not None:
            line.append(move)
            pos = pos.play(move)
        return line


def analyse(pos: Position, time_s: float | None = None) -> CountingAnalysis:
    """The value of a position and of each move, and the best line where the value is exact."""
    analyst = CountingAnalyst(pos)
    bounds = analyst.solve(pos, time_s)
    line = analyst.best_line(pos, bounds.lower) if bounds.exact else []
    return CountingAnalysis(bounds, analyst.moves(pos, time_s), line)


def solve(pos: Position, time_s: float | None = None, max_nodes: int | None = None) -> Bounds:
    """The final difference under best play by both, or honest bounds on it."""
    return CountingAnalyst(pos).solve(pos, time_s, max_nodes)


def _table_mb(empty: int) -> int:
    """Memory that a search of so many empty cells makes good use of."""
    return 2 if empty <= 16 else 8 if empty <= 20 else 64 if empty <= 26 else 256

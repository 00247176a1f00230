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

from inarow._core import CountedSolver, Position, counted_table_mb
from inarow.analysis.settled import settled_value

# Of the time for a position and its moves, the share of the position; and of the time for these and
# the best line, which they have nearly found, the share of these.
_VALUE_SHARE, _MOVES_SHARE = 0.5, 0.9


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

    def flipped(self) -> Bounds:
        """The same from the other side: second player minus first."""
        return Bounds(-self.upper, -self.lower, self.nodes)


class CountedAnalysis(NamedTuple):
    """The line is empty unless the value is exact and was found now: to find that of a record would
    take as long as its proof. It is shorter than the game if time was up."""

    bounds: Bounds
    moves: dict[int, Bounds]
    line: list[int]


class CountedAnalyst:
    """A solver with its memory: questions about related positions help each other."""

    def __init__(self, pos: Position, table_mb: int | None = None) -> None:
        if table_mb is None:
            table_mb = counted_table_mb(pos.game.cells - pos.stone_count)
        self._solver = CountedSolver(pos.game, table_mb)

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

    def analyse(self, pos: Position, time_s: float | None = None) -> CountedAnalysis:
        """The value of a position and of each move, and the best line where the value is exact.
        The time is for all of it."""
        end = math.inf if time_s is None else time.monotonic() + time_s
        bounds, moves = self.with_moves(pos, None if time_s is None else _MOVES_SHARE * time_s)
        found = bounds.exact and settled_value(pos) is None
        line = self.best_line(pos, bounds.lower, end) if found else []
        return CountedAnalysis(bounds, moves, line)

    def look_up_or_solve(self, pos: Position, time_s: float | None = None) -> Bounds:
        """The final difference as it was proven once, or else as the solver finds it now."""
        value = settled_value(pos)
        return self.solve(pos, time_s) if value is None else Bounds(value, value)

    def with_moves(
        self, pos: Position, time_s: float | None = None
    ) -> tuple[Bounds, dict[int, Bounds]]:
        """The final difference of a position and after each legal move. Half of the time is for the
        position; what that leaves is shared out evenly between the moves."""
        end = math.inf if time_s is None else time.monotonic() + time_s
        whole = self.look_up_or_solve(pos, None if time_s is None else _VALUE_SHARE * time_s)
        legal = pos.legal_moves()
        moves = {}
        for done, move in enumerate(legal):
            left = None if time_s is None else (end - time.monotonic()) / (len(legal) - done)
            moves[move] = self.look_up_or_solve(pos.play(move), left)
        return narrowed(whole, moves, pos.to_move)

    def keeping_moves(self, pos: Position, value: int, end: float = math.inf) -> Iterator[int]:
        """The legal moves that keep the exact value of a position, ascending. Once the monotonic
        clock reads ``end``, only those that take no search are found."""
        for move in pos.legal_moves():
            after, left_s = pos.play(move), min(end - time.monotonic(), 1e9)
            if pos.to_move == 1:
                lower, _, _ = self._solver.at_least(after, value, left_s)
                keeps = lower >= value
            else:
                _, upper, _ = self._solver.at_least(after, value + 1, left_s)
                keeps = upper <= value
            if keeps:
                yield move

    def best_line(self, pos: Position, value: int, end: float = math.inf) -> list[int]:
        """Best play by both sides to the full board, or as far as it is found when the monotonic
        clock reads ``end``; value is the exact one of the position."""
        line = []
        while (move := next(self.keeping_moves(pos, value, end), None)) is not None:
            line.append(move)
            pos = pos.play(move)
        return line


def narrowed(
    whole: Bounds, moves: dict[int, Bounds], to_move: int
) -> tuple[Bounds, dict[int, Bounds]]:
    """Bounds on a position and on each of its legal moves, made as tight as they make each other:
    the mover takes the best move, so no move is better than the position and one is as good."""
    if not moves:
        return whole, moves
    if to_move == 2:
        flipped = {move: bounds.flipped() for move, bounds in moves.items()}
        whole, moves = narrowed(whole.flipped(), flipped, 1)
        return whole.flipped(), {move: bounds.flipped() for move, bounds in moves.items()}
    moves = {
        move: bounds._replace(upper=min(bounds.upper, whole.upper))
        for move, bounds in moves.items()
    }
    lower = max(whole.lower, *(bounds.lower for bounds in moves.values()))
    whole = whole._replace(lower=lower, upper=max(bounds.upper for bounds in moves.values()))
    reaching = [move for move, bounds in moves.items() if bounds.upper >= lower]
    if len(reaching) == 1:
        moves[reaching[0]] = moves[reaching[0]]._replace(lower=lower)
    return whole, moves


def analyse(pos: Position, time_s: float | None = None) -> CountedAnalysis:
    """The value of a position and of each move, and the best line where the value is exact."""
    return CountedAnalyst(pos).analyse(pos, time_s)


def solve(pos: Position, time_s: float | None = None, max_nodes: int | None = None) -> Bounds:
    """The final difference under best play by both, or honest bounds on it."""
    return CountedAnalyst(pos).solve(pos, time_s, max_nodes)

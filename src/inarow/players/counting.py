"""The alpha-beta player of games that count lines on a full board (MaxConnect4)."""

from __future__ import annotations

import random
import time
from itertools import pairwise

from inarow._core import Position, counting_choose
from inarow.analysis.counting import CountingAnalyst
from inarow.players.base import Choice, Limit

_SOLVER_UP_TO_EMPTY = 30


class CountingPlayer:
    """Searches to ``limit.depth``, or deeper and deeper while ``limit.time_s`` allows, or both.

    Under a clock alone it first asks the exact solver where that has a chance to finish in time.

    Values are points of margin. The random numbers are not used: a depth gives one choice.
    """

    name = "counting"
    default_depth = 8

    def choose(self, pos: Position, limit: Limit, rng: random.Random) -> Choice:
        if limit.time_s is None:
            return _search(pos, self.default_depth if limit.depth is None else limit.depth)
        if limit.depth is not None and limit.depth < 1:
            raise ValueError(f"depth {limit.depth} is less than 1")
        start = time.monotonic()
        empty = pos.game.cells - pos.stone_count
        if limit.depth is None and 8 < empty <= _SOLVER_UP_TO_EMPTY:
            solved = _solve(pos, limit.time_s / 2)
            if solved is not None:
                return solved
        return _deepen(pos, limit.time_s - (time.monotonic() - start), limit.depth)


def _solve(pos: Position, time_s: float) -> Choice | None:
    """The exact choice, if the solver finishes."""
    analyst = CountingAnalyst(pos)
    bounds = analyst.solve(pos, time_s)
    if not bounds.exact:
        return None
    move = analyst.best_move(pos, bounds.lower)
    assert move is not None, "some move keeps the value"
    value = bounds.lower if pos.to_move == 1 else -bounds.lower
    return Choice(move, value, pos.game.cells - pos.stone_count, bounds.nodes, True)


def _search(pos: Position, depth: int) -> Choice:
    move, value, nodes, exact = counting_choose(pos, depth)
    empty = pos.game.cells - pos.stone_count
    return Choice(move, value / 100, min(depth, empty), nodes, exact)


def _deepen(pos: Position, time_s: float, deepest: int | None) -> Choice:
    """Depths 1, 2, ... each begun only if it should end in time.

    A depth is taken to explore as many more moves than the one before as the steepest of the last
    two steps did, at least three times as many, and at the speed so far. Depth 1 is always
    searched.
    """
    start = time.monotonic()
    explored: list[int] = []
    while True:
        choice = _search(pos, len(explored) + 1)
        explored.append(choice.nodes or 1)
        elapsed = time.monotonic() - start
        growth = max([3.0, *(after / before for before, after in pairwise(explored[-3:]))])
        expected = elapsed * explored[-1] * growth / sum(explored)
        if choice.exact or len(explored) == deepest or elapsed + expected > time_s:
            return choice._replace(nodes=sum(explored))

"""The alpha-beta player of games that count lines on a full board (MaxConnect4)."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from itertools import pairwise

from inarow._core import Position, counted_choose
from inarow.analysis.counted import CountedAnalyst
from inarow.analysis.verdict import Verdict
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.players.base import Choice

# The solver takes about this long with this many empty cells, and twice as long with 1.5 more.
_SOLVER_S, _SOLVER_EMPTY, _CELLS_TO_DOUBLE = 0.015, 20, 1.5
# Positions differ: it is asked up to this many cells beyond what the time is good for.
_HOPEFUL_CELLS = 2
_TIE_DEPTH = 6


Clock = Callable[[], float]


class CountedPlayer:
    """Searches to ``limit.depth``, or deeper and deeper while ``limit.time_s`` allows, or both.

    Under a clock alone it first asks the exact solver where that has a chance to finish in time;
    what that has proven if it does not stands beside the estimate, which is held within it. The
    clock is that on the wall unless another is given.

    Values are points of margin. The random numbers are not used: a depth gives one choice.
    """

    name = "counted"
    default_depth = 8

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock

    def choose(self, pos: Position, limit: Limits, rng: random.Random) -> Choice:
        if limit.time_s is None:
            return _search(pos, self.default_depth if limit.depth is None else limit.depth)
        if limit.depth is not None and limit.depth < 1:
            raise UserError(f"depth {limit.depth} is less than 1")
        start = self._clock()
        empty = pos.game.cells - pos.stone_count
        proven: Verdict | None = None
        if limit.depth is None and empty > 8:
            if empty <= _solver_reach(limit.time_s / 2):
                analyst = CountedAnalyst(pos)
                proven = _solve(analyst, pos, limit.time_s / 2, self._clock)
                if proven.exact:
                    return _exact_choice(analyst, pos, proven)
            else:
                proven = CountedAnalyst(pos, table_mb=1).solve(pos, max_nodes=0)
        left_s = limit.time_s - (self._clock() - start)
        choice = _deepen(pos, left_s, limit.depth, self._clock)
        if choice.exact or proven is None:
            return choice
        return _within(choice, proven)


def _solver_reach(time_s: float) -> float:
    """The number of empty cells up to which the solver has a chance to finish in the time."""
    if time_s <= 0:
        return 0.0
    doublings = math.log2(time_s / _SOLVER_S)
    return _SOLVER_EMPTY + _CELLS_TO_DOUBLE * doublings + _HOPEFUL_CELLS


def _solve(analyst: CountedAnalyst, pos: Position, time_s: float, clock: Clock) -> Verdict:
    """The final difference as far as the solver settles it in the time."""
    end = clock() + time_s
    found = analyst.solve(pos, time_s)
    # The solver goes by the clock on the wall; another clock may have time left.
    while not found.exact and (left_s := end - clock()) > 0:
        found = analyst.solve(pos, left_s)
    return found


def _exact_choice(analyst: CountedAnalyst, pos: Position, proven: Verdict) -> Choice:
    """Of the moves that keep the value, the one that a short search likes best: a fallible opponent
    goes wrong there most easily."""
    keeping = list(analyst.keeping_moves(pos, proven.lo))
    move = min(keeping, key=lambda move: counted_choose(pos.play(move), _TIE_DEPTH)[1])
    return Choice(move, proven.lo, pos.game.cells - pos.stone_count, proven.nodes, True)


def _within(choice: Choice, proven: Verdict) -> Choice:
    """A judged choice beside what is proven of the position."""
    value = max(proven.lo, min(proven.hi, choice.value or 0))
    return choice._replace(value=value, bounds=(proven.lo, proven.hi))


def _search(pos: Position, depth: int) -> Choice:
    move, value, nodes, exact = counted_choose(pos, depth)
    empty = pos.game.cells - pos.stone_count
    return Choice(move, value / 100, min(depth, empty), nodes, exact)


def _deepen(pos: Position, time_s: float, deepest: int | None, clock: Clock) -> Choice:
    """Depths 1, 2, ... each begun only if it should end in time.

    A depth is taken to explore as many more moves than the one before as the steepest of the last
    two steps did, at least three times as many, and at the speed so far. Depth 1 is always
    searched.
    """
    start = clock()
    explored: list[int] = []
    while True:
        choice = _search(pos, len(explored) + 1)
        explored.append(choice.nodes or 1)
        elapsed = clock() - start
        growth = max([3.0, *(after / before for before, after in pairwise(explored[-3:]))])
        expected = elapsed * explored[-1] * growth / sum(explored)
        if choice.exact or len(explored) == deepest or elapsed + expected > time_s:
            return choice._replace(nodes=sum(explored))

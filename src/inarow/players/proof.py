"""What a player of a game that counts lines can prove of its moves before its time is up.

The proof rests on three things: the strategy that is shipped for the opening (``strategy.py``), the
follow-up, which the solver sees at a glance, and the solver itself. What they show is always true,
and where they show a draw or better the player chooses among the moves that keep it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import NamedTuple

from inarow._core import Position
from inarow.analysis.counted import CountedAnalyst, analyst_for
from inarow.analysis.strategy import Held, shipped_strategy

Clock = Callable[[], float]

# The solver takes about this long with this many empty cells, and twice as long with 1.5 more.
_SOLVER_S, _SOLVER_EMPTY, _CELLS_TO_DOUBLE = 0.015, 20, 1.5
# Positions differ: it is asked up to this many cells beyond what the time is good for.
_HOPEFUL_CELLS = 3

# Of the time: for the value, from its beginning up to the end of the search for moves, and for the
# value while it is not clear whether the mover loses, which is worth more than a good judgement.
_VALUE_SHARE, _MOVES_SHARE, _DRAW_SHARE = 0.6, 0.75, 0.8
# Moves that keep the value are looked for with more and more nodes for each.
_NODES_A_MOVE = (0, 2_000, 50_000)
# The solver fills about so much of its table in a second.
_TABLE_MB_A_SECOND = 64


class Proven(NamedTuple):
    """Bounds on the final difference for the side to move; ``moves`` are known to keep the lower
    one, and there may be others. None of them are known if the bound is not worth keeping."""

    low: int
    high: int
    moves: tuple[int, ...]
    nodes: int

    @property
    def exact(self) -> bool:
        return self.low == self.high


def proven(pos: Position, time_s: float, clock: Clock = time.monotonic) -> Proven:
    """What can be proven in the time. In the strategy's opening, and where the follow-up holds and
    the solver has no chance yet, that takes no time at all."""
    start, empty = clock(), pos.game.cells - pos.stone_count
    held = _held(pos)
    hopeful = empty <= _solver_reach(_VALUE_SHARE * time_s)
    table_mb = None if hopeful and time_s > 2 else _TABLE_MB_A_SECOND if hopeful else 1
    analyst = analyst_for(pos, table_mb)
    low, high = analyst.glance(pos)
    if held is not None:
        low = max(low, held.difference)
    nodes = 0
    if hopeful:
        for share in (_VALUE_SHARE, _DRAW_SHARE):
            if share == _VALUE_SHARE or low < 0 <= high:
                end = start + share * time_s
                low, high, searched = _narrowed(analyst, pos, (low, high), end, clock)
                nodes += searched
    if low < 0 and low < high:
        return Proven(low, high, (), nodes)
    end = start + _MOVES_SHARE * time_s
    return Proven(low, high, _keeping(analyst, pos, low, held, end, clock), nodes)


def _held(pos: Position) -> Held | None:
    strategy = shipped_strategy()
    return strategy.held(pos) if strategy.game == pos.game else None


def _solver_reach(time_s: float) -> float:
    """The number of empty cells up to which the solver has a chance to finish in the time."""
    if time_s <= 0:
        return 0.0
    doublings = math.log2(time_s / _SOLVER_S)
    return _SOLVER_EMPTY + _CELLS_TO_DOUBLE * doublings + _HOPEFUL_CELLS


def _narrowed(
    analyst: CountedAnalyst, pos: Position, bounds: tuple[int, int], end: float, clock: Clock
) -> tuple[int, int, int]:
    """The bounds as the solver narrows them until the clock reads ``end``, and its nodes. The first
    question is whether the mover draws at least, the next ones are beside the last answer."""
    (low, high), nodes, question = bounds, 0, 0
    # The solver goes by the clock on the wall; another clock may have time left then.
    while low < high and (left_s := end - clock()) > 0:
        question = min(max(question, low + 1), high)
        found_low, found_high, searched = analyst.at_least(pos, question, left_s)
        nodes += searched
        if found_low >= question:
            low, question = max(low, found_low), found_low + 1
        elif found_high < question:
            high = question = min(high, found_high)
    return low, high, nodes


def _keeping(
    analyst: CountedAnalyst, pos: Position, low: int, held: Held | None, end: float, clock: Clock
) -> tuple[int, ...]:
    """Moves after which the mover is known to end at least ``low`` ahead: the one that the strategy
    holds it with, or as many as are found in the time, with few nodes for each. Only if these find
    none they may take longer."""
    if held is not None and held.difference >= low:
        return (held.move,)
    found = dict.fromkeys(pos.legal_moves(), False)
    for nodes in (*_NODES_A_MOVE, None):
        if nodes is None and any(found.values()):
            break
        for move, keeps in found.items():
            left_s = max(end - clock(), 0.0)
            if not keeps and (not nodes or left_s > 0):
                after, least = pos.play(move), 1 - low
                # The opponent, to move there, must not get 1 - low or more.
                _, high, _ = analyst.at_least(after, least, left_s, nodes)
                found[move] = high < least
    return tuple(move for move, keeps in found.items() if keeps)

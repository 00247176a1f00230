"""The alpha-beta player of games that count lines on a full board (MaxConnect4), and what it can
prove of its moves before its time is up.

The proof rests on three things: the strategy that is shipped for the opening
(``analysis/strategy.py``), the follow-up, which the solver sees at a glance, and the solver itself.
What they show is always true, and where they show a draw or better the player chooses among the
moves that keep it.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from inarow._core import Position, counted_choose
from inarow.analysis.counted import CountedAnalyst, analyst_for
from inarow.analysis.strategy import StrategyMove, shipped_strategy
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.players.base import Choice

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


class ProvenBounds(NamedTuple):
    """Bounds on the final difference for the side to move; ``moves`` are known to keep the lower
    one, and there may be others. None of them are known if the bound is not worth keeping."""

    low: int
    high: int
    moves: tuple[int, ...]
    nodes: int

    @property
    def exact(self) -> bool:
        return self.low == self.high


def proven(pos: Position, time_s: float, clock: Clock = time.monotonic) -> ProvenBounds:
    """What can be proven in the time. In the strategy's opening, and where the follow-up holds and
    the solver has no chance yet, that takes no time at all."""
    start, empty = clock(), pos.game.cells - pos.stone_count
    held = _held(pos)
    hopeful = empty <= _solver_reach(_VALUE_SHARE * time_s)
    table_mb = None if hopeful and time_s > 2 else _TABLE_MB_A_SECOND if hopeful else 1
    analyst = analyst_for(pos, table_mb)
    low, high = analyst.static_bounds(pos)
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
        return ProvenBounds(low, high, (), nodes)
    end = start + _MOVES_SHARE * time_s
    return ProvenBounds(low, high, _keeping(analyst, pos, low, held, end, clock), nodes)


def _held(pos: Position) -> StrategyMove | None:
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
    analyst: CountedAnalyst,
    pos: Position,
    low: int,
    held: StrategyMove | None,
    end: float,
    clock: Clock,
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


# A search to the end is quicker than a proof with so few empty cells.
_SOON_OVER = 8
# How deep moves that are proven to be equally good are looked at; and the share of the time for
# moves that are proven to be good enough.
_TIE_DEPTH, _SAFE_SHARE = 6, 0.1


class CountedPlayer:
    """Searches to ``limit.depth``, or deeper and deeper while ``limit.time_s`` allows, or both.

    Under a clock alone it first asks what can be proven (``proven``). Where that is the exact
    value, or that it does not lose, it chooses among the moves that are proven to keep it: from the
    empty board of MaxConnect4, with a second a move, it never loses. Elsewhere what is proven
    stands beside the estimate, which is held within it. The clock is that on the wall unless
    another is given.

    Values are points of margin. The random numbers are not used: a depth gives one choice.
    """

    name = "counted"
    default_depth = 8

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        if limits.time_s is None:
            return _search(pos, self.default_depth if limits.depth is None else limits.depth)
        if limits.depth is not None and limits.depth < 1:
            raise UserError(f"depth {limits.depth} is less than 1")
        start = self._clock()
        empty = pos.game.cells - pos.stone_count
        if limits.depth is not None or empty <= _SOON_OVER:
            return _deepen(pos, limits.time_s, limits.depth, self._clock)
        known = proven(pos, limits.time_s, self._clock)
        share = _SAFE_SHARE if known.moves else 1.0
        left_s = share * (limits.time_s - (self._clock() - start))
        if known.exact and known.moves:
            judged = _among(pos, known.moves, _TIE_DEPTH)
            nodes = known.nodes + (judged.nodes or 0)
            return Choice(judged.move, known.low, empty, nodes, True)
        choice = _deepen(pos, left_s, None, self._clock, known.moves)
        choice = choice._replace(nodes=known.nodes + (choice.nodes or 0))
        return choice if choice.exact else _within(choice, known)


def _within(choice: Choice, known: ProvenBounds) -> Choice:
    """A judged choice beside what is proven of the position."""
    value = max(known.low, min(known.high, choice.value or 0))
    return choice._replace(value=value, bounds=(known.low, known.high))


def _among(pos: Position, moves: Sequence[int], depth: int) -> Choice:
    """Of some moves the one that a search of each likes best: a fallible opponent goes wrong there
    most easily."""
    judged = [(move, _search(pos.play(move), depth)) for move in moves]
    move, after = min(judged, key=lambda pair: pair[1].value or 0)
    value, nodes = -(after.value or 0), sum(each.nodes or 0 for _, each in judged)
    return Choice(move, value + 0.0, (after.depth or 0) + 1, nodes, False)


def _search(pos: Position, depth: int) -> Choice:
    move, value, nodes, exact = counted_choose(pos, depth)
    empty = pos.game.cells - pos.stone_count
    return Choice(move, value / 100, min(depth, empty), nodes, exact)


def _deepen(
    pos: Position,
    time_s: float,
    deepest: int | None,
    clock: Clock,
    moves: Sequence[int] = (),
) -> Choice:
    """Depths 1, 2, ... each begun only if it should end in time; of all moves, or of those given,
    of which one alone is looked at for a moment only.

    A depth is taken to explore as many more moves than the one before as the steepest of the last
    two steps did, at least three times as many, and at the speed so far. Depth 1 is always
    searched.
    """
    if len(moves) == 1:
        return _among(pos, moves, _TIE_DEPTH)
    start, empty = clock(), pos.game.cells - pos.stone_count
    explored: list[int] = []
    while True:
        depth = len(explored) + 1
        choice = _among(pos, moves, depth) if moves else _search(pos, depth)
        explored.append(choice.nodes or 1)
        elapsed = clock() - start
        growth = max([3.0, *(after / before for before, after in pairwise(explored[-3:]))])
        expected = elapsed * explored[-1] * growth / sum(explored)
        ended = choice.exact or depth in (deepest, empty)
        if ended or elapsed + expected > time_s:
            return choice._replace(nodes=sum(explored))

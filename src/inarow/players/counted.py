"""The alpha-beta player of games that count lines on a full board (MaxConnect4)."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import pairwise

from inarow._core import Position, counted_choose
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.players.base import Choice
from inarow.players.proof import Clock, Proven, proven

# A search to the end is quicker than a proof with so few empty cells.
_SOON_OVER = 8
# How deep moves that are proven to be equally good are looked at; and the share of the time for
# moves that are proven to be good enough.
_TIE_DEPTH, _SAFE_SHARE = 6, 0.1


class CountedPlayer:
    """Searches to ``limit.depth``, or deeper and deeper while ``limit.time_s`` allows, or both.

    Under a clock alone it first asks what can be proven (``proof.py``). Where that is the exact
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

    def choose(self, pos: Position, limit: Limits, rng: random.Random) -> Choice:
        if limit.time_s is None:
            return _search(pos, self.default_depth if limit.depth is None else limit.depth)
        if limit.depth is not None and limit.depth < 1:
            raise UserError(f"depth {limit.depth} is less than 1")
        start = self._clock()
        empty = pos.game.cells - pos.stone_count
        if limit.depth is not None or empty <= _SOON_OVER:
            return _deepen(pos, limit.time_s, limit.depth, self._clock)
        known = proven(pos, limit.time_s, self._clock)
        share = _SAFE_SHARE if known.moves else 1.0
        left_s = share * (limit.time_s - (self._clock() - start))
        if known.exact and known.moves:
            judged = _among(pos, known.moves, _TIE_DEPTH)
            nodes = known.nodes + (judged.nodes or 0)
            return Choice(judged.move, known.low, empty, nodes, True)
        choice = _deepen(pos, left_s, None, self._clock, known.moves)
        choice = choice._replace(nodes=known.nodes + (choice.nodes or 0))
        return choice if choice.exact else _within(choice, known)


def _within(choice: Choice, known: Proven) -> Choice:
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

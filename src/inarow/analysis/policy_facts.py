"""What the policy is made of: facts about single positions, which any worker can find.

Of a position with the policy's side to move: the nodes in which the one-file player's own search
settles it, and with which move; and where it does not, the move among those that keep the solver's
exact score that leaves that search the least work. A fact depends on its position alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from inarow._core import LeanSearch, Outcome, Position, position_key
from inarow.analysis.falling import analyse
from inarow.game import off_centre
from inarow.limits import Limits

UNSETTLED = (0, -1)


class Fact(NamedTuple):
    """``kind`` is ``lean`` (nodes and move of the search, or UNSETTLED) or ``best`` (the move)."""

    kind: str
    key: int
    nodes: int
    move: int


class Facts:
    """All that is known, and finding out more; ``note`` hears of what is new."""

    def __init__(self, lean_limit: int, note: Callable[[Fact], None]) -> None:
        self._limit = lean_limit
        self._note = note
        self.settled: dict[int, tuple[int, int]] = {}
        self.best: dict[int, int] = {}

    def learn(self, fact: Fact) -> None:
        """Takes over what somebody has found out."""
        if fact.kind == "lean":
            self.settled[fact.key] = (fact.nodes, fact.move)
        else:
            self.best[fact.key] = fact.move

    def knows(self, key: int) -> bool:
        """Whether the move in a position is known."""
        settled = self.settled.get(key)
        return settled is not None and (settled[1] >= 0 or key in self.best)

    def settle(self, pos: Position, key: int) -> tuple[int, int]:
        """Nodes and move of the lean search, or UNSETTLED."""
        if key not in self.settled:
            solved, move, _, nodes = _lean_search().solve(pos, self._limit)
            self.settled[key] = (nodes, move) if solved else UNSETTLED
            self._note(Fact("lean", key, *self.settled[key]))
        return self.settled[key]

    def choose(self, pos: Position, key: int) -> int:
        """Of the moves that keep the score the one that leaves the lean search the least work."""
        if key not in self.best:
            best = [verdict.move for verdict in analyse(pos, Limits(lines=False)).best]
            best.sort(key=partial(off_centre, pos.game))
            if len(best) > 1:
                best.sort(key=lambda col: self._work_after(pos.play(col)))
            self.best[key] = best[0]
            self._note(Fact("best", key, 0, best[0]))
        return self.best[key]

    def _work_after(self, pos: Position) -> tuple[int, int]:
        settled = [self.settle(reply, position_key(reply)[0]) for reply in replies(pos)]
        return settled.count(UNSETTLED), sum(nodes for nodes, _ in settled)


@lru_cache(maxsize=1)
def _lean_search() -> LeanSearch:
    return LeanSearch()


def replies(pos: Position) -> list[Position]:
    """What the opponent can make of a position, one of each mirrored pair."""
    if pos.outcome() is not Outcome.ONGOING:
        return []
    after = {}
    for move in pos.legal_moves():
        reply = pos.play(move)
        if reply.outcome() is Outcome.ONGOING:
            reply = canonical(reply)
            after[position_key(reply)[0]] = reply
    return list(after.values())


def canonical(pos: Position) -> Position:
    """The smaller of a position and its mirror image."""
    return pos.mirrored() if position_key(pos)[1] else pos


def found_out(positions: Sequence[Position], lean_limit: int) -> list[Fact]:
    """What a worker does: all that it took to know the moves in some positions."""
    found: list[Fact] = []
    facts = Facts(lean_limit, found.append)
    for pos in positions:
        key = position_key(pos)[0]
        if facts.settle(pos, key)[1] < 0:
            facts.choose(pos, key)
    return found

"""The player of Connect Four and its kin: first-to-k gravity boards of any size."""

from __future__ import annotations

import random
from functools import partial

from inarow import _core
from inarow._core import Game, Position
from inarow.analysis.book import book_scores
from inarow.analysis.policy import shipped_policy
from inarow.analysis.results import book_result
from inarow.analysis.verdict import plies_to_end
from inarow.game import off_centre
from inarow.limits import Limits
from inarow.players.base import Choice


class FallingPlayer:
    """Perfect where the book, the policy or the solver knows, iterative deepening under the clock
    elsewhere. On its own lines from the empty board of Connect Four that is everywhere; on a board
    with stones too many or too few for a side it keeps the result.

    ``value`` is FALLING_WIN - n for a win completed on the n-th ply from here, its negative for a
    loss, and a small estimate where nothing is proven. A limit by depth leaves all but the
    deepening out.
    """

    name = "falling"
    default_time_s = 0.5

    def __init__(self) -> None:
        self._players: dict[Game, _core.FallingPlayer] = {}

    def choose(self, pos: Position, limit: Limits, rng: random.Random) -> Choice:
        if pos.game not in self._players:
            self._players[pos.game] = _core.FallingPlayer(pos.game)
        known = shipped_policy().column(pos) if limit.depth is None else None
        if limit.depth is None and (scores := book_scores(pos)):
            return _from_book(pos, scores, known)
        time_s = limit.time_s
        if time_s is None:
            time_s = self.default_time_s if limit.depth is None else 3600.0
        move, value, depth, nodes, exact = self._players[pos.game].choose(
            pos, time_s, 64 if limit.depth is None else min(limit.depth, 63)
        )
        if limit.depth is None and not exact:
            if known is None and (found := book_result(pos)):
                known = found[1]
            if known is not None:
                return Choice(known, None, depth, nodes)
        return Choice(move, value, depth, nodes, exact)


def _from_book(pos: Position, scores: dict[int, int], known: int | None) -> Choice:
    """A move of the best score: the policy's, or else the most central."""
    best = max(scores.values())
    moves = [move for move, score in scores.items() if score == best]
    move = known if known in moves else min(moves, key=partial(off_centre, pos.game))
    value = 0 if best == 0 else _core.FALLING_WIN - plies_to_end(pos, best)
    return Choice(move, value if best >= 0 else -value, nodes=0, exact=True)

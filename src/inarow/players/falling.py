"""The player of Connect Four and its kin: first-to-k gravity boards of any size, and the one for
clocks, strong with time, and quick and sane with next to none."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

from inarow import _core
from inarow._core import Game, Position
from inarow.analysis.books import book_result, book_scores, shipped_book, shipped_results
from inarow.analysis.policy import shipped_policy
from inarow.analysis.verdict import plies_to_end
from inarow.game import off_centre
from inarow.limits import Limits
from inarow.players.base import Choice

if TYPE_CHECKING:
    from inarow.textbook.events import SearchResult


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

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        if pos.game not in self._players:
            self._players[pos.game] = _core.FallingPlayer(pos.game)
        known = shipped_policy().column(pos) if limits.depth is None else None
        if limits.depth is None and (scores := book_scores(pos)):
            return _from_book(pos, scores, known)
        time_s = limits.time_s
        if time_s is None:
            time_s = self.default_time_s if limits.depth is None else 3600.0
        move, value, depth, nodes, exact = self._players[pos.game].choose(
            pos, time_s, 64 if limits.depth is None else min(limits.depth, 63)
        )
        if limits.depth is None and not exact:
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


# What a game that is over is worth to its winner, far above any estimate.
WON = 10000

# The strong player needs a moment to set up its table. With less than this a textbook search, which
# needs none, sees three moves ahead in a fraction of a millisecond.
_LEAST_THINKING_S = 0.005
_QUICK_DEPTH = 6


class ClockPlayer:
    """Plays Connect Four within any time, however short; book and policy are loaded before any
    clock runs. Keeps what its solver has learnt from move to move."""

    name = "inarow"

    def __init__(self) -> None:
        shipped_policy()
        shipped_book()
        shipped_results(0)
        self._strong = FallingPlayer()
        # Imported here: only this player searches by the book.
        from inarow.textbook.native import run
        from inarow.textbook.spec import SearchSpec

        rules = SearchSpec(
            depth=_QUICK_DEPTH,
            order=(3, 2, 4, 1, 5, 0, 6),
            full_board="zero",
            utility=WON,
            utility_per_ply=1,
        )
        self._quick_search = partial(run, spec=rules)

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        if limits.time_s is not None and limits.time_s < _LEAST_THINKING_S:
            return _quick_choice(pos, self._quick_search(pos))
        return self._strong.choose(pos, limits, rng=rng)


def _quick_choice(pos: Position, quick: SearchResult) -> Choice:
    # The caller's game goes on, so there is a move. The search's values are the first player's.
    value = quick.value if pos.to_move == 1 else -quick.value
    left = pos.game.cells - pos.stone_count
    exact = abs(value) >= WON or left <= _QUICK_DEPTH
    column = None if exact else shipped_policy().column(pos)
    if column is None:
        column = quick.move or 0
    return Choice(column, value, min(_QUICK_DEPTH, left), quick.nodes, exact)

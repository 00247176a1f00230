"""The Connect Four player for clocks: strong with time, and quick and sane with next to none."""

from __future__ import annotations

import random

from inarow._core import Position
from inarow.analysis.book import shipped_book
from inarow.analysis.policy import shipped_policy
from inarow.analysis.results import shipped_results
from inarow.limits import Limits
from inarow.players.base import Choice
from inarow.players.falling import FallingPlayer
from inarow.textbook import native as textbook
from inarow.textbook.spec import SearchSpec

# What a game that is over is worth to its winner, far above any estimate.
WON = 10000

# The strong player needs a moment to set up its table. With less than this a textbook search, which
# needs none, sees three moves ahead in a fraction of a millisecond.
_LEAST_THINKING_S = 0.005
_QUICK = SearchSpec(
    depth=6, order=(3, 2, 4, 1, 5, 0, 6), full_board="zero", utility=WON, utility_per_ply=1
)


class HurriedPlayer:
    """Plays Connect Four within any time, however short; book and policy are loaded before any
    clock runs. Keeps what its solver has learnt from move to move."""

    name = "inarow"

    def __init__(self) -> None:
        shipped_policy()
        shipped_book()
        shipped_results(0)
        self._strong = FallingPlayer()

    def choose(self, pos: Position, limit: Limits, rng: random.Random) -> Choice:
        if limit.time_s is not None and limit.time_s < _LEAST_THINKING_S:
            return _quick_choice(pos)
        return self._strong.choose(pos, limit, rng)


def _quick_choice(pos: Position) -> Choice:
    quick = textbook.run(pos, _QUICK)
    # The caller's game goes on, so there is a move. The search's values are the first player's.
    value = quick.value if pos.to_move == 1 else -quick.value
    left = pos.game.cells - pos.stone_count
    exact = abs(value) >= WON or left <= _QUICK.depth
    column = None if exact else shipped_policy().column(pos)
    if column is None:
        column = quick.move or 0
    return Choice(column, value, min(_QUICK.depth, left), quick.nodes, exact)

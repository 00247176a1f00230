"""The player of Connect Four and its kin: first-to-k gravity boards of any size."""

from __future__ import annotations

import random

from inarow import _core
from inarow._core import Position
from inarow.players.base import Choice, Limit


class ConnectFourPlayer:
    """Iterative deepening under a clock. ``value`` is GRAVITY_WIN - n for a win completed on the
    n-th ply from here, its negative for a loss, and a small estimate where nothing is proven."""

    name = "connect-four"
    default_time_s = 0.5

    def choose(self, pos: Position, limit: Limit, rng: random.Random) -> Choice:
        time_s = limit.time_s
        if time_s is None:
            time_s = self.default_time_s if limit.depth is None else 3600.0
        move, value, depth, nodes, exact = _core.gravity_choose(
            pos, time_s, 64 if limit.depth is None else limit.depth
        )
        return Choice(move, value, depth, nodes, exact)

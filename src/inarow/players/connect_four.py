"""The player of Connect Four and its kin: first-to-k gravity boards of any size."""

from __future__ import annotations

import random

from inarow import _core
from inarow._core import Game, Position
from inarow.players.base import Choice, Limit


class ConnectFourPlayer:
    """Perfect where the solver finishes in time, iterative deepening under the clock elsewhere.

    ``value`` is GRAVITY_WIN - n for a win completed on the n-th ply from here, its negative for a
    loss, and a small estimate where nothing is proven. A limit by depth leaves the solver out.
    """

    name = "connect-four"
    default_time_s = 0.5

    def __init__(self) -> None:
        self._players: dict[Game, _core.ConnectFourPlayer] = {}

    def choose(self, pos: Position, limit: Limit, rng: random.Random) -> Choice:
        if pos.game not in self._players:
            self._players[pos.game] = _core.ConnectFourPlayer(pos.game)
        time_s = limit.time_s
        if time_s is None:
            time_s = self.default_time_s if limit.depth is None else 3600.0
        move, value, depth, nodes, exact = self._players[pos.game].choose(
            pos, time_s, 64 if limit.depth is None else min(limit.depth, 63)
        )
        return Choice(move, value, depth, nodes, exact)

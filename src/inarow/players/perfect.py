"""The player that proves its moves: one of those that the exact analysis calls best."""

from __future__ import annotations

import random

from inarow._core import Family, Game, Position
from inarow.analysis.analyse import analyse
from inarow.limits import Limits
from inarow.players.base import Choice
from inarow.players.levels import strong_player


class PerfectPlayer:
    """Never gives up a result that it can prove. Where the analysis does not finish in half of the
    time it plays as the strong player of the game does; without a limit it waits for the proof.
    Where lines are counted the strong player proves its moves by itself, from the opening on."""

    name = "perfect"

    def __init__(self, game: Game) -> None:
        self._strong = strong_player(game)

    def choose(self, pos: Position, limit: Limits, rng: random.Random) -> Choice:
        if pos.game.family is Family.COUNTED and limit.time_s is not None:
            return self._strong.choose(pos, Limits(time_s=limit.time_s), rng)
        half = None if limit.time_s is None else limit.time_s / 2
        found = analyse(pos, Limits(time_s=half, lines=False))
        if found.verdict.exact and found.best:
            best = rng.choice(found.best)
            return Choice(best.move, best.lo, nodes=found.verdict.nodes, exact=True)
        return self._strong.choose(pos, Limits(time_s=half, depth=limit.depth), rng)

"""Levels 1 to 8 for every game: the real player of the game, held back.

A level looks only so deep, and now and then it slips and plays another move than it would, the
likelier the better that move is judged (slips.py). Slips grow rarer and the look longer upwards;
level 8 never slips and uses its whole time. Free boards that the player of their family does not
take have one that looks equally far at every level, so there only the slips differ.
"""

from __future__ import annotations

import random
from typing import NamedTuple, TypeVar

from inarow import families
from inarow._core import Game, Position
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.players.base import Choice, Player
from inarow.players.slips import SlipPlayer, considered, judged_moves

_Number = TypeVar("_Number", int, float)


class Level(NamedTuple):
    """How a player is held back: the chance of a slip, plies to look ahead, seconds to think."""

    slip: float
    depth: int | None
    time_s: float


LEVELS: dict[int, Level] = {
    1: Level(slip=0.60, depth=1, time_s=1.0),
    2: Level(slip=0.40, depth=1, time_s=1.0),
    3: Level(slip=0.25, depth=2, time_s=1.0),
    4: Level(slip=0.15, depth=3, time_s=1.0),
    5: Level(slip=0.08, depth=4, time_s=1.0),
    6: Level(slip=0.03, depth=6, time_s=1.0),
    7: Level(slip=0.01, depth=8, time_s=1.0),
    8: Level(slip=0.0, depth=None, time_s=1.0),
}


class LevelPlayer:
    """A player held back to a level; a tighter limit of the caller still holds."""

    def __init__(self, strong: Player, level: int) -> None:
        self.name = f"level {level}"
        self.strong = strong
        self.level = LEVELS[level]
        self.slips = SlipPlayer(strong)

    def choose(self, pos: Position, limit: Limits, rng: random.Random) -> Choice:
        if rng.random() < self.level.slip:
            return self.slips.choose(pos, limit, rng)
        held = Limits(
            time_s=_tighter(self.level.time_s, limit.time_s),
            depth=_tighter(self.level.depth, limit.depth),
        )
        choice = self.strong.choose(pos, held, rng)
        if self.level.depth is None or choice.move in considered(pos):
            return choice
        # A short look may take a far corner of an open board for as good: a person would not.
        return Choice(judged_moves(pos, self.strong)[0][0])


def player_for(game: Game, level: int) -> Player:
    """The player of a game at a level from 1 to 8."""
    if level not in LEVELS:
        raise UserError(f"level {level} is not within 1 to {max(LEVELS)}")
    return LevelPlayer(strong_player(game), level)


def strong_player(game: Game) -> Player:
    """The best player there is for a game, imported only now."""
    player: Player = families.of(game).player_of(game)()
    return player


def _tighter(one: _Number | None, other: _Number | None) -> _Number | None:
    both = [bound for bound in (one, other) if bound is not None]
    return min(both) if both else None

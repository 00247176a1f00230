"""Players by name, as people type them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from inarow._core import Game
from inarow.errors import BadTextError
from inarow.game import GAMES
from inarow.players.base import Player, RandomPlayer
from inarow.players.levels import LEVELS, player_for, strong_player
from inarow.words import shortened


def _random(game: Game) -> Player:
    return RandomPlayer()


def _perfect(game: Game) -> Player:
    from inarow.players.perfect import PerfectPlayer

    return PerfectPlayer(game)


def _level(number: int, game: Game) -> Player:
    return player_for(game, number)


NAMED: dict[str, Callable[[Game], Player]] = {
    "random": _random,
    "strong": strong_player,
    "perfect": _perfect,
    **{f"level:{number}": partial(_level, number) for number in LEVELS},
}


def player(name: str, game: Game = GAMES["connect4"]) -> Player:
    """The player of a game by its name: ``random``, ``level:1`` to ``level:8``, ``strong`` or
    ``perfect``.

    >>> import random
    >>> from inarow import Limits, Position
    >>> pos = Position().after("4455")
    >>> player("level:8").choose(pos, Limits(time_s=0.5), random.Random(1)).move
    2
    """
    if name not in NAMED:
        raise BadTextError(
            f"player '{shortened(name)}' is not known: expected random, level:1 to"
            f" level:{max(LEVELS)}, strong or perfect"
        )
    return NAMED[name](game)

"""Players by name, as people type them, and the one that proves its moves."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from inarow._core import Family, Game, Position
from inarow.errors import BadTextError
from inarow.limits import Limits, SolverOptions
from inarow.players.base import Choice, Player, RandomPlayer, require_ongoing
from inarow.players.levels import LEVELS, player_for, strong_player
from inarow.text import truncate


class PerfectPlayer:
    """Never gives up a result that it can prove. Where the analysis does not finish in half of the
    time it plays as the strong player of the game does; without a limit it waits for the proof.
    Where lines are counted the strong player proves its moves by itself, from the opening on."""

    name = "perfect"

    def __init__(self, game: Game) -> None:
        self._strong = strong_player(game)

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        if pos.game.family is Family.COUNTED and limits.time_s is not None:
            return self._strong.choose(pos, Limits(time_s=limits.time_s), rng=rng)
        from inarow.analysis.analyse import analyse

        half = None if limits.time_s is None else limits.time_s / 2
        found = analyse(pos, Limits(time_s=half), options=SolverOptions(lines=False))
        if found.verdict.exact and found.best:
            best = (rng or random).choice(found.best)
            return Choice(best.move, best.lo, nodes=found.verdict.nodes, exact=True)
        return self._strong.choose(pos, Limits(time_s=half, depth=limits.depth), rng=rng)


def _random(game: Game) -> Player:
    return RandomPlayer()


def _level(number: int, game: Game) -> Player:
    return player_for(game, number)


NAMED: dict[str, Callable[[Game], Player]] = {
    "random": _random,
    "strong": strong_player,
    "perfect": PerfectPlayer,
    **{f"level:{number}": partial(_level, number) for number in LEVELS},
}


class NamedPlayer:
    """Plays whatever game it is asked about; what it made for the last one is kept."""

    def __init__(self, name: str, game: Game | None = None) -> None:
        self.name = name
        self._made: tuple[Game, Player] | None = None
        if game is not None:
            self.of(game)

    def __repr__(self) -> str:
        return f"player({self.name!r})"

    def of(self, game: Game) -> Player:
        """The player that plays a game under this name."""
        made = self._made
        if made is None or made[0] != game:
            made = self._made = game, NAMED[self.name](game)
        return made[1]

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        require_ongoing(pos)
        return self.of(pos.game).choose(pos, limits, rng=rng)


def player(name: str, game: Game | None = None) -> Player:
    """The player of any game by its name: ``random``, ``level:1`` to ``level:8``, ``strong`` or
    ``perfect``. With a game it is ready for that one before its first move.

    >>> import random
    >>> from inarow import Limits, Position
    >>> pos = Position().after("4455")
    >>> player("level:8").choose(pos, Limits(time_s=0.5), rng=random.Random(1)).move
    2
    """
    if name not in NAMED:
        raise BadTextError(
            f"player '{truncate(name)}' is not known: expected random, level:1 to"
            f" level:{max(LEVELS)}, strong or perfect"
        )
    return NamedPlayer(name, game)

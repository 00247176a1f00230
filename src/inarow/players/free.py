"""The players of free boards: up to 20 x 20, k from 3 to 8, one or two stones a turn; simplified
and true Connect6, Gomoku with and without overlines. Other free boards have the quick ones."""

from __future__ import annotations

import random

from inarow._core import FreeEngine, Game, Position, fallback_choose, lab7_choose
from inarow.limits import Limits
from inarow.players.base import Choice


class FreePlayer:
    """Threats first, proved wins before judgement, and the whole of the time used. ``value`` is
    FREE_WIN - n for a line that comes after n stones, its negative for a loss, and a sum of cell
    worths where the player only judges; ``exact`` tells that a win (or a loss at sight) is proved.

    It keeps one engine, with its tables, for the game it was asked about last. A limit by depth
    starts from empty tables and counts positions instead of reading the clock, so that it gives the
    same choice every time."""

    name = "free"
    default_time_s = 0.5

    def __init__(self, memory_mb: int = 32, attack_bias: int | None = None) -> None:
        self._memory_mb = memory_mb
        self._attack_bias = attack_bias
        self._engine: FreeEngine | None = None

    def engine(self, game: Game) -> FreeEngine:
        """The engine of a game; ValueError if the player does not play it."""
        engine = self._engine
        if engine is None or engine.game != game:
            engine = FreeEngine(game, self._memory_mb)
            if self._attack_bias is not None:
                engine.attack_bias = self._attack_bias
            self._engine = engine
        return engine

    def prepare(self, game: Game) -> None:
        """Makes the tables for a game, so that its first move need not; ValueError as above."""
        self.engine(game)

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        time_s = limits.time_s
        if time_s is None:
            time_s = self.default_time_s if limits.depth is None else 3600.0
        move, value, depth, nodes, proved = self.engine(pos.game).choose(
            pos, time_s, 60 if limits.depth is None else limits.depth
        )
        return Choice(move, value, depth, nodes, proved)


class OpenLinesPlayer:
    """Takes a win, blocks one, and otherwise searches a few stones ahead among the cells that do
    most for open lines."""

    name = "open-lines"

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        move, value = fallback_choose(pos)
        return Choice(move, value=value)


class LineRulePlayer:
    """The fixed rule of the simplified Connect6 course: compare one's own line with the best
    reply's, and nothing else. Records have it under ``name``."""

    def __init__(self, name: str = "line-rule") -> None:
        self.name = name

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        return Choice(lab7_choose(pos))

"""Levels 1 to 8 for every game: the real player of the game, held back.

A level looks only so deep, and now and then it plays another move than it would, the likelier the
better that move is judged. Such blunders grow rarer and the look longer upwards; level 8 never
blunders and uses its whole time. Free boards that the player of their family does not take have one
that looks equally far at every level, so there only the blunders differ.
"""

from __future__ import annotations

import random
from typing import NamedTuple, TypeVar

from inarow import _core
from inarow._core import Family, Game, Position
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.players.base import Choice, Player

BLUNDER_DEPTH = 3
"""Plies that a blunder looks ahead on a gravity board: enough to see a line about to be made."""

FALL = 0.5
"""Of two moves next to each other in the order, the worse is this often drawn."""


NEAR = 2
"""So many cells from a stone a move on a free board may lie to be thought of."""


def judged_moves(pos: Position, judge: Player) -> list[tuple[int, float]]:
    """The moves that a person would consider with their judged values for the side that makes them,
    best first; equal ones by how near they lie. ``judge`` is the player of the game; on a free
    board a glance at the lines on it has to do."""
    values = [(move, _judge(pos, move, judge)) for move in candidate_moves(pos)]
    distance = _distances(pos) if not pos.game.gravity else {}
    return sorted(values, key=lambda pair: (-pair[1], distance.get(pair[0], 0)))


def candidate_moves(pos: Position) -> list[int]:
    """Every legal move where stones fall; on a free board those near a stone, or near the middle
    while it is empty."""
    legal = pos.legal_moves()
    if pos.game.gravity:
        return legal
    distance = _distances(pos)
    near = [move for move in legal if distance[move] < NEAR + 1]
    return near or legal


def _distances(pos: Position) -> dict[int, float]:
    """How far each cell of a free board lies from the nearest stone, with a little for the middle
    of the board, so that no two directions are alike by the order of cells alone."""
    game = pos.game
    middle = (game.rows // 2, game.cols // 2)
    stones = [
        divmod(cell, game.cols) for cell in range(game.cells) if pos.at(*divmod(cell, game.cols))
    ]
    found = {}
    for cell in range(game.cells):
        row, col = divmod(cell, game.cols)
        nearest = min(max(abs(row - r), abs(col - c)) for r, c in stones or [middle])
        from_middle = max(abs(row - middle[0]), abs(col - middle[1]))
        found[cell] = nearest + from_middle / (100.0 * game.cells)
    return found


def _judge(pos: Position, move: int, judge: Player) -> float:
    after = pos.play(move)
    same_side = after.to_move == pos.to_move
    if after.winner:
        return 1e9 if after.winner == pos.to_move else -1e9
    if after.is_over:
        return 0.0
    value: float
    if not pos.game.gravity:
        value = _core.static_value(after, "runs")
        return value if pos.to_move == 1 else -value
    value = judge.choose(after, Limits(depth=BLUNDER_DEPTH), rng=random.Random(0)).value or 0
    return value if same_side else -value


class BlunderPlayer:
    """Plays a move other than the one judged best, the likelier the better it is judged."""

    name = "blunder"

    def __init__(self, judge: Player) -> None:
        self.judge = judge

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        ordered = [move for move, _ in judged_moves(pos, self.judge)]
        if len(ordered) == 1:
            return Choice(ordered[0])
        others = ordered[1:13]
        weights = [FALL**rank for rank in range(len(others))]
        return Choice((rng or random).choices(others, weights)[0])


_Number = TypeVar("_Number", int, float)


class Level(NamedTuple):
    """How a player is held back: the chance of a blunder, plies to look ahead, seconds to think."""

    blunder: float
    depth: int | None
    time_s: float


LEVELS: dict[int, Level] = {
    1: Level(blunder=0.60, depth=1, time_s=1.0),
    2: Level(blunder=0.40, depth=1, time_s=1.0),
    3: Level(blunder=0.25, depth=2, time_s=1.0),
    4: Level(blunder=0.15, depth=3, time_s=1.0),
    5: Level(blunder=0.08, depth=4, time_s=1.0),
    6: Level(blunder=0.03, depth=6, time_s=1.0),
    7: Level(blunder=0.01, depth=8, time_s=1.0),
    8: Level(blunder=0.0, depth=None, time_s=1.0),
}


class LevelPlayer:
    """A player held back to a level; a tighter limit of the caller still holds."""

    def __init__(self, strong: Player, level: int) -> None:
        self.name = f"level {level}"
        self.strong = strong
        self.level = LEVELS[level]
        self.blunders = BlunderPlayer(strong)

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        if (rng or random).random() < self.level.blunder:
            return self.blunders.choose(pos, limits, rng=rng)
        held = Limits(
            time_s=_tighter(self.level.time_s, limits.time_s),
            depth=_tighter(self.level.depth, limits.depth),
        )
        choice = self.strong.choose(pos, held, rng=rng)
        if self.level.depth is None or choice.move in candidate_moves(pos):
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
    if game.family is Family.FALLING:
        from inarow.players.falling import FallingPlayer

        return FallingPlayer()
    if game.family is Family.COUNTED:
        from inarow.players.counted import CountedPlayer

        return CountedPlayer()
    if game.gravity:
        from inarow.players.look_ahead import LookAheadPlayer

        return LookAheadPlayer()
    from inarow.analysis import free
    from inarow.players.free import FreePlayer, OpenLinesPlayer

    return FreePlayer() if free.takes(game) else OpenLinesPlayer()


def _tighter(one: _Number | None, other: _Number | None) -> _Number | None:
    both = [bound for bound in (one, other) if bound is not None]
    return min(both) if both else None

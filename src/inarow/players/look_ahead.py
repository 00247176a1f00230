"""The player of games that only the rules know: it looks a few stones ahead, no more."""

from __future__ import annotations

import random
import time

from inarow._core import Position
from inarow.game import counts_lines, off_centre
from inarow.limits import Limits
from inarow.players.base import Choice

WIN = 1000
"""The value of a line that wins now; one that comes later is worth less."""
MOST_POSITIONS = 5000


class LookAheadPlayer:
    """Looks deeper and deeper until the limit, the end of the game, or MOST_POSITIONS have been
    looked at, and plays the best move of the last depth that was finished, the most central of
    equals. ``value`` is near WIN for a win, or points of margin where lines are counted."""

    name = "look-ahead"
    default_time_s = 0.5

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        time_s = limits.time_s
        if time_s is None and limits.depth is None:
            time_s = self.default_time_s
        search = _Search(None if time_s is None else time.monotonic() + time_s)
        choice = search.best(pos, 1)
        empty = pos.game.cells - pos.stone_count
        deepest = empty if limits.depth is None else min(limits.depth, empty)
        search.bounded = True
        try:
            for depth in range(2, deepest + 1):
                choice = search.best(pos, depth)
        except _OutOfTimeError:
            pass
        return choice._replace(nodes=search.positions, exact=choice.depth == empty)


class _OutOfTimeError(Exception):
    """The search ends between two depths."""


class _Search:
    def __init__(self, deadline_s: float | None) -> None:
        self.deadline_s = deadline_s
        self.positions = 0
        self.bounded = False

    def best(self, pos: Position, depth: int) -> Choice:
        moves = sorted(pos.legal_moves(), key=lambda move: off_centre(pos.game, _column(pos, move)))
        values = {}
        alpha = -float("inf")
        for move in moves:
            values[move] = self._after(pos, move, depth, alpha, float("inf"))
            alpha = max(alpha, values[move])
        chosen = max(moves, key=lambda move: values[move])
        return Choice(chosen, values[chosen], depth)

    def _after(self, pos: Position, move: int, depth: int, alpha: float, beta: float) -> float:
        """What a move is worth to the side that makes it; a turn may go on."""
        after = pos.play(move)
        if after.to_move == pos.to_move:
            return self._value(after, depth - 1, alpha, beta)
        return -self._value(after, depth - 1, -beta, -alpha)

    def _value(self, pos: Position, depth: int, alpha: float, beta: float) -> float:
        self.positions += 1
        late = self.deadline_s is not None and time.monotonic() > self.deadline_s
        if self.bounded and (late or self.positions > MOST_POSITIONS):
            raise _OutOfTimeError
        if depth == 0 or pos.is_over:
            return _standing(pos, depth)
        for move in pos.legal_moves():
            alpha = max(alpha, self._after(pos, move, depth, alpha, beta))
            if alpha >= beta:
                break
        return alpha


def _standing(pos: Position, depth: int) -> float:
    if counts_lines(pos.game):
        mine, other = pos.score() if pos.to_move == 1 else reversed(pos.score())
        return mine - other
    if pos.winner is None:
        return 0
    return (WIN + depth) * (1 if pos.winner == pos.to_move else -1)


def _column(pos: Position, move: int) -> int:
    return move % pos.game.cols

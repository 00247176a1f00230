"""Moves in the order of a quick judgement, and slips that a person might make.

A slip is never any move at random: the better a move is judged, the likelier it is drawn, so that
a slip overlooks something and does not throw the game away. On a free board only moves near the
stones come into question, as nobody plays elsewhere.
"""

from __future__ import annotations

import random

from inarow import _core, families
from inarow._core import Outcome, Position
from inarow.limits import Limits
from inarow.players.base import Choice, Player

SLIP_DEPTH = 3
"""Plies that a slip still looks ahead on a gravity board: enough to see a line about to be made."""

FALL = 0.5
"""Of two moves next to each other in the order, the worse is this often drawn."""


NEAR = 2
"""So many cells from a stone a move on a free board may lie to be thought of."""


def judged_moves(pos: Position, judge: Player) -> list[tuple[int, float]]:
    """The moves that a person would consider with their judged values for the side that makes them,
    best first; equal ones by how near they lie. ``judge`` is the player of the game; on a free
    board a glance at the lines on it has to do."""
    values = [(move, _judge(pos, move, judge)) for move in considered(pos)]
    distance = _distances(pos) if families.of(pos.game).judged_near else {}
    return sorted(values, key=lambda pair: (-pair[1], distance.get(pair[0], 0)))


def considered(pos: Position) -> list[int]:
    """Every legal move where stones fall; on a free board those near a stone, or near the middle
    while it is empty."""
    legal = pos.legal_moves()
    if not families.of(pos.game).judged_near:
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
    outcome = after.outcome()
    if outcome in (Outcome.FIRST_WINS, Outcome.SECOND_WINS):
        won = (outcome == Outcome.FIRST_WINS) == (pos.to_move == 1)
        return 1e9 if won else -1e9
    if outcome == Outcome.DRAW:
        return 0.0
    value: float
    if families.of(pos.game).judged_near:
        value = _core.static_value(after, "runs")
        return value if pos.to_move == 1 else -value
    value = judge.choose(after, Limits(depth=SLIP_DEPTH), random.Random(0)).value or 0
    return value if same_side else -value


class SlipPlayer:
    """Plays a move other than the one judged best, the likelier the better it is judged."""

    name = "slip"

    def __init__(self, judge: Player) -> None:
        self.judge = judge

    def choose(self, pos: Position, limit: Limits, rng: random.Random) -> Choice:
        ordered = [move for move, _ in judged_moves(pos, self.judge)]
        if len(ordered) == 1:
            return Choice(ordered[0])
        others = ordered[1:13]
        weights = [FALL**rank for rank in range(len(others))]
        return Choice(rng.choices(others, weights)[0])

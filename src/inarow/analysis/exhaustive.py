"""Exact values of any game near its end, by looking at everything that is left.

No tricks: every position is valued once and remembered. It is meant for the last few empty cells of
any board (all of tic-tac-toe) and as the yardstick of the real solvers.

The value is for the side to move. Games won by the first line: half the cells (rounded up) plus
one, minus the winner's stones at the end, its negative for a loss, 0 for a draw; as in
``verdict.py`` the winner counts as having laid half of all stones, rounded up. Games that count to
a full board: the final margin of points.
"""

from __future__ import annotations

import time

from inarow._core import Position
from inarow.analysis.verdict import Analysis, MoveVerdict, Verdict
from inarow.game import counts_lines
from inarow.score import Score, Unit

MOST_EMPTY = 9


def within_reach(pos: Position) -> bool:
    """Whether ``value`` answers at once."""
    return pos.game.cells - pos.stone_count <= MOST_EMPTY


def value(pos: Position, known: dict[Position, int] | None = None) -> int:
    """The exact value of a position for its side to move."""
    table = {} if known is None else known
    if pos in table:
        return table[pos]
    if pos.is_over:
        found = _final(pos)
    else:
        found = max(move_value(pos, move, table) for move in pos.legal_moves())
    table[pos] = found
    return found


def move_value(pos: Position, move: int, known: dict[Position, int]) -> int:
    """The exact value of a move for the side that makes it; turns may take several stones."""
    after = pos.play(move)
    score = value(after, known)
    return score if after.to_move == pos.to_move else -score


def best_line(pos: Position, known: dict[Position, int]) -> tuple[int, ...]:
    """Best play of both sides to the end; of equal moves the first."""
    moves: list[int] = []
    while not pos.is_over:
        best = value(pos, known)
        move = next(move for move in pos.legal_moves() if move_value(pos, move, known) == best)
        moves.append(move)
        pos = pos.play(move)
    return tuple(moves)


def analyse(pos: Position) -> Analysis:
    """Every move's exact value and best line, while the game goes on."""
    start, known = time.perf_counter(), dict[Position, int]()
    moves = []
    for move in pos.legal_moves():
        found = move_value(pos, move, known)
        line = (move, *best_line(pos.play(move), known))
        moves.append(MoveVerdict(pos, found, found, line, "exhausted", move=move))
    best, seconds = max(move.lo for move in moves), time.perf_counter() - start
    verdict = Verdict(pos, best, best, source="exhausted", nodes=len(known), seconds=seconds)
    return Analysis(verdict, tuple(moves))


def _final(pos: Position) -> int:
    if counts_lines(pos.game):
        first, second = pos.score()
        return Score(first - second, Unit.POINTS, player=1).of(pos.to_move).value
    if pos.winner is None:
        return 0
    worth = (pos.game.cells + 1) // 2 + 1 - (pos.stone_count + 1) // 2
    return worth if pos.winner == pos.to_move else -worth

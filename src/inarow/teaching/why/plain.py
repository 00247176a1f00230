"""The course's search once more, small and slow, for mistakes that the rules of the core have no
word for. A board is two numbers, one for each colour:

     5 12 19 26 33 40 47     a bit for each cell, column by column from the bottom; the seventh bit
     .  .  .  .  .  .  .     of a column is never set, so that no line goes round an edge
     0  7 14 21 28 35 42
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from inarow._core import Position

ROWS, COLS, STEP = 6, 7, 7
_WAYS = (1, STEP, STEP - 1, STEP + 1)
_COLUMN = (1 << ROWS) - 1


@dataclass(frozen=True)
class PlainRules:
    """The rules of the course unless changed.

    ``hanging``       the rows are read from the top and the tokens stay where they are then.
    ``full_repeats``  at a full column the value of the column before counts again, 0 at first, and
                      a full board is worth 0.
    """

    hanging: bool = False
    full_repeats: bool = False


class _TooManyError(Exception):
    pass


def plain_answer(
    pos: Position, algorithm: str, depth: int, rules: PlainRules, most_nodes: int
) -> tuple[int | None, int] | None:
    """The column, None where the game is over as it is read, and the count; None if more are
    counted."""
    search = _Search(rules, algorithm == "alpha-beta", most_nodes)
    red, yellow = _sides(pos, hanging=rules.hanging)
    try:
        _, column = search.visit(red, yellow, pos.to_move == 1, depth, -inf, inf)
    except _TooManyError:
        return None
    return column, search.nodes


def _sides(pos: Position, *, hanging: bool) -> tuple[int, int]:
    sides = [0, 0]
    for row in range(ROWS):
        for col in range(COLS):
            if stone := pos.at(row, col):
                from_below = row if hanging else ROWS - 1 - row
                sides[stone - 1] |= 1 << (col * STEP + from_below)
    return sides[0], sides[1]


class _Search:
    def __init__(self, rules: PlainRules, pruning: bool, most_nodes: int) -> None:
        self.rules, self.pruning, self.most = rules, pruning, most_nodes
        self.nodes = 0

    def visit(
        self,
        red: int,
        yellow: int,
        red_moves: bool,
        depth: int,
        alpha: float,
        beta: float,
    ) -> tuple[float, int | None]:
        self.nodes += 1
        if self.nodes > self.most:
            raise _TooManyError
        if _wins(red) or _wins(yellow):
            return (10000 if _wins(red) else -10000), None
        cells = [_drop(red | yellow, col) for col in range(COLS)]
        repeats = self.rules.full_repeats
        if depth == 0 or (not any(cells) and not repeats):
            return _score(red) - _score(yellow), None
        best, chosen, value = (-inf if red_moves else inf), None, 0.0
        for col, cell in enumerate(cells):
            if cell:
                after = (red | cell, yellow) if red_moves else (red, yellow | cell)
                value, _ = self.visit(*after, not red_moves, depth - 1, alpha, beta)
                if value > best if red_moves else value < best:
                    best, chosen = value, col
            elif not repeats:
                continue
            if self.pruning:
                bound = value if repeats else best
                if bound >= beta if red_moves else bound <= alpha:
                    return bound, chosen
                alpha, beta = (max(alpha, bound), beta) if red_moves else (alpha, min(beta, bound))
        return (best if any(cells) else 0.0), chosen


def _wins(side: int) -> bool:
    return any(side & side >> step & side >> 2 * step & side >> 3 * step for step in _WAYS)


def _score(side: int) -> int:
    total = _count(side)
    for step in _WAYS:
        twos = side & ~(side << step) & (side >> step)  # where runs of two or more begin
        threes = twos & (side >> 2 * step)
        fours = threes & (side >> 3 * step)
        total += 10 * _count(twos) + 90 * _count(threes) + 900 * _count(fours)
    return total


def _count(bits: int) -> int:
    return bin(bits).count("1")


def _drop(taken: int, col: int) -> int:
    """The lowest empty cell of a column, 0 if it is full."""
    column = taken >> (col * STEP) & _COLUMN
    free = ~column & _COLUMN
    return (free & -free) << (col * STEP)

"""The course's search once more, small and slow, for mistakes that the rules of the core have no
word for. A board is two numbers, one for each colour:

     5 12 19 26 33 40 47     a bit for each cell, column by column from the bottom; the seventh bit
     .  .  .  .  .  .  .     of a column is never set, so that no line goes round an edge
     0  7 14 21 28 35 42
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Literal

from inarow._core import Position

ROWS, COLS, STEP = 6, 7, 7
_WAYS = (1, STEP, STEP - 1, STEP + 1)
_COLUMN = (1 << ROWS) - 1


@dataclass(frozen=True)
class PlainRules:
    """The rules of the course unless changed.

    ``hanging``    the rows are read from the top and the tokens stay where they are then.
    ``ties``       where the last of equal values is taken: at none, max or min.
    ``win_least``  how many in a row win; with ``exactly`` no more than that.
    ``weights``    of runs of two, three and four or more.
    ``combined``   how the two scores are put together.
    ``won_counted``  whether a state that is won is counted.
    ``full``       what full columns do: they are skipped; or the value of the column before, 0 at
                   first, counts again, and a full board is worth 0; or a full board is not seen,
                   and is worth less than anything to who moves there.
    """

    hanging: bool = False
    ties: Literal["", "max", "min"] = ""
    win_least: int = 4
    exactly: bool = False
    weights: tuple[int, int, int] = (10, 100, 1000)
    combined: Literal["difference", "sum", "turned"] = "difference"
    won_counted: bool = True
    full: Literal["skipped", "repeated", "unseen"] = "skipped"


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
        won = 10000 if self.wins(red) else -10000 if self.wins(yellow) else 0
        self.nodes += self.rules.won_counted or not won
        if self.nodes > self.most:
            raise _TooManyError
        if won:
            return won, None
        cells = [_drop(red | yellow, col) for col in range(COLS)]
        if depth == 0 or (not any(cells) and self.rules.full == "skipped"):
            return self.evaluation(red, yellow), None
        best, chosen, value = (-inf if red_moves else inf), None, 0.0
        last = self.rules.ties == ("max" if red_moves else "min")
        for col, cell in enumerate(cells):
            if cell:
                after = (red | cell, yellow) if red_moves else (red, yellow | cell)
                value, _ = self.visit(*after, not red_moves, depth - 1, alpha, beta)
                if value > best if red_moves else value < best:
                    best, chosen = value, col
                elif last and value == best:
                    chosen = col
            elif self.rules.full != "repeated":
                continue
            if self.pruning:
                bound = value if self.rules.full == "repeated" else best
                if bound >= beta if red_moves else bound <= alpha:
                    return bound, chosen
                alpha, beta = (max(alpha, bound), beta) if red_moves else (alpha, min(beta, bound))
        if not any(cells) and self.rules.full == "repeated":
            best = 0.0
        return best, chosen

    def wins(self, side: int) -> bool:
        least = self.rules.win_least
        for step in _WAYS:
            line = side
            for _ in range(least - 1):
                line &= line >> step
            if not line:
                continue
            if not self.rules.exactly:
                return True
            starts = line & ~(side << step)
            if starts & ~(line >> step):
                return True
        return False

    def evaluation(self, red: int, yellow: int) -> int:
        first, second = self.score(red), self.score(yellow)
        combined = self.rules.combined
        if combined == "sum":
            return first + second
        return second - first if combined == "turned" else first - second

    def score(self, side: int) -> int:
        two, three, four = self.rules.weights
        total = _count(side)
        for step in _WAYS:
            twos = side & ~(side << step) & (side >> step)  # where runs of two or more begin
            threes = twos & (side >> 2 * step)
            fours = threes & (side >> 3 * step)
            at_least = [_count(each) for each in (twos, threes, fours)]
            total += two * (at_least[0] - at_least[1]) + three * (at_least[1] - at_least[2])
            total += four * at_least[2]
        return total


def _count(bits: int) -> int:
    return bin(bits).count("1")


def _drop(taken: int, col: int) -> int:
    """The lowest empty cell of a column, 0 if it is full."""
    column = taken >> (col * STEP) & _COLUMN
    free = ~column & _COLUMN
    return (free & -free) << (col * STEP)

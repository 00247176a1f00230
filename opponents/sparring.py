"""Partners of the player of free boards: what a course, a club and a simple engine would send.

Each is a Player in the sense of ``inarow.players.base`` for free boards with one stone a turn.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import NamedTuple

from inarow import _core
from inarow._core import Position
from inarow.limits import Limits
from inarow.players.base import Choice, Player
from inarow.players.free import LineRulePlayer
from opponents.native_partner import window_search_choose


class LongestLine:
    """One ply deep, as many course programs: complete a line, block one, else lengthen the longest
    line of either side, one's own first."""

    name = "longest-line"

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        me, k = pos.to_move, pos.game.k
        best: list[int] = []
        best_worth = (-1, -1)
        for cell in pos.legal_moves():
            mine, theirs = pos.longest_line(cell, me), pos.longest_line(cell, 3 - me)
            worth = (k + 1, 0) if mine >= k else (max(mine, theirs), mine)
            if worth > best_worth:
                best, best_worth = [], worth
            if worth == best_worth:
                best.append(cell)
        return Choice((rng or random).choice(best))


class Line(NamedTuple):
    """One line through a cell once a stone lies there: stones still missing, and whether two
    windows are that near."""

    missing: int
    is_open: bool


@lru_cache(maxsize=1 << 18)
def line_of(before: str, after: str, own: str, k: int) -> Line:
    """``before`` and ``after`` are the cells on both sides, nearest last and first."""
    text = before + own + after
    centre = len(before)
    counts = [
        text[i : i + k].count(own)
        for i in range(max(0, centre - k + 1), min(centre, len(text) - k) + 1)
        if set(text[i : i + k]) <= {own, "."}
    ]
    if not counts:
        return Line(k, False)
    return Line(k - max(counts), counts.count(max(counts)) > 1)


@lru_cache(maxsize=8)
def board_lines(rows: int, cols: int) -> list[list[int]]:
    """The cells of every row, column and diagonal."""
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for start in range(rows * cols):
            row, col = divmod(start, cols)
            if row - down >= 0 and 0 <= col - right < cols:
                continue
            cells = []
            while row < rows and 0 <= col < cols:
                cells.append(row * cols + col)
                row, col = row + down, col + right
            found.append(cells)
    return found


@lru_cache(maxsize=1 << 16)
def lines_along(text: str, me: str, k: int) -> list[tuple[Line, Line]]:
    """For each cell of a row, column or diagonal, what a stone of the mover and one of the opponent
    would make there; what an occupied cell has means nothing."""
    you = "o" if me == "x" else "x"
    halves = [(text[max(0, i - k + 1) : i], text[i + 1 : i + k]) for i in range(len(text))]
    return [(line_of(*both, me, k), line_of(*both, you, k)) for both in halves]


class Static:
    """No search: weighs the lines through every cell for both sides, and answers every four and
    open three of the opponent (for k = 6) unless it has something faster."""

    name = "static"
    WEIGHTS = ((0, 0), (95, 700), (42, 120), (14, 34), (4, 9), (1, 2))

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        me = "xo"[pos.to_move - 1]
        worths = self.worths(pos, me)
        best = max(worths.values())
        return Choice(
            (rng or random).choice([cell for cell, worth in worths.items() if worth == best])
        )

    def worths(self, pos: Position, me: str) -> dict[int, int]:
        text = pos.cells().replace("/", "")
        through: list[list[tuple[Line, Line]]] = [[] for _ in text]
        for cells in board_lines(pos.game.rows, pos.game.cols):
            line = "".join([text[cell] for cell in cells])
            for cell, both in zip(cells, lines_along(line, me, pos.game.k), strict=True):
                through[cell].append(both)
        return {
            cell: worth_of(tuple(through[cell])) for cell, mark in enumerate(text) if mark == "."
        }

    def worth(self, both: tuple[tuple[Line, Line], ...]) -> int:
        """Of a cell with these lines through it, each for the mover and for the opponent."""
        mine, theirs = [line for line, _ in both], [line for _, line in both]
        total = sum(5 * self.weigh(line) for line in mine) + sum(4 * self.weigh(o) for o in theirs)
        return total + max(self.urgency(mine, 1), self.urgency(theirs, 0))

    def weigh(self, line: Line) -> int:
        return self.WEIGHTS[line.missing][line.is_open] if line.missing < len(self.WEIGHTS) else 0

    @staticmethod
    def urgency(lines: list[Line], own: int) -> int:
        """By rungs: complete, block, win by force, stop that, and so on down to open threes."""
        ones = [line for line in lines if line.missing == 1]
        open_twos = [line for line in lines if line == Line(2, True)]
        if any(line.missing == 0 for line in lines):
            rung = 12
        elif len(ones) > 1 or any(line.is_open for line in ones):
            rung = 10
        elif ones and open_twos:
            rung = 8
        elif len(open_twos) > 1:
            rung = 6
        elif open_twos:
            rung = 4
        elif ones:
            rung = 2
        else:
            return 0
        return (rung + own) * 1_000_000


@lru_cache(maxsize=1 << 16)
def worth_of(both: tuple[tuple[Line, Line], ...]) -> int:
    return Static().worth(both)


class WindowSearcher:
    """Plain alpha-beta on window counts with chains of forced replies, at the time it is given."""

    name = "windows"
    cpu_clock = False

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        time_s = 0.1 if limits.time_s is None else limits.time_s
        found = window_search_choose(pos, time_s, self.cpu_clock)
        return Choice(found.move, depth=found.depth, nodes=found.nodes)


def use_cpu_clock(cpu: bool) -> None:
    """Limits the moves of the free engine and of the window searcher by CPU time, or not."""
    _core.use_cpu_clock(cpu)
    WindowSearcher.cpu_clock = cpu


PARTNERS: dict[str, Player] = {
    "part1": LineRulePlayer(),
    **{partner.name: partner for partner in (LongestLine(), Static(), WindowSearcher())},
}

"""Lines of stones, as every test of them is defined: which directions, where on the board, how
long. One ``LineRule`` serves the test for a win, the runs of an evaluation, and whoever counts
lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from inarow._core import Game, Position
from inarow.textbook.rules.directions import ALL, WAYS, Directions
from inarow.textbook.rules.region import WHOLE, Ends, Interval
from inarow.textbook.spec import SearchSpec


class LineRule(NamedTuple):
    """Where rows of stones are seen, and how long they must be.

    ``rows``, ``columns``  the cells that are searched: rows from the bottom, columns from the left.
    ``ends``      whether rows of stones count that reach the right or upper end of their line.
    ``line``      how many cells a row, column or diagonal of the board must have.
    ``length``    how many stones make a line.
    ``exact``     whether longer rows of stones are none.
    """

    directions: Directions = ALL
    rows: Interval = WHOLE
    columns: Interval = WHOLE
    ends: Ends = "counted"
    line: int = 1
    length: int = 1
    exact: bool = False

    def runs(self, pos: Position, player: int) -> Iterator[tuple[int, ...]]:
        """The cells of each row of stones that cannot be extended, in each direction."""
        rows, cols = pos.game.rows, pos.game.cols
        searched = self._searched(pos.game)

        def own(row: int, col: int) -> bool:
            return searched(row, col) and pos.at(row, col) == player

        for way in self.directions:
            down, right = WAYS[way]
            for row in range(rows):
                for col in range(cols):
                    if not own(row, col) or own(row - down, col - right):
                        continue
                    length = 1
                    while own(row + length * down, col + length * right):
                        length += 1
                    if self.ends == "left-out" and _ends(row, col, length, (down, right), pos):
                        continue
                    if self.line > 1 and _line_length(row, col, (down, right), pos) < self.line:
                        continue
                    step = down * cols + right
                    yield tuple(row * cols + col + step * i for i in range(length))

    def has_line(self, pos: Position, player: int) -> bool:
        """Whether a player has a line."""
        least = self.length
        return any(
            len(run) == least if self.exact else len(run) >= least for run in self.runs(pos, player)
        )

    def _searched(self, game: Game) -> Callable[[int, int], bool]:
        """Whether a cell, its row counted from the top, is searched; none outside the board is."""
        from_below = range(game.rows)[slice(*self.rows)]
        columns = range(game.cols)[slice(*self.columns)]
        return lambda row, col: game.rows - 1 - row in from_below and col in columns


def win_rule(spec: SearchSpec, game: Game) -> LineRule:
    """The lines that win by the rules of a spec."""
    exact = game.exact if spec.longer_lines == "as-game" else spec.longer_lines == "no-win"
    return LineRule(
        spec.win_directions,
        spec.win_rows,
        spec.win_columns,
        spec.win_ends,
        length=spec.win_length or game.k,
        exact=exact,
    )


def run_rule(spec: SearchSpec) -> LineRule:
    """The runs that an evaluation counts by the rules of a spec."""
    return LineRule(
        spec.run_directions, spec.run_rows, spec.run_columns, spec.run_ends, spec.run_line
    )


def _ends(row: int, col: int, length: int, step: tuple[int, int], pos: Position) -> bool:
    """Whether a run, given by its upper end, reaches the right end of its line, or in a column the
    upper one."""
    down, right = step
    if down and right <= 0:  # a column, or a diagonal that rises to the right: its upper end
        next_row, next_col = row - down, col - right
    else:
        next_row, next_col = row + length * down, col + length * right
    return not (0 <= next_row < pos.game.rows and 0 <= next_col < pos.game.cols)


def _line_length(row: int, col: int, step: tuple[int, int], pos: Position) -> int:
    """How many cells of the board are on the line through a cell."""
    down, right = step
    steps = range(-pos.game.cells, pos.game.cells + 1)
    rows, cols = pos.game.rows, pos.game.cols
    return sum(0 <= row + i * down < rows and 0 <= col + i * right < cols for i in steps)

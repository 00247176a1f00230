"""Lines of stones, as every test of them is defined: which directions, where on the board, how
long. One ``LineRule`` serves the test for a win, the runs of an evaluation, the points of
MaxConnect4, and the rows through one cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from inarow._core import Game, Position
from inarow.textbook.line_rules import ALL, WAYS, WHOLE, Directions, Ends, Interval
from inarow.textbook.spec import SearchSpec

Arms: TypeAlias = Literal["both", "forward"]


class LineRule(NamedTuple):
    """Where rows of stones are seen, and how long they must be.

    ``rows``, ``columns``  the cells that are searched: rows from the bottom, columns from the left.
    ``ends``      whether rows of stones count that reach the right or upper end of their line.
    ``line``      how many cells a row, column or diagonal of the board must have.
    ``length``    how many stones make a line.
    ``exact``     whether longer rows of stones are none.
    ``arms``      whether the row through a cell is followed to both sides, or forward alone.
    """

    directions: Directions = ALL
    rows: Interval = WHOLE
    columns: Interval = WHOLE
    ends: Ends = "counted"
    line: int = 1
    length: int = 1
    exact: bool = False
    arms: Arms = "both"

    def runs(self, pos: Position, player: int) -> Iterator[tuple[int, ...]]:
        """The cells of each row of stones that cannot be extended, in each direction."""
        top, bottom, left, right = self._searched(pos.game.rows, pos.game.cols)
        own = {  # in the order in which runs are listed
            (row, col): None
            for row in range(top, bottom)
            for col in range(left, right)
            if pos.at(row, col) == player
        }
        for way in self.directions:
            step = down, across = WAYS[way]
            for row, col in own:
                if (row - down, col - across) in own:
                    continue
                length = 1
                while (row + length * down, col + length * across) in own:
                    length += 1
                if self.ends == "left-out" and _ends(row, col, length, step, pos.game):
                    continue
                if self.line > 1 and _line_length(row, col, step, pos.game) < self.line:
                    continue
                yield tuple(
                    (row + i * down) * pos.game.cols + col + i * across for i in range(length)
                )

    def through(self, board: Sequence[str], size: int, cell: int, stone: str) -> list[int]:
        """The length of the row through a cell in each direction, as if the stone lay there;
        ``board`` is a square of ``size`` by ``size`` cells, row by row from the top."""
        top, bottom, left, right = self._searched(size, size)
        row, col = divmod(cell, size)
        lengths = []
        for way in self.directions:
            length = 1
            for sign in (1, -1) if self.arms == "both" else (1,):
                down, across = sign * WAYS[way][0], sign * WAYS[way][1]
                r, c = row + down, col + across
                while top <= r < bottom and left <= c < right and board[r * size + c] == stone:
                    length += 1
                    r, c = r + down, c + across
            lengths.append(length)
        return lengths

    def has_line(self, pos: Position, player: int) -> bool:
        """Whether a player has a line."""
        return any(self.is_line(len(run)) for run in self.runs(pos, player))

    def is_line(self, length: int) -> bool:
        """Whether a row of so many stones is a line."""
        return length == self.length if self.exact else length >= self.length

    def _searched(self, rows: int, cols: int) -> tuple[int, int, int, int]:
        """The cells that are searched: first row from the top and the one after the last, first
        column and the one after the last."""
        from_below, columns = range(rows)[slice(*self.rows)], range(cols)[slice(*self.columns)]
        return rows - from_below.stop, rows - from_below.start, columns.start, columns.stop


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


def _ends(row: int, col: int, length: int, step: tuple[int, int], game: Game) -> bool:
    """Whether a run, given by its upper end, reaches the right end of its line, or in a column the
    upper one."""
    down, right = step
    if down and right <= 0:  # a column, or a diagonal that rises to the right: its upper end
        next_row, next_col = row - down, col - right
    else:
        next_row, next_col = row + length * down, col + length * right
    return not (0 <= next_row < game.rows and 0 <= next_col < game.cols)


def _line_length(row: int, col: int, step: tuple[int, int], game: Game) -> int:
    """How many cells of the board are on the line through a cell."""
    down, right = step
    steps = range(-game.cells, game.cells + 1)
    rows, cols = game.rows, game.cols
    return sum(0 <= row + i * down < rows and 0 <= col + i * right < cols for i in steps)

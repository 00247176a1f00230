"""The static evaluations, written to be read. Each is for the first player minus the second."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inarow._core import Position
from inarow.textbook.rules.directions import WAYS, Directions, steps
from inarow.textbook.rules.edges import within
from inarow.textbook.rules.leaves import Evaluator
from inarow.textbook.rules.scoring import LongRuns, RunWeights
from inarow.textbook.spec import SearchSpec


def evaluate(pos: Position, evaluator: Evaluator) -> int:
    """SCORE(first player) - SCORE(second player) under one of the evaluators of a spec."""
    return evaluation(pos, SearchSpec(evaluator=evaluator))


def evaluation(pos: Position, spec: SearchSpec, root_player: int = 1) -> int:
    """The first player's score minus the second's, or put together otherwise, as the rules of a
    spec say; whoever is to move, but ``root_player`` moves at the root."""
    first, second = _signs(spec, root_player)
    return sum(
        sign * score(pos, player, spec) for player, sign in ((1, first), (2, second)) if sign
    )


def _signs(spec: SearchSpec, root_player: int) -> tuple[int, int]:
    """How often the score of each player counts."""
    if spec.score_view == "root-alone":
        return (1, 0) if root_player == 1 else (0, 1)
    other = {"first-alone": (1, 0), "sum": (1, 1), "second-first": (-1, 1)}
    return other.get(spec.score_view, (1, -1))


def score(pos: Position, player: int, spec: SearchSpec) -> int:
    """SCORE of one player."""
    return sum(part.points for part in score_parts(pos, player, spec))


class ScorePart(NamedTuple):
    """What a score counts: stones in a row or the stones of an open window, and their points."""

    stones: int
    cells: tuple[int, ...]
    points: int
    window: bool = False
    """Whether it is a window that is still open, and not a run."""


def evaluated_parts(
    pos: Position, leaf: str | None, spec: SearchSpec, root_player: int = 1
) -> tuple[list[ScorePart], list[ScorePart]] | None:
    """What the evaluation of a leaf counts for the first player and against it, or None where the
    leaf has another value."""
    if leaf not in ("depth", "full") or (leaf == "full" and spec.full_board != "evaluate"):
        return None
    first, second = (
        list(score_parts(pos, player, spec)) if sign else []
        for player, sign in enumerate(_signs(spec, root_player), start=1)
    )
    return first, second


def score_parts(pos: Position, player: int, spec: SearchSpec) -> Iterator[ScorePart]:
    """Everything that SCORE of a player counts and that has points, one by one."""
    k, cols = pos.game.k, pos.game.cols
    if spec.evaluator == "zero":
        return
    if spec.evaluator == "quadruples":
        for cells in _windows(pos):
            owners = [pos.at(*divmod(cell, cols)) for cell in cells]
            if points := _window_weight(owners, player, k):
                yield ScorePart(owners.count(player), cells, points, window=True)
        return
    if spec.evaluator not in ("runs-without-tokens", "single-runs"):
        for cell in range(pos.game.cells):
            if pos.at(*divmod(cell, cols)) == player:
                yield ScorePart(1, (cell,), 1)
    for run in _maximal_runs(pos, player, spec.run_directions, spec.run_edges):
        if spec.evaluator in ("nested-runs", "runs-and-shorter"):
            for inner in range(2, min(len(run), k) + 1):
                last = len(run) - inner if spec.evaluator == "nested-runs" else 0
                for start in range(last + 1):
                    if points := _run_weight(inner, k, spec.run_weights):
                        yield ScorePart(inner, run[start : start + inner], points)
        elif spec.evaluator == "single-runs" and len(run) == 1:
            yield ScorePart(1, run, 1)
        else:
            times = _times(len(run), k, spec.long_runs)
            if points := _run_weight(len(run), k, spec.run_weights) * times:
                yield ScorePart(len(run), run, points)


def has_winning_line(pos: Position, player: int, spec: SearchSpec) -> bool:
    """Whether a player has a line that wins by the rules of a spec, whoever is looked at."""
    k, length = pos.game.k, spec.win_length
    least = {"one-less": k - 1, "one-more": k + 1}.get(length, k)
    exactly = length == "exactly" or (length == "line" and pos.game.exact)
    runs = _maximal_runs(pos, player, spec.win_directions, spec.win_edges)
    return any(len(run) == least if exactly else len(run) >= least for run in runs)


def _times(length: int, k: int, long_runs: LongRuns) -> int:
    """How often a run counts."""
    if length <= k or long_runs == "once":
        return 1
    return length - k + 1 if long_runs == "each-four" else 0


def _run_weight(length: int, k: int, weights: RunWeights) -> int:
    """Two in a row 10, three 100, and so on; k or more counts as k, and nothing above 100000.
    Runs shorter than a line may be worth something else."""
    if length < k:
        if (length, weights) in ((2, "no-twos"), (3, "no-threes")):
            return 0
        if (length, weights) == (3, "threes-as-twos"):
            length = 2
    return 0 if length < 2 else min(10 ** (min(length, k) - 1), 100_000)


def _maximal_runs(
    pos: Position, player: int, directions: Directions, edges: str
) -> Iterator[tuple[int, ...]]:
    """The cells of each run that cannot be extended, in each of some directions."""
    rows, cols = pos.game.rows, pos.game.cols

    def ours(row: int, col: int) -> bool:
        inside = 0 <= row < rows and 0 <= col < cols
        return inside and within(edges, row, col, cols) and pos.at(row, col) == player

    for down, right in steps(directions):
        for row in range(rows):
            for col in range(cols):
                if ours(row, col) and not ours(row - down, col - right):
                    length = 1
                    while ours(row + length * down, col + length * right):
                        length += 1
                    if edges == "not-at-the-end" and _ends(row, col, length, (down, right), pos):
                        continue
                    step = down * cols + right
                    slanted = edges == "long-diagonals" and down and right
                    if slanted and _line_length(row, col, (down, right), pos) < pos.game.k:
                        continue
                    yield tuple(row * cols + col + step * i for i in range(length))


def _ends(row: int, col: int, length: int, step: tuple[int, int], pos: Position) -> bool:
    """Whether a run, given by its upper end, reaches the right end of its line, or in a column the
    upper one."""
    down, right = step
    if down and right <= 0:  # a column, or a diagonal that rises to the right: its upper end
        last_row, last_col, next_row, next_col = row, col, row - down, col - right
    else:
        last_row, last_col = row + (length - 1) * down, col + (length - 1) * right
        next_row, next_col = last_row + down, last_col + right
    return not (0 <= next_row < pos.game.rows and 0 <= next_col < pos.game.cols)


def _line_length(row: int, col: int, step: tuple[int, int], pos: Position) -> int:
    """How many cells of the board lie on the line through a cell."""
    down, right = step
    steps = range(-pos.game.cells, pos.game.cells + 1)
    rows, cols = pos.game.rows, pos.game.cols
    return sum(0 <= row + i * down < rows and 0 <= col + i * right < cols for i in steps)


def _windows(pos: Position) -> Iterator[tuple[int, ...]]:
    """The cells of every window of k consecutive cells."""
    rows, cols, k = pos.game.rows, pos.game.cols, pos.game.k
    for down, right in WAYS.values():
        for row in range(rows):
            for col in range(cols):
                last_row, last_col = row + (k - 1) * down, col + (k - 1) * right
                if last_row < rows and 0 <= last_col < cols:
                    yield tuple((row + i * down) * cols + col + i * right for i in range(k))


def _window_weight(window: Sequence[int], player: int, k: int) -> int:
    """A finished window is 100; an open one 20 with one stone missing, then a quarter each."""
    ours = window.count(player)
    if ours == 0 or window.count(3 - player):
        return 0
    return 100 if ours == k else 20 // 4 ** (k - 1 - ours)

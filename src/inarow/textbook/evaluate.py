"""The static evaluations, written to be read. Each is for the first player minus the second."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inarow._core import Position
from inarow.textbook.rules.directions import WAYS, Directions, steps
from inarow.textbook.rules.leaves import Evaluator
from inarow.textbook.rules.scoring import LongRuns, RunEdges
from inarow.textbook.spec import SearchSpec


def evaluate(pos: Position, evaluator: Evaluator) -> int:
    """SCORE(first player) - SCORE(second player) under one of the evaluators of a spec."""
    return evaluation(pos, SearchSpec(evaluator=evaluator))


def evaluation(pos: Position, spec: SearchSpec) -> int:
    """The first player's score minus the second's, or without it, as the rules of a spec say."""
    second = 0 if spec.score_view == "first-alone" else score(pos, 2, spec)
    return score(pos, 1, spec) - second


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
    pos: Position, leaf: str | None, spec: SearchSpec
) -> tuple[list[ScorePart], list[ScorePart]] | None:
    """What the evaluation of a leaf counts for the first player and against it, or None where the
    leaf has another value."""
    if leaf not in ("depth", "full") or (leaf == "full" and spec.full_board != "evaluate"):
        return None
    second = [] if spec.score_view == "first-alone" else list(score_parts(pos, 2, spec))
    return list(score_parts(pos, 1, spec)), second


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
    if spec.evaluator != "runs-without-tokens":
        for cell in range(pos.game.cells):
            if pos.at(*divmod(cell, cols)) == player:
                yield ScorePart(1, (cell,), 1)
    for run in _maximal_runs(pos, player, spec.run_directions, spec.run_edges):
        if spec.evaluator == "nested-runs":
            for inner in range(2, min(len(run), k) + 1):
                for start in range(len(run) - inner + 1):
                    yield ScorePart(inner, run[start : start + inner], _run_weight(inner, k))
        elif points := _run_weight(len(run), k) * _times(len(run), k, spec.long_runs):
            yield ScorePart(len(run), run, points)


def lines_along(pos: Position, player: int, directions: Directions) -> bool:
    """Whether a player has a line that wins in one of some directions."""
    game = pos.game
    runs = _maximal_runs(pos, player, directions, "all")
    return any(len(run) == game.k if game.exact else len(run) >= game.k for run in runs)


def _times(length: int, k: int, long_runs: LongRuns) -> int:
    """How often a run counts."""
    if length <= k or long_runs == "once":
        return 1
    return length - k + 1 if long_runs == "each-four" else 0


def _run_weight(length: int, k: int) -> int:
    """Two in a row 10, three 100, and so on; k or more counts as k, and nothing above 100000."""
    return 0 if length < 2 else min(10 ** (min(length, k) - 1), 100_000)


def _maximal_runs(
    pos: Position, player: int, directions: Directions, edges: RunEdges
) -> Iterator[tuple[int, ...]]:
    """The cells of each run that cannot be extended, in each of some directions."""
    rows, cols = pos.game.rows, pos.game.cols
    top, right_end = (0, cols) if edges == "all" else (1, cols - 1)

    def ours(row: int, col: int) -> bool:
        return top <= row < rows and 0 <= col < right_end and pos.at(row, col) == player

    for down, right in steps(directions):
        for row in range(rows):
            for col in range(cols):
                if ours(row, col) and not ours(row - down, col - right):
                    length = 1
                    while ours(row + length * down, col + length * right):
                        length += 1
                    step = down * cols + right
                    yield tuple(row * cols + col + step * i for i in range(length))


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

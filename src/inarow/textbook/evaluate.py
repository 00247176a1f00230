"""The static evaluations, written to be read. Each is for the first player minus the second."""

from __future__ import annotations

from collections.abc import Iterator

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
    if spec.evaluator == "zero":
        return 0
    if spec.evaluator == "quadruples":
        return sum(_window_weight(window, player, pos.game.k) for window in _windows(pos))
    total = 0 if spec.evaluator == "runs-without-tokens" else pos.stones(player)
    k = pos.game.k
    for length in _maximal_runs(pos, player, spec.run_directions, spec.run_edges):
        if spec.evaluator == "nested-runs":
            for inner in range(2, min(length, k) + 1):
                total += (length - inner + 1) * _run_weight(inner, k)
        else:
            total += _run_weight(length, k) * _times(length, k, spec.long_runs)
    return total


def lines_along(pos: Position, player: int, directions: Directions) -> bool:
    """Whether a player has a line that wins in one of some directions."""
    game = pos.game
    runs = _maximal_runs(pos, player, directions, "all")
    return any(length == game.k if game.exact else length >= game.k for length in runs)


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
) -> Iterator[int]:
    """The length of each run that cannot be extended, in each of some directions."""
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
                    yield length


def _windows(pos: Position) -> Iterator[list[int]]:
    """The cells of every window of k consecutive cells."""
    rows, cols, k = pos.game.rows, pos.game.cols, pos.game.k
    for down, right in WAYS.values():
        for row in range(rows):
            for col in range(cols):
                last_row, last_col = row + (k - 1) * down, col + (k - 1) * right
                if last_row < rows and 0 <= last_col < cols:
                    yield [pos.at(row + i * down, col + i * right) for i in range(k)]


def _window_weight(window: list[int], player: int, k: int) -> int:
    """A finished window is 100; an open one 20 with one stone missing, then a quarter each."""
    ours = window.count(player)
    if ours == 0 or window.count(3 - player):
        return 0
    return 100 if ours == k else 20 // 4 ** (k - 1 - ours)

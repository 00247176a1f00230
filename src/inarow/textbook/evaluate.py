"""The static evaluations, written to be read. Each is for the first player minus the second."""

from __future__ import annotations

from collections.abc import Iterator

from inarow._core import Position
from inarow.textbook.rules.leaves import Evaluator

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def evaluate(pos: Position, evaluator: Evaluator) -> int:
    """SCORE(first player) - SCORE(second player) under one of the evaluators of a spec."""
    if evaluator == "zero":
        return 0
    if evaluator == "quadruples":
        return sum(_window_weight(window, pos.game.k) for window in _windows(pos))
    return _score(pos, 1, evaluator) - _score(pos, 2, evaluator)


def _score(pos: Position, player: int, evaluator: Evaluator) -> int:
    total = 0 if evaluator == "runs-without-tokens" else pos.stones(player)
    for length in _maximal_runs(pos, player):
        if evaluator == "nested-runs":
            for inner in range(2, min(length, pos.game.k) + 1):
                total += (length - inner + 1) * _run_weight(inner, pos.game.k)
        else:
            total += _run_weight(length, pos.game.k)
    return total


def _run_weight(length: int, k: int) -> int:
    """Two in a row 10, three 100, and so on; k or more counts as k, and nothing above 100000."""
    return 0 if length < 2 else min(10 ** (min(length, k) - 1), 100_000)


def _maximal_runs(pos: Position, player: int) -> Iterator[int]:
    """The length of each run that cannot be extended, in each of the four directions."""
    rows, cols = pos.game.rows, pos.game.cols

    def ours(row: int, col: int) -> bool:
        return 0 <= row < rows and 0 <= col < cols and pos.at(row, col) == player

    for down, right in DIRECTIONS:
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
    for down, right in DIRECTIONS:
        for row in range(rows):
            for col in range(cols):
                last_row, last_col = row + (k - 1) * down, col + (k - 1) * right
                if last_row < rows and 0 <= last_col < cols:
                    yield [pos.at(row + i * down, col + i * right) for i in range(k)]


def _window_weight(window: list[int], k: int) -> int:
    """A finished window is 100; an open one 20 with one stone missing, then a quarter each."""
    ours, theirs = window.count(1), window.count(2)
    if ours and theirs:
        return 0
    stones = ours + theirs
    if stones == 0:
        return 0
    weight = 100 if stones == k else 20 // 4 ** (k - 1 - stones)
    return weight if ours else -weight

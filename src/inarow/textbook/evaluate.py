"""The static evaluations, written to be read. Each is for the first player minus the second."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inarow._core import Position
from inarow.textbook.line_rules import WAYS, LongRuns
from inarow.textbook.lines import run_rule, win_rule
from inarow.textbook.spec import SearchSpec

_LARGEST = 2**31 - 2  # the native search has numbers of 32 bits


def evaluation(pos: Position, spec: SearchSpec, root_player: int = 1) -> int:
    """The first player's score minus the second's, or put together otherwise, as the rules of a
    spec say; whoever is to move, but ``root_player`` moves at the root."""
    first, second = _signs(spec, root_player)
    total = sum(
        sign * score(pos, player, spec) for player, sign in ((1, first), (2, second)) if sign
    )
    return max(-_LARGEST, min(_LARGEST, total))


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
            if points := window_weight(owners, player, k, spec.window_weights):
                yield ScorePart(owners.count(player), cells, points, window=True)
        return
    if points := spec.token_weight:
        for cell in range(pos.game.cells):
            if pos.at(*divmod(cell, cols)) == player:
                yield ScorePart(1, (cell,), points)
    for run in run_rule(spec).runs(pos, player):
        if spec.inner_runs == "none":
            times = _times(len(run), k, spec.long_runs)
            if points := run_weight(len(run), k, spec.run_weights) * times:
                yield ScorePart(len(run), run, points)
            continue
        for inner in range(1, min(len(run), k) + 1):
            last = len(run) - inner if spec.inner_runs == "all" else 0
            for start in range(last + 1):
                if points := run_weight(inner, k, spec.run_weights):
                    yield ScorePart(inner, run[start : start + inner], points)


def has_winning_line(pos: Position, player: int, spec: SearchSpec) -> bool:
    """Whether a player has a line that wins by the rules of a spec, whoever is looked at."""
    return win_rule(spec, pos.game).has_line(pos, player)


def _times(length: int, k: int, long_runs: LongRuns) -> int:
    """How often a run counts."""
    if length <= k or long_runs == "once":
        return 1
    return length - k + 1 if long_runs == "each-four" else 0


def run_weight(length: int, k: int, weights: Sequence[int]) -> int:
    """What a run is worth; k or more counts as k. Usually two in a row are 10, three 100, and so
    on, and nothing is above 100000."""
    length = min(length, k)
    if weights:
        return weights[min(length, len(weights)) - 1]
    return 0 if length < 2 else min(10 ** (length - 1), 100_000)


def _windows(pos: Position) -> Iterator[tuple[int, ...]]:
    """The cells of every window of k consecutive cells."""
    rows, cols, k = pos.game.rows, pos.game.cols, pos.game.k
    for down, right in WAYS.values():
        for row in range(rows):
            for col in range(cols):
                last_row, last_col = row + (k - 1) * down, col + (k - 1) * right
                if last_row < rows and 0 <= last_col < cols:
                    yield tuple((row + i * down) * cols + col + i * right for i in range(k))


def window_weight(window: Sequence[int], player: int, k: int, weights: Sequence[int]) -> int:
    """What a window is worth to a player. Usually a full one is 100; an open one 20 with one stone
    missing, then a quarter each."""
    own = window.count(player)
    if own == 0 or window.count(3 - player):
        return 0
    if weights:
        return weights[min(own, len(weights)) - 1]
    return 100 if own == k else 20 // 4 ** (k - 1 - own)

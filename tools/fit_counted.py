"""Fit what an open window promises: ``python -m tools.fit_counted [--games N]``.

Plays games of shallow searches and random moves, solves every position of their last 25 empty
cells, and fits the numbers of ``native/counted/weights.hpp`` by least squares. Every fifth
game is kept out of the fit. Prints the error on those games, of the new numbers and of none at all,
and the new numbers as the header lists them. The numbers of the header came from 75,000 positions
of such games.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from inarow._core import Position, counted_choose
from inarow.analysis.counted import CountedAnalyst
from inarow.game import GAMES

GAME = GAMES["maxconnect4"]
MOST_EMPTY, FEWEST_EMPTY = 25, 9
RIDGE = 3.0
"""Keeps numbers that hardly occur from running away."""


class Feature(NamedTuple):
    """A kind of open window; counted/evaluator.hpp has the picture of the owner's rows."""

    owner_lays_last: bool
    owner_to_move: bool
    empty: int
    in_owners_rows: int
    landing: int


class Example(NamedTuple):
    features: Counter[Feature]
    """The mover's windows of each kind minus the other side's."""
    value: int
    """The mover's exact future difference."""
    kept_out: bool


def all_windows() -> list[list[tuple[int, int]]]:
    lines = []
    for row in range(GAME.rows):
        for col in range(GAME.cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, col + i * right) for i in range(GAME.k)]
                if all(0 <= r < GAME.rows and 0 <= c < GAME.cols for r, c in cells):
                    lines.append(cells)
    return lines


WINDOWS = all_windows()


def features(pos: Position) -> Counter[Feature]:
    board = [[".xo".index(cell) for cell in row] for row in pos.cells().split("/")]
    mover = pos.to_move
    mover_lays_last = (GAME.cells - pos.stone_count) % 2 == 1
    found: Counter[Feature] = Counter()
    for cells in WINDOWS:
        empty = [(row, col) for row, col in cells if board[row][col] == 0]
        if not 1 <= len(empty) <= 3:
            continue
        owners = {board[row][col] for row, col in cells} - {0}
        if len(owners) > 1:
            continue
        is_mover = owners == {mover}
        lays_last = mover_lays_last == is_mover
        kind = Feature(
            lays_last,
            is_mover,
            len(empty),
            sum((row % 2 == 0) == lays_last for row, _ in empty),
            min(2, sum(row + 1 == GAME.rows or board[row + 1][col] != 0 for row, col in empty)),
        )
        found[kind] += 1 if is_mover else -1
    return found


def future(pos: Position, difference: int) -> int:
    first, second = pos.score()
    ahead = difference - (first - second)
    return ahead if pos.to_move == 1 else -ahead


def examples(games: int, rng: random.Random) -> Iterator[Example]:
    for number in range(games):
        pos = Position(GAME)
        random_plies = rng.randrange(4, 12)
        noise = rng.uniform(0.1, 0.5)
        most = MOST_EMPTY - rng.randrange(2)
        analyst: CountedAnalyst | None = None
        while (empty := GAME.cells - pos.stone_count) >= FEWEST_EMPTY:
            if empty <= most:
                analyst = analyst or CountedAnalyst(pos)
                value = future(pos, analyst.solve(pos).bounds_for(1)[0])
                yield Example(features(pos), value, number % 5 == 0)
            if pos.stone_count < random_plies or rng.random() < noise:
                pos = pos.play(rng.choice(pos.legal_moves()))
            else:
                pos = pos.play(counted_choose(pos, rng.choice((2, 3)))[0])
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {games} games", end="", file=sys.stderr, flush=True)


class LeastSquares:
    """Normal equations, filled example by example."""

    def __init__(self) -> None:
        self.products: Counter[tuple[Feature, Feature]] = Counter()
        self.targets: Counter[Feature] = Counter()

    def add(self, example: Example) -> None:
        items = list(example.features.items())
        for a, x in items:
            self.targets[a] += x * example.value
            for b, y in items:
                self.products[a, b] += x * y

    def solution(self) -> dict[Feature, float]:
        """Gauss's elimination; the matrix with the ridge is positive definite."""
        names = sorted(self.targets)
        rows = [
            [self.products[a, b] + (RIDGE if a == b else 0.0) for b in names]
            + [float(self.targets[a])]
            for a in names
        ]
        size = len(names)
        for i in range(size):
            for j in range(size):
                if j != i and rows[j][i] != 0:
                    factor = rows[j][i] / rows[i][i]
                    rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
        return {name: rows[i][size] / rows[i][i] for i, name in enumerate(names)}


def root_mean_square(errors: list[float]) -> float:
    return math.sqrt(sum(error * error for error in errors) / len(errors))


def table(weights: dict[Feature, float]) -> str:
    """The numbers in the order of the header, in hundredths of a point."""

    def braces(items: list[str]) -> str:
        return "{" + ", ".join(items) + "}"

    def number(kind: Feature) -> str:
        return str(round(100 * weights.get(kind, 0.0)))

    lines = []
    for last in (False, True):
        for to_move in (False, True):
            sizes = [
                braces(
                    [
                        braces([number(Feature(last, to_move, n, m, now)) for now in range(3)])
                        for m in range(n + 1)
                    ]
                )
                for n in (1, 2, 3)
            ]
            lines.append(f"lays last {int(last)}, to move {int(to_move)}: {braces(sizes)}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="default 300, some minutes")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.games < 5:
        parser.error(f"--games {args.games}: at least 5, of which every fifth is kept out")
    fit = LeastSquares()
    kept_out, count = [], 0
    for example in examples(args.games, random.Random(args.seed)):
        count += 1
        if example.kept_out:
            kept_out.append(example)
        else:
            fit.add(example)
    weights = fit.solution()
    errors = [
        e.value - sum(x * weights.get(kind, 0.0) for kind, x in e.features.items())
        for e in kept_out
    ]
    print(f"\n{count} positions of {args.games} games, {len(kept_out)} of them kept out of the fit")
    print(f"error on these, root mean square: {root_mean_square(errors):.3f} points")
    print(f"with no estimate at all:          {root_mean_square([e.value for e in kept_out]):.3f}")
    print(table(weights))
    return 0


if __name__ == "__main__":
    sys.exit(main())

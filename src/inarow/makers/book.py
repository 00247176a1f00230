"""Computes a book with the solver: every position of a ply, in blocks of neighbours.

Each finished block is a line of a journal, so that a build which is killed at any moment loses at
most the blocks at work. A worker takes whole blocks one after the other and keeps its table: the
positions of a block, and of the next, differ little. Where the workers are is the executor's.

    inarow book 2 connect4 ply 8 positions 91295
    BLOCK CPU_MS NUMBER NUMBER ...

The numbers are scores, or for a book with a difference results with their columns.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from inarow._core import BookLayer, FallingSolver, Game, Position, result_code
from inarow.analysis.books import title
from inarow.analysis.verdict import winning_score
from inarow.errors import UserError
from inarow.executor import Executor, Task
from inarow.files import append_lines, complete_lines

BLOCK = 32
"""Positions in a block."""

_TASK = "inarow.makers.book:solve_block"
_BLOCKS_AHEAD = 4
"""Blocks handed out for each worker, so that none waits for the next."""
_NEWS_S = 0.5


class BuildProgress(NamedTuple):
    done: int
    total: int
    cpu_s: float
    left_s: float | None
    """An estimate of the wall time left, from the speed of this run."""


class Built(NamedTuple):
    numbers: list[int]
    cpu_s: float
    """CPU time of all runs that went into the journal."""


class _Block:
    """What has come of a block: numbers by their place in it. One that is begun anew, because its
    worker was lost, says again what it has said."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.cpu_ms = 0.0

    def add(self, first: int, numbers: list[int], cpu_ms: float) -> None:
        self.numbers.update(enumerate(numbers, first))
        self.cpu_ms += cpu_ms


class BookBuilder:
    """One build of one book; ``run`` may be stopped by any exception and called again later."""

    def __init__(
        self,
        game: Game,
        ply: int,
        journal: Path,
        table_mb: float = 64,
        difference: int | None = None,
    ) -> None:
        self._layer = BookLayer(game, ply, difference)
        self._game = game
        self._difference = difference
        self._table_mb = table_mb
        self._title = title(game, ply, difference, len(self._layer))
        self._journal = journal
        self._blocks: dict[int, list[int]] = {}
        self._cpu_ms = 0
        self._load()

    @property
    def total(self) -> int:
        return len(self._layer)

    @property
    def done(self) -> int:
        return sum(map(len, self._blocks.values()))

    def run(self, executor: Executor, watch: Callable[[BuildProgress], None]) -> Built:
        """Solves what is missing, wherever the executor has its workers, telling the watcher a few
        times a second."""
        missing = (block for block in range(-(-self.total // BLOCK)) if block not in self._blocks)
        under_way: dict[str, tuple[int, _Block]] = {}
        started, before = time.monotonic(), self.done
        solved = 0

        def hand_out() -> None:
            block = next(missing, None)
            if block is None:
                return
            positions = [self._layer[place] for place in self._places(block)]
            key = f"block {block}"
            under_way[key] = block, _Block()
            task = Task(_TASK, (self._game, self._table_mb, self._difference, positions))
            executor.submit(key, task)

        try:
            for _ in range(executor.width * _BLOCKS_AHEAD):
                hand_out()
            for done in executor.results():
                if done.error is not None:
                    raise UserError(f"{done.key} was not solved: {done.error}")
                block, begun = under_way[done.key]
                if done.value is not None:
                    begun.add(*done.value)
                if done.last:
                    self._save(block, begun)
                    del under_way[done.key]
                    hand_out()
                solved = self.done + sum(len(part.numbers) for _, part in under_way.values())
                elapsed, fresh = time.monotonic() - started, solved - before
                left = elapsed * (self.total - solved) / fresh if fresh > 0 else None
                watch(BuildProgress(solved, self.total, self._cpu_ms / 1000, left))
        finally:
            for key in under_way:
                executor.cancel(key)
        numbers = [number for block in sorted(self._blocks) for number in self._blocks[block]]
        return Built(numbers, self._cpu_ms / 1000)

    def _places(self, block: int) -> range:
        return range(BLOCK * block, min(BLOCK * (block + 1), self.total))

    def _save(self, block: int, solved: _Block) -> None:
        numbers = [number for _, number in sorted(solved.numbers.items())]
        cpu_ms = round(solved.cpu_ms)
        append_lines(self._journal, [f"{block} {cpu_ms} {' '.join(map(str, numbers))}"])
        self._blocks[block] = numbers
        self._cpu_ms += cpu_ms

    def _load(self) -> None:
        """Takes over the blocks of a journal."""
        path = self._journal
        if self._difference is None:
            highest = winning_score(self._layer[0])
            least = -highest
        else:
            least, highest = 0, 2 * self._game.cols
        for number, line in enumerate(complete_lines(path, self._title), start=2):
            try:
                block, cpu_ms, *numbers = map(int, line.split())
                if block < 0 or len(numbers) != len(self._places(block)):
                    raise ValueError
                if not least <= min(numbers) <= max(numbers) <= highest:
                    raise ValueError
            except ValueError:
                raise UserError(
                    f"journal '{path}', line {number} is not a block, milliseconds and its numbers,"
                    f" none beyond {highest}"
                ) from None
            self._blocks[block] = numbers
            self._cpu_ms += cpu_ms


@lru_cache(maxsize=1)
def _solver(game: Game, table_mb: float) -> FallingSolver:
    """The solver of this worker, whose table lives on from block to block."""
    return FallingSolver(game, table_mb)


def solve_block(
    game: Game, table_mb: float, difference: int | None, positions: Sequence[Position]
) -> Iterator[tuple[int, list[int], float]]:
    """What a worker does: numbers of the positions from a place on, and their CPU time in
    milliseconds, as often as there is news."""
    solver = _solver(game, table_mb)
    first, numbers = 0, []
    told_s, cpu_s = time.monotonic(), time.thread_time()
    for place, pos in enumerate(positions):
        numbers.append(_number(solver, pos, difference))
        if place + 1 == len(positions) or time.monotonic() - told_s > _NEWS_S:
            now_s = time.thread_time()
            yield first, numbers, 1000 * (now_s - cpu_s)
            first, numbers = place + 1, []
            told_s, cpu_s = time.monotonic(), now_s


def _number(solver: FallingSolver, pos: Position, difference: int | None) -> int:
    """The score, or the result and its column."""
    if difference is None:
        low, high, _, _ = solver.solve(pos)
        assert low == high
        return low
    low, high, column, _ = solver.keep(pos)
    assert low == high
    return result_code(low, column, pos.game.cols)

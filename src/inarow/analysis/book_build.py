"""Computes a book with the solver: every position of a ply, in blocks of neighbours.

Each finished block is a line of a journal, so that a build which is killed at any moment loses at
most the blocks at work. A worker takes whole blocks one after the other and keeps its table: the
positions of a block, and of the next, differ little.

    inarow book 2 connect4 ply 8 positions 91295
    BLOCK CPU_MS NUMBER NUMBER ...

The numbers are scores, or for a book with a difference results with their columns.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

from inarow._core import BookLayer, FallingSolver, Game, Position, result_code
from inarow.analysis.book_file import title
from inarow.analysis.verdict import winning_score
from inarow.errors import UserError
from inarow.files import append_lines, complete_lines

BLOCK = 32
"""Positions in a block."""

_PAUSE_S = 0.2


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

    def run(self, jobs: int, watch: Callable[[BuildProgress], None]) -> Built:
        """Solves what is missing on so many threads, telling the watcher a few times a second."""
        stop = threading.Event()
        own = threading.local()

        def solve(block: int) -> tuple[int, int, list[int]] | None:
            if not hasattr(own, "solver"):
                own.solver = FallingSolver(self._game, self._table_mb)
            start, numbers = time.thread_time(), []
            for place in self._places(block):
                number = self._number(own.solver, self._layer[place], lambda _: not stop.is_set())
                if number is None or stop.is_set():
                    return None
                numbers.append(number)
            return block, round(1000 * (time.thread_time() - start)), numbers

        missing = [block for block in range(-(-self.total // BLOCK)) if block not in self._blocks]
        started, before = time.monotonic(), self.done
        with ThreadPoolExecutor(max_workers=jobs) as pool:
            try:
                waiting = {pool.submit(solve, block) for block in missing}
                while waiting:
                    finished, waiting = wait(waiting, _PAUSE_S, return_when=FIRST_COMPLETED)
                    self._save(finished)
                    elapsed, fresh = time.monotonic() - started, self.done - before
                    left = elapsed * (self.total - self.done) / fresh if fresh else None
                    watch(BuildProgress(self.done, self.total, self._cpu_ms / 1000, left))
            finally:
                stop.set()
                pool.shutdown(cancel_futures=True)
        numbers = [number for block in sorted(self._blocks) for number in self._blocks[block]]
        return Built(numbers, self._cpu_ms / 1000)

    def _number(
        self, solver: FallingSolver, pos: Position, progress: Callable[[int], bool]
    ) -> int | None:
        """The score, or the result and its column; None if the watcher stops it."""
        if self._difference is None:
            low, high, _, _ = solver.solve(pos, progress=progress)
            return low if low == high else None
        low, high, column, _ = solver.keep(pos, progress=progress)
        if low != high or (column is None and low >= 0):
            return None
        return result_code(low, column, self._game.cols)

    def _places(self, block: int) -> range:
        return range(BLOCK * block, min(BLOCK * (block + 1), self.total))

    def _save(self, finished: set[Future[tuple[int, int, list[int]] | None]]) -> None:
        answers = [answer for answer in (future.result() for future in finished) if answer]
        if not answers:
            return
        append_lines(
            self._journal,
            [f"{block} {ms} {' '.join(map(str, numbers))}" for block, ms, numbers in answers],
        )
        for block, cpu_ms, numbers in answers:
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

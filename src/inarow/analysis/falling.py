"""Exact scores of first-to-k gravity games (Connect Four at any size that fits 64 bits).

One solver a thread and game is kept, with its table, so that positions of one game help each other.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from inarow._core import FallingSolver, Game, Position
from inarow.analysis.book import book_line, book_score, book_scores
from inarow.analysis.verdict import Analysis, Solved, Verdict

NodeProgress = Callable[[int], "bool | None"]
"""Called about ten times a second with the nodes so far; returning False stops the solver."""

BatchProgress = Callable[[int, int], "bool | None"]
"""Called with the positions done and their total; returning False stops the batch."""

MOST_THREADS = 64
_kept = threading.local()
Answer = TypeVar("Answer")


def _checked(threads: int) -> int:
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads is {threads}, expected 1 to {MOST_THREADS}")
    return threads


def solver_for(game: Game) -> FallingSolver:
    """This thread's solver for a game; ValueError for games that it does not take."""
    solvers: dict[Game, FallingSolver] = _kept.__dict__.setdefault("solvers", {})
    if game not in solvers:
        solvers[game] = FallingSolver(game)
    return solvers[game]


def solve(
    pos: Position,
    *,
    nodes: int | None = None,
    time_s: float | None = None,
    threads: int = 1,
    progress: NodeProgress | None = None,
    book: bool = True,
) -> Solved:
    """The score of a position, or honest bounds if a limit or the callback stops the solver.

    A position of the opening book is answered from it, with no nodes, unless told otherwise.
    """
    start, threads = time.perf_counter(), _checked(threads)
    if book and (known := book_score(pos)) is not None:
        return Solved(pos, known, known, 0, time.perf_counter() - start)
    solver = solver_for(pos.game)
    return Solved(pos, *solver.solve(pos, nodes, time_s, threads, progress))


def analyse(
    pos: Position,
    *,
    nodes: int | None = None,
    time_s: float | None = None,
    threads: int = 1,
    progress: NodeProgress | None = None,
    lines: bool = True,
    book: bool = True,
) -> Analysis:
    """A verdict for every legal move; the limits hold for the whole call.

    Where the opening book knows every move it answers, with lines as long as it reaches, unless
    told otherwise.
    """
    start, threads = time.perf_counter(), _checked(threads)
    if book and (scores := book_scores(pos)) is not None:
        best = max(scores.values())
        known = tuple(
            Verdict(pos, move, score, score, book_line(pos, move) if lines else ())
            for move, score in scores.items()
        )
        return Analysis(Solved(pos, best, best, 0, time.perf_counter() - start), known)
    solver = solver_for(pos.game)
    whole, moves = solver.analyse(pos, nodes, time_s, threads, progress, lines)
    return Analysis(
        Solved(pos, *whole),
        tuple(Verdict(pos, move, lo, hi, tuple(line)) for move, lo, hi, line in moves),
    )


def solve_many(
    positions: Iterable[Position],
    *,
    jobs: int | None = None,
    progress: BatchProgress | None = None,
    book: bool = True,
) -> list[Solved]:
    """The scores of many positions, on all cores unless ``jobs`` says otherwise."""
    return _many(partial(solve, book=book), list(positions), jobs, progress)


def analyse_many(
    positions: Iterable[Position], *, jobs: int | None = None, progress: BatchProgress | None = None
) -> list[Analysis]:
    """An analysis of each position, on all cores unless ``jobs`` says otherwise."""
    return _many(analyse, list(positions), jobs, progress)


def _many(
    work: Callable[..., Answer],
    positions: Sequence[Position],
    jobs: int | None,
    progress: BatchProgress | None,
) -> list[Answer]:
    """Answers in the order of the positions; those done when the callback says stop."""
    stop = threading.Event()
    answers: list[Answer] = []
    workers = jobs or len(os.sched_getaffinity(0))
    with ThreadPoolExecutor(max_workers=max(1, min(workers, len(positions)))) as pool:

        def one(pos: Position) -> Answer | None:
            return None if stop.is_set() else work(pos, progress=lambda _: not stop.is_set())

        try:
            for done, answer in enumerate(pool.map(one, positions), start=1):
                if answer is None or stop.is_set():
                    break
                answers.append(answer)
                if progress is not None and progress(done, len(positions)) is False:
                    stop.set()
        finally:
            stop.set()
    return answers

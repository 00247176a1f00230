"""The scores of many positions, on all cores."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from inarow._core import Position
from inarow.analysis.analyse import solve
from inarow.analysis.verdict import Verdict
from inarow.limits import UNLIMITED, USUAL, Limits, SolverOptions

BatchProgress = Callable[[int, int], "bool | None"]
"""Called with the positions done and their total; returning False cancels the batch."""


def solve_many(
    positions: Iterable[Position],
    limits: Limits = UNLIMITED,
    *,
    options: SolverOptions = USUAL,
    jobs: int | None = None,
    progress: BatchProgress | None = None,
) -> list[Verdict]:
    """Verdicts in the order of the positions, on all cores unless ``jobs`` says otherwise; those
    done when the callback cancels. The limits are for each."""
    asked = list(positions)
    stop = threading.Event()
    answers: list[Verdict] = []
    workers = jobs or _cores()
    with ThreadPoolExecutor(max_workers=max(1, min(workers, len(asked)))) as pool:

        def one(pos: Position) -> Verdict | None:
            if stop.is_set():
                return None
            return solve(pos, limits, lambda _: not stop.is_set(), options=options)

        try:
            for done, answer in enumerate(pool.map(one, asked), start=1):
                if answer is None or stop.is_set():
                    break
                answers.append(answer)
                if progress is not None and progress(done, len(asked)) is False:
                    stop.set()
        finally:
            stop.set()
    return answers


def _cores() -> int:
    """The cores that this process may use, or all where the system does not tell them apart."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

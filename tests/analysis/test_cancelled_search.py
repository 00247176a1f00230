"""A search of the counted solver that nobody listens to any more ends, and the next one runs."""

from __future__ import annotations

import threading
import time

from inarow import GAMES, Position
from inarow.analysis.analyse import analyse
from inarow.analysis.counted import CountedAnalyst
from inarow.analysis.watch import cancellable
from inarow.limits import Limits, SolverOptions

EARLY = Position(GAMES["maxconnect4"]).play(3).play(3)
LATE = "....oxo/.xo.xox/oxo.oxo/xox.xox/xoxoxox/oxoxoxo x"
LONG_S = 300.0
SOON_S = 60.0
"""Generous for a crowded machine, and far from the time that the search was given."""


def test_a_search_that_nobody_listens_to_ends_long_before_its_time() -> None:
    heard: list[int] = []

    def progress(nodes: int) -> bool:
        heard.append(nodes)
        return len(heard) < 3 or nodes == 0  # a crowded machine may not have begun by then

    start = time.monotonic()
    found = analyse(EARLY, Limits(LONG_S), progress, options=SolverOptions(table_mb=64))
    assert time.monotonic() - start < SOON_S
    assert len(heard) >= 3 and heard == sorted(heard) and heard[-1] > 0
    assert found.verdict.lo < found.verdict.hi and not found.exact


def test_a_stopped_solver_answers_the_next_question() -> None:
    late = Position.parse(GAMES["maxconnect4"], LATE)
    apart = CountedAnalyst(late).solve(late)
    analyst = CountedAnalyst(EARLY, 8)
    with cancellable(analyst, lambda nodes: False, LONG_S):
        stopped = analyst.solve(EARLY, LONG_S)
    assert not stopped.exact
    assert analyst.solve(late).score == apart.score


def test_the_time_is_kept_without_a_listener_and_no_watcher_stays() -> None:
    before = set(threading.enumerate())
    analyst = CountedAnalyst(EARLY, 8)
    start = time.monotonic()
    with cancellable(analyst, None, 0.1):
        assert not analyst.solve(EARLY, LONG_S).exact
    assert time.monotonic() - start < SOON_S
    assert set(threading.enumerate()) <= before

"""Long native searches look for an interrupt many times a second of CPU time."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from inarow._core import perft

from inarow import GAMES, Position
from inarow.textbook import COMP3308, native

SEARCHED_S = 2.5
LONGEST_GAP_S = 0.5

SEARCHES: dict[str, Callable[[], object]] = {
    "perft": lambda: perft(Position(GAMES["connect4"]), 25),
    "plain perft": lambda: perft(Position(GAMES["connect4"]), 25, plain=True),
    "minimax": lambda: native.run(
        Position(GAMES["gomoku"]), COMP3308.replace(algorithm="minimax", depth=4), reuse=False
    ),
    "alpha-beta": lambda: native.run(Position(GAMES["connect4"]), COMP3308.replace(depth=30)),
}


@contextmanager
def polls() -> Iterator[list[float]]:
    """The CPU times at which the core let a signal be handled; an interrupt after a while.

    A timer asks for attention every 10 ms of CPU time, and is heard when the core next looks.
    """
    seen = [time.process_time()]

    def look(signum: int, frame: object) -> None:
        seen.append(time.process_time())
        if seen[-1] - seen[0] > SEARCHED_S:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, 0.01, 0.01)
    try:
        yield seen
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_can_be_interrupted_at_any_time(name: str) -> None:
    with polls() as seen, pytest.raises(KeyboardInterrupt):
        SEARCHES[name]()
    gaps = [later - earlier for earlier, later in pairwise(seen)]
    assert max(gaps) < LONGEST_GAP_S

"""Long native searches let an interrupt through."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from inarow import GAMES, Position
from inarow._core import OpeningStrategy, perft
from inarow.analysis.strategy import shipped_strategy
from inarow.textbook import COMP3308, native

SEARCHED_S = 0.3


def list_strategies() -> None:
    """Nearly all of its time goes into the core, which does not release the interpreter lock."""
    start, tree = Position(GAMES["maxconnect4"]), shipped_strategy().trees[0]
    packed = tree.replies.packed()
    while True:
        OpeningStrategy(start, tree.player, packed)


SEARCHES: dict[str, Callable[[], object]] = {
    "strategy": list_strategies,
    "perft": lambda: perft(Position(GAMES["connect4"]), 25),
    "plain perft": lambda: perft(Position(GAMES["connect4"]), 25, plain=True),
    "minimax": lambda: native.run(
        Position(GAMES["gomoku"]), COMP3308.replace(algorithm="minimax", depth=4), reuse=False
    ),
    "alpha-beta": lambda: native.run(Position(GAMES["connect4"]), COMP3308.replace(depth=30)),
}


@contextmanager
def interrupt_after_a_while() -> Iterator[None]:
    """One interrupt after some CPU time, heard when the core next looks for one."""

    def interrupt(signum: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, SEARCHED_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.mark.long
@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_can_be_interrupted(name: str) -> None:
    """Each of these searches would take hours; only an interrupt ends it."""
    with interrupt_after_a_while(), pytest.raises(KeyboardInterrupt):
        SEARCHES[name]()

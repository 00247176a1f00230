"""A native object, or a player of ours that holds one, may be shared by threads: one waits for the
other, and nobody gets another answer than alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import share_objects
from inarow import GAMES, Position
from inarow._core import FallingSolver


@pytest.mark.process
@pytest.mark.parametrize("name", share_objects.MAKERS)
def test_threads_may_share_an_object(name: str) -> None:
    """In a process of its own, which is what a broken one ends."""
    program = Path(share_objects.__file__)
    argv = [sys.executable, str(program), name]
    done = subprocess.run(argv, capture_output=True, check=False, text=True, timeout=300)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")


def test_a_callback_cannot_call_the_solver_that_calls_it() -> None:
    solver = FallingSolver(GAMES["connect4"])
    start = Position(GAMES["connect4"])

    with pytest.raises(ValueError, match="at work in this thread already"):
        solver.solve(start, progress=lambda nodes: solver.solve(start)[0] > 0)
    assert solver.solve(start.play(3).play(3), nodes=1000)[2] <= 3048  # and it works again


def test_a_callback_that_says_no_once_ends_the_whole_analysis() -> None:
    """Also where the other moves would be searched with a callback that says yes again."""
    answers = iter([False])
    solver = FallingSolver(GAMES["connect4"])
    result, moves = solver.analyse(
        Position(GAMES["connect4"]), progress=lambda nodes: next(answers, True)
    )
    assert result[0] < result[1]
    assert len(moves) == 7

"""A program that lives through a game runs while it is asked, and at no other time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from inarow.players.seat import Effort, ForfeitError, RefereeFaultError
from inarow.record import Termination
from inarow.running.outcome import RunVerdict
from inarow.running.running_program import RunningProgram
from inarow.running.stopwatch import Stopwatch


@contextmanager
def thawed(
    program: RunningProgram, watch: Stopwatch, effort: Callable[[], Effort]
) -> Iterator[None]:
    """The program runs within the block alone, timed by its watch. What it does wrong there is
    completed by what it took, as ``effort`` says before it is frozen, and by how it ended. Raises
    RefereeFaultError for a program that was lost with its launcher."""
    watch.thaw()
    try:
        yield
    except ForfeitError as fault:
        fault.effort = effort()
        if fault.termination is Termination.CRASH:
            program.stop(0)
            report = program.report()
            if report.verdict is RunVerdict.REFEREE_FAULT:
                raise RefereeFaultError(report.sentence) from None
            verdict = report.verdict
            fault.verdict = "" if verdict is RunVerdict.OK else verdict.name
        raise
    finally:
        with suppress(OSError):
            program.freeze()

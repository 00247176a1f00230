"""Who keeps a started program: freezes it, measures it, ends it and hears how it ended."""

from __future__ import annotations

from typing import Protocol

from inarow._core import CpuWait
from inarow.running.ending import Ending
from inarow.running.outcome import Usage


class Keeper(Protocol):
    """The process side of a ``RunningProgram``; the sandboxes and the plain process have one."""

    @property
    def tier(self) -> int | None: ...

    def fileno(self) -> int:
        """A descriptor that can be read when the program may have ended; -1 if there is none."""

    def ending(self, wait_s: float) -> Ending | None:
        """How it ended, waiting so long for it; None if it still runs."""

    def kill(self) -> Ending:
        """Ends it and everything it started, now; how it ended. May be called again."""

    def freeze(self) -> None: ...
    def thaw(self) -> None: ...
    def usage(self) -> Usage: ...

    def cpu_wait(self) -> CpuWait:
        """Measures what all that it has started waits for cores, from when it is told to."""

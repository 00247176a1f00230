"""The line that tells on a terminal how far a long search has come."""

from __future__ import annotations

import sys

from inarow.analysis.limits import Progress


class Waiting:
    """A line on a terminal's standard error while the solver works, wiped when it is done."""

    def __init__(self) -> None:
        self.shown = False

    @property
    def progress(self) -> Progress | None:
        """What a search reports to, where somebody looks."""
        return self._nodes if sys.stderr.isatty() else None

    def move(self, number: int) -> None:
        self._show(f"looking for the last mistake, move {number}; Ctrl-C to stop")

    def _nodes(self, count: int) -> None:
        self._show(f"{count / 1e6:.1f} million positions looked at; Ctrl-C to stop")

    def _show(self, text: str) -> None:
        if sys.stderr.isatty():
            self.shown = True
            print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)

    def done(self) -> None:
        if self.shown:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)

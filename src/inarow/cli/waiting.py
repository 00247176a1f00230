"""How far a search has come, shown on a terminal while it lasts."""

from __future__ import annotations

import sys

from inarow.cli.progress import StatusLine
from inarow.limits import Progress


class Waiting(StatusLine):
    """The line while a solver works."""

    @property
    def progress(self) -> Progress | None:
        """What a search reports to, where somebody looks."""
        return self._nodes if sys.stderr.isatty() else None

    def move(self, number: int) -> None:
        self.show(f"looking for the last mistake, move {number}; Ctrl-C to stop")

    def _nodes(self, count: int) -> None:
        self.show(f"{count / 1e6:.1f} million positions looked at; Ctrl-C to stop")

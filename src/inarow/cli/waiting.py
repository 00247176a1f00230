"""The line that tells on a terminal how far a long search has come."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_LOOK_S = 0.1


class Waiting:
    """A line on a terminal's standard error while the solver works, wiped when it is done."""

    def __init__(self) -> None:
        self.shown = False

    def nodes(self, count: int) -> None:
        self._show(f"{count / 1e6:.1f} million positions looked at; Ctrl-C to stop")

    def move(self, number: int) -> None:
        self._show(f"looking for the last mistake, move {number}; Ctrl-C to stop")

    def _show(self, text: str) -> None:
        if sys.stderr.isatty():
            self.shown = True
            print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)

    def done(self) -> None:
        if self.shown:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)


@contextmanager
def waiting_for(nodes_searched: Callable[[], int]) -> Iterator[None]:
    """Tells of the search within, which has no time to tell of itself, from another thread."""
    waiting, ended = Waiting(), threading.Event()

    def tell() -> None:
        while not ended.wait(_LOOK_S):
            waiting.nodes(nodes_searched())

    teller = threading.Thread(target=tell, name="waiting", daemon=True)
    if sys.stderr.isatty():
        teller.start()
    try:
        yield
    finally:
        ended.set()
        if teller.ident is not None:
            teller.join()
        waiting.done()

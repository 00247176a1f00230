"""A second pair of eyes on a native search that takes no word while it runs.

The solver of counting games can be stopped, but only from another thread. While one thread
searches, the one here tells how far it has come, and stops it when nobody listens or the time is
over.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

LOOK_S = 0.05


class Stoppable(Protocol):
    """A search that another thread may look at and end."""

    def stop(self) -> None: ...
    def resume(self) -> None: ...
    def nodes_searched(self) -> int: ...


@contextmanager
def watched(
    search: Stoppable, progress: Callable[[int], bool | None] | None, time_s: float
) -> Iterator[None]:
    """Searches within are told of to ``progress``; they end once it answers False, or after
    ``time_s``. Afterwards the search can be used again."""
    ended = threading.Event()
    start, before = time.monotonic(), search.nodes_searched()

    def watch() -> None:
        while not ended.wait(LOOK_S):
            late = time.monotonic() - start > time_s
            if late or (progress and progress(search.nodes_searched() - before) is False):
                search.stop()
                return

    watcher = threading.Thread(target=watch, name="watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()
        search.resume()

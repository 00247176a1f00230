"""Progress and cancellation for a native search that cannot call back while it runs.

It can be stopped, but only from another thread. While one thread searches, the one here reports how
far it has come, and stops it when that is cancelled or the time is over.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from inarow.limits import Progress

LOOK_S = 0.05


class Stoppable(Protocol):
    """A search that another thread may look at and end."""

    def stop(self) -> None: ...
    def resume(self) -> None: ...
    def nodes_searched(self) -> int: ...


@contextmanager
def cancellable(
    search: Stoppable, progress: Progress | None, time_s: float | None = None
) -> Iterator[None]:
    """Searches within are reported to ``progress``; they end once it answers False, or after
    ``time_s``. Afterwards the search can be used again."""
    if progress is None and time_s is None:
        yield
        return
    ended = threading.Event()
    start, before = time.monotonic(), search.nodes_searched()

    def watch() -> None:
        while not ended.wait(LOOK_S):
            late = time_s is not None and time.monotonic() - start > time_s
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

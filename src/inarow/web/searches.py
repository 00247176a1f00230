"""Searches off the event loop: few at once, each bounded in time, cancelled on disconnect."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, TypeVar

from inarow.errors import UserError
from inarow.web.http.problems import INTERNAL_ERROR

logger = logging.getLogger("inarow.web")
Answer = TypeVar("Answer")
Stopped = Callable[[], bool]
Emit = Callable[[str, dict[str, Any]], None]

WORKERS = 2
MOST_WAITING = 12
PATIENCE_S = 2.0
"""So long a stream waits for its search to begin: its client holds a connection meanwhile, and a
browser has only a few."""


class BusyError(Exception):
    """More searches are under way than we take at once."""


class Jobs:
    """A few threads for searches. The native searches release the interpreter while they run."""

    def __init__(
        self,
        workers: int = WORKERS,
        most_waiting: int = MOST_WAITING,
        prepare: Callable[[], None] = lambda: None,
    ) -> None:
        """``prepare`` runs once in each thread, before its first search."""
        self.pool = ThreadPoolExecutor(workers, "search", prepare)
        self.workers = workers
        self.most = workers + most_waiting
        self.count = 0
        self.closing = threading.Event()

    def start(self) -> None:
        """Begin the threads now, so that the first search finds them prepared."""
        for _ in range(self.workers):
            self.pool.submit(time.sleep, 0)

    @property
    def idle(self) -> bool:
        """Whether a search would begin at once."""
        return self.count < self.workers

    async def answer(self, work: Callable[[Stopped], Answer]) -> Answer:
        """The answer of a search. Cancelled, it stops, or never begins."""
        stop = threading.Event()
        with self._room():
            try:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self.pool, work, self._stopped(stop))
            finally:
                stop.set()

    @asynccontextmanager
    async def stream(
        self, work: Callable[[Emit, Stopped], None], patience_s: float = PATIENCE_S
    ) -> AsyncIterator[AsyncIterator[str]]:
        """The events of a search that has begun, as server-sent events; BusyError if it does not
        begin in time. It is stopped when the context is left."""
        stop = threading.Event()
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        stopped = self._stopped(stop)
        begun = ""

        def put(text: str | None) -> None:
            with suppress(RuntimeError):  # the loop has ended, and every connection with it
                loop.call_soon_threadsafe(queue.put_nowait, text)

        def emit(name: str, data: dict[str, Any]) -> None:
            if not stopped():
                put(f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n")

        def run() -> None:
            put(begun)
            try:
                if not stopped():
                    work(emit, stopped)
            except UserError as error:
                emit("problem", {"error": str(error)})
            except Exception:  # of the search itself: its answer has begun, so no status can say so
                logger.exception("search failed")
                emit("fault", {"error": INTERNAL_ERROR})
            finally:
                put(None)

        async def events() -> AsyncIterator[str]:
            while (text := await queue.get()) is not None:
                yield text

        with self._room():
            future = self.pool.submit(run)
            try:
                try:
                    await asyncio.wait_for(queue.get(), patience_s)
                except asyncio.TimeoutError:
                    raise BusyError from None
                yield events()
            finally:
                stop.set()
                future.cancel()

    def close(self) -> None:
        """Stop every search, and do not wait for those that have not begun."""
        self.closing.set()
        self.pool.shutdown(wait=False, cancel_futures=True)

    @contextmanager
    def _room(self) -> Iterator[None]:
        if self.count >= self.most:
            raise BusyError
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1

    def _stopped(self, stop: threading.Event) -> Stopped:
        return lambda: stop.is_set() or self.closing.is_set()

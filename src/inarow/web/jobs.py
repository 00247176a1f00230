"""Searches off the event loop: few at once, each bounded in time, and ended when nobody listens."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Answer = TypeVar("Answer")
Stopped = Callable[[], bool]
Emit = Callable[[str, dict[str, Any]], None]

WORKERS = 2
MOST_WAITING = 12


class BusyError(Exception):
    """More searches wait than we take at once."""


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

    async def answer(self, work: Callable[[Stopped], Answer]) -> Answer:
        """The answer of a search; it is told to stop when the one who asked has gone."""
        stop = threading.Event()
        self._enter()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.pool, work, self._stopped(stop))
        finally:
            stop.set()
            self.count -= 1

    async def stream(self, work: Callable[[Emit, Stopped], None]) -> AsyncIterator[str]:
        """The events of a search as server-sent events, until it ends or nobody listens."""
        stop = threading.Event()
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        stopped = self._stopped(stop)

        def emit(name: str, data: dict[str, Any]) -> None:
            text = f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"
            if not stopped():
                loop.call_soon_threadsafe(queue.put_nowait, text)

        def run() -> None:
            try:
                if not stopped():
                    work(emit, stopped)
            except ValueError as error:
                emit("problem", {"error": str(error)})
            finally:
                if not self.closing.is_set():
                    loop.call_soon_threadsafe(queue.put_nowait, None)

        self._enter()
        try:
            self.pool.submit(run)
            while (text := await queue.get()) is not None:
                yield text
        finally:
            stop.set()
            self.count -= 1

    def close(self) -> None:
        """Tell every search to stop and do not wait for those that have not begun."""
        self.closing.set()
        self.pool.shutdown(wait=False, cancel_futures=True)

    def _enter(self) -> None:
        if self.count >= self.most:
            raise BusyError
        self.count += 1

    def _stopped(self, stop: threading.Event) -> Stopped:
        return lambda: stop.is_set() or self.closing.is_set()

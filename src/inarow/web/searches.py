"""Searches off the event loop: few at once, bounded in time, cancelled when their client leaves.

Each kind of question has a few threads of its own. A search lives as long as its connection, which
is watched while the search runs. When the server begins to stop, so do the searches. A stream
starts its answer only once its search has started, so "no room" is a status 429 and not a broken
stream. The page reads these events with ``fetch`` (``static/shared/event_stream.js``).
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, TypeVar

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from inarow.errors import SearchCancelledError, UserError
from inarow.web.errors import INTERNAL_ERROR

logger = logging.getLogger("inarow.web")
Answer = TypeVar("Answer")
Cancelled = Callable[[], bool]
Emit = Callable[[str, dict[str, Any]], None]

WORKERS = 2
MOST_WAITING = 12
START_TIMEOUT_S = 2.0
"""So long a stream waits for its search to start: its client holds a connection meanwhile, and a
browser has only a few."""


class BusyError(Exception):
    """More searches run than the server takes at once."""


class SearchPool:
    """A few threads for searches. The native searches release the interpreter while they run."""

    def __init__(
        self,
        workers: int = WORKERS,
        most_waiting: int = MOST_WAITING,
        warm_up: Callable[[], None] = lambda: None,
    ) -> None:
        """``warm_up`` runs once in each thread, before its first search."""
        self.threads = ThreadPoolExecutor(workers, "search", warm_up)
        self.workers = workers
        self.most = workers + most_waiting
        self.count = 0
        self.closing = threading.Event()

    def start(self) -> None:
        """Starts the threads now, so that the first search finds them ready."""
        for _ in range(self.workers):
            self.threads.submit(time.sleep, 0)

    @property
    def idle(self) -> bool:
        """Whether a search would start at once."""
        return self.count < self.workers

    async def run(self, work: Callable[[Cancelled], Answer]) -> Answer:
        """The result of a search. Cancelled, it stops, or never starts."""
        stop = threading.Event()
        with self._slot():
            future = self.threads.submit(work, self._cancelled(stop))
            try:
                return await asyncio.wrap_future(future)
            except asyncio.CancelledError:
                if self.closing.is_set():
                    raise SearchCancelledError from None
                raise
            finally:
                stop.set()

    @asynccontextmanager
    async def stream(
        self, work: Callable[[Emit, Cancelled], None], timeout_s: float = START_TIMEOUT_S
    ) -> AsyncIterator[AsyncIterator[str]]:
        """The events of a search that has started, as server-sent events; BusyError if it does not
        start in time. It is cancelled when the context is left."""
        stop = threading.Event()
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        cancelled = self._cancelled(stop)
        started = ""

        def put(text: str | None) -> None:
            with suppress(RuntimeError):  # the loop has ended, and every connection with it
                loop.call_soon_threadsafe(queue.put_nowait, text)

        def emit(name: str, data: dict[str, Any]) -> None:
            if not cancelled():
                put(f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n")

        def search() -> None:
            put(started)
            try:
                if not cancelled():
                    work(emit, cancelled)
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

        with self._slot():
            future = self.threads.submit(search)
            future.add_done_callback(lambda done: put(None) if done.cancelled() else None)
            try:
                try:
                    first = await asyncio.wait_for(queue.get(), timeout_s)
                except asyncio.TimeoutError:
                    raise BusyError from None
                if first is None:
                    raise SearchCancelledError
                yield events()
            finally:
                stop.set()
                future.cancel()

    def close(self) -> None:
        """Cancels every search, and does not wait for those that have not started."""
        self.closing.set()
        self.threads.shutdown(wait=False, cancel_futures=True)

    @contextmanager
    def _slot(self) -> Iterator[None]:
        if self.closing.is_set():
            raise SearchCancelledError
        if self.count >= self.most:
            raise BusyError
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1

    def _cancelled(self, stop: threading.Event) -> Cancelled:
        return lambda: stop.is_set() or self.closing.is_set()


class EventStream(StreamingResponse):
    """The events of a search until it ends or the client disconnects, which cancels it. Where there
    is no room for the search, BusyError comes before the first byte."""

    def __init__(self, pool: SearchPool, work: Callable[[Emit, Cancelled], None]) -> None:
        super().__init__((), media_type="text/event-stream", headers={"cache-control": "no-store"})
        self.pool = pool
        self.work = work
        self.started = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await cancel_on_disconnect(receive, self._send_events(send))
        except SearchCancelledError:
            if not self.started:
                raise

    async def _send_events(self, send: Send) -> None:
        async with self.pool.stream(self.work) as events:
            self.started = True
            self.body_iterator = events
            await self.stream_response(send)


async def cancel_on_disconnect(receive: Receive, work: Coroutine[Any, Any, Answer]) -> Answer:
    """The result of ``work``. When the client disconnects first, the work is cancelled and
    SearchCancelledError raised. Either way it has ended afterwards."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_disconnect(receive))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise SearchCancelledError
        return task.result()
    finally:
        task.cancel()
        gone.cancel()
        await asyncio.wait((task, gone))


async def _disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass

"""Work for a reader who may leave: it goes on only while the one who asked is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from inarow.web.http.jobs import Emit, Jobs, Stopped

Answer = TypeVar("Answer")


class GoneError(Exception):
    """Nobody waits for the answer any more."""


async def while_heard(receive: Receive, work: Coroutine[Any, Any, Answer]) -> Answer:
    """The result of ``work``, which is cancelled as soon as the one who asked has gone; then
    GoneError. Either way it has ended afterwards."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_departure(receive))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise GoneError
        return task.result()
    finally:
        task.cancel()
        gone.cancel()
        await asyncio.wait((task, gone))


async def _departure(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class EventStream(StreamingResponse):
    """A search told as server-sent events while somebody listens. Where there is no room for it,
    BusyError comes before the first byte."""

    def __init__(self, jobs: Jobs, work: Callable[[Emit, Stopped], None]) -> None:
        super().__init__((), media_type="text/event-stream", headers={"cache-control": "no-store"})
        self.jobs = jobs
        self.work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(GoneError):
            await while_heard(receive, self._tell(send))

    async def _tell(self, send: Send) -> None:
        async with self.jobs.stream(self.work) as events:
            self.body_iterator = events
            await self.stream_response(send)

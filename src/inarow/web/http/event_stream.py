"""A search whose progress is sent as server-sent events."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from inarow.web.http.disconnect import DisconnectedError, until_disconnect
from inarow.web.searches import Emit, Jobs, Stopped


class EventStream(StreamingResponse):
    """The events of a search until it ends or the client disconnects, which cancels it. Where there
    is no room for the search, BusyError comes before the first byte."""

    def __init__(self, jobs: Jobs, work: Callable[[Emit, Stopped], None]) -> None:
        super().__init__((), media_type="text/event-stream", headers={"cache-control": "no-store"})
        self.jobs = jobs
        self.work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(DisconnectedError):
            await until_disconnect(receive, self._send_events(send))

    async def _send_events(self, send: Send) -> None:
        async with self.jobs.stream(self.work) as events:
            self.body_iterator = events
            await self.stream_response(send)

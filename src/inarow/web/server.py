"""Serving an app: what a connection may cost, and how the server ends.

uvicorn speaks HTTP. Around each of its connections stands one of ours, which bounds how many there
are, how long a request takes to come and how long an answer waits to be read. Where there is no
room, the connection that has waited longest for its client gives way to the new one, so slow
clients keep nobody out. Bodies are not waited for: a request that may not have one is refused
(security.py).
"""

from __future__ import annotations

import asyncio
import logging
import socket
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

_STOP_S = 5
"""Requests end at once when the server stops; a loaded machine may take longer than a second to."""
_current: ContextVar[Connection] = ContextVar("_current")


@dataclass
class Bounds:
    """What connections may cost, and those that are open."""

    most_connections: int = 256
    request_s: float = 20.0
    unread_s: float = 20.0
    open: set[Connection] = field(default_factory=set)


class Connection(asyncio.Protocol):
    """A connection of uvicorn's within the bounds."""

    def __init__(self, bounds: Bounds, inner: asyncio.Protocol) -> None:
        self.bounds = bounds
        self.inner = inner
        self.loop = asyncio.get_running_loop()
        self.requests = 0
        """How many requests are being answered."""
        self.waiting_since = self.loop.time()
        """Since when nothing can be done until the client does something."""
        self.late: asyncio.TimerHandle | None = None
        self.unread: asyncio.TimerHandle | None = None
        self.lost = asyncio.Event()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        self.inner.connection_made(transport)
        if self._make_room():
            self.bounds.open.add(self)
            self._await_request()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        _current.set(self)  # the request that this starts is answered in a copy of this context
        self.inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self.inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self.bounds.open.discard(self)
        self._stop_timers()
        self.inner.connection_lost(exc)
        self.lost.set()

    def pause_writing(self) -> None:
        """The client has left so much unread that we wait for it, but not for ever."""
        self.inner.pause_writing()
        if self.unread is None:
            self.waiting_since = self.loop.time()
            self.unread = self.loop.call_later(self.bounds.unread_s, self.transport.abort)

    def resume_writing(self) -> None:
        self.inner.resume_writing()
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    def request_started(self) -> None:
        self.requests += 1
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def request_ended(self) -> None:
        self.requests -= 1
        if not self.requests:
            self._await_request()

    def _await_request(self) -> None:
        """Gives the client so long to send the next request whole, and to read what it was sent."""
        self.waiting_since = self.loop.time()
        self.late = self.loop.call_later(self.bounds.request_s, self.transport.abort)

    def _make_room(self) -> bool:
        """Whether there is room for this connection, if need be that of another."""
        others = [one for one in self.bounds.open if not one.transport.is_closing()]
        if len(others) < self.bounds.most_connections:
            return True
        waiting = [one for one in others if not one.requests or one.unread is not None]
        if waiting:
            min(waiting, key=lambda one: one.waiting_since).transport.abort()
        return bool(waiting)

    def _stop_timers(self) -> None:
        for timer in (self.late, self.unread):
            if timer is not None:
                timer.cancel()


class _Counted:
    """An app that tells its connections when a request starts and ends. What it answers to a client
    that has disconnected, or that has sent nonsense after its request, is dropped."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        connection = _current.get()

        async def send_if_open(message: Message) -> None:
            if connection.transport.is_closing():
                await connection.lost.wait()  # from then on uvicorn drops what is sent
            await send(message)

        connection.request_started()
        try:
            await self.app(scope, receive, send_if_open)
        finally:
            connection.request_ended()


class Server(uvicorn.Server):
    """A server of an app of features: when it begins to stop, so do they."""

    def __init__(self, app: Starlette, bounds: Bounds | None = None) -> None:
        self.app = app
        found = bounds or Bounds()

        def connection(**settings: Any) -> Connection:
            return Connection(found, AutoHTTPProtocol(**settings))

        config = uvicorn.Config(
            _Counted(app),
            http=connection,  # type: ignore[arg-type]
            log_level="error",
            access_log=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_STOP_S,
            ws="none",
        )
        super().__init__(config)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.stop()
        await super().shutdown(sockets)


def serve(app: Starlette, listener: socket.socket) -> None:
    """Answers requests until it is told to end. RuntimeError if it could not start."""
    # A client that disconnects in the middle of an answer is nothing to report.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    server = Server(app)
    server.run(sockets=[listener])
    if not server.started:
        raise RuntimeError("the server did not start")

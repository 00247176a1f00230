"""What a connection may cost: how many there are, how long a request takes to come, head and body,
and how long an answer waits to be read. Where there is no room, the connection that has waited
longest for its client gives way to the new one, so slow clients keep nobody out.

The HTTP of uvicorn, with those bounds, and silent about clients that disconnect: neither a
broken request nor the end of the server is a fault of the application that was about to answer.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 256
REQUEST_S = 20.0
UNREAD_S = 20.0


class BoundedHttp(H11Protocol):
    """One connection. A request that is not there in time closes it."""

    most_connections = MOST_CONNECTIONS
    request_s = REQUEST_S
    unread_s = UNREAD_S
    late: asyncio.TimerHandle | None = None
    unread: asyncio.TimerHandle | None = None
    waiting_since = 0.0
    """Since when nothing can be done until the client does something."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.waiting_since = self.loop.time()
        if self._make_room():
            self._time_request()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._time_request()

    def on_response_complete(self) -> None:
        self.waiting_since = self.loop.time()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timing()
        self.resume_writing()

    def pause_writing(self) -> None:
        """The client has left so much unread that we wait for it, but not for ever."""
        super().pause_writing()
        if self.unread is None:
            self.waiting_since = self.loop.time()
            self.unread = self.loop.call_later(self.unread_s, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size() > 0 and self.unread is None:
            self.unread = self.loop.call_later(self.unread_s, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        self._disconnect()
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # an answer was under way already
            self.transport.close()

    def shutdown(self) -> None:
        if self._disconnect():
            self.transport.close()
        else:
            super().shutdown()

    def _disconnect(self) -> bool:
        """Tell the application that the client has disconnected; whether it was still to answer."""
        if self.cycle is None or self.cycle.response_complete:
            return False
        self.cycle.disconnected = True
        self.cycle.message_event.set()
        return True

    def _make_room(self) -> bool:
        """Whether there is room for this connection, if need be that of another."""
        others = [
            one for one in self.connections if isinstance(one, BoundedHttp) and one is not self
        ]
        open_ones = [one for one in others if not one.transport.is_closing()]
        if len(open_ones) < self.most_connections:
            return True
        waiting = [one for one in open_ones if one._awaits_client()]
        if waiting:
            min(waiting, key=lambda one: one.waiting_since).transport.abort()
        return bool(waiting)

    def _awaits_client(self) -> bool:
        """For a request, its rest, or to read an answer; not where an answer is being worked on."""
        answered = self.cycle is None or self.cycle.response_complete
        return answered or self.late is not None or self.unread is not None

    def _time_request(self) -> None:
        """The time runs from the first moment in which a request is awaited until all of it is
        here."""
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_timing()
        elif self.late is None:
            self.late = self.loop.call_later(self.request_s, self.transport.abort)

    def _stop_timing(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None

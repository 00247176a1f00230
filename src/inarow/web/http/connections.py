"""What a connection may cost: how many there are, how long the head of a request takes, and how
long an answer waits to be read.

The HTTP of uvicorn, with those bounds, and silent about clients that disconnect: neither a
broken request nor the end of the server is a fault of the application that was about to answer.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 256
HEAD_S = 20.0
UNREAD_S = 20.0


class BoundedHttp(H11Protocol):
    """One connection. A head that is not there in time closes it, and so does a lack of room."""

    most_connections = MOST_CONNECTIONS
    head_s = HEAD_S
    unread_s = UNREAD_S
    late: asyncio.TimerHandle | None = None
    unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most_connections:
            transport.close()
        else:
            self._time_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._time_head()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timing()
        self.resume_writing()

    def pause_writing(self) -> None:
        """The client has left so much unread that we wait for it, but not for ever."""
        super().pause_writing()
        if self.unread is None:
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

    def _time_head(self) -> None:
        """The time runs from the first moment in which a head is awaited, and until it is read."""
        if self.conn.their_state is not h11.IDLE:
            self._stop_timing()
        elif self.late is None:
            self.late = self.loop.call_later(self.head_s, self.transport.close)

    def _stop_timing(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None

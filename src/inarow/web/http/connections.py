"""What a connection may cost: how many there are, and how long the head of a request takes.

The HTTP of uvicorn, with those two bounds, and silent about clients that disconnect: neither a
broken request nor the end of the server is a fault of the application that was about to answer.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 256
HEAD_S = 20.0


class BoundedHttp(H11Protocol):
    """One connection. A head that is not there in time closes it, and so does a lack of room."""

    most_connections = MOST_CONNECTIONS
    head_s = HEAD_S
    late: asyncio.TimerHandle | None = None

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

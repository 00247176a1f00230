"""What a referee and one engine say to each other, and how long the engine takes.

The engine may do anything. What it costs is told by one exception, ``ForfeitError``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol, TypeVar

from inarow.arena.process import EngineEndedError, Line
from inarow.protocols.transcript import Transcript

DRAW = "draw"
ILLEGAL_MOVE = "illegal move"
TIME = "time"
CRASH = "crash"
NO_ANSWER = "no answer"
# Reasons after which there is no point in asking the loser to leave.
UNRESPONSIVE = (TIME, CRASH, NO_ANSWER)

# A flood of output is not worth a full disk: so many lines of one answer are recorded.
_RECORDED_LINES = 200

T = TypeVar("T")


class EngineLink(Protocol):
    """What a referee needs of an engine; ``EngineProcess`` is one."""

    def send(self, line: str) -> None: ...
    def receive(self, deadline_s: float) -> Line | None: ...
    def discard_pending(self) -> None: ...


class ForfeitError(Exception):
    """An engine has lost by what it did, or did not do: ``detail`` is a clause about it."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason, self.detail = reason, detail


class Dialogue:
    """Sends lines to one engine and reads its answers; the protocols build on it."""

    def __init__(
        self,
        link: EngineLink,
        index: int,
        *,
        patience_s: float,
        now: Callable[[], float] = time.monotonic,
        transcript: Transcript | None = None,
    ) -> None:
        self.name = f"engine {index}"
        self._link = link
        self._mark = f"{index} "
        self._patience_s = patience_s
        self._now = now
        self._transcript = transcript or Transcript(None)

    def _send(self, line: str) -> None:
        self._transcript.sent(line.encode(), self._mark)
        try:
            self._link.send(line)
        except EngineEndedError as end:
            raise ForfeitError(CRASH, str(end)) from None

    def _ask(
        self, line: str, parse: Callable[[bytes], T | None], *, clock_ms: float | None = None
    ) -> tuple[T, float]:
        """Sends a line and reads up to the first line that ``parse`` accepts."""
        sent_s = self._now()
        self._send(line)
        deadline_s = sent_s + (self._patience_s if clock_ms is None else clock_ms / 1000)
        recorded = 0
        while True:
            try:
                reply = self._link.receive(deadline_s)
            except EngineEndedError as end:
                raise ForfeitError(CRASH, str(end)) from None
            if reply is None or reply.arrived_s > deadline_s:
                break
            answer = parse(reply.text)
            if recorded < _RECORDED_LINES or answer is not None:
                self._transcript.received(reply.text, self._mark)
                recorded += 1
            if answer is not None:
                return answer, max(reply.arrived_s - sent_s, 0.0) * 1000
        if clock_ms is None:
            raise ForfeitError(NO_ANSWER, f"did not answer '{line}' within {self._patience_s:g} s")
        raise ForfeitError(TIME, f"did not answer '{line}' within {clock_ms:.0f} ms")

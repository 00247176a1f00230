"""An external program as a player: what is said to it, what it answers, and how long it takes.

The program may do anything; what it costs is told by ``ForfeitError``. A protocol is a subclass
with four methods, ``unsupported_reason``, ``introduce``, ``turn`` and ``quit``.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from inarow._core import Position
from inarow.players.seat import LONGEST_MS, Answer, ForfeitError, Terms, TurnBasedPlayer
from inarow.protocols.lines import printable
from inarow.protocols.transcript import Transcript
from inarow.record import PASS, Record, Termination

# A flood of output is not worth a full disk: so many lines of one answer are recorded.
_RECORDED_LINES = 200
_USUAL_PATIENCE_S = 10.0

T = TypeVar("T")


class Reply(NamedTuple):
    """A line and the time at which it arrived, on the clock of ``time.monotonic``."""

    text: bytes
    arrived_s: float


class EngineEndedError(Exception):
    """The program has ended or has closed its output; the message says how."""


class EngineLink(Protocol):
    """A line to a program; ``RunningProgram`` is one."""

    def send(self, line: str) -> None: ...
    def receive(self, deadline_s: float) -> Reply | None: ...
    def discard_pending(self) -> None: ...
    def stop(self, grace_s: float) -> bool: ...


class EnginePlayer(TurnBasedPlayer, ABC):
    """A program at the end of a link. It is a ``Player`` and, for a referee, a ``Seat``."""

    def __init__(
        self,
        link: EngineLink,
        index: int = 0,
        *,
        now: Callable[[], float] = time.monotonic,
        transcript: Transcript | None = None,
    ) -> None:
        self.name = f"engine {index}"
        self._link = link
        self._mark = f"{index} "
        self._handshake_s = _USUAL_PATIENCE_S
        self._now = now
        self._transcript = transcript or Transcript(None)
        super().__init__()

    @abstractmethod
    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        """Why the protocol cannot tell of a game, as ``Seat`` has it."""

    def begin(self, terms: Terms, side: int) -> None:
        """Introduces the game, and waits for answers as long as the terms say."""
        self._handshake_s = terms.handshake_s
        self.introduce(terms, side)

    @abstractmethod
    def introduce(self, terms: Terms, side: int) -> None:
        """Asks who it is and tells it what is played; ``side`` is 0 for the one that begins."""

    @abstractmethod
    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        """Asks for the stones of its turn, within a limit."""

    @abstractmethod
    def quit(self) -> None:
        """Says goodbye; may raise ForfeitError."""

    def end(self, *, answers: bool) -> None:
        """Nothing that a program does now changes the game. One that does not answer is ended."""
        if not answers:
            self._link.stop(0)
            return
        try:
            self.quit()
        except ForfeitError:
            return

    def remark(self, line: bytes) -> int:
        """How much a line that is no answer would explain why none came: 0 for nothing."""
        return 0

    def _send(self, line: str) -> float:
        """Sends a line; when that was begun."""
        self._transcript.sent(line.encode(), self._mark)
        sent_s = self._now()
        try:
            self._link.send(line)
        except EngineEndedError as end:
            raise ForfeitError(Termination.CRASH, str(end)) from None
        return sent_s

    def _ask(
        self, line: str, parse: Callable[[bytes], T | None], *, clock_ms: float | None = None
    ) -> tuple[T, float]:
        """Sends a line and reads up to the first line that ``parse`` accepts, within the clock or
        within the patience; the answer and the milliseconds it took."""
        sent_s = self._send(line)
        limit_s = self._handshake_s if clock_ms is None else min(clock_ms, LONGEST_MS) / 1000
        deadline_s = sent_s + limit_s
        recorded = 0
        said = _Remarks()
        while True:
            try:
                reply = self._link.receive(deadline_s)
            except EngineEndedError as end:
                raise ForfeitError(Termination.CRASH, f"{end}{said}") from None
            if reply is None or reply.arrived_s > deadline_s:
                break
            answer = parse(reply.text)
            if recorded < _RECORDED_LINES or answer is not None:
                self._transcript.received(reply.text, self._mark)
                recorded += 1
            if answer is not None:
                return answer, max(reply.arrived_s - sent_s, 0.0) * 1000
            said.hear(reply.text, self.remark(reply.text))
        if clock_ms is None:
            detail = f"did not answer '{line}' within {self._handshake_s:g} s{said}"
            raise ForfeitError(Termination.NO_ANSWER, detail)
        detail = f"did not answer '{line}' within {clock_ms:.0f} ms{said}"
        raise ForfeitError(Termination.TIME, detail, clock_ms)

    def _arrived(self, wait_s: float = 0.0) -> list[bytes]:
        """Lines that came without being asked for, the first of them within so long."""
        found: list[bytes] = []
        deadline_s = self._now() + wait_s
        while len(found) < _RECORDED_LINES:
            try:
                reply = self._link.receive(deadline_s)
            except EngineEndedError as end:
                raise ForfeitError(Termination.CRASH, str(end)) from None
            if reply is None:
                break
            self._transcript.received(reply.text, self._mark)
            found.append(reply.text)
            deadline_s = self._now()
        return found


class _Remarks:
    """The last of the remarks that explain most; as a clause it follows why there is no answer."""

    def __init__(self) -> None:
        self._text, self._weight = b"", 1

    def hear(self, text: bytes, weight: int) -> None:
        if weight >= self._weight:
            self._text, self._weight = text.strip(), weight

    def __str__(self) -> str:
        return f", but said '{printable(self._text)}'" if self._text else ""


def only_moves(record: Record) -> tuple[int, ...]:
    """The moves of a game from the empty board, for protocols that can say nothing else."""
    if only_moves_obstacle(record):
        raise ForfeitError(
            Termination.REFUSED, "cannot be told of a pass or of a board that was set up"
        )
    return record.moves


def only_moves_obstacle(record: Record, *, passes: bool = False) -> str:
    """What such a protocol cannot say of a game, or of its conduct; empty if it can say all."""
    if record.start != Position(record.game):
        return "its protocol has no word for a board that was set up"
    if passes or PASS in record.moves:
        return "its protocol has no word for a forfeited move"
    return ""


def whole_ms(clock_ms: float) -> int:
    """A clock as lines tell it; one without limit is very large."""
    return int(min(max(clock_ms, 0), LONGEST_MS))

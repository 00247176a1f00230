"""Questions to a running program and its answers, by the clock rule (``clock.py``). Tournaments and
marked dialogues hold their conversations by this one, so they obey the same clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from inarow.players.seat import ClockKind, Effort
from inarow.protocols.dialogue import Reply
from inarow.running.clock import Question
from inarow.running.running_program import Arrival, RunningProgram
from inarow.running.stopwatch import Stopwatch


class _Arrived(Protocol):
    @property
    def arrived_s(self) -> float: ...


Piece = TypeVar("Piece", bound=_Arrived)


class Conversation:
    """Between one program and whoever asks it. A program that is waited for has heard the question
    and is not asked again: where other programs keep it from a core its deadline moves on."""

    def __init__(self, program: RunningProgram) -> None:
        self.program = program
        self.watch = Stopwatch(program)

    def send(self, data: bytes) -> None:
        """Puts a question, or a part of one; its clock starts. Raises EngineEndedError."""
        self.watch.put()
        self.program.send_bytes(data)
        self.watch.sent()

    def next_bytes(self, question: Question) -> Arrival | None:
        """The next bytes; None if they are late. Raises EngineEndedError."""
        return self._next(self.program.read_bytes, question)

    def next_line(self, question: Question) -> Reply | None:
        """The next line; None if it is late. Raises EngineEndedError."""
        return self._next(self.program.receive, question)

    def effort(self, until_s: float | None = None) -> Effort:
        """What the answer took that came then, or what has been used until now."""
        return self.watch.effort(until_s)

    def _next(self, read: Callable[[float], Piece | None], question: Question) -> Piece | None:
        while True:
            piece = read(self.watch.next_look_s(question))
            if piece is None:
                if self.watch.look(question):
                    return None
            elif self._is_in_time(piece.arrived_s, question):
                return piece
            else:
                return None

    def _is_in_time(self, arrived_s: float, question: Question) -> bool:
        wall_ms = (arrived_s - self.watch.asked_s) * 1000
        if question.clock is ClockKind.WALL and wall_ms <= question.limit_ms:
            return True
        return not question.is_late(self.watch.effort(arrived_s))

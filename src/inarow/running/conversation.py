"""Questions to a running program and its answers, by the clock rule (``clock.py``). Tournaments and
marked dialogues hold their conversations by this one, so they obey the same clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol, TypeVar

from inarow.errors import UserError
from inarow.players.seat import ClockKind, Effort, ForfeitError, RefereeFaultError
from inarow.protocols.dialogue import Reply
from inarow.record import Termination
from inarow.running.clock import TRIES, Question, Stopwatch
from inarow.running.process import Chunk, RunningProgram
from inarow.running.program import Launch
from inarow.running.result import RunVerdict
from inarow.running.sandbox import Sandbox


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

    def next_bytes(self, question: Question) -> Chunk | None:
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


def start_with_retries(sandbox: Sandbox, launch: Launch) -> RunningProgram:
    """A running program; raises RefereeFaultError if it cannot be started after a few tries."""
    for _ in range(TRIES - 1):
        try:
            return sandbox.start(launch)
        except UserError:
            continue
    try:
        return sandbox.start(launch)
    except UserError as error:
        raise RefereeFaultError(str(error)) from None


@contextmanager
def resumed(
    program: RunningProgram, watch: Stopwatch, effort: Callable[[], Effort]
) -> Iterator[None]:
    """The program runs within the block alone, timed by its watch. What it does wrong there is
    completed by what it took, as ``effort`` says before it is frozen, and by how it ended. Raises
    RefereeFaultError for a program that was lost with its launcher."""
    watch.thaw()
    try:
        yield
    except ForfeitError as fault:
        fault.effort = effort()
        if fault.termination is Termination.CRASH:
            program.stop(0)
            report = program.report()
            if report.verdict is RunVerdict.REFEREE_FAULT:
                raise RefereeFaultError(report.sentence) from None
            verdict = report.verdict
            fault.verdict = "" if verdict is RunVerdict.OK else verdict.name
        raise
    finally:
        with suppress(OSError):
            program.freeze()

"""APS105: a program that prompts a person, bridged to the board. Every byte that it prints is known
beforehand but for the place of its own stone, and compared as it comes.

    < Enter board dimensions (n):         > 7
    < the board                           < Computer playing B or W?:        > B
    < Computer lays a stone at ROW 0 COL 0.                    the clock stops at this newline
    < the board                           < Lay down a stone (ROW COL):      > 2 0
    < the board                           < Computer lays ...

It runs on a pseudo-terminal, for programs in C keep their output back on a pipe. From one prompt to
the next question it is frozen. It has heard the question and cannot be asked again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from inarow._core import Family, Position
from inarow.players.seat import Answer, Effort, ForfeitError, Invalid, Terms, TurnBasedPlayer
from inarow.protocols.aps105 import (
    ASK_COLOUR,
    ASK_SIZE,
    ASK_STONE,
    ENDINGS,
    IN_A_ROW,
    LARGEST,
    LAYS,
    SMALLEST,
    board_text,
)
from inarow.protocols.dialogue import EngineEndedError, only_moves_obstacle
from inarow.protocols.lines import printable
from inarow.record import Record, Termination
from inarow.running.answers import InvalidAnswerError, checked_cell
from inarow.running.clock import Question, finite_limit_ms, used_ms
from inarow.running.conversation import Conversation, resumed, start_with_retries
from inarow.running.process import RunningProgram
from inarow.running.program import Program, RunLimits
from inarow.running.sandbox import Sandbox
from inarow.running.seats import Adapter

_NUMBER = "(0|[1-9][0-9]{0,3})"
_LAYS = re.compile((LAYS.replace(".", r"\.") % (_NUMBER, _NUMBER)).encode())
_LAYS_START = LAYS.partition(" %")[0].encode()
_LONGEST_LAYS = 60
_USUAL_LIMIT_S = 60.0
_GRACE_S = 0.2

_T = TypeVar("_T")


class TerminalDialogue:
    """The bytes between us and one program: what it must say, and what we tell it. A byte that
    differs is a fault that names it, and has what came so far."""

    def __init__(self, program: RunningProgram) -> None:
        self.program = program
        self.talk = Conversation(program)
        self._held = b""
        self._arrived_s = 0.0

    def tell(self, text: str) -> None:
        """Answers a prompt; a program that has said more than the prompt is chatty."""
        self._poll()
        if self._held:
            raise _invalid(
                Invalid.EXTRA_OUTPUT, f"said '{printable(self._held)}' after its prompt", self._held
            )
        try:
            self.talk.send(text.encode() + b"\n")
        except EngineEndedError as end:
            raise ForfeitError(Termination.CRASH, str(end)) from None

    def expect(self, said: str, question: Question) -> None:
        """Reads exactly this text."""
        text = said.encode()
        while len(self._held) < len(text):
            if not text.startswith(self._held):
                break
            self._more(question, text)
        heard = self._held[: len(text)]
        if heard != text:
            raise _mismatch(heard, text, self._held)
        self._held = self._held[len(text) :]

    def line(self, question: Question) -> tuple[bytes, float]:
        """The next line with its newline, of bounded length, and when it was whole."""
        while b"\n" not in self._held and len(self._held) <= _LONGEST_LAYS:
            self._more(question, _LAYS_START)
        end = self._held.find(b"\n") + 1 or len(self._held)
        line, self._held = self._held[:end], self._held[end:]
        return line, self._arrived_s

    def _more(self, question: Question, wanted: bytes) -> None:
        """Waits for more bytes, as long as the question allows."""
        try:
            arrival = self.talk.next_bytes(question)
        except EngineEndedError as end:
            raise ForfeitError(Termination.CRASH, str(end), raw=self._held) from None
        if arrival is not None:
            self._held += arrival.data
            self._arrived_s = arrival.arrived_s
            return
        limit_ms = question.limit_ms
        detail = f"did not say '{printable(wanted)}' within {limit_ms:.0f} ms"
        raise ForfeitError(Termination.TIME, detail, limit_ms, raw=self._held)

    def _poll(self) -> None:
        with suppress(EngineEndedError):
            while (arrival := self.program.read_bytes(0)) is not None:
                self._held += arrival.data
                if len(self._held) > _LONGEST_LAYS:
                    return


def _invalid(invalid: Invalid, detail: str, raw: bytes) -> ForfeitError:
    return ForfeitError(Termination.ILLEGAL_MOVE, detail, invalid=invalid, raw=raw)


def _mismatch(heard: bytes, wanted: bytes, raw: bytes) -> ForfeitError:
    place = next(
        (i for i, (a, b) in enumerate(zip(heard, wanted, strict=False)) if a != b), len(heard)
    )
    byte = heard[place : place + 1]
    invalid = Invalid.SYNTAX
    if byte == b"\r" and wanted[place : place + 1] == b"\n":
        invalid = Invalid.CRLF
    elif heard.startswith(b"\xef\xbb\xbf"):
        invalid = Invalid.BOM
    elif byte > b"\x7f":
        invalid = Invalid.NOT_ASCII
    said, due = printable(heard[place:]), printable(wanted[place:])
    return _invalid(invalid, f"said '{said}' where '{due}' belongs", raw)


class DialogueSeat(TurnBasedPlayer):
    """A program of the course at the board, started when a game begins."""

    def __init__(self, program: Program, sandbox: Sandbox, limits: RunLimits) -> None:
        super().__init__()
        self.name = program.name
        self.program, self._sandbox, self._limits = program, sandbox, limits
        self._talk: TerminalDialogue | None = None
        self._terms: Terms | None = None
        self._side = 0
        self._known = 0  # moves of the record that the program has been told of or has made

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        game = record.game
        fits = game.family is Family.FREE and (game.k, game.exact) == (IN_A_ROW, False)
        square = game.rows == game.cols and SMALLEST <= game.rows <= LARGEST
        if not (fits and square and game.stones == (1, 1)):
            return "its program plays simplified Connect6 on 7 x 7 to 19 x 19 alone"
        if record.moves:
            return "its dialogue has no word for an opening"
        return only_moves_obstacle(record, passes=passes)

    def begin(self, terms: Terms, side: int) -> None:
        self.close()
        self._terms, self._side, self._known = terms, side, 0
        launch = self.program.launch((), self._limits, terminal=True)
        self._talk = TerminalDialogue(start_with_retries(self._sandbox, launch))
        patience = Question(terms.handshake_s * 1000)

        def introduce(talk: TerminalDialogue) -> None:
            talk.talk.watch.put()
            talk.expect(ASK_SIZE, patience)
            talk.tell(str(terms.game.rows))
            talk.expect(board_text(Position(terms.game)) + ASK_COLOUR, patience)

        self._while_thawed(introduce)

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        assert self._terms is not None, "begin comes first"
        clock = self._terms.clock
        question = Question(finite_limit_ms(limit_ms, _USUAL_LIMIT_S), clock)

        def converse(talk: TerminalDialogue) -> tuple[int, Effort]:
            self._tell_of(record, talk, question)
            line, answered_s = talk.line(question)
            effort = talk.talk.effort(answered_s)
            cell = _cell_of(line, record.end)
            after = record.end.play(cell)
            talk.expect(board_text(after) + ENDINGS.get(after.outcome(), ASK_STONE), question)
            return cell, effort

        cell, effort = self._while_thawed(converse)
        self._known = len(record.moves) + 1
        return Answer((cell,), used_ms(effort, clock), None, effort)

    def _tell_of(self, record: Record, talk: TerminalDialogue, question: Question) -> None:
        """Its colour, if it does not know it, and the stone that the other side laid."""
        if self._known == 0:
            talk.tell("BW"[self._side])
            if record.moves:
                talk.expect(ASK_STONE, question)
        for number in range(self._known, len(record.moves)):
            row, col = divmod(record.moves[number], record.game.cols)
            talk.tell(f"{row} {col}")
            talk.expect(board_text(record.positions[number + 1]), question)

    def _while_thawed(self, act: Callable[[TerminalDialogue], _T]) -> _T:
        """The program runs during the act alone; its faults are charged with what they took."""
        talk = self._talk
        assert talk is not None, "begin comes first"
        try:
            with resumed(talk.program, talk.talk.watch, talk.talk.effort):
                return act(talk)
        except ForfeitError as fault:
            assert fault.effort is not None
            fault.used_ms = fault.used_ms or fault.effort.wall_ms
            raise

    def end(self, *, answers: bool) -> None:
        """Nothing that a program does now changes the game."""
        if self._talk is not None and answers:
            self._talk.program.stop(_GRACE_S)
        self.close()

    def close(self) -> None:
        talk, self._talk = self._talk, None
        if talk is not None:
            talk.program.stop(0)


def _cell_of(line: bytes, pos: Position) -> int:
    """The place that a program says it lays its stone at."""
    found = _LAYS.fullmatch(line)
    if found is None:
        invalid = Invalid.NOT_ASCII if not line.isascii() else Invalid.SYNTAX
        if _LAYS.fullmatch(line.replace(b"\r\n", b"\n")):
            invalid = Invalid.CRLF
        due = LAYS.strip() % ("r", "c")
        raise _invalid(invalid, f"said '{printable(line)}' where '{due}' belongs", line)
    try:
        return checked_cell(int(found[1]), int(found[2]), pos, line)
    except InvalidAnswerError as error:
        raise _invalid(error.invalid, error.detail, line) from None


DIALOGUE = Adapter("dialogue", "the prompts of APS105 on a terminal", DialogueSeat)

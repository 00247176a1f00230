"""The text protocol of Connect6 engines from the manager's side. The dialogue of one turn:

    > move IJKK                   < move HIHK         within the clock, which they are not told

An engine that does not know the game so far is told a new one and all turns of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from inarow._core import Game
from inarow.players.seat import Answer, ForfeitError, Invalid, Terms
from inarow.protocols.connect6.letters import COLOURS, GAME, cells_of, letters_of
from inarow.protocols.dialogue import DialoguePlayer, only_moves, only_moves_obstacle
from inarow.protocols.line_engine import RefusedError
from inarow.protocols.lines import printable
from inarow.record import Record, Termination

ASK_NAME = "name"
QUIT = "quit"


def problem_of(game: Game) -> str:
    """Why the protocol cannot carry a game; empty if it can."""
    return "" if game == GAME else "is not connect6 on 19 x 19, all that its letters A to S can say"


class ProgramPlayer(DialoguePlayer):
    """An engine that speaks the text protocol of Connect6."""

    _side = 0
    _known: tuple[int, ...] = ()  # the stones as the engine believes them to be

    def obstacle(self, record: Record, *, passes: bool) -> str:
        if problem := problem_of(record.game):
            return f"its protocol has no words for it, which {problem}"
        return only_moves_obstacle(record, passes=passes)

    def introduce(self, terms: Terms, side: int) -> None:
        name, _ = self._ask(ASK_NAME, parse_name)
        self.name = printable(name, 40)
        self._side, self._known = side, ()
        self._send(new_line(side))

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        self._link.discard_pending()
        only_moves(record)
        turns = record.turns()
        before = tuple(cell for turn in turns[:-1] for cell in turn)
        begun = bool(self._known) and self._known == before
        if self._known and not begun:
            self._send(new_line(self._side))
        *lines, asking = move_lines(turns, begun=begun)
        for line in lines:
            self._send(line)
        answer, used_ms = self._ask(asking, parse_move, clock_ms=limit_ms)
        try:
            cells = tuple(cells_of_answer(answer))
        except ValueError as error:
            raise ForfeitError(
                Termination.ILLEGAL_MOVE, str(error), used_ms, invalid=Invalid.SYNTAX, raw=answer
            ) from None
        self._known = (*record.moves, *cells)
        return Answer(cells, used_ms)

    def quit(self) -> None:
        """Says goodbye, which is not answered."""
        self._send(QUIT)


def new_line(side: int) -> str:
    """``side`` is 0 for black, who begins."""
    return f"new {COLOURS[side]}"


def move_lines(turns: Sequence[Sequence[int]], *, begun: bool) -> list[str]:
    """The lines that ask for the next turn after ``turns``; the last of them asks. ``begun``: the
    engine has moved before, so that it knows all turns but the last."""
    if not turns:
        return ["next"]
    known = [] if begun else turns[:-1]
    laid = [f"{COLOURS[number % 2]} {_written(turn)}" for number, turn in enumerate(known)]
    return [*laid, f"move {_written(turns[-1])}"]


def _written(turn: Sequence[int]) -> str:
    return "".join(letters_of(cell) for cell in turn)


def parse_name(line: bytes) -> bytes | None:
    """The name of an engine; None for any other line."""
    word, *rest = line.split(maxsplit=1) or [b""]
    return rest[0].strip() if word.lower() == b"name" and rest else None


def parse_move(line: bytes) -> bytes | None:
    """An answer to a move line, good or bad, as written; None for any other line."""
    words = line.split()
    return line.strip() if words and words[0].lower() in (b"move", b"error") else None


def cells_of_answer(answer: bytes) -> list[int]:
    """The cells of an answer; raises ValueError with a clause to follow the engine's name."""
    word, *rest = answer.split()
    if word.lower() != b"move" or len(rest) != 1:
        raise ValueError(f"answered '{printable(answer)}', which is not a move")
    try:
        return cells_of(rest[0].decode("ascii", "replace"))
    except RefusedError as refused:
        raise ValueError(f"answered '{printable(answer)}': {refused}") from None

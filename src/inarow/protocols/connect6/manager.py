"""The text protocol of Connect6 engines from the manager's side. The dialogue of one turn:

    > move IJKK                   < move HIHK         within the clock, which they are not told

Some engines answer ``new black`` with their first move at once: whoever begins is given a moment
for that before it is asked. One that took longer may have moved twice; before its second turn it is
asked for its name, which it says after all else. One that does not know the game so far, or that
has moved when it was not to move, is told all of it with a word that no engine answers:

    > new game, black JJ, white IJKK, next
"""

from __future__ import annotations

from collections.abc import Sequence

from inarow._core import Game
from inarow.errors import BadTextError
from inarow.players.seat import Answer, ForfeitError, Invalid, Terms
from inarow.protocols.connect6.letters import COLOURS, GAME, cells_of, letters_of
from inarow.protocols.dialogue import EnginePlayer, only_moves, only_moves_obstacle
from inarow.protocols.line_engine import RefusedError
from inarow.protocols.lines import printable
from inarow.record import Record, Termination

ASK_NAME = "name"
# No colour: the word that makes an engine forget its board and not move.
NEW_FOR_NOBODY = "new game"
_EAGER_S = 0.3
QUIT = "quit"


def problem_of(game: Game) -> str:
    """Why the protocol cannot carry a game; empty if it can."""
    return "" if game == GAME else "is not connect6 on 19 x 19, all that its letters A to S can say"


class ProgramPlayer(EnginePlayer):
    """An engine that speaks the text protocol of Connect6."""

    _side = 0
    _known: tuple[int, ...] = ()  # the stones as the engine believes them to be
    _may_move_again = False  # it was asked to begin while it may have begun by itself

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        if problem := problem_of(record.game):
            return f"its protocol has no words for it, which {problem}"
        return only_moves_obstacle(record, passes=passes)

    def introduce(self, terms: Terms, side: int) -> None:
        name, _ = self._ask(ASK_NAME, parse_name)
        self.name = printable(name, 40)
        self._side, self._known, self._may_move_again = side, (), False
        if side == 1:
            self._send(new_line(side))

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        only_moves(record)
        turns = record.turns()
        begins = not turns
        if begins:
            self._send(new_line(self._side))
        stray = self._stray(begins=begins)
        self._may_move_again = begins and stray is None
        if begins and stray is not None:
            answer, used_ms = stray, 0.0
        else:
            *lines, asking = self._lines(turns, astray=stray is not None)
            for line in lines:
                self._send(line)
            answer, used_ms = self._ask(asking, parse_move, clock_ms=limit_ms)
        try:
            cells = tuple(cells_of_answer(answer))
        except BadTextError as error:
            raise ForfeitError(
                Termination.ILLEGAL_MOVE, str(error), used_ms, invalid=Invalid.SYNTAX, raw=answer
            ) from None
        self._known = (*record.moves, *cells)
        return Answer(cells, used_ms)

    def _stray(self, *, begins: bool) -> bytes | None:
        """The first move that it has said without being asked for it."""
        found: bytes | None = None

        def hear(line: bytes) -> bytes | None:
            nonlocal found
            found = found or parse_move(line)
            return parse_name(line)

        if self._may_move_again:
            self._ask(ASK_NAME, hear)
        for line in self._arrived(_EAGER_S if begins else 0):
            hear(line)
        self._link.discard_pending()
        return found

    def _lines(self, turns: Sequence[Sequence[int]], *, astray: bool) -> list[str]:
        """What tells the engine of the game, as far as it does not know it; the last line asks."""
        before = tuple(cell for turn in turns[:-1] for cell in turn)
        begun = bool(self._known) and self._known == before
        if astray or not (begun or len(turns) <= 1):
            return [NEW_FOR_NOBODY, *laid_lines(turns), "next"]
        return move_lines(turns)

    def quit(self) -> None:
        """Says goodbye, which is not answered."""
        self._send(QUIT)


def new_line(side: int) -> str:
    """``side`` is 0 for black, who begins."""
    return f"new {COLOURS[side]}"


def move_lines(turns: Sequence[Sequence[int]]) -> list[str]:
    """What asks an engine for the next turn that knows all ``turns`` but the last."""
    return [f"move {_written(turns[-1])}"] if turns else ["next"]


def laid_lines(turns: Sequence[Sequence[int]]) -> list[str]:
    """Turns that are laid on the board of an engine without an answer."""
    return [f"{COLOURS[number % 2]} {_written(turn)}" for number, turn in enumerate(turns)]


def _written(turn: Sequence[int]) -> str:
    return "".join(letters_of(cell) for cell in turn)


def parse_name(line: bytes) -> bytes | None:
    """The name of an engine; None for any other line, such as that of a help text that explains
    the word: ``name - print the name of the engine``."""
    word, *rest = line.split(maxsplit=1) or [b""]
    named = word.lower() == b"name" and rest and not rest[0].lstrip().startswith(b"-")
    return rest[0].strip() if named else None


def parse_move(line: bytes) -> bytes | None:
    """An answer to a move line, good or bad, as written; None for any other line."""
    words = line.split()
    return line.strip() if words and words[0].lower() in (b"move", b"error") else None


def cells_of_answer(answer: bytes) -> list[int]:
    """The cells of an answer; raises BadTextError with a clause to follow the engine's name."""
    word, *rest = answer.split()
    if word.lower() != b"move" or len(rest) != 1:
        raise BadTextError(f"answered '{printable(answer)}', which is not a move")
    try:
        return cells_of(rest[0].decode("ascii", "replace"))
    except RefusedError as refused:
        raise BadTextError(f"answered '{printable(answer)}': {refused}") from None

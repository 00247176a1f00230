"""A game between two engines on a board without gravity, with clocks: Gomocup and Connect6.

Both sides have a clock for the game and perhaps a limit for each turn. The dialogue of one move:

    > INFO time_left 119800
    > TURN 7,8                    < MESSAGE ...       any number of lines
                                  < 8,8               within the clock and the turn

    > move IJKK                   < move HIHK         Connect6, whose engines are not told the time

Openings are played for the engines: at its first move each is shown the board as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from inarow._core import Game, Outcome, Position
from inarow.arena.dialogue import DRAW, ILLEGAL_MOVE, TIME, Dialogue, ForfeitError
from inarow.protocols.connect6 import manager as connect6_words
from inarow.protocols.gomocup import manager as gomocup_words
from inarow.protocols.lines import printable
from inarow.words import count_word

REFUSED = "refused"


class Terms(NamedTuple):
    """What both engines play under; ``turn_ms`` is the longest time for one turn."""

    game: Game
    time_ms: float
    turn_ms: float
    memory_mb: int


class Turn(NamedTuple):
    """The stones of one turn as played, and what the mover's clock then holds."""

    side: int
    cells: tuple[int, ...]
    time_ms: float
    clock_ms: float


class FreeRecord(NamedTuple):
    """How a game went. ``opening`` are the cells laid before it. ``winner`` is 0, 1 or None for a
    draw; ``detail`` is a clause to follow the name of the engine that lost by what it did, empty
    where the reason says it all."""

    names: tuple[str, str]
    opening: tuple[int, ...]
    turns: list[Turn]
    winner: int | None
    reason: str
    detail: str
    clocks_ms: tuple[float, float]


class FreeSeat(Protocol):
    """One engine at the board. ``turns`` are the stones of all turns so far."""

    name: str

    def introduce(self, terms: Terms, side: int) -> None: ...
    def choose(
        self, turns: Sequence[Sequence[int]], clock_ms: float, limit_ms: float
    ) -> tuple[list[int], float]: ...
    def quit(self) -> None: ...


class GomocupSeat(Dialogue):
    """An engine that speaks the Gomocup protocol."""

    _game: Game
    _begun = False

    def introduce(self, terms: Terms, side: int) -> None:
        self._game = terms.game
        line = gomocup_words.start_line(terms.game)
        answer, _ = self._ask(line, gomocup_words.parse_start)
        if answer.upper()[:2] != b"OK":
            raise ForfeitError(REFUSED, f"answered '{line}' with '{printable(answer)}'")
        for info in gomocup_words.info_lines(
            terms.game, terms.turn_ms, terms.time_ms, terms.memory_mb
        ):
            self._send(info)
        # The answer to ABOUT comes after any complaint about the lines before it.
        about, _ = self._ask(gomocup_words.ABOUT, gomocup_words.parse_about)
        if about.refusal:
            said = printable(about.refusal)
            raise ForfeitError(REFUSED, f"answered the rules of the game with '{said}'")
        if about.name:
            self.name = printable(about.name, 40)

    def choose(
        self, turns: Sequence[Sequence[int]], clock_ms: float, limit_ms: float
    ) -> tuple[list[int], float]:
        self._link.discard_pending()
        self._send(gomocup_words.time_left_line(clock_ms))
        cells = [cell for turn in turns for cell in turn]
        *lines, asking = gomocup_words.move_lines(self._game, cells, begun=self._begun)
        for line in lines:
            self._send(line)
        answer, used_ms = self._ask(asking, gomocup_words.parse_move, clock_ms=limit_ms)
        self._begun = True
        try:
            return [gomocup_words.cell_of(answer, self._game)], used_ms
        except ValueError as error:
            raise ForfeitError(ILLEGAL_MOVE, str(error)) from None

    def quit(self) -> None:
        """Says goodbye, which is not answered."""
        try:
            self._send(gomocup_words.END)
        except ForfeitError:
            return


class Connect6Seat(Dialogue):
    """An engine that speaks the text protocol of Connect6."""

    _begun = False

    def introduce(self, terms: Terms, side: int) -> None:
        name, _ = self._ask(connect6_words.ASK_NAME, connect6_words.parse_name)
        self.name = printable(name, 40)
        self._send(connect6_words.new_line(side))

    def choose(
        self, turns: Sequence[Sequence[int]], clock_ms: float, limit_ms: float
    ) -> tuple[list[int], float]:
        self._link.discard_pending()
        *lines, asking = connect6_words.move_lines(turns, begun=self._begun)
        for line in lines:
            self._send(line)
        answer, used_ms = self._ask(asking, connect6_words.parse_move, clock_ms=limit_ms)
        self._begun = True
        try:
            return connect6_words.cells_of_answer(answer), used_ms
        except ValueError as error:
            raise ForfeitError(ILLEGAL_MOVE, str(error)) from None

    def quit(self) -> None:
        """Says goodbye, which is not answered."""
        try:
            self._send(connect6_words.QUIT)
        except ForfeitError:
            return


def play_free_game(
    seats: Sequence[FreeSeat],
    terms: Terms,
    opening: Sequence[int] = (),
    on_turn: Callable[[Position, Sequence[Turn]], None] = lambda pos, turns: None,
) -> FreeRecord:
    """Plays one game; ``on_turn`` sees the position after each turn. The opening is legal, ends
    with a whole turn and leaves the game open."""
    clocks_ms = [terms.time_ms, terms.time_ms]
    played: list[Turn] = []
    pos, laid = _opened(terms.game, opening)

    def record(winner: int | None, reason: str, detail: str = "") -> FreeRecord:
        names = (seats[0].name, seats[1].name)
        clocks = (clocks_ms[0], clocks_ms[1])
        return FreeRecord(names, tuple(opening), played, winner, reason, detail, clocks)

    mover = 0
    limit_ms = 0.0
    try:
        for mover in (0, 1):
            seats[mover].introduce(terms, mover)
        while pos.outcome() is Outcome.ONGOING:
            mover = pos.to_move - 1
            limit_ms = min(clocks_ms[mover], terms.turn_ms)
            cells, used_ms = seats[mover].choose(laid, clocks_ms[mover], limit_ms)
            clocks_ms[mover] -= used_ms
            pos, kept = _played(pos, cells)
            laid.append(list(kept))
            played.append(Turn(mover, kept, used_ms, clocks_ms[mover]))
            on_turn(pos, played)
    except ForfeitError as forfeit:
        if forfeit.reason == TIME:
            clocks_ms[mover] -= limit_ms
        return record(1 - mover, forfeit.reason, forfeit.detail)
    if pos.outcome() is Outcome.DRAW:
        return record(None, DRAW)
    return record(mover, f"{count_word(terms.game.k)} in a row")


def _opened(game: Game, opening: Sequence[int]) -> tuple[Position, list[list[int]]]:
    """The position after an opening, and its stones turn by turn."""
    pos = Position(game)
    turns: list[list[int]] = []
    last_mover = 0
    for cell in opening:
        if pos.to_move != last_mover:
            turns.append([])
        turns[-1].append(cell)
        last_mover = pos.to_move
        pos = pos.play(cell)
    return pos, turns


def _played(pos: Position, cells: Sequence[int]) -> tuple[Position, tuple[int, ...]]:
    """The position after a turn and the stones of it that were laid: a line or a full board ends a
    turn early. Anything but a legal turn forfeits."""
    mover = pos.to_move
    for number, cell in enumerate(cells):
        if pos.outcome() is not Outcome.ONGOING:
            return pos, tuple(cells[:number])
        if pos.to_move != mover or pos.landing(cell) is None:
            row, col = divmod(cell, pos.game.cols)
            why = "one stone too many" if pos.to_move != mover else "an occupied square"
            raise ForfeitError(
                ILLEGAL_MOVE, f"played on row {row + 1}, column {col + 1} from the top left: {why}"
            )
        pos = pos.play(cell)
    if pos.outcome() is Outcome.ONGOING and pos.to_move == mover:
        raise ForfeitError(ILLEGAL_MOVE, f"laid {len(cells)} stone where two belong")
    return pos, tuple(cells)

"""Who sits at a board, as a referee sees it: built-in players and programs from outside alike.

    begin(terms, side), then for each turn of this side turn(record, clocks, limit), then end()

Whatever costs a seat its move or its game is one exception, ``ForfeitError``. A seat becomes a
player by asking it for turns of a game that positions are taken to follow:

    choose(pos) --> the record that leads to pos --> begin(terms, side) if it is another game
                                                 --> turn(record, clocks, limit)

How long to think is a fixed share of what is free, which never uses it up. Something is kept back
for what a clock measures besides thinking: pipes, wrappers, a busy machine.
"""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from enum import Enum
from itertools import permutations
from typing import NamedTuple, Protocol, runtime_checkable

from inarow._core import Game, Position
from inarow.errors import IllegalMoveError
from inarow.limits import Limits
from inarow.players.base import Choice, Player
from inarow.record import Record, Termination
from inarow.text import truncate

LONGEST_MOVE_MS = 5000.0
_UNKNOWN_CLOCK_MS = 1000.0

# Of a clock for the game: kept back for each of the own moves to come, and for the last few more.
_OVERHEAD_MS = 5.0
_LEAST_RESERVE_MS = 20.0
_SHARE_OF_CLOCK = 12

# Of a turn with a limit of its own, within a match.
_SHARE_OF_TURN = 0.9
_TURN_RESERVE_MS = 30.0
_SHARE_OF_MATCH = 20


def thinking_ms(
    clock_ms: float | None, moves_left: int, longest_ms: float = LONGEST_MOVE_MS
) -> float:
    """How long to think with this much left on the own clock, None if the clock is not known, and
    at most so many own moves to come."""
    if clock_ms is None:
        return min(_UNKNOWN_CLOCK_MS, longest_ms)
    reserve_ms = max(moves_left * _OVERHEAD_MS, _LEAST_RESERVE_MS)
    return min(max(clock_ms - reserve_ms, 0.0) / _SHARE_OF_CLOCK, longest_ms)


def turn_ms(limit_ms: float, match_left_ms: float | None = None) -> float:
    """How long to think on a turn of so many milliseconds, in a match that has so many left."""
    ms = limit_ms * _SHARE_OF_TURN - _TURN_RESERVE_MS
    if match_left_ms is not None:
        ms = min(ms, (match_left_ms - _TURN_RESERVE_MS) / _SHARE_OF_MATCH)
    return max(ms, 0.0)


def untold_move_ms(time_ms: int, limit_ms: int | None) -> int:
    """How long one that is not told the time may think: a part of the turn, and so much that the
    clock lasts for sixty turns."""
    return max(1, min(time_ms // 60, 5000, 5000 if limit_ms is None else limit_ms * 3 // 4))


class ClockKind(Enum):
    """Which time counts. Of players of ours the processor's time is that of this whole process."""

    WALL = "the time that passes"
    CPU = "the time that a processor works"


class Invalid(Enum):
    """What is wrong with an answer; the value is a clause that follows ``the answer``."""

    NOT_ASCII = "holds a byte that is no ASCII"
    CRLF = "ends its lines with CR LF where LF belongs"
    BOM = "begins with a byte order mark"
    SYNTAX = "is not written as the course has it"
    RANGE = "names a place that is not on the board, or a side that is not to move"
    FULL = "names a column that is full"
    OCCUPIED = "names a square that is occupied"
    EXTRA_OUTPUT = "has more than the move"
    MISSING_NEWLINE = "does not end with a newline"
    NO_OUTPUT = "is empty"


class Effort(NamedTuple):
    """What an answer took. ``stall_ms`` is the CPU wait: the time in which it wanted a core and
    other programs had it. None is what nobody measured."""

    wall_ms: float
    cpu_ms: float | None = None
    stall_ms: float | None = None
    peak_mb: float | None = None

    def as_json(self) -> dict[str, float | None]:
        return {
            name: None if value is None else round(value, 3)
            for name, value in self._asdict().items()
        }


MOST_RAW = 4096
"""So many bytes of a wrong answer are kept."""


class ForfeitError(Exception):
    """Something that a seat did, or did not do, and that its conduct makes it pay for. ``detail``
    is a clause to follow its name; ``used_ms`` is the time it took, where that is known. Of a
    program from outside: what is wrong with its answer, the first bytes of it, how its run ended
    where that has a name of its own (``MEMORY_LIMIT``), and what it took."""

    def __init__(
        self,
        termination: Termination,
        detail: str,
        used_ms: float = 0.0,
        *,
        invalid: Invalid | None = None,
        raw: bytes = b"",
        verdict: str = "",
        effort: Effort | None = None,
    ) -> None:
        super().__init__(detail)
        self.termination, self.detail, self.used_ms = termination, detail, used_ms
        self.invalid, self.raw, self.verdict = invalid, raw[:MOST_RAW], verdict
        self.effort = effort


class RefereeFaultError(Exception):
    """Something of ours failed, or the machine did: never held against a seat. The message is a
    sentence without its point."""


class Terms(NamedTuple):
    """What both sides play under: milliseconds for the game and at most for one turn, seconds for
    answers that no clock is for, and the clock that is read."""

    game: Game
    time_ms: float
    turn_ms: float
    memory_mb: int
    handshake_s: float = 10.0
    clock: ClockKind = ClockKind.WALL


class Answer(NamedTuple):
    """The stones of one turn, which may be wrong, and the time they took. ``value`` is the seat's
    own opinion, in its own unit; ``effort`` has what was measured of a program from outside, whose
    ``used_ms`` is what its clock is charged with."""

    stones: tuple[int, ...]
    used_ms: float
    value: float | None = None
    effort: Effort | None = None


@runtime_checkable
class Seat(Protocol):
    """One side at the board. ``turn`` is called when it is to move at the end of the record."""

    name: str

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        """Why it cannot be told of a game so far, or of moves that are forfeited if ``passes``: a
        sentence without its point; empty if it can."""

    def begin(self, terms: Terms, side: int) -> None: ...
    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer: ...
    def end(self, *, answers: bool) -> None: ...


class PlayerSeat:
    """Seats a player of ours: it is asked for one stone after the other. What its ``choose`` raises
    is a crash, and what is no move is an illegal one."""

    def __init__(self, player: Player, rng: random.Random, now: Callable[[], float]) -> None:
        self.name = player.name
        self._player, self._rng, self._now = player, rng, now
        self._turn_ms = math.inf

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        """It is shown positions, whatever led to them."""
        return ""

    def begin(self, terms: Terms, side: int) -> None:
        """A player of ours need not be told more than the time for a turn: the limit of a turn may
        have a tolerance in it, which is not for thinking."""
        self._turn_ms = terms.turn_ms

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        began_s = self._now()
        pos = record.end
        mover, stones = pos.to_move, []
        moves_left = (pos.game.cells - pos.stone_count + 1) // 2
        budget_ms = min(
            thinking_ms(clocks_ms[mover - 1], moves_left), turn_ms(min(limit_ms, self._turn_ms))
        )
        limit = Limits(time_s=budget_ms / 1000 / pos.left)
        value = None
        while not pos.is_over and pos.to_move == mover:
            try:
                choice = self._player.choose(pos, limit, rng=self._rng)
            except ForfeitError:
                raise
            except Exception as error:
                detail = f"raised {type(error).__name__}: {truncate(str(error))}"
                raise ForfeitError(Termination.CRASH, detail, self._used_ms(began_s)) from error
            if not isinstance(choice, Choice) or type(choice.move) is not int:
                detail = f"answered {truncate(repr(choice))}, which is no choice of a move"
                raise ForfeitError(Termination.ILLEGAL_MOVE, detail, self._used_ms(began_s))
            stones.append(choice.move)
            value = choice.value
            if not 0 <= choice.move < pos.game.move_count or pos.landing(choice.move) is None:
                break  # the referee says what is wrong with it
            pos = pos.play(choice.move)
        return Answer(tuple(stones), self._used_ms(began_s), value)

    def _used_ms(self, began_s: float) -> float:
        return max(self._now() - began_s, 0.0) * 1000

    def end(self, *, answers: bool) -> None:
        """Nothing is left behind."""


def seated(player: Player | Seat, rng: random.Random, now: Callable[[], float]) -> Seat:
    return player if isinstance(player, Seat) else PlayerSeat(player, rng, now)


LONGEST_MS = 2**31 - 1
_USUAL_MEMORY_MB = 350
_MOST_NEW_STONES = 4


class TurnBasedPlayer(ABC):
    """What makes a ``Player`` of a ``Seat``."""

    def __init__(self) -> None:
        self._so_far: Record | None = None
        self._planned: dict[Position, int] = {}

    @abstractmethod
    def begin(self, terms: Terms, side: int) -> None:
        """Another game begins."""

    @abstractmethod
    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        """Asks for the stones of a turn, within a limit."""

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        """Any player's ``choose``. Positions that follow each other are one game; the program is
        told of another one otherwise. Raises ForfeitError for what it does wrong."""
        if pos in self._planned:
            return Choice(self._planned.pop(pos))
        time_ms = LONGEST_MS if limits.time_s is None else limits.time_s * 1000
        record = None if self._so_far is None else _followed(self._so_far, pos)
        if record is None:
            record = _followed(Record(Position(pos.game)), pos) or Record(pos)
            self.begin(Terms(pos.game, time_ms, time_ms, _USUAL_MEMORY_MB), pos.to_move - 1)
        answer = self.turn(record, (time_ms, time_ms), time_ms)
        self._planned.clear()
        for stone in answer.stones:
            if record.result is not None:
                break  # a stone after the one that wins is not laid
            self._planned[record.end] = stone
            if record.end.landing(stone) is None:
                break  # the caller says what is wrong with it
            record = record.with_move(stone)
        self._so_far = record
        return Choice(self._planned.pop(pos), answer.value)


def _followed(record: Record, pos: Position) -> Record | None:
    """The record with the few moves that lead from its end to a position; None if none do."""
    if pos.game != record.game:
        return None
    game, end = pos.game, record.end
    new = [
        cell % game.cols if game.gravity else cell
        for cell in range(game.cells)
        if end.at(*divmod(cell, game.cols)) != pos.at(*divmod(cell, game.cols))
    ]
    for order in permutations(new) if len(new) <= _MOST_NEW_STONES else ():
        longer = record
        try:
            for move in order:
                longer = longer.with_move(move)
        except IllegalMoveError:
            continue
        if longer.end == pos:
            return longer
    return None

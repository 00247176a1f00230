"""The coordinator of COMP2230: a game between two engines that may do anything, with clocks.

The engines and the time come as arguments, so that a test can play both. The dialogue of one move:

    > position startpos 3410
    > isready AI 0                  < readyok           within the patience
    > go ftime 119800 stime 120000  < info ...          any number of lines
                                    < bestmove 3 18     within the mover's clock

A clock loses what its owner used and gets one millisecond back for each move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from inarow import _core
from inarow._core import Game, Outcome, Position
from inarow.arena.dialogue import DRAW, ILLEGAL_MOVE, TIME, Dialogue, ForfeitError
from inarow.protocols.comp2230 import manager as words
from inarow.protocols.lines import printable

FOUR_IN_A_ROW = "four in a row"

MS_BACK_PER_MOVE = 1.0


class Move(NamedTuple):
    """A move as played; ``value`` is the engine's own, None if it gave none."""

    column: int
    value: int | None
    time_ms: float
    clock_ms: float


class GameRecord(NamedTuple):
    """How a game went. ``winner`` is 0, 1 or None for a draw; ``detail`` is a clause to follow the
    name of the engine that lost by what it did, empty where the reason says it all."""

    names: tuple[str, str]
    moves: list[Move]
    winner: int | None
    reason: str
    detail: str
    clocks_ms: tuple[float, float]


class PerftRecord(NamedTuple):
    """An engine's answer to ``perft``; ``answer`` is None if there was none, for the reason in
    ``detail``."""

    name: str
    depth: int
    expected: int
    answer: str | None
    time_ms: float
    detail: str

    @property
    def right(self) -> bool:
        return self.answer == str(self.expected)


class Seat(Dialogue):
    """One engine at the board: what it is asked, and how long it takes to answer."""

    def introduce(self) -> None:
        name, _ = self._ask(words.ASK_NAME, words.parse_name)
        self.name = printable(name, 40)
        self._ask(words.ASK_READY, words.parse_ready)

    def set_position(self, columns: Sequence[int]) -> None:
        self._send(words.position_line(columns))
        self._ask(words.ASK_READY, words.parse_ready)

    def best_move(self, clocks_ms: Sequence[float], own_ms: float) -> tuple[words.BestMove, float]:
        """The answer to ``go`` and the milliseconds it took, never more than the clock holds."""
        self._link.discard_pending()
        return self._ask(words.go_line(clocks_ms), words.parse_best_move, clock_ms=own_ms)

    def perft(self, depth: int, limit_ms: float) -> tuple[tuple[bytes, bytes], float]:
        return self._ask(words.perft_line(depth), words.parse_perft, clock_ms=limit_ms)

    def quit(self) -> None:
        """Says goodbye; nothing an engine does now changes the game."""
        try:
            self._ask(words.QUIT, lambda line: line.strip() == b"quitting" or None, clock_ms=500)
        except ForfeitError:
            return


def play_game(
    seats: Sequence[Seat],
    time_ms: float,
    on_move: Callable[[Position, Sequence[Move]], None] = lambda pos, moves: None,
) -> GameRecord:
    """Plays one game from the start; ``on_move`` sees the position after each move."""
    clocks_ms = [time_ms, time_ms]
    moves: list[Move] = []
    pos = Position(Game())

    def record(winner: int | None, reason: str, detail: str = "") -> GameRecord:
        return GameRecord(
            (seats[0].name, seats[1].name),
            moves,
            winner,
            reason,
            detail,
            (clocks_ms[0], clocks_ms[1]),
        )

    mover = 0
    try:
        for mover in (0, 1):
            seats[mover].introduce()
        while pos.outcome() is Outcome.ONGOING:
            mover = pos.to_move - 1
            seat = seats[mover]
            seat.set_position([move.column for move in moves])
            best, used_ms = seat.best_move(clocks_ms, clocks_ms[mover])
            clocks_ms[mover] -= used_ms
            pos, column = _played(pos, best.column)
            clocks_ms[mover] += MS_BACK_PER_MOVE
            moves.append(Move(column, best.value, used_ms, clocks_ms[mover]))
            on_move(pos, moves)
    except ForfeitError as forfeit:
        if forfeit.reason == TIME:
            clocks_ms[mover] = 0.0
        return record(1 - mover, forfeit.reason, forfeit.detail)
    if pos.outcome() is Outcome.DRAW:
        return record(None, DRAW)
    return record(mover, FOUR_IN_A_ROW)


def check_perft(seat: Seat, depth: int, limit_ms: float) -> PerftRecord:
    """Asks an engine for the number of nodes to a depth from the start, and counts them as well."""
    expected = sum(_core.perft(Position(Game()), depth))
    try:
        seat.introduce()
        seat.set_position([])
        (said_depth, count), used_ms = seat.perft(depth, limit_ms)
    except ForfeitError as forfeit:
        return PerftRecord(seat.name, depth, expected, None, 0.0, forfeit.detail)
    if said_depth != str(depth).encode():
        detail = f"answered for depth '{printable(said_depth)}'"
        return PerftRecord(seat.name, depth, expected, None, used_ms, detail)
    return PerftRecord(seat.name, depth, expected, printable(count), used_ms, "")


def _played(pos: Position, column: bytes) -> tuple[Position, int]:
    """The position after a column as an engine wrote it; anything but a legal one forfeits."""
    if len(column) != 1 or not column.isdigit():
        said = f"'bestmove {printable(column)}'" if column else "'bestmove' without a column"
        raise ForfeitError(ILLEGAL_MOVE, f"answered {said}, which is not a column 0 to 6")
    try:
        return pos.play(int(column)), int(column)
    except ValueError as error:
        raise ForfeitError(ILLEGAL_MOVE, f"played column {column.decode()}: {error}") from None

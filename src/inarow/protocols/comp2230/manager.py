"""The engine protocol of COMP2230, from the coordinator's side. The dialogue of one move:

> position startpos 3410
> isready AI 0                  < readyok           within the patience
> go ftime 119800 stime 120000  < info ...          any number of lines
                                < bestmove 3 18     within the mover's clock

The protocol has no word for a limit of one turn: the clocks are told as no more than that.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from inarow import _core
from inarow._core import Game, Position
from inarow.players.seat import Answer, ForfeitError, Invalid, Terms
from inarow.protocols.dialogue import EnginePlayer, only_moves, only_moves_obstacle, whole_ms
from inarow.protocols.lines import printable
from inarow.record import Record, Termination

ASK_NAME = "name AI 0"
ASK_READY = "isready AI 0"
QUIT = "quit"
_GOODBYE_MS = 500


def problem_of(game: Game) -> str:
    """Why the protocol cannot carry a game; empty if it can."""
    return "" if game == Game() else "is not Connect Four on 7 x 6"


class ProgramPlayer(EnginePlayer):
    """An engine of the course."""

    _turn_ms = math.inf  # less than the clocks hold if a turn has a limit of its own

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        if problem := problem_of(record.game):
            return f"its protocol has no words for it, which {problem}"
        return only_moves_obstacle(record, passes=passes)

    def introduce(self, terms: Terms, side: int) -> None:
        self._turn_ms = terms.turn_ms if terms.turn_ms < terms.time_ms else math.inf
        name, _ = self._ask(ASK_NAME, parse_name)
        self.name = printable(name, 40)
        self._ask(ASK_READY, parse_ready)

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        self._set_position(only_moves(record))
        self._link.discard_pending()
        told_ms = [min(clock_ms, self._turn_ms) for clock_ms in clocks_ms]
        best, used_ms = self._ask(go_line(told_ms), parse_best_move, clock_ms=limit_ms)
        if len(best.column) != 1 or not best.column.isdigit():
            said = "'bestmove' without a column"
            if best.column:
                said = f"'bestmove {printable(best.column)}'"
            detail = f"answered {said}, which is not a column 0 to 6"
            raise ForfeitError(
                Termination.ILLEGAL_MOVE,
                detail,
                used_ms,
                invalid=Invalid.SYNTAX if best.column.isascii() else Invalid.NOT_ASCII,
                raw=best.column,
            )
        return Answer((int(best.column),), used_ms, best.value)

    def perft(
        self, depth: int, limit_ms: float, columns: Sequence[int] = ()
    ) -> tuple[tuple[bytes, bytes], float]:
        """Depth and count after some moves as the engine wrote them, and the milliseconds."""
        self._set_position(columns)
        return self._ask(f"perft {depth}", parse_perft, clock_ms=limit_ms)

    def quit(self) -> None:
        self._ask(QUIT, lambda line: line.strip() == b"quitting" or None, clock_ms=_GOODBYE_MS)

    def _set_position(self, columns: Sequence[int]) -> None:
        self._send(position_line(columns))
        self._ask(ASK_READY, parse_ready)


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

    def __str__(self) -> str:
        if self.answer is None:
            return f"{self.name}: perft {self.depth} wrong, {self.detail}"
        if not self.right:
            said = f"{self.answer} where {self.expected} is right"
            return f"{self.name}: perft {self.depth} wrong, {said}"
        return f"{self.name}: perft {self.depth} right, {self.answer} ({self.time_ms:.0f} ms)"


def check_perft(
    player: ProgramPlayer, depth: int, limit_ms: float, handshake_s: float
) -> PerftRecord:
    """Asks an engine for the number of nodes to a depth from the start, and counts them as well."""
    expected = sum(_core.perft(Position(Game()), depth))
    try:
        player.begin(Terms(Game(), limit_ms, limit_ms, 0, handshake_s), 0)
        (said_depth, count), used_ms = player.perft(depth, limit_ms)
    except ForfeitError as forfeit:
        return PerftRecord(player.name, depth, expected, None, 0.0, forfeit.detail)
    if said_depth != str(depth).encode():
        detail = f"answered for depth '{printable(said_depth)}'"
        return PerftRecord(player.name, depth, expected, None, used_ms, detail)
    return PerftRecord(player.name, depth, expected, printable(count), used_ms, "")


def position_line(columns: Sequence[int]) -> str:
    """Before the first move the line ends in a space."""
    return "position startpos " + "".join(map(str, columns))


def go_line(clocks_ms: Sequence[float]) -> str:
    first, second = (whole_ms(clock) for clock in clocks_ms)
    return f"go ftime {first} stime {second}"


class BestMove(NamedTuple):
    """An answer to ``go``: the column as it was written, and the value if there is one."""

    column: bytes
    value: int | None


def parse_name(line: bytes) -> bytes | None:
    """The name of an engine; None for a line that says nothing or gives information."""
    words = line.split()
    return line.strip() if words and words[0] != b"info" else None


def parse_ready(line: bytes) -> bool | None:
    return True if line.split()[:1] == [b"readyok"] else None


def parse_best_move(line: bytes) -> BestMove | None:
    """None for a line that is no answer to ``go``."""
    command, column, value = [*line.split()[:3], b"", b"", b""][:3]
    if command != b"bestmove":
        return None
    return BestMove(column, int(value) if re.fullmatch(rb"[-+]?[0-9]{1,18}", value) else None)


def parse_perft(line: bytes) -> tuple[bytes, bytes] | None:
    """Depth and count as they were written; None for a line that is no answer to ``perft``."""
    command, depth, count = [*line.split()[:3], b"", b"", b""][:3]
    return (depth, count) if command == b"perft" else None

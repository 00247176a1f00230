"""The Gomocup protocol from the manager's side. The dialogue of one move:

    > INFO time_left 119800
    > TURN 7,8                    < MESSAGE ...       any number of lines
                                  < 8,8               within the clock and the turn

x is the column and y the row, both from 0 at the top left. An engine that does not know the game so
far, at its first move after an opening, is shown the whole board. ``INFO connect K`` is sent for
lines of other lengths than five, which the published protocol does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inarow._core import Family, Game
from inarow.errors import BadTextError
from inarow.players.seat import Answer, ForfeitError, Invalid, Terms
from inarow.protocols.dialogue import EnginePlayer, whole_ms
from inarow.protocols.gomocup import LARGEST_SIDE, SMALLEST_SIDE
from inarow.protocols.lines import printable
from inarow.record import PASS, Record, Termination

ABOUT = "ABOUT"
END = "END"
_GAME_TYPE_TWO_PROGRAMS = 1
_NAME = re.compile(rb'\bname\s*=\s*"([^"]*)"')
# Numbers and nothing else: a move, be it a wrong one. Every other line is a remark.
_ANSWER = re.compile(rb"\s*[-+]?[0-9][-+0-9,.;\s]*")
# What remarks are worth when a move does not come.
_REMARKS = {b"ERROR": 2, b"UNKNOWN": 2, b"MESSAGE": 1, b"DEBUG": 1}
_ABOUT_S = 2.0
_PAIR = re.compile(rb"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*")


def problem_of(game: Game) -> str:
    """Why the protocol cannot carry a game; empty if it can."""
    if game.family is not Family.FREE or max(game.stones) > 1:
        return "is not a game of one stone a turn on a free board, first line wins"
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (game.rows, game.cols)):
        return f"must have {SMALLEST_SIDE} to {LARGEST_SIDE} rows and columns"
    return ""


class ProgramPlayer(EnginePlayer):
    """A program that speaks the Gomocup protocol."""

    _known: tuple[int, ...] = ()  # the moves as the program believes them to be

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        problem = problem_of(record.game)
        return problem and f"its protocol has no words for it, which {problem}"

    def introduce(self, terms: Terms, side: int) -> None:
        self._known = ()
        line = start_line(terms.game)
        answer, _ = self._ask(line, parse_start)
        if answer.upper()[:2] != b"OK":
            detail = f"answered '{line}' with '{printable(answer)}'"
            raise ForfeitError(Termination.REFUSED, detail)
        for info in info_lines(terms.game, terms.turn_ms, terms.time_ms, terms.memory_mb):
            self._send(info)
        # The answer to ABOUT comes after any complaint about the lines before it. Some engines do
        # not know the word, and keep the name that they have here.
        about = self._about()
        if about.refusal:
            detail = f"answered the rules of the game with '{printable(about.refusal)}'"
            raise ForfeitError(Termination.REFUSED, detail)
        if about.name:
            self.name = printable(about.name, 40)

    def _about(self) -> About:
        handshake_s, self._handshake_s = self._handshake_s, min(self._handshake_s, _ABOUT_S)
        try:
            return self._ask(ABOUT, parse_about)[0]
        except ForfeitError as fault:
            if fault.termination is not Termination.NO_ANSWER:
                raise
            return About()
        finally:
            self._handshake_s = handshake_s

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        self._link.discard_pending()
        self._send(time_left_line(clocks_ms[record.end.to_move - 1]))
        *lines, asking = move_lines(record, self._known)
        for line in lines:
            self._send(line)
        answer, used_ms = self._ask(asking, parse_move, clock_ms=limit_ms)
        try:
            cell = cell_of(answer, record.game)
        except BadTextError as error:
            raise ForfeitError(
                Termination.ILLEGAL_MOVE, str(error), used_ms, invalid=Invalid.SYNTAX, raw=answer
            ) from None
        self._known = (*record.moves, cell)
        return Answer((cell,), used_ms)

    def remark(self, line: bytes) -> int:
        word = line.split()[:1]
        return _REMARKS.get(word[0].upper(), 0) if word else 0

    def quit(self) -> None:
        """Says goodbye, which is not answered."""
        self._send(END)


def start_line(game: Game) -> str:
    return f"START {game.rows}" if game.rows == game.cols else f"RECTSTART {game.cols},{game.rows}"


def info_lines(game: Game, turn_ms: float, match_ms: float, memory_mb: int) -> Iterator[str]:
    """What an engine is told before the game."""
    yield f"INFO timeout_turn {whole_ms(turn_ms)}"
    yield f"INFO timeout_match {whole_ms(match_ms)}"
    yield f"INFO max_memory {memory_mb << 20}"
    yield f"INFO game_type {_GAME_TYPE_TWO_PROGRAMS}"
    yield f"INFO rule {int(game.exact)}"
    if game.k != 5:
        yield f"INFO connect {game.k}"


def time_left_line(clock_ms: float) -> str:
    return f"INFO time_left {whole_ms(clock_ms)}"


def move_lines(record: Record, known: Sequence[int] = ()) -> list[str]:
    """The lines that ask for the next move; the last of them asks. ``known`` are the moves that the
    engine knows of."""
    moves = record.moves
    from_empty = record.start.stone_count == 0
    if not known and not moves and from_empty:
        return ["BEGIN"]
    if from_empty and moves and moves[-1] != PASS and tuple(known) == moves[:-1]:
        return [f"TURN {_written(record.game, moves[-1])}"]
    return ["BOARD", *_stone_lines(record), "DONE"]


def _stone_lines(record: Record) -> Iterator[str]:
    """All stones in the order in which they were laid, 1 for those of the engine to move."""
    game, asked = record.game, record.end.to_move
    start = record.start
    found: list[tuple[int, int]] = [
        (owner, cell)
        for owner in (1, 2)
        for cell in range(game.cells)
        if start.at(*divmod(cell, game.cols)) == owner
    ]
    found += [
        (record.positions[number].to_move, move)
        for number, move in enumerate(record.moves)
        if move != PASS
    ]
    for owner, cell in found:
        yield f"{_written(game, cell)},{1 if owner == asked else 2}"


def _written(game: Game, cell: int) -> str:
    return f"{cell % game.cols},{cell // game.cols}"


def parse_start(line: bytes) -> bytes | None:
    """``OK`` or the refusal, as written; None for any other line."""
    word = line.split()[:1]
    return line.strip() if word and word[0].upper() in (b"OK", b"ERROR", b"UNKNOWN") else None


class About(NamedTuple):
    """An answer to ``ABOUT``: a name, empty if there is none, or the refusal of an earlier line."""

    name: bytes = b""
    refusal: bytes = b""


def parse_about(line: bytes) -> About | None:
    """None for a line that says nothing about the engine. It will not play if it reports an error,
    or if it does not know ``INFO connect``."""
    word, *rest = line.upper().split() or [b""]
    if word == b"ERROR" or (word == b"UNKNOWN" and b"CONNECT" in rest):
        return About(refusal=line.strip())
    if found := _NAME.search(line):
        return About(name=found[1].strip())
    return About() if word == b"UNKNOWN" and b"ABOUT" in rest else None


def parse_move(line: bytes) -> bytes | None:
    """An answer to a move line, good or bad, as written; None for any other line. An ERROR is none
    either: it may be about an INFO, and the move still come."""
    return line.strip() if _ANSWER.fullmatch(line) else None


def cell_of(answer: bytes, game: Game) -> int:
    """The cell of an answer; raises BadTextError with a clause to follow the engine's name."""
    found = _PAIR.fullmatch(answer)
    if found is None:
        raise BadTextError(f"answered '{printable(answer)}', which is not a move X,Y")
    x, y = int(found[1]), int(found[2])
    if x >= game.cols or y >= game.rows:
        raise BadTextError(f"played {x},{y}, which is off the board")
    return y * game.cols + x

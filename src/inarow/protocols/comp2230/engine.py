"""The engine protocol of COMP2230, from the engine's side: lines in, reply lines out.

    > name AI 0                     < inarow-c0000000
    > isready AI 0                  < readyok
    > position startpos 3410
    > go ftime 120000 stime 120000  < info depth 9 nodes 5211 score 2 string ...
                                    < bestmove 3 18
    > perft 5                       < perft 5 19608
    > quit                          < quitting

The first word of a line decides; further words that mean nothing are ignored. Whatever a line
holds, the engine stays alive and says at most one ``info string`` about it. No rule of the game
lives here: the core knows what is legal, a search chooses the moves. Values are for the first
player, as the course sheet has it: positive is good for the first player, negative for the second.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from inarow import _core
from inarow._core import Game, Outcome, Position
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.players.base import Choice
from inarow.players.falling import WON, ClockPlayer
from inarow.players.seat import LONGEST_MOVE_MS, thinking_ms
from inarow.protocols import bad_text
from inarow.protocols.comp2230 import DEFAULT_NAME
from inarow.protocols.line_engine import EngineOptions, LineEngine
from inarow.protocols.lines import LINE_LIMIT, printable

_NAME = re.compile(r"[!-~]+-c[0-9]{7}")

# A position whose game goes on, and the milliseconds to think; 0 asks for the quickest sane answer.
# The value of the choice is for the mover; None where the search does not know.
Search = Callable[[Position, float], Choice]


def engine_for(options: EngineOptions) -> Engine:
    """The engine with the player that is made for clocks."""
    name = checked_name(options.name or DEFAULT_NAME)
    player = ClockPlayer()

    def search(pos: Position, time_ms: float) -> Choice:
        return player.choose(pos, Limits(time_s=time_ms / 1000), rng=random.Random(0))

    return Engine(name, search, longest_move_ms=options.longest_move_ms)


def checked_name(name: str) -> str:
    """The name, if it has the form of the course; raises BadTextError with one sentence if not."""
    if _NAME.fullmatch(name) is None:
        raise bad_text(
            f"name '{printable(name.encode(errors='replace'))}' must be enginename-cXXXXXXX: "
            "printable characters without a space, then -c and seven digits"
        )
    return name


class Engine(LineEngine):
    """One engine of the course."""

    complaint = "info string"
    too_long = f"a line of more than {LINE_LIMIT} bytes was ignored"

    def __init__(
        self, name: str, search: Search, *, longest_move_ms: float = LONGEST_MOVE_MS
    ) -> None:
        super().__init__()
        self.name = checked_name(name)
        self.pos = Position(Game())
        self._search = search
        self._longest_move_ms = longest_move_ms

    def reply(self, line: bytes) -> Iterator[str]:
        words = line.split()
        if not words:
            return
        command, rest = words[0], words[1:]
        if command == b"name":
            yield self.name
        elif command == b"isready":
            yield "readyok"
        elif command == b"position":
            yield from self._set_position(rest)
        elif command == b"go":
            yield from self._go(rest)
        elif command == b"perft":
            yield self._perft(rest)
        elif command == b"quit":
            self.finished = True
            yield "quitting"
        else:
            yield f"info string unknown command '{printable(command)}'"

    def _set_position(self, words: list[bytes]) -> Iterator[str]:
        """Sets the longest legal prefix of the moves. Moves written apart belong together up to the
        first word that is not digits."""
        if not words or words[0] != b"startpos":
            yield "info string position must be followed by startpos; the board is unchanged"
            return
        moves = b"".join(words[1:2])
        for word in words[2:]:
            if not (moves.isdigit() and word.isdigit()):
                break
            moves += word
        self.pos = Position(Game())
        for number, move in enumerate(moves, start=1):
            problem = self._play(move)
            if problem:
                yield f"info string position: move {number}, {problem}; the moves before it are set"
                return

    def _play(self, move: int) -> str:
        """Plays the column that a character names; returns what is wrong with it, if anything."""
        text = bytes([move])
        if not text.isdigit() or int(text) >= self.pos.game.cols:
            return f"'{printable(text)}', is not a column 0 to {self.pos.game.cols - 1}"
        if self.pos.is_over:
            return f"column {text.decode()}, comes after the end of the game"
        try:
            self.pos = self.pos.play(int(text))
        except UserError as error:
            return f"column {text.decode()}, is not legal: {error}"
        return ""

    def _go(self, words: list[bytes]) -> Iterator[str]:
        if self.pos.is_over:
            # The course's coordinator does not see draws and asks once more after 42 moves.
            yield "info string the game is over"
            open_columns = [c for c in range(7) if self.pos.landing(c) is not None]
            value = {Outcome.FIRST_WINS: WON, Outcome.SECOND_WINS: -WON}.get(self.pos.outcome(), 0)
            yield f"bestmove {open_columns[0] if open_columns else 0} {value}"
            return
        clocks = [_number_after(name, words) for name in (b"ftime", b"stime")]
        own, other = clocks if self.pos.to_move == 1 else reversed(clocks)
        clock_ms = other if own is None else own
        moves_left = (self.pos.game.cells - self.pos.stone_count + 1) // 2
        time_ms = thinking_ms(clock_ms, moves_left, self._longest_move_ms)
        found = self._search(self.pos, time_ms)
        score = round(found.value or 0) * (1 if self.pos.to_move == 1 else -1)
        trust = "proven" if found.exact else "estimate"
        yield (
            f"info depth {found.depth or 0} nodes {found.nodes or 0} score {score}"
            f" string {trust}, for the first player"
        )
        yield f"bestmove {found.move} {score}"

    def _perft(self, words: list[bytes]) -> str:
        if not words or not words[0].isdigit():
            given = f"'{printable(words[0])}'" if words else "nothing"
            return f"info string perft needs a depth, a number from 0 up, and got {given}"
        # No game is longer than the board has cells; int() refuses numbers of thousands of digits.
        digits = words[0].lstrip(b"0") or b"0"
        depth = int(digits) if len(digits) < 4 else self.pos.game.cells
        try:
            count = sum(_core.perft(self.pos, depth))
        except MemoryError:
            return f"info string perft {printable(words[0])} needs more memory than there is"
        return f"perft {words[0].decode()} {count}"


def _number_after(name: bytes, words: list[bytes]) -> float | None:
    """The number that follows a word; None where there is none that makes sense."""
    for word, value in pairwise(words):
        if word == name and re.fullmatch(rb"-?[0-9]{1,15}(\.[0-9]*)?", value):
            return float(value)
    return None

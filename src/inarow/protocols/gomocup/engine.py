"""The protocol of the Gomocup tournaments, from the player's side: lines in, reply lines out.

    > START 15          < OK
    > TURN 7,7          < 8,7
    > BOARD             (then lines x,y,1 for own and x,y,2 for opposing stones)
    > DONE              < 6,6
    > INFO timeout_turn 1000
    > ABOUT             < name="inarow", ...
    > END

x is the column and y the row, both from 0 at the top left. Beyond the published keys, ``INFO
connect K`` sets the stones in a row that win. Commands are taken in capitals and small letters.
No rule of the game lives here: the core knows what is legal, a search chooses the moves.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import inarow
from inarow._core import Game, Position
from inarow.players import seat as budget
from inarow.protocols.gomocup import LARGEST_SIDE, SMALLEST_SIDE
from inarow.protocols.line_engine import EngineOptions, LineEngine, RefusedError
from inarow.protocols.lines import printable

SMALLEST_K, LARGEST_K = 3, 8
_LONGEST_MS = 30_000.0
_MEBIBYTE = 1 << 20
_DEFAULT_MEMORY_MB = 64
# What the interpreter and the package take before any table.
_BASE_MEMORY_MB = 40
_EXACTLY_FIVE = 1
_PAIR = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")
_FIELD = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d)\s*")
_OURS, _THEIRS = 1, 2

# A position whose game goes on, the seconds to think and the megabytes for tables: the cell.
Search = Callable[[Position, float, int], int]
# A game and the megabytes for tables: makes them before a clock runs.
Prepare = Callable[[Game, int], None]


def engine_for(options: EngineOptions) -> Engine:
    """The engine with the free player, whose tables are made for the memory that is allowed."""
    from inarow.limits import Limits
    from inarow.players.free import FreePlayer

    players: dict[int, FreePlayer] = {}

    def player(memory_mb: int) -> FreePlayer:
        if memory_mb not in players:
            players.clear()
            players[memory_mb] = FreePlayer(memory_mb)
        return players[memory_mb]

    def search(pos: Position, time_s: float, memory_mb: int) -> int:
        limit = Limits(time_s=min(time_s, options.longest_move_ms / 1000))
        return player(memory_mb).choose(pos, limit, rng=random.Random(0)).move

    return Engine(search, lambda game, memory_mb: player(memory_mb).prepare(game))


class Limits(NamedTuple):
    """What INFO has said; milliseconds and bytes, None where nothing was said."""

    turn_ms: float = _LONGEST_MS
    match_left_ms: float | None = None
    memory_bytes: int = 0
    k: int = 5
    exact: bool = False

    def thinking_s(self) -> float:
        """Seconds for this move: a share of the turn, and of what is left of the match."""
        return budget.turn_ms(min(self.turn_ms, _LONGEST_MS), self.match_left_ms) / 1000

    def memory_mb(self) -> int:
        """Megabytes for tables: half of what is allowed beyond the interpreter, 4 at least."""
        if self.memory_bytes <= 0:
            return _DEFAULT_MEMORY_MB
        free = self.memory_bytes // _MEBIBYTE - _BASE_MEMORY_MB
        return max(4, min(_DEFAULT_MEMORY_MB, free // 2))


class Engine(LineEngine):
    """One player of the Gomocup protocol."""

    complaint = "ERROR"

    def __init__(self, search: Search, prepare: Prepare = lambda game, memory_mb: None) -> None:
        super().__init__()
        self._search = search
        self._prepare = prepare
        self._limits = Limits()
        self._size: tuple[int, int] | None = None  # columns, rows
        self._stones: dict[tuple[int, int], int] = {}  # (x, y) to _OURS or _THEIRS
        self._order: list[tuple[int, int]] = []
        self._board_lines = False

    def reply(self, line: bytes) -> Iterator[str]:
        text = line.decode("ascii", "replace").strip()
        if text:
            yield from self._board_line(text) if self._board_lines else self._command(text)

    def _command(self, text: str) -> Iterator[str]:
        word, _, rest = text.partition(" ")
        match word.upper():
            case "START":
                self._start(rest, rest)
                yield "OK"
            case "RECTSTART":
                x, y = self._pair(rest, "RECTSTART")
                self._start(str(x), str(y))
                yield "OK"
            case "RESTART":
                self._started()
                self._clear()
                yield "OK"
            case "BEGIN":
                yield self._move()
            case "TURN":
                self._lay(self._pair(rest, "TURN"), _THEIRS)
                yield self._move()
            case "BOARD":
                self._started()
                self._clear()
                self._board_lines = True
            case "TAKEBACK":
                self._take_back(self._pair(rest, "TAKEBACK"))
                yield "OK"
            case "INFO":
                yield from self._info(rest)
            case "ABOUT":
                yield f'name="inarow", version="{inarow.__version__}", author="inarow"'
            case "END":
                self.finished = True
            case _:
                yield f"UNKNOWN {printable(text.encode())}"

    def _start(self, width: str, height: str) -> None:
        sides = []
        for side in (width.strip(), height.strip()):
            if not (side.isascii() and side.isdigit() and len(side) < 4):
                raise RefusedError(f"the board size '{printable(side.encode())}' is no number")
            if not SMALLEST_SIDE <= int(side) <= LARGEST_SIDE:
                raise RefusedError(
                    f"boards of {SMALLEST_SIDE} to {LARGEST_SIDE} only, not {int(side)}"
                )
            sides.append(int(side))
        self._size = (sides[0], sides[1])
        self._clear()
        self._prepare(self._game(), self._limits.memory_mb())

    def _game(self) -> Game:
        cols, rows = self._started()
        return Game(rows, cols, self._limits.k, gravity=False, exact=self._limits.exact)

    def _started(self) -> tuple[int, int]:
        if self._size is None:
            raise RefusedError("no game was started")
        return self._size

    def _clear(self) -> None:
        self._stones.clear()
        self._order.clear()

    def _pair(self, text: str, command: str) -> tuple[int, int]:
        found = _PAIR.fullmatch(text)
        if found is None:
            raise RefusedError(f"{command} needs two numbers X,Y, not '{printable(text.encode())}'")
        return int(found[1]), int(found[2])

    def _lay(self, cell: tuple[int, int], owner: int) -> None:
        cols, rows = self._started()
        x, y = cell
        if not (x < cols and y < rows):
            raise RefusedError(f"{x},{y} is off the board")
        if cell in self._stones:
            raise RefusedError(f"{x},{y} is occupied")
        self._stones[cell] = owner
        self._order.append(cell)

    def _take_back(self, cell: tuple[int, int]) -> None:
        self._started()
        if cell not in self._stones:
            raise RefusedError(f"no stone lies on {cell[0]},{cell[1]}")
        del self._stones[cell]
        self._order.remove(cell)

    def _board_line(self, text: str) -> Iterator[str]:
        if text.upper() == "DONE":
            self._board_lines = False
            yield self._move()
            return
        found = _FIELD.fullmatch(text)
        if found is None or int(found[3]) not in (_OURS, _THEIRS, 3):
            self._board_lines = False
            raise RefusedError(
                f"BOARD needs lines X,Y,1 or X,Y,2 and DONE: '{printable(text.encode())}'"
            )
        if int(found[3]) in (_OURS, _THEIRS):
            self._lay((int(found[1]), int(found[2])), int(found[3]))

    def _info(self, text: str) -> Iterator[str]:
        key, _, value = text.partition(" ")
        value = value.strip()
        number = int(value) if re.fullmatch(r"-?\d{1,15}", value) else None
        if number is None:
            return  # folder, evaluate and keys to come: nothing to obey
        before = (self._limits.k, self._limits.exact, self._limits.memory_bytes)
        match key.lower():
            case "timeout_turn":
                self._limits = self._limits._replace(turn_ms=float(number))
            case "timeout_match" | "time_left" if number > 0 and (
                key.lower() == "time_left" or self._limits.match_left_ms is None
            ):
                # A match without a limit is told as 0 or as 2^31 - 1 milliseconds left.
                self._limits = self._limits._replace(match_left_ms=float(number))
            case "max_memory":
                self._limits = self._limits._replace(memory_bytes=number)
            case "rule":
                self._limits = self._limits._replace(exact=bool(number & _EXACTLY_FIVE))
                if number & ~_EXACTLY_FIVE:
                    yield f"MESSAGE rule {number} is not known in full: 0 free, 1 exactly five"
            case "connect":
                if SMALLEST_K <= number <= LARGEST_K:
                    self._limits = self._limits._replace(k=number)
                else:
                    yield f"ERROR connect {number} is not within {SMALLEST_K} to {LARGEST_K}"
        changed = (self._limits.k, self._limits.exact, self._limits.memory_bytes) != before
        if changed and self._size is not None:
            self._prepare(self._game(), self._limits.memory_mb())

    def position(self) -> Position:
        """The board with us to move. The first player is whoever laid the first stone."""
        game = self._game()
        first = self._stones[self._order[0]] if self._order else _OURS
        symbols = {first: "x", 3 - first: "o"}
        cells = "/".join(
            "".join(
                symbols[self._stones[x, y]] if (x, y) in self._stones else "."
                for x in range(game.cols)
            )
            for y in range(game.rows)
        )
        return Position(game, cells, to_move=1 if first == _OURS else 2)

    def _move(self) -> str:
        pos = self.position()
        if pos.is_over:
            raise RefusedError("the game is over")
        cell = self._search(pos, self._limits.thinking_s(), self._limits.memory_mb())
        y, x = divmod(cell, pos.game.cols)
        self._lay((x, y), _OURS)
        return f"{x},{y}"

"""A text protocol of Connect6 engines, from the engine's side: lines in, reply lines out.

    > name              < name inarow
    > new black         (an empty board; new white, new xxx and new alone are the same)
    > next              < move JJ
    > move IJKK         < move HIHK
    > black JJ          (stones laid for a side without an answer)
    > depth 6           (stones to look ahead; 0: as far as the time allows)
    > vcf               (and unvcf: wins by threats are always looked for)
    > quit

A stone is two letters, A to S: the column from the left, then the row from the BOTTOM. The first
move of black is one stone, written once (JJ) or twice (JJJJ); every other move is two stones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from inarow._core import Position
from inarow.protocols.connect6.letters import COLOURS, GAME, cells_of, letters_of
from inarow.protocols.line_engine import EngineOptions, LineEngine, RefusedError
from inarow.protocols.lines import printable
from inarow.text import plural

DEEPEST = 60
HELP = (
    "commands: name, new [black|white], black XXXX, white XXXX, next, move XXXX, depth N, vcf,"
    " unvcf, quit"
)
_MEMORY_MB = 64

# A position whose game goes on and the stones to look ahead, None if only time limits: the cell.
Search = Callable[[Position, "int | None"], int]


def engine_for(options: EngineOptions) -> Engine:
    """The engine with the free player, whose tables are made before any clock runs."""
    from inarow.limits import Limits
    from inarow.players.free import FreePlayer

    player = FreePlayer(_MEMORY_MB)
    player.prepare(GAME)

    def search(pos: Position, depth: int | None) -> int:
        # A turn of two stones shares the time of a move.
        time_s = options.longest_move_ms / 1000 / pos.game.stones[1]
        return player.choose(pos, Limits(time_s, depth), rng=random.Random(0)).move

    return Engine(search, options.name or "inarow")


class Engine(LineEngine):
    """One engine of the Connect6 protocol."""

    def __init__(self, search: Search, name: str = "inarow") -> None:
        super().__init__()
        self._search = search
        self._name = name
        self._depth: int | None = None
        self._pos = Position(GAME)

    def reply(self, line: bytes) -> Iterator[str]:
        words = line.decode("ascii", "replace").split()
        if words:
            yield from self._command(words[0].lower(), words[1] if len(words) > 1 else "")

    def _command(self, word: str, rest: str) -> Iterator[str]:
        match word:
            case "name":
                yield f"name {self._name}"
            case "help":
                yield HELP
            case "new":
                self._pos = Position(GAME)
            case "black" | "white":
                self._lay(cells_of(rest), COLOURS.index(word) + 1)
            case "move":
                self._lay(cells_of(rest), self._pos.to_move)
                if not self._pos.is_over:
                    yield self._reply()
            case "next":
                yield self._reply()
            case "depth":
                if not (rest.isascii() and rest.isdigit() and len(rest) < 3):
                    raise RefusedError(f"depth '{printable(rest.encode())}' must be 0 to {DEEPEST}")
                self._depth = min(int(rest), DEEPEST) or None
            case "vcf" | "unvcf":
                pass
            case "quit" | "exit":
                self.finished = True
            case _:
                yield f"error command '{printable(word.encode())}' is not known; try help"

    def _lay(self, cells: list[int], player: int) -> None:
        """All stones of one turn, or none of them."""
        pos = self._pos
        if pos.to_move != player or (pos.stone_count > 0 and pos.left != GAME.stones[1]):
            pos = Position(GAME, pos.cells(), to_move=player)
        if len(cells) != pos.left and pos.stone_count + len(cells) < GAME.cells:
            raise RefusedError(f"this move has {plural(len(cells), 'stone')}, expected {pos.left}")
        for cell in cells:
            if pos.landing(cell) is None:
                raise RefusedError(f"stone {letters_of(cell)} is on an occupied square")
            if pos.is_over:
                raise RefusedError("the game is over")
            pos = pos.play(cell)
        self._pos = pos

    def _reply(self) -> str:
        pos = self._pos
        if pos.is_over:
            raise RefusedError("the game is over")
        mover, letters = pos.to_move, ""
        while not pos.is_over and pos.to_move == mover:
            cell = self._search(pos, self._depth)
            letters += letters_of(cell)
            pos = pos.play(cell)
        # A winning first stone still needs a second one on the board of a manager.
        if pos.to_move == mover and pos.stone_count < GAME.cells:
            spare = next(c for c in range(GAME.cells) if pos.landing(c) is not None)
            letters += letters_of(spare)
        self._pos = pos
        return f"move {letters}"

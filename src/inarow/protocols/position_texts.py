"""The texts in which programs of courses write a position. Each is imported when it is used.

state   row0,row1,... with row 0 at the bottom in r, y and .; red or yellow beside
file    rows of digits from the top, then the player to move
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from inarow._core import Game, Position


class PositionText(NamedTuple):
    """``reader`` names what reads the text, ``writer`` what writes the command of a search for a
    position, if there is one. ``base`` is the number of the first column as its programs print
    it; no more than ``longest`` bytes are read. ``splitter`` names what makes the words of a
    position that a program is called with."""

    reader: str
    writer: str = ""
    splitter: str = ""
    base: int = 1
    longest: int = 65_536

    def parse(self, *words: Any) -> Position:
        """The position of a text with what is beside it; BadTextError for one that is none."""
        found: Position = _load(self.reader)(*words)
        return found

    def words(self, pos: Position) -> Sequence[str]:
        """The words of a position, as a program is called with."""
        split: Sequence[str] = _load(self.splitter)(pos)
        return split

    def command(self, pos: Position, algorithm: str, depth: int) -> str | None:
        """The command that asks a program for a search; None if it cannot say the position."""
        written: str | None = _load(self.writer)(pos, algorithm, depth)
        return written


STATE = PositionText(
    "inarow.protocols.comp3308:parse_state",
    "inarow.protocols.comp3308:command_text",
    "inarow.protocols.comp3308:state_words",
    base=0,
)
FILE = PositionText("inarow.protocols.maxconnect4_file:parse_file")


def read_state(state: str, player: str, game: Game | None = None) -> Position:
    """The position of a state: on the board of ``game`` if it has that size and stones fall there,
    else on that of the usual course."""
    rows = state.split(",")
    if game and game.gravity and (len(rows), len(rows[0])) == (game.rows, game.cols):
        return STATE.parse(state, player, game)
    return STATE.parse(state, player)


def _load(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)

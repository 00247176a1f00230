"""What happens in a search tree, in words and figures; shared by the text and the drawing."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from inarow._core import Game
from inarow.move_text import format_move, move_noun
from inarow.words import listed

LEAF_WORDS = {"won": "a line is complete", "depth": "depth reached", "full": "board full"}
_MANY = 8


class Notation(NamedTuple):
    """How moves and figures are written for one reader."""

    game: Game
    base: int = 1
    ascii: bool = False

    def move(self, move: int | None) -> str:
        return "root" if move is None else format_move(self.game, move, self.base)

    def named_move(self, move: int) -> str:
        return f"{move_noun(self.game)} {self.move(move)}"

    def named_moves(self, moves: list[int]) -> str:
        """``column 6``, ``columns 3 to 6``, ``columns 3, 5 and 6``, ``34 moves``."""
        if len(moves) == 1:
            return self.named_move(moves[0])
        noun = f"{move_noun(self.game)}s"
        if self.game.gravity and moves == list(range(moves[0], moves[-1] + 1)) and len(moves) > 2:
            return f"{noun} {self.move(moves[0])} to {self.move(moves[-1])}"
        if len(moves) > _MANY:
            return f"{len(moves)} {noun}"
        shown = [self.move(move) for move in moves]
        return f"{noun} {listed(shown)}"

    @property
    def order(self) -> str:
        """The order in which moves are numbered."""
        return "left to right" if self.game.gravity else "row by row"

    def number(self, value: float) -> str:
        """A value with its sign, unless it is zero."""
        if abs(value) == inf:
            sign = "-" if value < 0 else "+"
            return sign + ("inf" if self.ascii else "∞")
        return f"{int(value):+d}" if value else "0"


def side(maximising: bool) -> str:
    return "MAX" if maximising else "MIN"

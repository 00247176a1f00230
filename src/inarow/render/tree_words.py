"""What happens in a search tree, in words and figures, for text and drawing, and why it cuts off.

column 2 already gives MIN -120 here, and MAX has -110 with column 4 one move earlier: ...
Yellow already holds Red to −120 here with column 2. One move up, Red can get −110 with ...
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from inarow._core import Game
from inarow.move_text import format_move, move_noun
from inarow.text import count_word, join_words, plural
from inarow.textbook.tree import CutOff, TreeNode

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
        return f"{noun} {join_words(shown)}"

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


@dataclass(frozen=True)
class CutWords:
    """A cut-off at a state. ``number`` writes a value, and ``side`` names who maximises (True) or
    minimises, as the reader knows them."""

    node: TreeNode
    cut: CutOff
    notation: Notation
    number: Callable[[float], str]
    side: Callable[[bool], str]

    @property
    def mine(self) -> str:
        return self.side(self.node.maximising)

    @property
    def theirs(self) -> str:
        return self.side(not self.node.maximising)

    @property
    def bound(self) -> str:
        return "beta" if self.node.maximising else "alpha"

    @property
    def value(self) -> str:
        return self.number(self.cut.value)

    @property
    def proof(self) -> int | None:
        """The move that truly gives the value; None where nothing is known to, because the window
        held no value or the rules mislead."""
        child = None if self.node.best is None else self.node.child(self.node.best)
        if child is None:
            return None
        low, high = child.interval
        reaches = low >= self.cut.value if self.node.maximising else high <= self.cut.value
        return child.move if reaches else None

    def line(self) -> str:
        """Why the rest of the moves cannot matter, in one line."""
        cut, node, named = self.cut, self.node, self.notation.named_move
        rest = f"the remaining {self.notation.named_moves(cut.skipped)}" if cut.skipped else ""
        if self.proof is None:
            end = f"{rest} are skipped" if rest else "but no move was left to skip"
            return f"{self._unproven()}: {end}"
        if cut.source is None:
            started = "the search was started with " if cut.given else ""
            verb = "" if cut.given else " is"
            other = f"{started}{self.bound}{verb} {self.number(cut.bound)}"
        else:
            distance = node.ply - cut.source.ply
            earlier = "one move" if distance == 1 else f"{distance} moves"
            other = (
                f"{self.theirs} has {self.number(cut.bound)} with {named(cut.source.move)}"
                f" {earlier} earlier"
            )
        here = f"{named(self.proof)} already gives {self.mine} {self.value} here"
        end = f"{rest} cannot matter" if rest else "but no move was left to skip"
        return f"{here}, and {other}: {end}"

    def comparison(self, compared: str) -> str:
        """The test that cut, as a sentence: the value is ``compared`` with the bound."""
        value, bound = self.cut.value, self.cut.bound
        rest = "so the rest is cut." if self.cut.skipped else "but nothing is left to cut."
        if not (value >= bound if self.node.maximising else value <= bound):
            rest = "but the rest is cut." if self.cut.skipped else "and nothing is left to cut."
            compared = f"not {'at least' if self.node.maximising else 'at most'}"
        return f"{self.value} is {compared} {self.bound}, {self.number(bound)}, {rest}"

    def _unproven(self) -> str:
        node = self.node
        if node.alpha >= node.beta:
            window = (
                f"alpha, {self.number(node.alpha)}, was not below beta, {self.number(node.beta)}"
            )
            return f"{window}: no value fits between them"
        return f"{self.value} met {self.bound}, but need not be the value of any move"

    def sentences(self, path: tuple[int, ...]) -> str:
        """What the state has already, and why the other side will not let it come to that;
        ``path`` leads from the root to the state."""
        cut, node, named = self.cut, self.node, self.notation.named_move
        if self.proof is None:
            unproven = self._unproven()
            return f"{unproven[0].upper()}{unproven[1:]}, and what is returned says nothing."
        gets = "gets" if node.maximising else f"holds {self.theirs} to"
        here = f"{self.mine} already {gets} {self.value} here with {named(self.proof)}."
        if cut.source is None:
            return f"{here} The search was started with this {self.bound}." if cut.given else here
        distance = node.ply - cut.source.ply
        up = "One move up" if distance == 1 else f"{count_word(distance).capitalize()} moves up"
        can = f"can hold {self.mine} to" if node.maximising else "can get"
        return (
            f"{here} {up}, {self.theirs} {can} {self.number(cut.bound)} with"
            f" {named(cut.source.move)}, so {self.theirs} will not choose"
            f" {named(path[cut.source.ply])}."
        )


def cut_reason(node: TreeNode, cut: CutOff, notation: Notation) -> str:
    """A cut-off in one line, with MAX and MIN as the players."""
    return CutWords(node, cut, notation, notation.number, side).line()


def saved_words(cut: CutOff) -> str:
    """How many nodes of plain minimax a cut-off saves."""
    return (
        "too many nodes to count saved"
        if cut.saved is None
        else f"{plural(cut.saved, 'node')} saved"
    )

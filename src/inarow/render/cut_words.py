"""Why a search cuts off, in words: one line for a tree, and sentences for a page.

column 2 already gives MIN -120 here, and MAX has -110 with column 4 one move earlier: ...
Yellow already holds Red to −120 here with column 2. One move up, Red can get −110 with ...
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inarow.render.tree_words import Notation, side
from inarow.textbook.tree import CutOff, TreeNode
from inarow.words import count_word, counted


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
        else f"{counted(cut.saved, 'node')} saved"
    )

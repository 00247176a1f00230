"""Walks the branches of a strategy to their ends and on, and measures what is left to the solver.

Every move of the opponent is in the listing of a tree, so its branches need no check of their own.
What has to be shown is that the solver takes over in time: that it proves the tree's difference

    at each leaf          by itself, with an empty table, as a player does that knows nothing else
    on a descent          from a leaf towards the end of the game: any move that keeps the
                          difference, then the reply that gives the solver most to do
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from inarow._core import CountedSolver, Position, counted_table_mb
from inarow.analysis.strategy import Strategy, Tree
from inarow.errors import UserError
from inarow.files import append_lines, complete_lines

MOST_NODES = 2_000_000
"""What the solver searches in half a second."""
_MOST_TABLE_MB = 16
_DESCENT_ENDS = 10
"""With so few empty cells anything is settled at once."""


class Step(NamedTuple):
    """A position with the holder to move and the nodes in which the solver proved that the holder
    keeps the difference; None if it was not proven in ``MOST_NODES``."""

    tree: Tree
    pos: Position
    nodes: int | None


def leaves(strategy: Strategy, every: int = 1, journal: Path | None = None) -> Iterator[Step]:
    """Every n-th leaf of the trees. What was proven is kept in the journal, a line each, the number
    of the leaf and the nodes, so that a walk which is interrupted goes on there."""
    known = {} if journal is None else _read(journal, strategy)
    for number, (tree, pos) in enumerate(strategy.leaves()):
        if number % every != 0:
            continue
        if number not in known and (nodes := _nodes(tree, pos)) is not None:
            known[number] = nodes
            if journal is not None:
                append_lines(journal, [f"{number} {nodes}"])
        yield Step(tree, pos, known.get(number))


def _read(journal: Path, strategy: Strategy) -> dict[int, int]:
    replies = b"".join(tree.replies.packed() for tree in strategy.trees)
    title = f"inarow strategy walk 1 replies {zlib.crc32(replies):08x}"
    known = {}
    for number, line in enumerate(complete_lines(journal, title), start=2):
        words = line.split(" ")
        if len(words) != 2 or not all(word.isascii() and word.isdigit() for word in words):
            raise UserError(f"journal '{journal}', line {number} is not a leaf and its nodes")
        known[int(words[0])] = int(words[1])
    return known


def descent(tree: Tree, leaf: Position, rng: random.Random) -> Iterator[Step]:
    """The hardest reply after each of the holder's moves, which are any that keep the difference,
    from a leaf to where the end of the game is near."""
    pos = leaf
    while pos.game.cells - pos.stone_count > _DESCENT_ENDS:
        moves = map(pos.play, pos.legal_moves())
        after = rng.choice([after for after in moves if _nodes(tree, after) is not None])
        steps = [
            Step(tree, then, _nodes(tree, then)) for then in map(after.play, after.legal_moves())
        ]
        hardest = max(steps, key=lambda step: MOST_NODES + 1 if step.nodes is None else step.nodes)
        yield hardest
        if hardest.nodes is None:
            return
        pos = hardest.pos


def _question(tree: Tree) -> int:
    """The first player's difference of which the answer tells whether the holder keeps its own."""
    return tree.difference if tree.player == 1 else 1 - tree.difference


def _nodes(tree: Tree, pos: Position) -> int | None:
    """What a solver with an empty table needs to prove that the holder keeps the difference."""
    table_mb = min(counted_table_mb(pos.game.cells - pos.stone_count), _MOST_TABLE_MB)
    solver = CountedSolver(pos.game, table_mb)
    low, high, nodes = solver.at_least(pos, _question(tree), 1e9, MOST_NODES)
    held = low >= tree.difference if tree.player == 1 else high <= -tree.difference
    return nodes if held else None

"""Makes the strategy that players of MaxConnect4 follow, and measures what it leaves to the solver.

It is the first replies of certificates, chosen by ``strategy_of``. Every move of the opponent is in
the listing of a tree, so its branches need no check of their own. What has to be shown is that the
solver takes over in time: that it proves the tree's difference

    at each leaf          by itself, with an empty table, as a player does that knows nothing else
    on a descent          from a leaf towards the end of the game: any move that keeps the
                          difference, then the reply that gives the solver most to do
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from inarow._core import (
    CountedSolver,
    Game,
    Goal,
    OpeningStrategy,
    Position,
    counted_table_mb,
    noted_replies,
)
from inarow.analysis.certificate import Certificate
from inarow.analysis.strategy import Strategy, Tree, after_opening
from inarow.errors import UserError
from inarow.files import append_lines, complete_lines

MOST_NODES = 2_000_000
"""What the solver searches in half a second."""
_MOST_TABLE_MB = 16
_DESCENT_ENDS = 10
"""With so few empty cells anything is settled at once."""


Watch = Callable[[int, int], None]
"""Called now and then with the replies of a certificate that were read, and how many it has."""


def strategy_of(
    certificates: Sequence[Certificate], least_empty: int, watch: Watch | None = None
) -> Strategy:
    """The replies of certificates of one board where at least so many cells are empty. They are as
    true as ``check_certificate`` finds the certificates. A side that needs no reply has no tree:
    the follow-up, which the solver knows, is all it does."""
    boards = {certificate[:3] for certificate in certificates}
    if len(boards) != 1:
        raise UserError("the certificates are not of one board")
    ((rows, cols, k),) = boards
    game = Game(rows, cols, k, goal=Goal.COUNT_TO_FULL)
    trees = []
    for certificate in certificates:
        start = after_opening(game, certificate.opening)
        for player, difference, replies in certificate.strategies():
            if not replies:
                continue
            columns = noted_columns(certificate, player, least_empty, watch)
            listed = OpeningStrategy.chosen(start, player, _Chooser(columns))
            trees.append(Tree(certificate.opening, player, difference, listed))
    return Strategy(game, trees)


Stones = tuple[int, int]
"""Of both players, as bits row by row from the bottom, as the checker counts."""


def noted_columns(
    certificate: Certificate,
    player: int,
    least_empty: int,
    watch: Watch | None = None,
    most: int | None = None,
) -> dict[Stones, int]:
    """The replies of a certificate, or the first ``most`` of them, where at least so many cells are
    empty; of a position that it meets more than once the last one, which holds as much or more."""
    rows, cols, k, *_ = certificate
    ((difference, replies),) = (
        strategy[1:] for strategy in certificate.strategies() if strategy[0] == player
    )
    noted = noted_replies(
        rows, cols, k, player, difference, certificate.endgame, replies, least_empty,
        None if watch is None else (lambda done, _: watch(done, len(replies))),
        bytes(column - 1 for column in certificate.opening), most,
    )  # fmt: skip
    return {(first, second): column for first, second, column in noted}


class _Chooser:
    """The column that was noted for a position or its mirror image."""

    def __init__(self, columns: dict[Stones, int]) -> None:
        self._columns = columns

    def __call__(self, pos: Position) -> int | None:
        column = self._columns.get(stones_of(pos))
        if column is None and (column := self._columns.get(stones_of(pos.mirrored()))) is not None:
            column = pos.game.cols - 1 - column
        return column


def stones_of(pos: Position) -> Stones:
    rows = pos.cells("012").split("/")
    cells = "".join(row[::-1] for row in rows)
    return tuple(int("".join("01"[c == p] for c in cells), 2) for p in "12")  # type: ignore[return-value]


def first_difference(one: Strategy, other: Strategy) -> str | None:
    """Where two strategies part, in words; None if they are the same."""
    if one.game != other.game:
        return "they are of different boards"
    if [tree[:3] for tree in one.trees] != [tree[:3] for tree in other.trees]:
        return "their trees differ in opening, player or difference"
    for tree, beside in zip(one.trees, other.trees, strict=True):
        pairs = zip_longest(tree.replies.entries(), beside.replies.entries())
        for number, (here, there) in enumerate(pairs, start=1):
            if here != there:
                place = here if there is None else there
                return f"reply {number} of player {tree.player}'s, in {place[0].text}"
    return None


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

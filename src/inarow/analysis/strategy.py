"""Openings of proven strategies, which players of MaxConnect4 follow: while the opponent does
anything at all they keep the value of the game, up to positions that the solver settles soon.

They are the first replies of certificates (``certificate.py``), a tree for each side that needs
one. The file is a line that names the format, a line of JSON, and the replies of the trees, packed;
``native/counted/opening_strategy.hpp`` says how. A tree begins after an opening, columns from 1,
and its player ends at least ``difference`` points ahead.

    inarow strategy 1
    {"rows": 6, "cols": 7, "k": 4, "trees": [{"opening": [], "player": 1, "difference": 0,
     "bytes": n}, ...], "sha256": "..."}          (in one line)
    <n bytes> ...
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from inarow import _core
from inarow._core import Game, Goal, OpeningStrategy, Position
from inarow.errors import UserError
from inarow.files import read_input, write_whole

SHIPPED = Path(_core.__file__).parent / "data" / "maxconnect4.strategy"
LEAST_EMPTY = 26
"""The players' strategy has replies where at least so many cells are empty."""

_TITLE = b"inarow strategy 1\n"
_LARGEST_FILE = 64_000_000


class Tree(NamedTuple):
    """Replies by which a player ends at least ``difference`` ahead after an opening."""

    opening: tuple[int, ...]
    player: int
    difference: int
    replies: OpeningStrategy


class StrategyMove(NamedTuple):
    """A move, and how far ahead it keeps the mover at the end: at least so much."""

    move: int
    difference: int


class Strategy:
    """What is known to hold in the opening of one game."""

    def __init__(self, game: Game, trees: Sequence[Tree]) -> None:
        self.game, self.trees = game, tuple(trees)

    def held(self, pos: Position) -> StrategyMove | None:
        """The reply to a position, whatever led to it, if it is one of the trees'."""
        replies = ((tree.replies.reply(pos), tree.difference) for tree in self.trees)
        found = [StrategyMove(move, difference) for move, difference in replies if move is not None]
        return max(found, key=lambda held: held.difference, default=None)

    def leaves(self) -> Iterator[tuple[Tree, Position]]:
        """Where the trees end and the solver takes over, one of each mirrored pair."""
        for tree in self.trees:
            for pos, move in tree.replies.entries():
                if move is None:
                    yield tree, pos


@cache
def shipped_strategy() -> Strategy:
    return read_strategy(SHIPPED)


def after_opening(game: Game, opening: Sequence[int]) -> Position:
    """The position after some columns, counted from 1."""
    pos = Position(game)
    for column in opening:
        pos = pos.play(column - 1)
    return pos


def write_strategy(path: Path, strategy: Strategy) -> None:
    game, parts = strategy.game, [tree.replies.packed() for tree in strategy.trees]
    header: dict[str, object] = {"rows": game.rows, "cols": game.cols, "k": game.k}
    header["trees"] = [
        {
            "opening": tree.opening,
            "player": tree.player,
            "difference": tree.difference,
            "bytes": len(part),
        }
        for tree, part in zip(strategy.trees, parts, strict=True)
    ]
    body = b"".join(parts)
    header["sha256"] = _digest(header, body)
    write_whole(path, _TITLE + json.dumps(header).encode() + b"\n" + body)


def read_strategy(path: Path) -> Strategy:
    """UserError unless the file is whole."""
    data = read_input("strategy", str(path), _LARGEST_FILE)
    try:
        return _parsed(data)
    except UserError as error:
        raise UserError(f"strategy '{path}' is damaged: {error}") from None


def _parsed(data: bytes) -> Strategy:
    if not data.startswith(_TITLE):
        raise UserError(f"the first line is not '{_TITLE.decode().strip()}'")
    line, _, body = data[len(_TITLE) :].partition(b"\n")
    try:
        header = json.loads(line)
        digest = header.pop("sha256")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UserError("the second line is not the header of a strategy") from None
    if digest != _digest(header, body):
        raise UserError("it does not have the checksum that its second line claims")
    try:
        game = Game(header["rows"], header["cols"], header["k"], goal=Goal.COUNT_TO_FULL)
        trees = []
        for tree in header["trees"]:
            opening, player, size = tuple(tree["opening"]), tree["player"], tree["bytes"]
            replies = OpeningStrategy(after_opening(game, opening), player, body[:size])
            trees.append(Tree(opening, player, tree["difference"], replies))
            body = body[size:]
    except (KeyError, TypeError):
        raise UserError("the second line is not the header of a strategy") from None
    if body:
        raise UserError("something is left over at its end")
    return Strategy(game, trees)


def _digest(header: dict[str, object], body: bytes) -> str:
    return hashlib.sha256(json.dumps(header).encode() + body).hexdigest()

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
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from inarow import _core
from inarow._core import Game, Goal, OpeningStrategy, Position, noted_replies
from inarow.analysis.certificate import Certificate
from inarow.errors import UserError
from inarow.files import read_input, write_whole

SHIPPED = Path(_core.__file__).parent / "data" / "maxconnect4.strategy"
LEAST_EMPTY = 26
"""The players' strategy has replies where at least so many cells are empty."""

_TITLE = b"inarow strategy 1\n"
_LARGEST_FILE = 64_000_000

Watch = Callable[[int, int], None]
"""Called now and then with the replies of a certificate that were read, and how many it has."""


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
        start = _after(game, certificate.opening)
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


def _after(game: Game, opening: Sequence[int]) -> Position:
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
            replies = OpeningStrategy(_after(game, opening), player, body[:size])
            trees.append(Tree(opening, player, tree["difference"], replies))
            body = body[size:]
    except (KeyError, TypeError):
        raise UserError("the second line is not the header of a strategy") from None
    if body:
        raise UserError("something is left over at its end")
    return Strategy(game, trees)


def _digest(header: dict[str, object], body: bytes) -> str:
    return hashlib.sha256(json.dumps(header).encode() + body).hexdigest()

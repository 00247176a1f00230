"""Opening books: the exact score of every position up to a ply.

A book file is a line that says what it holds and the scores of its deepest layer, a signed byte
each in the order of ``BookLayer``, compressed as an .xz stream with its own checksum:

    inarow book 1 connect4 ply 8 positions 91295
    <xz stream>

The positions themselves are not stored: whoever reads the book lists them anew. Earlier layers
follow by minimax.
"""

from __future__ import annotations

import lzma
import re
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from inarow._core import Game, OpeningBook, Position
from inarow.analysis.verdict import winning_score
from inarow.errors import UserError
from inarow.files import write_whole
from inarow.game import GAMES, game_named, name_of, off_centre

SHIPPED = Path(__file__).parent.parent / "data" / "connect4.book"
"""The book of Connect Four that comes with the package."""

SHIPPED_PLY = 8

_TITLE = re.compile(
    rb"inarow book 1 (?P<game>[a-z0-9:-]{1,40}) ply (?P<ply>\d{1,2})"
    rb" positions (?P<positions>\d{1,18})"
)
_LARGEST = 1 << 28
"""No layer has more positions than this many bytes."""


def title(game: Game, ply: int, positions: int) -> str:
    return f"inarow book 1 {name_of(game)} ply {ply} positions {positions}"


def write_book(path: Path, game: Game, ply: int, scores: Sequence[int]) -> None:
    packed = lzma.compress(array("b", scores).tobytes(), preset=9 | lzma.PRESET_EXTREME)
    write_whole(path, title(game, ply, len(scores)).encode() + b"\n" + packed)


def read_scores(path: Path) -> tuple[Game, int, bytes]:
    """The game, the ply and the scores of the deepest layer; UserError if it is no whole book."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"book '{path}' cannot be read: {error.strerror}") from None
    line, _, packed = data.partition(b"\n")
    match = _TITLE.fullmatch(line)
    if match is None:
        raise UserError(f"book '{path}', line 1 is not 'inarow book 1 GAME ply N positions N'")
    try:
        stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)
        scores = stream.decompress(packed, _LARGEST)
        if not stream.eof or stream.unused_data:
            raise lzma.LZMAError
    except lzma.LZMAError:
        raise UserError(f"book '{path}' is damaged: its scores cannot be unpacked") from None
    game, ply = game_named(match["game"].decode()), int(match["ply"])
    if int(match["positions"]) != len(scores):
        raise UserError(f"book '{path}' is damaged: it has {len(scores)} scores, not as it says")
    return game, ply, scores


def read_book(path: Path) -> OpeningBook:
    """A book from a file; UserError if it is no whole book."""
    game, ply, scores = read_scores(path)
    try:
        return OpeningBook(game, ply, scores)
    except ValueError as error:
        raise UserError(f"book '{path}' is damaged: {error}") from None


@cache
def shipped_book() -> OpeningBook:
    return read_book(SHIPPED)


def book_score(pos: Position) -> int | None:
    """The exact score of a position of the shipped book, None for any other position."""
    if pos.game != GAMES["connect4"] or pos.stone_count > SHIPPED_PLY:
        return None
    return shipped_book().score(pos)


def book_scores(pos: Position) -> dict[int, int] | None:
    """The exact score of each legal move, for the mover, where the shipped book knows them all."""
    if pos.game != GAMES["connect4"] or pos.stone_count >= SHIPPED_PLY or book_score(pos) is None:
        return None
    scores = {}
    for move in pos.legal_moves():
        after = pos.play(move)
        score = book_score(after)
        scores[move] = winning_score(pos) if score is None else -score
    return scores


def book_line(pos: Position, move: int) -> tuple[int, ...]:
    """Best play from a move on, the move included, as far as the shipped book reaches."""
    line = [move]
    pos = pos.play(move)
    while (scores := book_scores(pos)) is not None:
        line.append(max(scores, key=lambda col: (scores[col], -off_centre(pos.game, col))))
        pos = pos.play(line[-1])
    return tuple(line)

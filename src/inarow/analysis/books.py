"""Books of Connect Four: exact scores of the opening, and results with a column that keeps them.

A file is a line that says what it holds, and a number for each position of its deepest layer in the
order of ``BookLayer``, packed by ``pack_numbers`` with a checksum of its own.

    inarow book 2 connect4 ply 8 positions 91295
    inarow book 2 connect4 difference -2 ply 8 positions 77376

The first kind holds exact scores of the positions of alternate play. The second holds the results
of all boards on which the side to move has so many stones more than the other, each with a column
that keeps it (``result_code``): up to SHIPPED_PLY stones and two stones more or fewer, whatever
forfeited moves lead to, whoever started. The positions themselves are not stored: readers list them
anew. Earlier layers follow by minimax.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from inarow._core import Game, OpeningBook, Position, ResultBook, pack_numbers, unpack_numbers
from inarow.analysis.verdict import winning_score
from inarow.errors import UserError
from inarow.files import read_input, write_whole
from inarow.game import GAMES, game_named, name_of, off_centre

_TITLE = re.compile(
    rb"inarow book 2 (?P<game>[a-z0-9:-]{1,40})( difference (?P<difference>-?\d{1,2}))?"
    rb" ply (?P<ply>\d{1,2}) positions (?P<positions>\d{1,9})"
)
_LARGEST = 1 << 28
"""No layer has more positions."""


class BookFile(NamedTuple):
    game: Game
    ply: int
    difference: int | None
    """None: scores of alternate play; else results."""
    numbers: bytes
    """Of the deepest layer, a signed byte each."""

    def number(self, place: int) -> int:
        return int.from_bytes(self.numbers[place : place + 1], "big", signed=True)


def title(game: Game, ply: int, difference: int | None, positions: int) -> str:
    which = "" if difference is None else f" difference {difference}"
    return f"inarow book 2 {name_of(game)}{which} ply {ply} positions {positions}"


def write_book(
    path: Path, game: Game, ply: int, numbers: Sequence[int], difference: int | None = None
) -> None:
    packed = pack_numbers(array("b", numbers).tobytes())
    write_whole(path, title(game, ply, difference, len(numbers)).encode() + b"\n" + packed)


def read_book_file(path: Path) -> BookFile:
    """UserError if it is no whole book."""
    data = read_input("book", str(path), _LARGEST)
    line, _, packed = data.partition(b"\n")
    match = _TITLE.fullmatch(line)
    if match is None or int(match["positions"]) > _LARGEST:
        raise UserError(
            f"book '{path}', line 1 is not 'inarow book 2 GAME [difference N] ply N positions N'"
        )
    game = game_named(match["game"].decode())
    difference = None if match["difference"] is None else int(match["difference"])
    try:
        numbers = unpack_numbers(packed, int(match["positions"]))
    except UserError as error:
        raise UserError(f"book '{path}' is damaged: {error}") from None
    return BookFile(game, int(match["ply"]), difference, numbers)


SHIPPED = Path(__file__).parent.parent / "data" / "connect4.book"
"""The book of Connect Four that comes with the package."""

SHIPPED_PLY = 8


def read_book(path: Path) -> OpeningBook:
    """A book from a file; UserError if it is no whole book of scores."""
    book = read_book_file(path)
    if book.difference is not None:
        raise UserError(f"book '{path}' holds results, not scores")
    try:
        return OpeningBook(book.game, book.ply, book.numbers)
    except UserError as error:
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


SHIPPED_RESULTS = {
    difference: Path(__file__).parent.parent / "data" / f"connect4-d{difference}.book"
    for difference in (-2, 0, 2)
}
"""By the difference after SHIPPED_PLY stones; each book has boards of two differences."""


def read_results(path: Path) -> ResultBook:
    """A book of results from a file; UserError if it is no whole one."""
    book = read_book_file(path)
    if book.difference is None:
        raise UserError(f"book '{path}' holds scores, not results")
    try:
        return ResultBook(book.game, book.ply, book.difference, book.numbers)
    except UserError as error:
        raise UserError(f"book '{path}' is damaged: {error}") from None


@cache
def shipped_results(difference: int) -> ResultBook:
    return read_results(SHIPPED_RESULTS[difference])


def book_result(pos: Position) -> tuple[int, int | None] | None:
    """1, 0 or -1 for a win, a draw or a loss of the side to move, and a column that keeps it (None
    where all is lost); None for a position that is in no shipped book."""
    if pos.game != GAMES["connect4"] or pos.stone_count > SHIPPED_PLY:
        return None
    ahead = pos.stones(pos.to_move) - pos.stones(pos.opponent)
    difference = ahead if (SHIPPED_PLY - pos.stone_count) % 2 == 0 else -ahead - 1
    return shipped_results(difference).find(pos) if difference in SHIPPED_RESULTS else None

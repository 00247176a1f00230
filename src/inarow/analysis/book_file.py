"""The file of a book: a line that says what it holds, and a number for each position of its deepest
layer in the order of ``BookLayer``, packed by ``pack_numbers`` with a checksum of its own.

    inarow book 2 connect4 ply 8 positions 91295
    inarow book 2 connect4 difference -2 ply 8 positions 77376

The first kind holds exact scores of the positions of alternate play. The second holds the results
of all boards on which the side to move has so many stones more than the other, each with a column
that keeps it (``result_code``). The positions themselves are not stored: whoever reads the book
lists them anew. Earlier layers follow by minimax.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from inarow._core import Game, pack_numbers, unpack_numbers
from inarow.errors import UserError
from inarow.files import read_input, write_whole
from inarow.game import game_named, name_of

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

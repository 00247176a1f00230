"""The shipped books of results: won, drawn or lost, and a column that keeps it, for every board of
Connect Four with up to SHIPPED_PLY stones on which the side to move has at most two stones more or
fewer than the other: whatever forfeited moves lead to, whoever began.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from inarow._core import Position, ResultBook
from inarow.analysis.book_file import read_book_file
from inarow.errors import UserError
from inarow.game import GAMES

SHIPPED_PLY = 8
SHIPPED = {
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
    return read_results(SHIPPED[difference])


def book_result(pos: Position) -> tuple[int, int | None] | None:
    """1, 0 or -1 for a win, a draw or a loss of the side to move, and a column that keeps it (None
    where all is lost); None for a position that is in no shipped book."""
    if pos.game != GAMES["connect4"] or pos.stone_count > SHIPPED_PLY:
        return None
    ahead = pos.stones(pos.to_move) - pos.stones(pos.opponent)
    difference = ahead if (SHIPPED_PLY - pos.stone_count) % 2 == 0 else -ahead - 1
    return shipped_results(difference).find(pos) if difference in SHIPPED else None

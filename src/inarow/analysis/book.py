"""Opening books: the exact score of every position of alternate play up to a ply."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from inarow._core import OpeningBook, Position
from inarow.analysis.book_file import read_book_file
from inarow.analysis.verdict import winning_score
from inarow.errors import UserError
from inarow.game import GAMES, off_centre

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

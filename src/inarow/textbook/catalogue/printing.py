"""Mistakes in the column that is printed: the search itself is right."""

from __future__ import annotations

from inarow._core import Position
from inarow.textbook.mistake import Mistake

_COLUMN = "The column is printed as a number from 0 to 6."


def _among_the_open(pos: Position, column: int) -> int:
    return sum(move < column for move in pos.legal_moves())


PRINTING_MISTAKES = (
    Mistake(
        "column-among-the-open-ones",
        {},
        "The column printed is counted among those that are not full.",
        _COLUMN,
        "what the number of the best move counts: columns, and not entries of a list of moves",
        told=_among_the_open,
    ),
    Mistake(
        "columns-counted-from-one",
        {},
        "Columns are printed from 1 to 7.",
        _COLUMN,
        "what is printed for the leftmost column",
        told=lambda pos, column: column + 1 if column < pos.game.cols - 1 else None,
    ),
    Mistake(
        "columns-counted-from-the-right",
        {},
        "Columns are printed as if 0 was the rightmost one.",
        _COLUMN,
        "what is printed for the leftmost column",
        told=lambda pos, column: pos.game.cols - 1 - column,
    ),
)

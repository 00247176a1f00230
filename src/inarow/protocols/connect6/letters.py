"""Stones as Connect6 engines write them: two letters, the column and the row from the bottom."""

from __future__ import annotations

from inarow._core import Game
from inarow.protocols.line_engine import RefusedError
from inarow.protocols.lines import printable

SIDE = 19
GAME = Game(rows=SIDE, cols=SIDE, k=6, gravity=False, stones=(1, 2))
COLOURS = ("black", "white")


def cell_of(letters: str) -> int:
    """The cell of two letters; raises RefusedError."""
    col, up = (ord(letter) - ord("A") for letter in letters.upper())
    if not (0 <= col < SIDE and 0 <= up < SIDE):
        raise RefusedError(f"stone '{printable(letters.encode())}' must be two letters from A to S")
    return (SIDE - 1 - up) * SIDE + col


def letters_of(cell: int) -> str:
    """The two letters of a cell."""
    row, col = divmod(cell, SIDE)
    return chr(ord("A") + col) + chr(ord("A") + SIDE - 1 - row)


def cells_of(text: str) -> list[int]:
    """The one or two cells of a move; raises RefusedError."""
    if len(text) not in (2, 4):
        raise RefusedError(f"move '{printable(text.encode())}' must be two or four letters")
    cells = [cell_of(text[i : i + 2]) for i in range(0, len(text), 2)]
    return cells[:1] if cells[0] == cells[-1] else cells

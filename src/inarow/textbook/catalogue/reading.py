"""Mistakes in reading the arguments: another question is answered."""

from __future__ import annotations

from inarow._core import Position
from inarow.textbook.mistake import READING, Mistake


def _with_mover(pos: Position, player: int) -> Position:
    return pos if pos.to_move == player else pos.passed()


def _other_side(pos: Position) -> Position:
    return pos.passed()


def _red_moves(pos: Position) -> Position:
    return _with_mover(pos, 1)


def _side_by_count(pos: Position) -> Position:
    """Red moves unless yellow has fewer tokens."""
    return _with_mover(pos, 2 if pos.stones(2) < pos.stones(1) else 1)


def _mirrored(pos: Position) -> Position:
    return pos.mirrored()


def _upside_down(pos: Position) -> Position:
    """The tokens of each column in the opposite order, down on the floor."""
    rows = pos.cells(".xo").split("/")
    columns = ["".join(column).replace(".", "")[::-1] for column in zip(*rows, strict=True)]
    fallen = [column.rjust(len(rows), ".") for column in columns]
    text = "/".join("".join(row) for row in zip(*fallen, strict=True))
    return Position(pos.game, text, pos.to_move)


READING_MISTAKES = (
    Mistake(
        "wrong-side-to-move",
        {},
        "The search starts with the other player.",
        READING,
        "who moves first: the player of the second argument",
        question=_other_side,
        common=True,
    ),
    Mistake(
        "red-always-moves",
        {},
        "Red moves first, whatever the second argument says.",
        READING,
        "the second argument: it must decide who moves first",
        question=_red_moves,
    ),
    Mistake(
        "side-taken-from-the-board",
        {},
        "Who moves is found by counting the tokens and not taken from the argument.",
        READING,
        "the second argument: boards may be unbalanced, so nothing can be counted",
        question=_side_by_count,
    ),
    Mistake(
        "columns-mirrored",
        {},
        "The rows are read from right to left.",
        READING,
        "how a row of the state is read: its first character is column 0",
        question=_mirrored,
    ),
    Mistake(
        "rows-upside-down",
        {},
        "The rows are read from the top: the first tokens to fall are those of the last row.",
        READING,
        "which row of the state is the bottom: the first",
        question=_upside_down,
    ),
)

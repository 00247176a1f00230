"""Counts of programs with known faults in place of the right number of nodes.

The list is that of version 1 and is not added to: hidden tests are chosen by it, and must be the
same for the same secret in later years.
"""

from __future__ import annotations

from collections.abc import Callable

from inarow._core import Position
from inarow.protocols.maxconnect4_file import GAME as _ENDLESS
from inarow.textbook.search import perft

_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))

Leaf = Callable[[Position, int], bool]
"""Whether nothing is counted below a position that was come to by a column."""


def _counted(pos: Position, depth: int, leaf: Leaf) -> int:
    """On a board on which a line does not end the game."""
    return _count(Position(_ENDLESS, pos.cells("012"), pos.to_move, symbols="012"), depth, leaf)


def _count(pos: Position, depth: int, leaf: Leaf) -> int:
    nodes = 1
    if depth > 0:
        for column in range(pos.game.cols):
            if pos.landing(column) is None:
                continue
            after = pos.play(column)
            nodes += 1 if leaf(after, column) else _count(after, depth - 1, leaf)
    return nodes


def _lines(pos: Position, column: int) -> list[bool]:
    """In which directions the last stone of a column is part of four."""
    row = next(row for row in range(pos.game.rows) if pos.at(row, column))
    stone = pos.at(row, column)
    found = []
    for down, right in _STEPS:
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < 6 and 0 <= c < 7 and pos.at(r, c) == stone:
                length, r, c = length + 1, r + sign * down, c + sign * right
        found.append(length >= 4)
    return found


def _blind(direction: int) -> Leaf:
    def leaf(pos: Position, column: int) -> bool:
        return any(line for way, line in enumerate(_lines(pos, column)) if way != direction)

    return leaf


def _one_side(player: int) -> Leaf:
    return lambda pos, column: pos.to_move != player and any(_lines(pos, column))


FAULTS: dict[str, Callable[[Position, int], int]] = {
    "does not count the root": lambda pos, depth: perft(pos, depth) - 1,
    "counts the last depth alone": lambda pos, depth: perft(pos, depth) - perft(pos, depth - 1),
    "counts a depth less": lambda pos, depth: perft(pos, depth - 1),
    "counts a depth more": lambda pos, depth: perft(pos, depth + 1),
    "goes on below won positions": lambda pos, depth: _counted(pos, depth, lambda *_: False),
    "starts from the empty board": lambda pos, depth: perft(Position(), depth),
    "sees no rows": lambda pos, depth: _counted(pos, depth, _blind(0)),
    "sees no columns": lambda pos, depth: _counted(pos, depth, _blind(1)),
    "sees no falling diagonals": lambda pos, depth: _counted(pos, depth, _blind(2)),
    "sees no rising diagonals": lambda pos, depth: _counted(pos, depth, _blind(3)),
    "sees no wins of the first player": lambda pos, depth: _counted(pos, depth, _one_side(2)),
    "sees no wins of the second player": lambda pos, depth: _counted(pos, depth, _one_side(1)),
}


def counts(pos: Position, depth: int) -> tuple[int, ...]:
    """The right number and those of all faults."""
    return (perft(pos, depth), *(count(pos, depth) for count in FAULTS.values()))

"""Turns of two stones, as in Connect6: which pairs stop every line, and which leave too many.

A window of k cells is in reach of a player if the opponent has no stone in it and at most two are
missing. Whoever is to move with such a window completes it. So a pair stops the opponent if it
touches each window in its reach, and it wins if no pair of the opponent's can do that in turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from inarow._core import Game, Position

TURN = 2
Pair = tuple[int, int]
Window = frozenset[int]
"""The empty cells of a window."""


class Row(NamedTuple):
    """A window of the board: its empty cells, and the stones of one player alone."""

    empty: Window
    stones: int


def rows_of(pos: Position, player: int) -> list[Row]:
    """The windows in which the opponent of a player has no stone."""
    cells = pos.cells(".xo").replace("/", "")
    own, other = ".xo"[player], ".xo"[3 - player]
    found = []
    for window in _windows(pos.game):
        here = [cells[cell] for cell in window]
        if other not in here:
            empty = frozenset(cell for cell in window if cells[cell] == ".")
            found.append(Row(empty, here.count(own)))
    return found


def in_reach(pos: Position, player: int) -> list[Window]:
    """What is missing of each window that a player could complete in one turn."""
    return [row.empty for row in rows_of(pos, player) if len(row.empty) <= TURN]


def stopping(windows: Iterable[Window], most: int = TURN) -> bool:
    """Whether so many stones can touch every window."""
    left = list(windows)
    if not left:
        return True
    if most == 0:
        return False
    return any(
        stopping([other for other in left if cell not in other], most - 1) for cell in left[0]
    )


def holding_pairs(pos: Position) -> list[Pair]:
    """The pairs that touch every window in the opponent's reach, where that takes both stones."""
    windows = in_reach(pos, pos.opponent)
    if not windows or stopping(windows, 1):
        return []
    found = set()
    for cell in windows[0]:
        left = [other for other in windows if cell not in other]
        for second in frozenset.intersection(*left):
            found.add((min(cell, second), max(cell, second)))
    return sorted(found)


def winning_pairs(pos: Position, most: int = 2) -> list[Pair]:
    """The pairs after which no line of the opponent's is in reach, and more lines of one's own than
    two stones can stop; at most ``most`` of them. No line may be in reach before."""
    own = [row for row in rows_of(pos, pos.to_move) if len(row.empty) <= 2 * TURN]
    danger = in_reach(pos, pos.opponent)
    reached: dict[int, list[Window]] = {}
    for row in own:
        for cell in row.empty:
            reached.setdefault(cell, []).append(row.empty)
    found: list[Pair] = []
    for pair in combinations(sorted(reached.keys() | frozenset().union(*danger)), TURN):
        if any(not window.intersection(pair) for window in danger):
            continue
        met = {window for cell in pair for window in reached.get(cell, ())}
        left = [window.difference(pair) for window in met]
        if not stopping([window for window in left if len(window) <= TURN]):
            found.append((pair[0], pair[1]))
            if len(found) == most:
                break
    return found


def _windows(game: Game) -> list[list[int]]:
    """Every window of k cells, as cells."""
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(game.rows):
            for col in range(game.cols):
                last_row, last_col = row + down * (game.k - 1), col + right * (game.k - 1)
                if last_row < game.rows and 0 <= last_col < game.cols:
                    window = [
                        (row + down * step) * game.cols + col + right * step
                        for step in range(game.k)
                    ]
                    found.append(window)
    return found

"""The move tree counted under other rules, in Python: small depths, equal positions once.

A board is the columns from left to right, each the stones from the bottom up: ``("12", "", ...)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

ROWS, COLS = 6, 7
Columns = tuple[str, ...]
Wins = Callable[[Columns, int], bool]
_WAYS = {"across": (1, 0), "upright": (0, 1), "rising": (1, 1), "falling": (1, -1)}


class TreeRules(NamedTuple):
    """``wins`` says whether the stone on top of a column ended the game; ``full_columns`` whether a
    move into a full column counts, and changes nothing; ``root``, ``inner``, ``last`` and ``over``
    what counts: the root, states that are expanded, those at the depth, and ends of games."""

    wins: Wins
    full_columns: bool = False
    root: bool = True
    inner: bool = True
    last: bool = True
    over: bool = True


def columns_of(moves: tuple[int, ...]) -> Columns:
    """The board after some moves, which are legal."""
    columns = [""] * COLS
    for number, move in enumerate(moves):
        columns[move] += "12"[number % 2]
    return tuple(columns)


def count(columns: Columns, last: int | None, depth: int, rules: TreeRules) -> int:
    """What is counted below a board whose last stone lies on top of column ``last``."""
    seen: dict[tuple[Columns, int | None, int], int] = {}

    def below(board: Columns, last: int | None, depth: int, is_root: bool) -> int:
        key = (board, last if last is not None and rules.wins(board, last) else None, depth)
        if not is_root and key in seen:
            return seen[key]
        over = key[1] is not None or all(len(column) >= ROWS for column in board)
        total = int(rules.over if over else rules.last if depth == 0 else rules.inner)
        if is_root and not rules.root:
            total = 0
        if depth > 0 and not over:
            stone = "12"[sum(map(len, board)) % 2]
            for move in range(COLS):
                if len(board[move]) < ROWS:
                    laid = (*board[:move], board[move] + stone, *board[move + 1 :])
                    total += below(laid, move, depth - 1, False)
                elif rules.full_columns:
                    total += below(board, None, depth - 1, False)
        if not is_root:
            seen[key] = total
        return total

    return below(columns, last, depth, True)


def four_in(*ways: str, least: int = 4, exactly: bool = False) -> Wins:
    """Whether the stone on top of a column is in a line of these directions."""

    def wins(board: Columns, col: int) -> bool:
        row = len(board[col]) - 1
        stone = board[col][row]
        for right, up in (_WAYS[way] for way in ways):
            length = 1
            for sign in (1, -1):
                c, r = col + sign * right, row + sign * up
                while 0 <= c < COLS and 0 <= r < len(board[c]) and board[c][r] == stone:
                    length, c, r = length + 1, c + sign * right, r + sign * up
            if length == least if exactly else length >= least:
                return True
        return False

    return wins


def of_side(wins: Wins, side: str) -> Wins:
    return lambda board, col: board[col][-1] == side and wins(board, col)


def never(board: Columns, col: int) -> bool:
    return False


def wrapping(board: Columns, col: int) -> bool:
    """Lines of a board of 42 bits without a spare row: the top of a column and the bottom of the
    next are neighbours."""
    stone = board[col][-1]
    bits = sum(
        1 << (c * ROWS + r)
        for c, column in enumerate(board)
        for r, each in enumerate(column)
        if each == stone
    )
    for step in (1, ROWS - 1, ROWS, ROWS + 1):
        two = bits & (bits >> step)
        if two & (two >> 2 * step):
            return True
    return False

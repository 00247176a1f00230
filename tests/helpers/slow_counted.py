"""Counted games, slowly and obviously: the yardstick of the native player."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

Board = list[list[int]]  # rows from the top; 0 empty, 1, 2


def board_of(cells: str, symbols: str = ".xo") -> Board:
    return [[symbols.index(c) for c in row] for row in cells.split("/")]


def windows(board: Board, k: int) -> list[list[tuple[int, int]]]:
    """All straight lines of k cells."""
    return windows_of_size(len(board), len(board[0]), k)


@cache
def windows_of_size(rows: int, cols: int, k: int) -> list[list[tuple[int, int]]]:
    found = []
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, col + i * right) for i in range(k)]
                if all(0 <= r < rows and 0 <= c < cols for r, c in cells):
                    found.append(cells)
    return found


def points(board: Board, k: int, player: int) -> int:
    return sum(all(board[r][c] == player for r, c in cells) for cells in windows(board, k))


def drop(board: Board, col: int, player: int) -> Board:
    after = [row[:] for row in board]
    row = max(r for r in range(len(board)) if board[r][col] == 0)
    after[row][col] = player
    return after


def open_columns(board: Board) -> list[int]:
    return [col for col, cell in enumerate(board[0]) if cell == 0]


def empty_cells(board: Board) -> int:
    return sum(row.count(0) for row in board)


# What an open window promises, by whether its owner lays the last stone of the game and whether it
# is to move: [empty cells - 1][of these in the owner's rows][of these where a stone can land now].
PROMISE = {
    (False, False): [
        [[9, 26], [86, 60]],
        [[0, 1, 9], [10, 4, 8], [68, 56, 45]],
        [[41, 2, 2], [8, -3, 2], [-5, -6, 6], [31, 18, 2]],
    ],
    (False, True): [
        [[10, 60], [86, 84]],
        [[1, 6, 18], [11, 12, 32], [64, 78, 66]],
        [[28, 1, 3], [11, 2, 1], [0, -4, 15], [39, 37, 34]],
    ],
    (True, False): [
        [[16, 18], [87, 46]],
        [[2, 4, 4], [12, 10, 6], [80, 25, 18]],
        [[24, 34, 40], [6, 4, 9], [1, 4, 6], [47, 23, 7]],
    ],
    (True, True): [
        [[15, 46], [89, 78]],
        [[1, 7, 15], [12, 18, 20], [79, 66, 39]],
        [[36, 47, 53], [9, 8, 12], [4, 7, 11], [29, 52, 12]],
    ],
}


def open_windows(board: Board, k: int, player: int) -> Iterator[list[tuple[int, int]]]:
    """The empty cells of each window that the player can still complete."""
    for cells in windows(board, k):
        empty = [(r, c) for r, c in cells if board[r][c] == 0]
        if empty and all(board[r][c] != 3 - player for r, c in cells):
            yield empty


def promise(board: Board, k: int, player: int, mover: int) -> int:
    """The own rows of a player are the top row and every second below it if it lays the last stone
    of the game, else the others."""
    last = (player == mover) == (empty_cells(board) % 2 == 1)
    total = 0
    for empty in open_windows(board, k, player):
        if len(empty) <= 3:
            own = sum((row % 2 == 0) == last for row, _ in empty)
            landing = sum(row + 1 == len(board) or board[row + 1][col] != 0 for row, col in empty)
            total += PROMISE[last, player == mover][len(empty) - 1][own][min(landing, 2)]
    return total


def margin(board: Board, k: int, mover: int) -> int:
    return points(board, k, mover) - points(board, k, 3 - mover)


def follow_up_end(board: Board, leader: int, leaders_columns: tuple[int, ...]) -> Board:
    """The full board after every stone of the leader was answered in its column, or, on the lowest
    cell of a column with an odd number of empty cells, in another such column. The leader gets
    these lowest cells in its columns and the other side those of the other columns."""
    full = [row[:] for row in board]
    for col in open_columns(board):
        rows = [row for row in range(len(board)) if board[row][col] == 0][::-1]
        if len(rows) % 2 == 1:
            full[rows.pop(0)][col] = leader if col in leaders_columns else 3 - leader
        for number, row in enumerate(rows):
            full[row][col] = leader if number % 2 == 0 else 3 - leader
    return full


def bounds(board: Board, k: int, mover: int) -> tuple[int, int]:
    """What the mover's final margin is at least and at most, without looking ahead."""
    now = margin(board, k, mover)
    lower = now - len(list(open_windows(board, k, 3 - mover)))
    upper = now + len(list(open_windows(board, k, mover)))
    odd = [c for c in open_columns(board) if sum(row[c] == 0 for row in board) % 2 == 1]

    def ends(leader: int, *columns: int) -> int:
        return margin(follow_up_end(board, leader, columns), k, mover)

    if len(odd) == 0:
        upper = min(upper, ends(mover))
    elif len(odd) == 1:
        lower = max(lower, ends(3 - mover))
    elif len(odd) == 2:
        upper = min(upper, max(ends(mover, col) for col in odd))
    elif len(odd) == 3:  # the mover takes one of them, the other side chooses between the rest
        lower = max(lower, *(min(ends(3 - mover, c) for c in odd if c != taken) for taken in odd))
    return lower, upper


def grain(depth: int) -> int:
    """What estimates are rounded to in a search of so many moves."""
    return 1 if depth <= 12 else 25 if depth <= 16 else 100


def evaluate(board: Board, k: int, mover: int, grain: int = 1) -> int:
    promised = promise(board, k, mover, mover) - promise(board, k, 3 - mover, mover)
    estimate = 100 * margin(board, k, mover) + promised
    rounded = (2 * estimate + grain) // (2 * grain) * grain  # halves up
    lower, upper = bounds(board, k, mover)
    return max(100 * lower, min(100 * upper, rounded))


def minimax(board: Board, k: int, mover: int, depth: int) -> int:
    """The value for the mover of looking depth moves ahead; at the end 100 times the margin."""
    columns = open_columns(board)
    if not columns:
        return 100 * margin(board, k, mover)
    if depth == 0:
        return evaluate(board, k, mover)
    return max(-minimax(drop(board, col, mover), k, 3 - mover, depth - 1) for col in columns)


def alpha_beta(
    board: Board,
    k: int,
    mover: int,
    depth: int,
    grain: int = 1,
    low: float = -math.inf,
    high: float = math.inf,
) -> int:
    """The value of minimax, where it lies between low and high: for depths too great for that."""
    columns = open_columns(board)
    if not columns:
        return 100 * margin(board, k, mover)
    if depth == 0:
        return evaluate(board, k, mover, grain)
    best = -(10**6)
    for col in columns:
        after = drop(board, col, mover)
        value = -alpha_beta(after, k, 3 - mover, depth - 1, grain, -high, -max(low, best))
        best = max(best, value)
        if best >= high:
            break
    return best

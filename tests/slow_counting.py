"""Counting games, slowly and obviously: the yardstick of the native player."""

from __future__ import annotations

from collections.abc import Iterator

Board = list[list[int]]  # rows from the top; 0 empty, 1, 2


def board_of(cells: str, symbols: str = ".xo") -> Board:
    return [[symbols.index(c) for c in row] for row in cells.split("/")]


def windows(board: Board, k: int) -> Iterator[list[tuple[int, int]]]:
    """All straight lines of k cells."""
    for row in range(len(board)):
        for col in range(len(board[0])):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, col + i * right) for i in range(k)]
                if all(0 <= r < len(board) and 0 <= c < len(board[0]) for r, c in cells):
                    yield cells


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


OPEN = {0: 100, 1: 15, 2: 10, 3: 8}
IN_OWN_ROWS = {0: 0, 1: 75, 2: 60, 3: 50}


def promise(board: Board, k: int, player: int, lays_last_stone: bool) -> int:
    """The open windows of a player by their empty cells, and more for those in its own rows: the
    top row and every second below it if it lays the last stone of the game, else the others."""
    total = 0
    for cells in windows(board, k):
        if any(board[r][c] == 3 - player for r, c in cells):
            continue
        empty = [r for r, c in cells if board[r][c] == 0]
        if len(empty) > 3:
            continue
        total += OPEN[len(empty)]
        if all((r % 2 == 0) == lays_last_stone for r in empty):
            total += IN_OWN_ROWS[len(empty)]
    return total


def evaluate(board: Board, k: int, mover: int) -> int:
    mover_lays_last = empty_cells(board) % 2 == 1
    return promise(board, k, mover, mover_lays_last) - promise(
        board, k, 3 - mover, not mover_lays_last
    )


def minimax(board: Board, k: int, mover: int, depth: int) -> int:
    """The value for the mover of looking depth moves ahead; at the end 100 times the margin."""
    columns = open_columns(board)
    if not columns:
        return 100 * (points(board, k, mover) - points(board, k, 3 - mover))
    if depth == 0:
        return evaluate(board, k, mover)
    return max(-minimax(drop(board, col, mover), k, 3 - mover, depth - 1) for col in columns)

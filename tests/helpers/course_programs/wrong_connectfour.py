"""A plain program of the Connect Four course, written apart from ours, that can make mistakes."""

from __future__ import annotations

import sys
from collections.abc import Iterator

MISTAKE = 0  # 1: cuts off only beyond the bound; 2: the root is not counted; 3: last of ties


def lines() -> Iterator[list[tuple[int, int]]]:
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(6):
            for col in range(7):
                if 0 <= row + 3 * down < 6 and 0 <= col + 3 * right < 7:
                    yield [(row + i * down, col + i * right) for i in range(4)]


LINES = list(lines())
nodes = 0


Board = list[list[str]]


def won(board: Board, who: str) -> bool:
    return any(all(board[r][c] == who for r, c in line) for line in LINES)


def score(board: Board, who: str) -> int:
    total = sum(row.count(who) for row in board)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(6):
            for col in range(7):
                before = (row - down, col - right)
                if inside(*before) and board[before[0]][before[1]] == who:
                    continue
                length, r, c = 0, row, col
                while inside(r, c) and board[r][c] == who:
                    length, r, c = length + 1, r + down, c + right
                total += {0: 0, 1: 0, 2: 10, 3: 100}.get(length, 1000)
    return total


def inside(row: int, col: int) -> bool:
    return 0 <= row < 6 and 0 <= col < 7


def value(
    board: Board, who: str, depth: int, alpha: float, beta: float, prune: bool, root: bool = False
) -> tuple[float, int | None]:
    global nodes  # noqa: PLW0603
    nodes += 0 if root and MISTAKE == 2 else 1
    for colour, worth in (("r", 10000), ("y", -10000)):
        if won(board, colour):
            return worth, None
    if depth == 0 or all(cell != "." for cell in board[5]):
        return score(board, "r") - score(board, "y"), None
    best: float | None = None
    move: int | None = None
    for col in range(7):
        row = next((r for r in range(6) if board[r][col] == "."), None)
        if row is None:
            continue
        board[row][col] = who
        found, _ = value(board, "y" if who == "r" else "r", depth - 1, alpha, beta, prune)
        board[row][col] = "."
        sign = 1 if who == "r" else -1
        if best is None or sign * found > sign * best or (MISTAKE == 3 and found == best):
            best, move = found, col
        if prune and who == "r":
            if best > beta or (best == beta and MISTAKE != 1):
                break
            alpha = max(alpha, best)
        elif prune:
            if best < alpha or (best == alpha and MISTAKE != 1):
                break
            beta = min(beta, best)
    assert best is not None
    return best, move


if __name__ == "__main__":
    state, player, algorithm, plies = sys.argv[1:5]
    cells = [list(row) for row in state.split(",")]
    infinity = float("inf")
    _, column = value(
        cells, player[0], int(plies), -infinity, infinity, algorithm == "A", root=True
    )
    print(column)
    print(nodes)

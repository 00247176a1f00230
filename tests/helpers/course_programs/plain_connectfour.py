"""COMP3308 by the plainest means: wins if it can, else plays the first column that is open."""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def lines() -> "Iterator[list[tuple[int, int]]]":
    for row in range(6):
        for col in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, col + i * right) for i in range(4)]
                if all(0 <= r < 6 and 0 <= c < 7 for r, c in cells):
                    yield cells


def connect_four(contents: str, turn: str) -> int:
    rows = [list(row) for row in contents.split(",")]
    open_columns = [col for col in range(7) if rows[5][col] == "."]
    for col in open_columns:
        row = next(r for r in range(6) if rows[r][col] == ".")
        rows[row][col] = turn[0]
        if any(all(rows[r][c] == turn[0] for r, c in cells) for cells in lines()):
            return col
        rows[row][col] = "."
    return open_columns[0]


def agent(observation: "Any", configuration: "Any") -> "Any":
    """The same for Kaggle: any open column."""
    board, columns = observation.board, configuration["columns"]
    return next(col for col in range(columns) if board[col] == 0)


if __name__ == "__main__":
    print(connect_four(sys.argv[1], sys.argv[2]))

"""The rules once more, as slowly and obviously as possible: a dictionary of cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from inarow import Game, Goal, Position

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@cache
def windows_of(rows: int, cols: int, k: int) -> list[list[tuple[int, int]]]:
    found = []
    for row in range(rows):
        for col in range(cols):
            for down, right in DIRECTIONS:
                window = [(row + i * down, col + i * right) for i in range(k)]
                if all(0 <= r < rows and 0 <= c < cols for r, c in window):
                    found.append(window)
    return found


@dataclass
class SlowBoard:
    rows: int
    cols: int
    k: int
    gravity: bool
    first_to_k: bool
    stones: tuple[int, int] = (1, 1)
    to_move: int = 1
    left: int = 0
    cells: dict[tuple[int, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.left = self.left or (self.stones[0] if not self.cells else self.stones[1])

    def windows(self) -> list[list[tuple[int, int]]]:
        return windows_of(self.rows, self.cols, self.k)

    def score(self) -> tuple[int, int]:
        owned = [0, 0, 0]
        for window in self.windows():
            owners = {self.cells.get(cell, 0) for cell in window}
            if len(owners) == 1:
                owned[owners.pop()] += 1
        return owned[1], owned[2]

    def full(self) -> bool:
        return len(self.cells) == self.rows * self.cols

    def outcome(self) -> str:
        first, second = self.score()
        if self.first_to_k:
            last_mover_first = (second, first) if self.to_move == 1 else (first, second)
            names = ("SECOND_WINS", "FIRST_WINS")
            if self.to_move == 2:
                names = ("FIRST_WINS", "SECOND_WINS")
            for lines, name in zip(last_mover_first, names, strict=True):
                if lines:
                    return name
            return "DRAW" if self.full() else "ONGOING"
        if not self.full():
            return "ONGOING"
        return "FIRST_WINS" if first > second else "SECOND_WINS" if second > first else "DRAW"

    def landing(self, move: int) -> tuple[int, int] | None:
        if self.gravity:
            for row in reversed(range(self.rows)):
                if (row, move) not in self.cells:
                    return row, move
            return None
        cell = divmod(move, self.cols)
        return None if cell in self.cells else cell

    def moves(self) -> list[int]:
        if self.outcome() != "ONGOING":
            return []
        count = self.cols if self.gravity else self.rows * self.cols
        return [move for move in range(count) if self.landing(move) is not None]

    def play(self, move: int) -> SlowBoard:
        cell = self.landing(move)
        assert cell is not None
        stays = self.left > 1
        return SlowBoard(
            self.rows,
            self.cols,
            self.k,
            self.gravity,
            self.first_to_k,
            self.stones,
            self.to_move if stays else 3 - self.to_move,
            self.left - 1 if stays else self.stones[1],
            {**self.cells, cell: self.to_move},
        )

    def text(self) -> str:
        return "/".join(
            "".join(".xo"[self.cells.get((row, col), 0)] for col in range(self.cols))
            for row in range(self.rows)
        )

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        return 1 + sum(self.play(move).perft(depth - 1) for move in self.moves())


def slow(game: Game, **changes: Any) -> SlowBoard:
    return SlowBoard(
        game.rows,
        game.cols,
        game.k,
        game.gravity,
        game.goal is Goal.FIRST_TO_K,
        game.stones,
        **changes,
    )


def slow_copy(pos: Position) -> SlowBoard:
    cells = {
        (row, col): pos.at(row, col)
        for row in range(pos.game.rows)
        for col in range(pos.game.cols)
        if pos.at(row, col)
    }
    return slow(pos.game, to_move=pos.to_move, left=pos.left, cells=cells)

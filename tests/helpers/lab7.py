"""APS105 lab 7 once more, in plain Python: the fixed rule and the text of a whole game.

Nothing here uses the package, so that a text written here and a text printed there are two
opinions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

Board = list[list[str]]
Cell = tuple[int, int]

ASK_SIZE = "Enter board dimensions (n): "
ASK_COLOUR = "Computer playing B or W?: "
ASK_STONE = "Lay down a stone (ROW COL): "
OCCUPIED = "That square is occupied.\n"
PROMPTS = (ASK_SIZE, ASK_COLOUR, ASK_STONE)


def new_board(n: int) -> Board:
    return [["U"] * n for _ in range(n)]


def board_text(board: Board) -> str:
    return "".join("".join(row) + "\n" for row in board)


def empty_cells(board: Board) -> list[Cell]:
    n = len(board)
    return [(row, col) for row in range(n) for col in range(n) if board[row][col] == "U"]


def longest(board: Board, cell: Cell, stone: str) -> int:
    """The longest line of stones through a cell, as if the stone lay there."""
    n = len(board)
    best = 1
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            row, col = cell[0] + sign * down, cell[1] + sign * right
            while 0 <= row < n and 0 <= col < n and board[row][col] == stone:
                length += 1
                row, col = row + sign * down, col + sign * right
        best = max(best, length)
    return best


def other(stone: str) -> str:
    return "W" if stone == "B" else "B"


def choice_by_recursion(board: Board, stone: str) -> Cell:
    """The sheet's words: try every move and every reply on the board, take the best of the worst.
    With one empty square there is no reply, and that square is played."""
    best, chosen = None, None
    for row, col in empty_cells(board):
        mine = longest(board, (row, col), stone)
        board[row][col] = stone
        scores = [mine - longest(board, reply, other(stone)) for reply in empty_cells(board)]
        board[row][col] = "U"
        worst = min(scores, default=0)
        if best is None or worst > best:
            best, chosen = worst, (row, col)
    assert chosen is not None
    return chosen


def choice_by_table(board: Board, stone: str) -> Cell:
    """The same, with the length of each reply written down once, for the larger boards."""
    cells = empty_cells(board)
    replies = {cell: longest(board, cell, other(stone)) for cell in cells}

    def score(cell: Cell) -> int:
        threat = max((length for reply, length in replies.items() if reply != cell), default=0)
        return longest(board, cell, stone) - threat

    return max(cells, key=score)  # the first of equals


def winning_cells(board: Board, stone: str) -> list[Cell]:
    return [cell for cell in empty_cells(board) if longest(board, cell, stone) >= 6]


Human = Callable[[Board], "Cell | None"]


def typing(squares: Iterable[Cell]) -> Human:
    """A human who types these squares whatever happens, and then leaves."""
    rest = iter(squares)
    return lambda board: next(rest, None)


def transcript(n: int, computer: str, human: Human, choose: Callable[[Board, str], Cell]) -> str:
    """What the program prints during a game; it stops where the human leaves."""
    board = new_board(n)
    text = ASK_SIZE + board_text(board) + ASK_COLOUR
    stone = "B"
    while True:
        if stone == computer:
            cell = choose(board, stone)
            text += f"Computer lays a stone at ROW {cell[0]} COL {cell[1]}.\n"
        else:
            text += ASK_STONE
            while (square := human(board)) not in empty_cells(board):
                if square is None:
                    return text
                text += OCCUPIED + ASK_STONE
            cell = square
        wins = longest(board, cell, stone) >= 6
        board[cell[0]][cell[1]] = stone
        text += board_text(board)
        if wins:
            return text + ("Black" if stone == "B" else "White") + " player wins.\n"
        if not empty_cells(board):
            return text + "Draw!\n"
        stone = other(stone)


def typed(n: int, computer: str, squares: Iterable[Cell]) -> bytes:
    lines = [str(n), computer, *(f"{row} {col}" for row, col in squares)]
    return ("\n".join(lines) + "\n").encode()


class BlockingHuman:
    """Mostly blocks the computer's longest line, sometimes plays anywhere, now and then tries a
    taken square or one off the board. ``squares`` is what was typed."""

    def __init__(self, computer: str, rng: random.Random) -> None:
        self.computer = computer
        self.rng = rng
        self.squares: list[Cell] = []

    def __call__(self, board: Board) -> Cell:
        self.squares.append(self.square(board))
        return self.squares[-1]

    def square(self, board: Board) -> Cell:
        n = len(board)
        cells = empty_cells(board)
        if self.rng.random() < 0.1:
            return self.rng.randrange(-2, n + 2), self.rng.randrange(-2, n + 2)
        if self.rng.random() < 0.1:
            return self.rng.choice(cells)
        lines = {cell: longest(board, cell, self.computer) for cell in cells}
        blocks = [cell for cell in cells if lines[cell] == max(lines.values())]
        return max(blocks, key=lambda cell: longest(board, cell, other(self.computer)))

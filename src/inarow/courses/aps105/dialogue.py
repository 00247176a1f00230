"""A game of Lab 7 part 1 under given rules: what the program says, one saying after the other.

    ("size",) ("board", "UUU...") ("colour",) ("lays", 3, 4) ("stone",) ("occupied",)
    ("black",) ("white",) ("draw",)     the last line

``text_of`` writes them as the task has them; transcript.py reads them from what a program printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from inarow._core import Outcome
from inarow.courses.aps105.rules import EMPTY, OTHER, Board, LabRules, choice, size_of
from inarow.protocols.aps105 import ASK_COLOUR, ASK_SIZE, ASK_STONE, ENDINGS, LAYS, OCCUPIED

Saying = tuple[str | int, ...]
Square = tuple[int, int]

TEXTS = {
    "size": ASK_SIZE,
    "colour": ASK_COLOUR,
    "stone": ASK_STONE,
    "occupied": OCCUPIED,
    "black": ENDINGS[Outcome.FIRST_WINS],
    "white": ENDINGS[Outcome.SECOND_WINS],
    "draw": ENDINGS[Outcome.DRAW],
}


def sayings(rules: LabRules, n: int, colour: str, squares: Iterable[Square]) -> Iterator[Saying]:
    """What a program says when this is typed; it stops where a square is asked for and none is
    left, and where a program would try for ever."""
    board: Board = [EMPTY] * (n * n)
    typed = iter(squares)
    computer = {"exchanged": OTHER[colour], "black": "B"}.get(rules.colour, colour)
    stone = {"white": "W", "computer": computer}.get(rules.begins, "B")
    yield ("size",)
    if rules.boards != "not-the-first":
        yield ("board", "".join(board))
    yield ("colour",)
    while True:
        if stone == computer:
            chosen = choice(board, stone, rules)
            if chosen is None:
                return
            yield ("lays", *divmod(chosen, n))
            if rules.trials == "left":
                board = [OTHER[stone] if each == EMPTY else each for each in board]
            if rules.laid == "exchanged":
                chosen = chosen % n * n + chosen // n
        else:
            found = None
            while found is None:
                yield ("stone",)
                square = next(typed, None)
                if square is None:
                    return
                found = _laid_by_human(board, square, rules)
                if found is None:
                    yield ("occupied",)
                    if rules.occupied == "turn-lost":
                        break
            if found is None:
                stone = OTHER[stone]
                continue
            chosen = found
        board[chosen] = stone
        silent = {computer: "not-after-computer", OTHER[computer]: "not-after-human"}[stone]
        if rules.boards != silent:
            yield ("board", "".join(board))
        end = ending(board, chosen, stone, computer, rules)
        if end:
            yield (end,)
            return
        stone = OTHER[stone]


def _laid_by_human(board: Sequence[str], square: Square, rules: LabRules) -> int | None:
    """Where a typed stone is laid; None if the program says that it is taken."""
    n = size_of(board)
    row, col = square if rules.read == "row-column" else square[::-1]
    if not (0 <= row < n and 0 <= col < n):
        return None
    cell = row * n + col
    return cell if board[cell] == EMPTY or rules.occupied == "laid-over" else None


def ending(board: Sequence[str], square: int, stone: str, computer: str, rules: LabRules) -> str:
    """The saying that ends the game after a stone; empty if it goes on."""
    left = board.count(EMPTY)
    full = left <= (1 if rules.draw == "early" else 0) and rules.draw != "never"
    if full and rules.draw == "before-win":
        return "draw"
    if _wins(board, square, stone, computer, rules):
        winner = stone if rules.named == "who-won" else OTHER[stone]
        return "black" if winner == "B" else "white"
    return "draw" if full else ""


def _wins(board: Sequence[str], square: int, stone: str, computer: str, rules: LabRules) -> bool:
    if (rules.win_sides == "computer") == (stone != computer) and rules.win_sides != "both":
        return False
    return rules.ends(board, square, stone)


def text_of(heard: Iterable[Saying]) -> str:
    """The sayings as the task writes them."""
    return "".join(_text(saying) for saying in heard)


def _text(saying: Saying) -> str:
    kind = saying[0]
    if kind == "board":
        board = str(saying[1])
        n = size_of(board)
        return "".join(board[row * n : row * n + n] + "\n" for row in range(n))
    if kind == "lays":
        return LAYS % saying[1:]
    return TEXTS[str(kind)] if kind in TEXTS else str(saying[1])


def printed(rules: LabRules, typed: bytes) -> bytes:
    """Standard output of a program by these rules for a standard input: the size, the computer's
    colour, and squares, split by white space."""
    words = typed.split()
    numbers = [int(word) for word in words[2:]]
    squares = list(zip(numbers[::2], numbers[1::2], strict=False))
    return text_of(sayings(rules, int(words[0]), words[1].decode(), squares)).encode()

"""The games that a program of Lab 7 is asked to play, so that each known mistake shows in some.

A person of one of four tempers plays against the right program, by a seed; what is typed is the
question. The seeds were chosen so that few games tell many mistakes apart. After those squares all
of the board is typed, so that every game ends, whatever the program does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from inarow.courses.aps105.dialogue import Square, ending
from inarow.courses.aps105.rules import EMPTY, OTHER, Board, LabRules, choice, line_through

Temper = Literal["blocks", "builds", "waits", "strays"]
_RIGHT = LabRules()
_GAMES: tuple[tuple[int, str, Temper, int], ...] = (
    (8, "W", "strays", 5),
    (8, "B", "waits", 10),
    (7, "B", "builds", 4),
    (7, "W", "blocks", 1),
    (8, "B", "blocks", 0),
    (7, "B", "builds", 0),
    (8, "B", "builds", 25),
    (7, "B", "waits", 19),
)


@dataclass(frozen=True)
class Typed:
    """What is typed into a program: the size, its colour, and squares."""

    n: int
    colour: str
    squares: tuple[Square, ...]

    @property
    def stdin(self) -> bytes:
        lines = [str(self.n), self.colour, *(f"{row} {col}" for row, col in self.squares)]
        return ("\n".join(lines) + "\n").encode()


@lru_cache(maxsize=1)
def questions() -> tuple[Typed, ...]:
    """The games, the most telling first."""
    return tuple(game(*each) for each in _GAMES)


def game(n: int, colour: str, temper: Temper, seed: int) -> Typed:
    """What a person types who plays against the right program, and then to the end."""
    squares = list(_person(n, colour, temper, random.Random(seed)))
    return Typed(n, colour, (*squares, *(divmod(square, n) for square in range(n * n))))


def _person(n: int, colour: str, temper: Temper, rng: random.Random) -> Iterator[Square]:
    board: Board = [EMPTY] * (n * n)
    stone = "B"
    while EMPTY in board:
        if stone == colour:
            square = choice(board, stone, _RIGHT)
            assert square is not None
        else:
            if EMPTY * len(board) != "".join(board) and rng.random() < 0.08:
                taken = [cell for cell, each in enumerate(board) if each != EMPTY]
                yield divmod(rng.choice(taken), n)
            square = _wanted(board, stone, temper, rng)
            yield divmod(square, n)
        board[square] = stone
        if ending(board, square, stone, colour, _RIGHT):
            return
        stone = OTHER[stone]


def _wanted(board: Sequence[str], stone: str, temper: Temper, rng: random.Random) -> int:
    """A square: blocking the computer, building, or building so that only seven would win."""
    empty = [square for square, each in enumerate(board) if each == EMPTY]
    if rng.random() < (0.35 if temper == "strays" else 0.1):
        return rng.choice(empty)

    def line(square: int, colour: str) -> int:
        return line_through(board, square, colour, _RIGHT)

    if temper == "waits":
        long = [square for square in empty if line(square, stone) > 6]
        empty = long or [square for square in empty if line(square, stone) != 6] or empty
    first, second = (stone, OTHER[stone]) if temper == "builds" else (OTHER[stone], stone)
    best = max((line(square, first), line(square, second)) for square in empty)
    return rng.choice([each for each in empty if (line(each, first), line(each, second)) == best])

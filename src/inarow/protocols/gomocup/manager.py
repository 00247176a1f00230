"""The Gomocup protocol from the manager's side: its lines, and what it reads.

x is the column and y the row, both from 0 at the top left. ``INFO connect K`` is sent for lines of
other lengths than five, which the published protocol does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inarow._core import Game
from inarow.protocols.gomocup.engine import LARGEST_SIDE, SMALLEST_SIDE
from inarow.protocols.lines import printable

ABOUT = "ABOUT"
END = "END"
_GAME_TYPE_TWO_PROGRAMS = 1
_NAME = re.compile(rb'\bname\s*=\s*"([^"]*)"')
_ANSWER = re.compile(rb"\s*(?:[-+]?[0-9]|(?i:ERROR)\b)")
_PAIR = re.compile(rb"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*")


def problem_of(game: Game) -> str:
    """Why the protocol cannot carry a game; empty if it can."""
    if game.gravity or max(game.stones) > 1 or game.goal.name != "FIRST_TO_K":
        return "is not a game of one stone a turn on a free board, first line wins"
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (game.rows, game.cols)):
        return f"must have {SMALLEST_SIDE} to {LARGEST_SIDE} rows and columns"
    return ""


def start_line(game: Game) -> str:
    return f"START {game.rows}" if game.rows == game.cols else f"RECTSTART {game.cols},{game.rows}"


def info_lines(game: Game, turn_ms: float, match_ms: float, memory_mb: int) -> Iterator[str]:
    """What an engine is told before the game."""
    yield f"INFO timeout_turn {int(turn_ms)}"
    yield f"INFO timeout_match {int(match_ms)}"
    yield f"INFO max_memory {memory_mb << 20}"
    yield f"INFO game_type {_GAME_TYPE_TWO_PROGRAMS}"
    yield f"INFO rule {int(game.exact)}"
    if game.k != 5:
        yield f"INFO connect {game.k}"


def time_left_line(clock_ms: float) -> str:
    return f"INFO time_left {int(max(clock_ms, 0))}"


def move_lines(game: Game, cells: Sequence[int], *, begun: bool) -> list[str]:
    """The lines that ask for the next move after ``cells``; the last of them asks. ``begun``: the
    engine has moved before, so that it knows all stones but the last."""
    if not cells:
        return ["BEGIN"]
    if begun or len(cells) == 1:
        return [f"TURN {_written(game, cells[-1])}"]
    asked = len(cells) % 2
    stones = [
        f"{_written(game, cell)},{1 if number % 2 == asked else 2}"
        for number, cell in enumerate(cells)
    ]
    return ["BOARD", *stones, "DONE"]


def _written(game: Game, cell: int) -> str:
    return f"{cell % game.cols},{cell // game.cols}"


def parse_start(line: bytes) -> bytes | None:
    """``OK`` or the refusal, as written; None for any other line."""
    word = line.split()[:1]
    return line.strip() if word and word[0].upper() in (b"OK", b"ERROR", b"UNKNOWN") else None


class About(NamedTuple):
    """An answer to ``ABOUT``: a name, empty if there is none, or the refusal of an earlier line."""

    name: bytes = b""
    refusal: bytes = b""


def parse_about(line: bytes) -> About | None:
    """None for a line that says nothing about the engine. It will not play if it reports an error,
    or if it does not know ``INFO connect``."""
    word, *rest = line.upper().split() or [b""]
    if word == b"ERROR" or (word == b"UNKNOWN" and b"CONNECT" in rest):
        return About(refusal=line.strip())
    if found := _NAME.search(line):
        return About(name=found[1].strip())
    return About() if word == b"UNKNOWN" and b"ABOUT" in rest else None


def parse_move(line: bytes) -> bytes | None:
    """An answer to a move line, good or bad, as written; None for MESSAGE, DEBUG and noise."""
    return line.strip() if _ANSWER.match(line) else None


def cell_of(answer: bytes, game: Game) -> int:
    """The cell of an answer; raises ValueError with a clause to follow the engine's name."""
    found = _PAIR.fullmatch(answer)
    if found is None:
        raise ValueError(f"answered '{printable(answer)}', which is not a move X,Y")
    x, y = int(found[1]), int(found[2])
    if x >= game.cols or y >= game.rows:
        raise ValueError(f"played {x},{y}, which is off the board")
    return y * game.cols + x

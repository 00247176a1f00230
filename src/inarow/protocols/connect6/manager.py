"""The text protocol of Connect6 engines from the manager's side: its lines, and what it reads."""

from __future__ import annotations

from collections.abc import Sequence

from inarow._core import Game
from inarow.protocols.connect6.engine import GAME, RefusedError, cells_of, letters_of
from inarow.protocols.lines import printable

ASK_NAME = "name"
QUIT = "quit"
_COLOURS = ("black", "white")


def problem_of(game: Game) -> str:
    """Why the protocol cannot carry a game; empty if it can."""
    return "" if game == GAME else "is not connect6 on 19 x 19, all that its letters A to S can say"


def new_line(side: int) -> str:
    """``side`` is 0 for black, who begins."""
    return f"new {_COLOURS[side]}"


def move_lines(turns: Sequence[Sequence[int]], *, begun: bool) -> list[str]:
    """The lines that ask for the next turn after ``turns``; the last of them asks. ``begun``: the
    engine has moved before, so that it knows all turns but the last."""
    if not turns:
        return ["next"]
    known = [] if begun else turns[:-1]
    laid = [f"{_COLOURS[number % 2]} {_written(turn)}" for number, turn in enumerate(known)]
    return [*laid, f"move {_written(turns[-1])}"]


def _written(turn: Sequence[int]) -> str:
    return "".join(letters_of(cell) for cell in turn)


def parse_name(line: bytes) -> bytes | None:
    """The name of an engine; None for any other line."""
    word, *rest = line.split(maxsplit=1) or [b""]
    return rest[0].strip() if word.lower() == b"name" and rest else None


def parse_move(line: bytes) -> bytes | None:
    """An answer to a move line, good or bad, as written; None for any other line."""
    words = line.split()
    return line.strip() if words and words[0].lower() in (b"move", b"error") else None


def cells_of_answer(answer: bytes) -> list[int]:
    """The cells of an answer; raises ValueError with a clause to follow the engine's name."""
    word, *rest = answer.split()
    if word.lower() != b"move" or len(rest) != 1:
        raise ValueError(f"answered '{printable(answer)}', which is not a move")
    try:
        return cells_of(rest[0].decode("ascii", "replace"))
    except RefusedError as refused:
        raise ValueError(f"answered '{printable(answer)}': {refused}") from None

"""A puzzle of Connect Four, as the page asks for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inarow.errors import UserError
from inarow.teaching.puzzles import GAME, puzzle


def puzzle_answer(seed: int, stopped: Callable[[], bool] = lambda: False) -> dict[str, Any]:
    """The link's words of a puzzle, and in how many stones of its side it is won."""
    found = puzzle(seed, stopped)
    if found is None:
        raise UserError("no puzzle was found: try again")
    return {"game": GAME, "from": found.pos.text, "win_in": found.win_in}

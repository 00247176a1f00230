"""What any position asks of the side to move in which one move wins and every other does not."""

from __future__ import annotations

from inarow.analysis.verdict import Analysis, side_of_ply
from inarow.score import Unit
from inarow.teaching.phrases import said, sides_for
from inarow.words import COLOURS


def win_in(found: Analysis) -> int | None:
    """In how many stones of its own the side to move wins, where one move alone wins."""
    winning = [move for move in found.moves if move.lo > 0]
    if not found.exact or len(winning) != 1 or found.verdict.unit is Unit.POINTS:
        return None
    plies = winning[0].plies or 0
    return sum(side_of_ply(found.pos, ply) == found.pos.to_move for ply in range(1, plies + 1))


def task(found: Analysis, reader: int = 0) -> str:
    """What a puzzle asks of the side to move, empty where it is none."""
    count = win_in(found)
    if count is None:
        return ""
    if reader == found.pos.to_move:
        return said("puzzle, yours", colour=COLOURS[reader], count=count)
    return said("puzzle", side=sides_for()[found.pos.to_move], count=count)

"""Puzzles: a position of Connect Four in which one move wins in a few, and every other does not.

Drawn at random from a seed, and proved: the exact solver has scored every move of each.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from inarow._core import Outcome, Position
from inarow.analysis.analyse import analyse
from inarow.analysis.verdict import Analysis, side_of_ply
from inarow.game import GAMES
from inarow.limits import Limits
from inarow.score import Unit
from inarow.teaching.phrases import said, sides_for
from inarow.words import COLOURS

GAME = "connect4"
FEWEST_STONES, MOST_STONES = 14, 28
SOONEST, LATEST = 3, 5
EACH_S = 0.1
MOST_TRIES = 3000


class Puzzle(NamedTuple):
    """A position, and in how many stones of its own the side to move wins."""

    pos: Position
    win_in: int


def puzzle(seed: int, stopped: Callable[[], bool] = lambda: False) -> Puzzle | None:
    """The puzzle of a seed, or None where none was found, or the search was stopped."""
    rng = random.Random(seed)
    for _ in range(MOST_TRIES):
        if stopped():
            break
        pos = _drawn(rng)
        wins_in = None if pos is None else win_in(analyse(pos, Limits(EACH_S)))
        if pos is not None and wins_in is not None and SOONEST <= wins_in <= LATEST:
            return Puzzle(pos, wins_in)
    return None


def win_in(found: Analysis) -> int | None:
    """In how many stones of its own the side to move wins, where one move alone wins."""
    winning = [move for move in found.moves if move.lo > 0]
    if not found.exact or len(winning) != 1 or found.verdict.unit is Unit.POINTS:
        return None
    plies = winning[0].plies or 0
    return sum(side_of_ply(found.pos, ply) == found.pos.to_move for ply in range(1, plies + 1))


def _drawn(rng: random.Random) -> Position | None:
    """A game of random moves that goes on after some stones, or none where it does not."""
    pos = Position(GAMES[GAME])
    for _ in range(rng.randrange(FEWEST_STONES, MOST_STONES + 1)):
        pos = pos.play(rng.choice(pos.legal_moves()))
        if pos.outcome() != Outcome.ONGOING:
            return None
    return pos


def task(found: Analysis, reader: int = 0) -> str:
    """What a puzzle asks of the side to move, empty where it is none."""
    count = win_in(found)
    if count is None:
        return ""
    if reader == found.pos.to_move:
        return said("puzzle, yours", colour=COLOURS[reader], count=count)
    return said("puzzle", side=sides_for()[found.pos.to_move], count=count)

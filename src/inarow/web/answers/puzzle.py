"""Puzzles: a position of Connect Four in which one move wins in a few, and every other does not.

Drawn at random from a seed, and proved: the exact solver has scored every move of each.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from inarow._core import Goal, Outcome, Position
from inarow.analysis.verdict import plies_to_end, side_of_ply
from inarow.errors import UserError
from inarow.game import GAMES
from inarow.web.truth import Truth, truth

FEWEST_STONES, MOST_STONES = 14, 28
SOONEST, LATEST = 3, 5
EACH_S = 0.1
MOST_TRIES = 3000


def puzzle_answer(seed: int, stopped: Callable[[], bool] = lambda: False) -> dict[str, Any]:
    """The link's words of a puzzle, and in how many stones of its side it is won."""
    rng = random.Random(seed)
    for _ in range(MOST_TRIES):
        if stopped():
            break
        pos = _drawn(rng)
        if pos is None:
            continue
        wins_in = win_in(truth(pos, EACH_S))
        if wins_in is not None and SOONEST <= wins_in <= LATEST:
            return {"game": "connect4", "from": pos.text, "winIn": wins_in}
    raise UserError("no puzzle was found: try again")


def win_in(found: Truth) -> int | None:
    """In how many stones of its own the side to move wins, where one move alone wins."""
    game = found.pos.game
    winning = [move for move in found.moves if move.lo > 0]
    if not found.exact or len(winning) != 1 or game.goal != Goal.FIRST_TO_K:
        return None
    plies = plies_to_end(found.pos, winning[0].lo)
    own = [side_of_ply(found.pos, ply) == found.pos.to_move for ply in range(1, plies + 1)]
    return sum(own)


def _drawn(rng: random.Random) -> Position | None:
    """A game of random moves that goes on after some stones, or none where it does not."""
    pos = Position(GAMES["connect4"])
    for _ in range(rng.randrange(FEWEST_STONES, MOST_STONES + 1)):
        pos = pos.play(rng.choice(pos.legal_moves()))
        if pos.outcome() != Outcome.ONGOING:
            return None
    return pos

"""Random games."""

from __future__ import annotations

import random

from inarow import Outcome, Position, game_named
from inarow.record import Record


def random_line(name: str, seed: int, stones: int = 400, quiet: int = 0) -> Record:
    """A random game of at most so many stones; its first ``quiet`` moves
    end it only if they must."""
    rng = random.Random(seed)
    pos = Position(game_named(name))
    moves: list[int] = []
    while not pos.is_over and len(moves) < stones:
        legal = pos.legal_moves()
        if len(moves) < quiet:
            legal = [m for m in legal if pos.play(m).outcome() == Outcome.ONGOING] or legal
        moves.append(rng.choice(legal))
        pos = pos.play(moves[-1])
    return Record(Position(pos.game), tuple(moves))

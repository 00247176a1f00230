"""What a player is: anything that chooses a move for a position within a limit."""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

from inarow._core import Position
from inarow.errors import UserError
from inarow.limits import Limits


class Choice(NamedTuple):
    """A move and what the player has to say about it.

    ``value`` is from the mover's point of view in the player's own unit, ``exact`` tells that it is
    the value of the game and not an estimate, ``nodes`` counts the positions looked at, and
    ``bounds`` are proven of the value of the game, in the same unit, where it is not exact.
    """

    move: int
    value: float | None = None
    depth: int | None = None
    nodes: int | None = None
    exact: bool = False
    bounds: tuple[int, int] | None = None


class Player(Protocol):
    """Time and randomness are arguments: the same position, limit by depth and seed give the same
    choice; without ``rng`` chance is Python's. ``choose`` is called only while the game goes on."""

    name: str

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        """A legal move for the side to move."""
        ...


def require_ongoing(pos: Position) -> None:
    """Refuse to choose where nothing is left to choose."""
    if pos.is_over:
        raise UserError(f"the game is over in position '{pos.text}': there is no move to choose")


class RandomPlayer:
    """Plays any legal move, each as likely as the other."""

    name = "random"

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        require_ongoing(pos)
        return Choice((rng or random).choice(pos.legal_moves()))

"""A score knows three things: its value, its unit, and from whose point of view it is seen.

Turning it round is ``score.of(player)``. Scores of different units or views do not compare.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import total_ordering

from inarow._core import Game
from inarow.errors import UserError
from inarow.game import counts_lines
from inarow.text import signed


class Unit(Enum):
    """What a score counts."""

    SCORE = "score"
    """Games won by the first line: how early a win comes, negative for a loss, 0 for a draw."""
    POINTS = "points"
    """Games that count lines: one's own points at the end minus the opponent's."""


def unit_of(game: Game) -> Unit:
    """What the scores of a game count."""
    return Unit.POINTS if counts_lines(game) else Unit.SCORE


@total_ordering
@dataclass(frozen=True)
class Score:
    """``value`` in ``unit``, good for ``player`` (1 or 2) where it is above 0.

    >>> Score(3, Unit.POINTS, player=1).of(2)
    Score(value=-3, unit=<Unit.POINTS: 'points'>, player=2)
    """

    value: int
    unit: Unit
    player: int

    def __post_init__(self) -> None:
        if self.player not in (1, 2):
            raise UserError(f"player {self.player!r} is not 1 or 2")

    def of(self, player: int) -> Score:
        """The same score from the point of view of a player."""
        return self if player == self.player else Score(-self.value, self.unit, player)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        if (self.unit, self.player) != (other.unit, other.player):
            raise UserError(f"{self!r} and {other!r} differ in unit or point of view")
        return self.value < other.value

    def __str__(self) -> str:
        """With its sign, a true minus: +3, 0, −2."""
        return signed(self.value)


def from_view_of(low: int, high: int, seen_by: int, player: int) -> tuple[int, int]:
    """Bounds as ``seen_by`` one player, from the point of view of another."""
    return (low, high) if seen_by == player else (-high, -low)

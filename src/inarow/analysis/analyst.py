"""What a back end of the analysis offers: one module a family, all with these functions."""

from __future__ import annotations

from typing import Protocol

from inarow._core import Game, Position
from inarow.analysis.verdict import Analysis, Verdict
from inarow.limits import Limits, Progress


class Analyst(Protocol):
    """The game goes on in every position that is asked about, and ``takes`` its game."""

    exact: bool
    """Whether its searches end with exact values, given time."""

    def takes(self, game: Game) -> bool:
        """Whether games of this size and length of line are taken."""

    def known(self, pos: Position) -> Analysis:
        """What is on record about a position; takes no search."""

    def solve(self, pos: Position, limits: Limits, progress: Progress | None) -> Verdict:
        """The value of a position as far as the limits allow."""

    def analyse(self, pos: Position, limits: Limits, progress: Progress | None) -> Analysis:
        """The same, and the value of each legal move. A search that is cancelled ends soon, with
        what it knows by then."""

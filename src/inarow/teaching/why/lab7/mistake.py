"""What is known of one mistake of programs for Lab 7, and the lines of the task that they break."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from inarow.teaching.why.lab7.rules import LineRules

SCORE = (
    "The score of a square is the computer's longest sequence through it, minus the human's longest"
    " through the reply; the human replies so that this is least."
)
TIES = "Of equal scores the smaller row is chosen, in the same row the smaller column."
SEQUENCE = "The longest sequence through a square is looked for across, upright and diagonally."
WINNING = "The first player with six contiguous stones wins; a full board without is a draw."
STRATEGY = "The computer follows this rule alone, from its first move on."
GAME = "Black plays first, each lays one stone a turn; the computer has the colour asked for."
DIALOGUE = "The board is printed after every move; a taken square is asked for again."
PLACES = "A stone lies at ROW r COL c, counted from 0 at the top left."


@dataclass(frozen=True)
class Lab7Mistake:
    """One known mistake; ``common`` ones are named first of those that explain the same."""

    name: str
    changes: Mapping[str, Any]
    sentence: str
    sheet: str
    look: str
    common: bool = False

    def applied(self, rules: LineRules) -> LineRules:
        """The rules of a program with this mistake that is otherwise as ``rules`` say."""
        return replace(rules, **self.changes)

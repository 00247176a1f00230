"""The directions of lines and runs, and what it means to leave one out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from inarow.textbook.rule import Choice

Directions = Literal["all", "not-across", "not-upright", "not-rising", "not-falling", "straight"]

WAYS = {"across": (0, 1), "upright": (1, 0), "falling": (1, 1), "rising": (1, -1)}
"""The four directions as steps of rows, counted from the top, and columns."""


def steps(directions: Directions) -> list[tuple[int, int]]:
    """The steps of the directions that are looked at."""
    left_out = ("rising", "falling") if directions == "straight" else (directions[4:],)
    return [step for way, step in WAYS.items() if way not in left_out]


def direction_choices(place: str = "") -> Mapping[str, Choice]:
    """The choices of a rule that leaves directions out, and where the pseudo-code says so."""

    def without(sentence: str, words: str, short: str) -> Choice:
        return Choice(sentence, words=words, code={place: f" ({short})"} if place else {})

    return {
        "all": Choice("all four", words="all directions"),
        "not-across": without("all but the rows", "not across", "not across"),
        "not-upright": without("all but the columns", "not upright", "not upright"),
        "not-rising": without(
            "all but the diagonals that rise to the right", "not rising", "not /"
        ),
        "not-falling": without(
            "all but the diagonals that fall to the right", "not falling", "not \\"
        ),
        "straight": without("rows and columns alone", "no diagonals", "no diagonals"),
    }

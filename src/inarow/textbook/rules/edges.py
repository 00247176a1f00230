"""The cells in which lines and runs are looked for, and what it means to leave an edge out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from inarow.textbook.rule import Choice

Edges = Literal["all", "without-last", "without-last-column", "without-top-row", "not-at-the-end"]


def within(edges: str, row: int, col: int, cols: int) -> bool:
    """Whether a cell, its row counted from the top, is looked at."""
    on_top = row == 0 and edges in ("without-last", "without-top-row")
    at_right = col == cols - 1 and edges in ("without-last", "without-last-column")
    return not on_top and not at_right


def edge_choices(place: str = "") -> Mapping[str, Choice]:
    """The choices of a rule that leaves edges out, and where the pseudo-code says so."""

    def without(sentence: str, words: str) -> Choice:
        return Choice(sentence, words=words, code={place: f" ({words})"} if place else {})

    return {
        "all": Choice("all of them", words="all cells"),
        "without-last": without("all but the top row and the last column", "without the last"),
        "without-last-column": without("all but the last column", "without the last column"),
        "without-top-row": without("all but the top row", "without the top row"),
        "not-at-the-end": without(
            "all, but rows of stones that reach the right or upper end of their line are left out",
            "not at the end",
        ),
    }

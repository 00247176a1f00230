"""The directions of lines and runs, and what it means to leave some out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from inarow.textbook.rule import Choice, Subset

Directions: TypeAlias = tuple[str, ...]

WAYS = {"across": (0, 1), "upright": (1, 0), "falling": (1, 1), "rising": (1, -1)}
"""The four directions as steps of rows, counted from the top, and columns."""

ALL: Directions = tuple(WAYS)

NAMED: dict[str, Directions] = {
    "all": ALL,
    "not-across": ("upright", "falling", "rising"),
    "not-upright": ("across", "falling", "rising"),
    "not-rising": ("across", "upright", "falling"),
    "not-falling": ("across", "upright", "rising"),
    "straight": ("across", "upright"),
}
"""The sets of directions that have names."""

_SIGNS = {"across": "across", "upright": "upright", "falling": "\\", "rising": "/"}


def steps(directions: Directions) -> list[tuple[int, int]]:
    """The steps of the directions that are searched."""
    return [WAYS[way] for way in directions]


def direction_rule(name: str, sentence: str, place: str = "") -> Subset:
    """A rule that is a set of directions; ``place`` is where the pseudo-code shows it."""

    def code(text: str) -> Mapping[str, str]:
        return {place: f" ({text})"} if place else {}

    def told(value: Any) -> Choice:
        signs = " and ".join(_SIGNS[way] for way in value) or "in no direction"
        return Choice(f"{' and '.join(value) or 'none'} alone", code=code(signs))

    def without(sentence: str, words: str, short: str) -> Choice:
        return Choice(sentence, words=words, code=code(short))

    choices = {
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
    return Subset(
        name=name,
        sentence=sentence,
        parts=ALL,
        named={name: (NAMED[name], choice) for name, choice in choices.items()},
        told=told,
        drawn=(("rising",), ("upright", "falling"), ()),
    )

"""The known mistakes of programs for Lab 7 part 1, as data: each is a change of ``LineRules``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from inarow.errors import UserError
from inarow.teaching.why.lab7.choosing import CHOOSING_MISTAKES
from inarow.teaching.why.lab7.mistake import Lab7Mistake
from inarow.teaching.why.lab7.playing import ENDING_MISTAKES, PLAYING_MISTAKES
from inarow.teaching.why.lab7.rules import LineRules
from inarow.words import shortened

LAB7_MISTAKES: tuple[Lab7Mistake, ...] = (
    *CHOOSING_MISTAKES,
    *PLAYING_MISTAKES,
    *ENDING_MISTAKES,
)
"""Every known mistake of Lab 7 part 1: choosing a square, playing, ending; names are unique."""


def lab7_mistake_named(name: str) -> Lab7Mistake:
    """The mistake of a name; UserError lists the names that there are."""
    for mistake in LAB7_MISTAKES:
        if mistake.name == name:
            return mistake
    names = ", ".join(mistake.name for mistake in LAB7_MISTAKES)
    raise UserError(f"mistake '{shortened(name)}' is not known, expected one of {names}")


Made = tuple[Lab7Mistake, ...]


def rules_with(made: Made) -> LineRules:
    """The rules of a program that makes these mistakes and no other."""
    rules = LineRules()
    for mistake in made:
        rules = mistake.applied(rules)
    return rules


def singles_and_pairs() -> Iterator[Made]:
    """Each mistake, those met often first; then any two that do not concern the same rule."""
    ordered = sorted(LAB7_MISTAKES, key=lambda mistake: not mistake.common)
    for mistake in ordered:
        yield (mistake,)
    for first, second in combinations(ordered, 2):
        if not first.changes.keys() & second.changes.keys():
            yield (first, second)

"""The known mistakes of programs for Lab 7 part 1, as data: each is a change of ``LabRules``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from inarow.courses.aps105.rules import LabRules
from inarow.errors import UserError
from inarow.teaching.why.mistake_file import read_mistakes
from inarow.text import truncate


@dataclass(frozen=True)
class Lab7Mistake:
    """One known mistake; ``common`` ones are named first of those that explain the same."""

    name: str
    changes: Mapping[str, Any]
    sentence: str
    sheet: str
    look: str
    common: bool = False

    def applied(self, rules: LabRules) -> LabRules:
        """The rules of a program with this mistake that is otherwise as ``rules`` say."""
        return replace(rules, **self.changes)


def _values(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Rules with their values; a list of directions is a tuple."""
    return {
        rule: tuple(value) if isinstance(value, list) else value for rule, value in changes.items()
    }


LAB7_MISTAKES: tuple[Lab7Mistake, ...] = tuple(
    Lab7Mistake(
        row.name, _values(row.changes), row.sentence, row.task, row.look_at, common=row.common
    )
    for row in read_mistakes("aps105")
)
"""Every known mistake of Lab 7 part 1: choosing a square, playing, ending; names are unique."""


def lab7_mistake_named(name: str) -> Lab7Mistake:
    """The mistake of a name; UserError lists the names that there are."""
    for mistake in LAB7_MISTAKES:
        if mistake.name == name:
            return mistake
    names = ", ".join(mistake.name for mistake in LAB7_MISTAKES)
    raise UserError(f"mistake '{truncate(name)}' is not known, expected one of {names}")


Made = tuple[Lab7Mistake, ...]


def rules_with(made: Made) -> LabRules:
    """The rules of a program that makes these mistakes and no other."""
    rules = LabRules()
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

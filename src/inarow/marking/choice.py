"""Choosing tests that distinguish the known mistakes, and the random numbers they come from."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

from inarow.errors import UserError
from inarow.marking.draw import Draw
from inarow.marking.suite import Recipe

T = TypeVar("T")

_FROM_RIGHT = 40  # and 1 for two mistakes distinguished from each other
ENOUGH = 3
"""Further tests that distinguish the same two programs add nothing."""


def draw_for(recipe: Recipe, secret: bytes | None) -> Draw:
    """Returns the random numbers of a recipe: from its seed, or else from the secret."""
    purpose = f"{recipe.make} {recipe.visibility.value} {recipe.group}"
    if kind := recipe.options.get("kind"):
        purpose += f" {kind}"
    if recipe.seed is not None:
        return Draw.seeded(recipe.seed, purpose)
    if secret is None:
        raise UserError("the hidden tests of a suite are made from a secret, and there is none")
    return Draw(secret, purpose)


class Undetected(NamedTuple):
    """A known mistake that no test of a suite detects; ``excused`` if hardly any test can."""

    name: str
    excused: bool = False


class Separation:
    """How often each pair of programs has been distinguished; number 0 is the right one."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[int, int], int] = {}

    def gain(self, answers: Sequence[Hashable]) -> float:
        """Returns what a test would add, by the answers of all programs to it."""
        gain = 0.0
        for one, other in combinations(range(len(answers)), 2):
            if answers[one] != answers[other]:
                often = self._pairs.get((one, other), 0)
                if often < ENOUGH:
                    gain += (_FROM_RIGHT if one == 0 else 1) / 4**often
        return gain

    def add(self, answers: Sequence[Hashable]) -> None:
        """Counts a test that was chosen."""
        for pair in combinations(range(len(answers)), 2):
            if answers[pair[0]] != answers[pair[1]]:
                self._pairs[pair] = self._pairs.get(pair, 0) + 1


def most_discriminating(
    pool: Iterable[T], count: int, answers_of: Callable[[T], Sequence[Hashable]]
) -> list[T]:
    """Returns ``count`` items of the pool, each the one that adds most to those before it."""
    left = [(item, answers_of(item)) for item in pool]
    separation = Separation()
    chosen: list[T] = []
    while left and len(chosen) < count:
        best = max(range(len(left)), key=lambda number: separation.gain(left[number][1]))
        item, answers = left.pop(best)
        separation.add(answers)
        chosen.append(item)
    return chosen

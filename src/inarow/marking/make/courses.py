"""The suites of the courses: what each is made of, and the tests that are made when one is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from inarow.errors import UserError
from inarow.marking.draw import Draw
from inarow.marking.make import aps105, comp2230, comp3308, maxconnect4
from inarow.marking.make.drawing import draw_for
from inarow.marking.suite import Recipe, Suite, Test
from inarow.words import shortened

Maker = Callable[[Recipe, Draw], list[Test]]

MAKERS: dict[str, Maker] = {
    "comp3308": comp3308.make,
    "maxconnect4": maxconnect4.make,
    "comp2230": comp2230.make,
    "aps105": aps105.make,
}
"""How the tests of a recipe are made, by its word."""

SUITES: dict[str, Callable[[int], Suite]] = {
    "comp3308": comp3308.suite,
    "cse440": maxconnect4.cse440,
    "maxconnect4": maxconnect4.maxconnect4,
    "comp2230": comp2230.suite,
    "aps105": aps105.suite,
}
"""The suite of each course, from a seed."""


def made_suite(course: str, seed: int) -> Suite:
    """A course's suite of one year."""
    if course not in SUITES:
        raise UserError(
            f"course '{shortened(course)}' has no suite: expected one of {', '.join(SUITES)}"
        )
    return SUITES[course](seed)


def made(recipe: Recipe, secret: bytes | None) -> list[Test]:
    """The tests of a recipe: from its seed, or else from the secret."""
    return known_maker(recipe)(recipe, draw_for(recipe, secret))


def known_maker(recipe: Recipe) -> Maker:
    """How the tests of a recipe are made; UserError if nobody knows."""
    if recipe.make not in MAKERS:
        raise UserError(
            f"a recipe makes '{shortened(recipe.make)}', expected one of {', '.join(MAKERS)}"
        )
    return MAKERS[recipe.make]


def completed(suite: Suite, secret: bytes | None) -> Suite:
    """The suite with the tests of its recipes."""
    tests = [test for recipe in suite.recipes for test in made(recipe, secret)]
    return replace(suite, tests=(*suite.tests, *tests), recipes=())

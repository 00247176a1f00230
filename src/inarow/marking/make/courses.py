"""The suites of the courses: what each is made of, and the tests that are made when one is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from inarow.errors import UserError
from inarow.marking.draw import Draw
from inarow.marking.make import comp3308
from inarow.marking.suite import Gate, GateKind, Recipe, Suite, Test, Visibility
from inarow.running.run_limits import RunLimits
from inarow.words import shortened

MAKERS: dict[str, Callable[[Recipe, Draw], list[Test]]] = {"comp3308": comp3308.make}
"""How the tests of a recipe are made, by its word."""


def _comp3308(seed: int) -> Suite:
    limits = RunLimits(wall_s=20.0)
    half = Decimal("0.5")
    shown = Recipe("comp3308", half, 16, visibility=Visibility.VISIBLE, seed=seed, limits=limits)
    return Suite(
        name="COMP3308 Connect Four",
        course="comp3308",
        tests=tuple(made(shown, None)),
        recipes=(Recipe("comp3308", half, 4, limits=limits),),
        gates=(Gate(GateKind.NOT_BUILT),),
        rank_marks=Decimal(2),
        seed=seed,
    )


SUITES: dict[str, Callable[[int], Suite]] = {"comp3308": _comp3308}
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
    if recipe.make not in MAKERS:
        raise UserError(
            f"a recipe makes '{shortened(recipe.make)}', expected one of {', '.join(MAKERS)}"
        )
    purpose = f"{recipe.make} {recipe.visibility.value} {recipe.group}"
    if recipe.seed is not None:
        return MAKERS[recipe.make](recipe, Draw.seeded(recipe.seed, purpose))
    if secret is None:
        raise UserError("the hidden tests of a suite are made from a secret, and there is none")
    return MAKERS[recipe.make](recipe, Draw(secret, purpose))


def completed(suite: Suite, secret: bytes | None) -> Suite:
    """The suite with the tests of its recipes."""
    tests = [test for recipe in suite.recipes for test in made(recipe, secret)]
    return replace(suite, tests=(*suite.tests, *tests), recipes=())

"""The suites of the courses: what each is made of, and the tests that are made when one is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from inarow.course import Course
from inarow.errors import UserError
from inarow.marking.draw import Draw
from inarow.marking.make import aps105, comp2230, comp3308, maxconnect4
from inarow.marking.make.catalogues import NEWEST
from inarow.marking.make.drawing import draw_for
from inarow.marking.suite import Recipe, Suite, Test
from inarow.words import shortened


class Generator(NamedTuple):
    """How the tests of a recipe are made, of which ``courses``. ``kinds`` are the values of its
    option ``kind``, ``catalogue`` the newest version of the mistakes that they are chosen by;
    ``depends`` says whether its tests may depend on others."""

    make: Callable[[Recipe, Draw], list[Test]]
    courses: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    catalogue: int = 1
    depends: bool = False

    @property
    def options(self) -> tuple[str, ...]:
        kind = ("kind",) if self.kinds else ()
        return (*kind, "catalogue", *(("depends",) if self.depends else ()))


GENERATORS: dict[str, Generator] = {
    "comp3308": Generator(comp3308.make, ("comp3308",), catalogue=NEWEST),
    "maxconnect4": Generator(
        maxconnect4.make, ("maxconnect4", "cse440"), maxconnect4.KINDS, depends=True
    ),
    "comp2230": Generator(comp2230.make, ("comp2230",), comp2230.KINDS),
    "aps105": Generator(aps105.make, ("aps105",)),
}
"""The generators by their names."""


def made_suite(course: Course, seed: int) -> Suite:
    """A course's suite of one year."""
    suite: Suite = course.load("suite")(seed)
    return suite


def made(recipe: Recipe, secret: bytes | None) -> list[Test]:
    """The tests of a recipe: from its seed, or else from the secret."""
    return GENERATORS[recipe.make].make(recipe, draw_for(recipe, secret))


def require_generator(recipe: Recipe, suite: Suite) -> None:
    """UserError for a recipe that a suite cannot have, naming the key and what it may be."""
    fitting = [name for name, each in GENERATORS.items() if suite.course.name in each.courses]
    if recipe.make not in fitting:
        what = "of another course" if recipe.make in GENERATORS else "unknown"
        raise UserError(
            f"a recipe has make = '{shortened(recipe.make)}', which is {what}: course"
            f" {suite.course.name} has {', '.join(fitting) or 'none'}"
        )
    generator = GENERATORS[recipe.make]
    for option, value in recipe.options.items():
        if option not in generator.options:
            raise UserError(
                f"a recipe has an option '{shortened(option)}': generator '{recipe.make}' has"
                f" {', '.join(generator.options)}"
            )
        if wrong := _wrong_value(generator, option, value):
            raise UserError(f"a recipe has {option} = {shortened(repr(value))}, expected {wrong}")


def _wrong_value(generator: Generator, option: str, value: object) -> str:
    """What an option may be; empty if that is what it is."""
    if option == "kind":
        return "" if value in generator.kinds else f"one of {', '.join(generator.kinds)}"
    if option == "depends":
        fits = isinstance(value, list) and all(isinstance(name, str) for name in value)
        return "" if fits else "a list of names of tests"
    whole = isinstance(value, int) and not isinstance(value, bool)
    if whole and 1 <= int(str(value)) <= generator.catalogue:
        return ""
    return "1" if generator.catalogue == 1 else f"1 to {generator.catalogue}"


def completed(suite: Suite, secret: bytes | None) -> Suite:
    """The suite with the tests of its recipes."""
    for recipe in suite.recipes:
        require_generator(recipe, suite)
    tests = [test for recipe in suite.recipes for test in made(recipe, secret)]
    return replace(suite, tests=(*suite.tests, *tests), recipes=())

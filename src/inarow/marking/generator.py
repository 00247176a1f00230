"""Generators of tests: each makes the tests of a recipe for a course that names it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from inarow.course import Course, load_name
from inarow.errors import UserError
from inarow.marking.choice import draw_for
from inarow.marking.draw import Draw
from inarow.marking.suite import Recipe, Suite, Test
from inarow.words import shortened


class Generator(NamedTuple):
    """How the tests of a recipe are made. ``kinds`` are the values of its option ``kind``,
    ``catalogue`` the newest version of the mistakes that tests are chosen by; ``depends`` says
    whether tests may depend on others."""

    make: Callable[[Recipe, Draw, Course], list[Test]]
    kinds: tuple[str, ...] = ()
    catalogue: int = 1
    depends: bool = False

    @property
    def options(self) -> tuple[str, ...]:
        kind = ("kind",) if self.kinds else ()
        return (*kind, "catalogue", *(("depends",) if self.depends else ()))


def course_suite(course: Course, seed: int) -> Suite:
    """Returns a course's suite of one year."""
    suite: Suite = course.load("suite")(course, seed)
    return _with_marks(replace(suite, packages=course.packages), course)


def _with_marks(suite: Suite, course: Course) -> Suite:
    """A suite with the marks that the course states by group, and by ``rank`` or ``hidden``."""
    marks = dict(course.marks)
    if not marks:
        return suite
    groups = {test.group for test in suite.tests} | {recipe.group for recipe in suite.recipes}
    for key in marks:
        if key not in (*groups, "rank", "hidden"):
            known = ", ".join(sorted(filter(None, groups)))
            raise UserError(
                f"course {course.name} has marks for '{shortened(key)}', expected {known}, hidden"
                " or rank"
            )
    tests = tuple(
        replace(test, marks=marks[test.group]) if test.group in marks and test.marks else test
        for test in suite.tests
    )
    visible = {test.marks for test in tests}
    usual = visible.pop() if len(visible) == 1 else None
    recipes = tuple(
        replace(recipe, marks=marks.get("hidden", marks.get(recipe.group, usual or recipe.marks)))
        for recipe in suite.recipes
    )
    rank_marks = marks.get("rank", suite.rank_marks)
    return replace(suite, tests=tests, recipes=recipes, rank_marks=rank_marks)


def generate_tests(recipe: Recipe, course: Course, secret: bytes | None = None) -> list[Test]:
    """Returns the tests of a recipe: from its seed, or else from the secret."""
    return _generator(recipe, course).make(recipe, draw_for(recipe, secret), course)


def _generator(recipe: Recipe, course: Course) -> Generator:
    generator: Generator = load_name(course.generators[recipe.make])
    return generator


def require_generator(recipe: Recipe, course: Course) -> None:
    """Raises UserError for a recipe that the course cannot have, naming the key and its values."""
    if recipe.make not in course.generators:
        raise UserError(
            f"a recipe has make = '{shortened(recipe.make)}', which course {course.name} does not"
            f" have: expected {', '.join(course.generators) or 'none'}"
        )
    generator = _generator(recipe, course)
    for option, value in recipe.options.items():
        if option not in generator.options:
            raise UserError(
                f"a recipe has an option '{shortened(option)}': generator '{recipe.make}' has"
                f" {', '.join(generator.options)}"
            )
        if wrong := _wrong_value(generator, option, value):
            raise UserError(f"a recipe has {option} = {shortened(repr(value))}, expected {wrong}")


def _wrong_value(generator: Generator, option: str, value: object) -> str:
    """Returns what an option may be; empty if it is that."""
    if option == "kind":
        return "" if value in generator.kinds else f"one of {', '.join(generator.kinds)}"
    if option == "depends":
        fits = isinstance(value, list) and all(isinstance(name, str) for name in value)
        return "" if fits else "a list of names of tests"
    whole = isinstance(value, int) and not isinstance(value, bool)
    if whole and 1 <= int(str(value)) <= generator.catalogue:
        return ""
    return "1" if generator.catalogue == 1 else f"1 to {generator.catalogue}"


def expand(suite: Suite, secret: bytes | None) -> Suite:
    """Returns the suite with the tests of its recipes."""
    for recipe in suite.recipes:
        require_generator(recipe, suite.course)
    made = [
        test for recipe in suite.recipes for test in generate_tests(recipe, suite.course, secret)
    ]
    return replace(suite, tests=(*suite.tests, *made), recipes=())

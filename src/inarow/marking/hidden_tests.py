"""Hidden tests: made from a secret of 128 bits by the generators of a course, each chosen because
it distinguishes known mistakes.

The random numbers are the same on every machine and under every version of Python. They come from
a seed that everybody may know, or from a secret that nobody can guess."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import NamedTuple, TypeVar

from inarow.course import COURSE_FILE, Course, load_name
from inarow.errors import UserError
from inarow.files import in_home, read_input
from inarow.marking.suite import Recipe, Suite, Test
from inarow.text import truncate

T = TypeVar("T")


class SeededRandom:
    """Numbers from a key: HMAC-SHA256 of a counter, eight bytes at a time."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self._key = hmac.new(key, purpose.encode(), hashlib.sha256).digest()
        self._count = 0

    @classmethod
    def seeded(cls, seed: int, purpose: str) -> SeededRandom:
        return cls(f"seed {seed}".encode(), purpose)

    def randbelow(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, all equally likely."""
        highest = (1 << 64) - (1 << 64) % bound
        while True:
            self._count += 1
            block = hmac.new(self._key, self._count.to_bytes(8, "big"), hashlib.sha256).digest()
            number = int.from_bytes(block[:8], "big")
            if number < highest:
                return number % bound

    def between(self, low: int, high: int) -> int:
        return low + self.randbelow(high - low + 1)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.randbelow(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        left = list(items)
        return [left.pop(self.randbelow(len(left))) for _ in range(len(left))]


_BYTES = 16


def default_secret_path(suite: str) -> Path:
    """Where the secret of a shipped suite lies unless another file is named."""
    given = os.environ.get("XDG_CONFIG_HOME", "")
    root = Path(given) if given.startswith("/") else in_home(".config", "XDG_CONFIG_HOME")
    return root / "inarow" / f"{suite}.secret"


def read_secret(path: Path) -> bytes:
    """The secret of a file; UserError if it holds none."""
    text = read_input("secret", str(path), 1000).strip().decode("ascii", "replace")
    if re.fullmatch(f"[0-9a-f]{{{2 * _BYTES}}}", text) is None:
        raise UserError(f"secret '{path}' must be {2 * _BYTES} hexadecimal digits and no more")
    return bytes.fromhex(text)


def make_secret(path: Path) -> bytes:
    """A new secret in a new file, for its owner alone."""
    secret = secrets.token_bytes(_BYTES)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secret.hex() + "\n")
    except FileExistsError:
        raise UserError(f"secret '{path}' exists already and is not replaced") from None
    except OSError as error:
        raise UserError(f"secret '{path}' cannot be written: {error.strerror}") from None
    return secret


_FROM_RIGHT = 40  # and 1 for two mistakes distinguished from each other
ENOUGH = 3
"""Further tests that distinguish the same two programs add nothing."""


def draw_for(recipe: Recipe, secret: bytes | None) -> SeededRandom:
    """Returns the random numbers of a recipe: from its seed, or else from the secret."""
    purpose = f"{recipe.make} {recipe.visibility.value} {recipe.group}"
    if kind := recipe.options.get("kind"):
        purpose += f" {kind}"
    if recipe.seed is not None:
        return SeededRandom.seeded(recipe.seed, purpose)
    if secret is None:
        raise UserError("the hidden tests of a suite are made from a secret, and there is none")
    return SeededRandom(secret, purpose)


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


class KnownMistakes(NamedTuple):
    """How many there are, and which of them some tests miss."""

    count: Callable[[Course], int]
    undetected: Callable[[Iterable[Test], Course], list[Undetected]]


class Generator(NamedTuple):
    """How the tests of a recipe are made. ``kinds`` are the values of its option ``kind``,
    ``catalogue`` the newest version of the mistakes that tests are chosen by; ``depends`` says
    whether tests may depend on others."""

    make: Callable[[Recipe, SeededRandom, Course], list[Test]]
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
            known = (*sorted(filter(None, groups)), "hidden", "rank")
            raise UserError(
                f"course '{Path(course.folder) / COURSE_FILE}': marks has no group"
                f" '{truncate(key)}', expected one of {', '.join(known)}"
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
            f"a recipe has make = '{truncate(recipe.make)}', which course {course.name} does not"
            f" have: expected {', '.join(course.generators) or 'none'}"
        )
    generator = _generator(recipe, course)
    for option, value in recipe.options.items():
        if option not in generator.options:
            raise UserError(
                f"a recipe has an option '{truncate(option)}': generator '{recipe.make}' has"
                f" {', '.join(generator.options)}"
            )
        if wrong := _wrong_value(generator, option, value):
            raise UserError(f"a recipe has {option} = {truncate(repr(value))}, expected {wrong}")


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

"""The mistakes that tests of COMP3308 are chosen by, version by version.

A suite names a version (``options = { catalogue = 1 }``), so that the same secret gives the same
hidden tests in later years, whatever mistakes have become known meanwhile. A version is a file of
names (``data/catalogues``) that never changes; a longer list is the next one.
"""

from __future__ import annotations

from pathlib import Path

import inarow
from inarow.marking.suite import Recipe
from inarow.textbook.mistake import Mistake
from inarow.textbook.mistakes import mistake_named

_FOLDER = Path(inarow.__file__).parent / "data" / "catalogues"
NEWEST = 1


def mistakes_of(recipe: Recipe) -> tuple[Mistake, ...]:
    """The mistakes by which the tests of a recipe are chosen; those of version 1 if it names none,
    as suites did before there was another."""
    version = recipe.options.get("catalogue", 1)
    names = (_FOLDER / f"{recipe.make}-{version}.txt").read_text(encoding="utf-8").split()
    return tuple(mistake_named(name) for name in names)

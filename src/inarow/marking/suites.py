"""Suites by the name of one that comes with the package, or by a file; and their hidden tests."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import inarow
from inarow.errors import UserError
from inarow.files import is_there
from inarow.marking.checks.registry import require_judgeable
from inarow.marking.generator import expand, require_generator
from inarow.marking.secret import default_secret_path, make_secret, read_secret
from inarow.marking.suite import Suite
from inarow.marking.suite_file import read_suite_file
from inarow.words import shortened

SHIPPED = Path(inarow.__file__).parent / "data" / "suites"


def shipped_suites() -> list[str]:
    """The names of the suites that come with the package."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def read_suite(name: str) -> Suite:
    """A suite as it is written, its recipes not yet made."""
    if name in shipped_suites():
        return _checked(name, read_suite_file(str(SHIPPED / f"{name}.toml")))
    if not is_there(name):
        raise UserError(
            f"suite '{shortened(name)}' is neither a file nor one of {', '.join(shipped_suites())}"
        )
    return _checked(name, read_suite_file(name))


def _checked(name: str, suite: Suite) -> Suite:
    """With checks and recipes that there are."""
    try:
        for test in suite.tests:
            require_judgeable(test, suite.course)
        for recipe in suite.recipes:
            require_generator(recipe, suite.course)
    except UserError as error:
        raise UserError(f"suite '{name}': {error}") from None
    return suite


def secret_path(name: str, given: str | None) -> Path:
    """Where the secret of a suite lies."""
    return Path(given) if given is not None else default_secret_path(Path(name).stem)


class Usable(NamedTuple):
    """A suite with all its tests; ``secret`` is what the hidden ones are made from, None if nothing
    is, and ``new`` where it was put if it was made just now."""

    suite: Suite
    secret: bytes | None = None
    new: Path | None = None


def usable_suite(name: str, secret: str | None = None, *, make: bool = True) -> Usable:
    """A suite with all its tests. A secret that is needed and named must be there; one that is not
    named is made the first time, unless the same is wanted as before (``make`` is false)."""
    suite = read_suite(name)
    if all(recipe.seed is not None for recipe in suite.recipes):
        return Usable(expand(suite, None))
    path = secret_path(name, secret)
    if secret is None and make and not path.exists():
        made = make_secret(path)
        return Usable(expand(suite, made), made, path)
    known = read_secret(path)
    return Usable(expand(suite, known), known)

"""Suites by the name of one that comes with the package, or by a file; and their hidden tests."""

from __future__ import annotations

from pathlib import Path

import inarow
from inarow.errors import UserError
from inarow.marking.make.courses import completed
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
        return read_suite_file(str(SHIPPED / f"{name}.toml"))
    if not Path(name).exists():
        raise UserError(
            f"suite '{shortened(name)}' is neither a file nor one of {', '.join(shipped_suites())}"
        )
    return read_suite_file(name)


def secret_path(name: str, given: str | None) -> Path:
    """Where the secret of a suite lies."""
    return Path(given) if given is not None else default_secret_path(Path(name).stem)


def usable_suite(name: str, secret: str | None = None) -> tuple[Suite, Path | None]:
    """A suite with all its tests. A secret that is needed and named must be there; one that is not
    named is made the first time, and its path comes back beside the suite."""
    suite = read_suite(name)
    if all(recipe.seed is not None for recipe in suite.recipes):
        return completed(suite, None), None
    path = secret_path(name, secret)
    if secret is None and not path.exists():
        return completed(suite, make_secret(path)), path
    return completed(suite, read_secret(path)), None

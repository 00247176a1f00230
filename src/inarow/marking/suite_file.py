"""Suites read from TOML, with a message for everything that is wrong, and written so that reading
gives the same suite; by file, or by the name of one that comes with the package."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import inarow
from inarow.course import course_names, find_course
from inarow.errors import UserError
from inarow.files import is_there, read_input
from inarow.marking.checks.registry import require_judgeable
from inarow.marking.hidden_tests import (
    default_secret_path,
    expand,
    make_secret,
    read_secret,
    require_generator,
)
from inarow.marking.suite import ExitStatus, Gate, GateKind, Recipe, Step, Suite, Test, Visibility
from inarow.running.languages.python_copy import require_requirements
from inarow.running.program import RunLimits, limits_of
from inarow.text import truncate
from inarow.toml_files import Table, toml_tables

_MOST_BYTES = 16_000_000


def parse_suite(text: str | bytes, folder: Path | None = None, name: str = "suite.toml") -> Suite:
    """The suite of a TOML text, its recipes not yet made; UserError names the place and the rule.
    Checks, generators and their options exist. A course of one's own is looked for from
    ``folder``; without one there is none. Messages call the file ``name``."""
    data = text.encode() if isinstance(text, str) else text
    tables = toml_tables("suite", name, data, decimals=True)
    try:
        suite = _suite(tables, folder)
        for test in suite.tests:
            require_judgeable(test, suite.course)
        for recipe in suite.recipes:
            require_generator(recipe, suite.course)
    except UserError as error:
        raise UserError(f"suite '{name}': {error}") from None
    return suite


def _suite(data: Mapping[str, Any], folder: Path | None) -> Suite:
    table = Table("a suite", data)
    word = table.text("course")
    if folder is None and word not in course_names():
        raise UserError(
            f"course '{truncate(word)}' is not known: expected one of {', '.join(course_names())}"
        )
    course = find_course(word, folder or Path())
    limits = limits_of(table.what, table.table("limits"), course.programs.limits)
    suite = Suite(
        name=table.text("name"),
        course=course,
        tests=tuple(
            _test(Table(f"test {number}", item), limits)
            for number, item in enumerate(table.tables("tests"), 1)
        ),
        recipes=tuple(
            _recipe(Table(f"recipe {number}", item), limits)
            for number, item in enumerate(table.tables("recipes"), 1)
        ),
        gates=tuple(
            _gate(Table(f"gate {number}", item))
            for number, item in enumerate(table.tables("gates"), 1)
        ),
        rank_marks=table.marks("rank_marks", 0),
        seed=table.whole("seed", None),
        note=table.text("note", ""),
        exit_status=table.chosen("exit_status", ExitStatus, ExitStatus.ANY),
        packages=table.texts("packages"),
    )
    table.end()
    require_requirements(suite.packages)
    return suite


def _test(table: Table, limits: RunLimits) -> Test:
    table.what = f"test '{truncate(name)}'" if (name := table.text("name")) else table.what
    expected = table.text("expected", None)
    test = Test(
        name=name,
        marks=table.marks("marks"),
        group=table.text("group", ""),
        visibility=table.chosen("visibility", Visibility, Visibility.VISIBLE),
        program=table.text("program", ""),
        args=table.texts("args"),
        stdin=table.text("stdin", "").encode(),
        files={
            _file_name(key, table.what): Table(table.what, {key: value}).text(key).encode()
            for key, value in table.table("files").items()
        },
        dialogue=tuple(
            _step(Table(f"step {number} of {table.what}", item))
            for number, item in enumerate(table.tables("dialogue"), 1)
        ),
        expected=None if expected is None else expected.encode(),
        check=table.text("check", ""),
        options=dict(table.table("options")),
        limits=limits_of(table.what, table.table("limits"), limits),
        depends=table.texts("depends"),
        manual=table.flag("manual"),
        least=-table.marks("costs_up_to", 0),
        note=table.text("note", ""),
    )
    table.end()
    return test


def _step(table: Table) -> Step:
    step = Step(
        send=table.text("send", ""),
        says=table.text("says", ""),
        expect=table.text("expect", ""),
        skip=table.text("skip", ""),
        within_s=table.number("within_s", 10.0),
        idle_s=table.number("idle_s", 0.0),
        ends=table.flag("ends"),
    )
    table.end()
    if step.says and step.expect:
        raise UserError(f"{table.what} has both says and expect: one is needed")
    for pattern in (step.expect, step.skip):
        try:
            re.compile(pattern)
        except re.error as error:
            raise UserError(
                f"{table.what} has '{truncate(pattern)}', which is not a valid pattern: {error}"
            ) from None
    return step


def _recipe(table: Table, limits: RunLimits) -> Recipe:
    recipe = Recipe(
        make=table.text("make"),
        marks=table.marks("marks"),
        count=table.whole("count", 1) or 0,
        group=table.text("group", ""),
        visibility=table.chosen("visibility", Visibility, Visibility.HIDDEN),
        seed=table.whole("seed", None),
        options=dict(table.table("options")),
        limits=limits_of(table.what, table.table("limits"), limits),
    )
    table.end()
    if not 1 <= recipe.count <= 1000:
        raise UserError(f"{table.what} makes {recipe.count} tests, expected 1 to 1000")
    return recipe


def _gate(table: Table) -> Gate:
    gate = Gate(
        when=table.chosen("when", GateKind, None),
        group=table.text("group", ""),
        proposed=table.flag("proposed"),
    )
    table.end()
    return gate


def _file_name(name: str, what: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
        raise UserError(f"{what} has a file '{truncate(name)}': a plain name is needed")
    return name


_WRITTEN = {
    "gates": ("when", "group", "proposed"),
    "tests": (
        "name", "marks", "group", "visibility", "program", "args", "stdin", "files", "dialogue",
        "expected", "check", "options", "depends", "manual", "note",
    ),
    "recipes": ("make", "marks", "count", "group", "visibility", "seed", "options"),
}  # fmt: skip
"""The fields of each table of a suite, in the order in which they are written."""


def suite_text(suite: Suite, folder: Path = Path()) -> str:
    """The file of a suite that is to lie in a folder, from where a course of one's own is found."""
    usual = suite.tests[0].limits if suite.tests else suite.recipes[0].limits
    own = suite.course.folder
    lines = [f"name = {_value(suite.name)}"]
    lines += [f"course = {_value(os.path.relpath(own, folder) if own else suite.course.name)}"]
    lines += _set_fields(suite, ("seed", "rank_marks", "packages", "exit_status", "note"))
    lines += _limits(usual, suite.course.programs.limits)
    for kind, names in _WRITTEN.items():
        for item in getattr(suite, kind):
            lines += [f"\n[[{kind}]]", *_set_fields(item, names)]
            if isinstance(item, Test) and item.least:
                lines.append(f"costs_up_to = {_value(-item.least)}")
            if isinstance(item, Test | Recipe):
                lines += _limits(item.limits, usual)
    return "\n".join(lines) + "\n"


def _set_fields(value: Any, names: Sequence[str]) -> Iterator[str]:
    """The fields that are not as usual; of a recipe the visibility as well."""
    usual = {item.name: item.default for item in fields(value)}
    for name in names:
        item = getattr(value, name)
        always = name == "visibility" and isinstance(value, Recipe)
        if always or (item != usual[name] and item != {}):
            yield f"{name} = {_value(item)}"


def _limits(limits: RunLimits, usual: RunLimits) -> Iterator[str]:
    changed = {
        item.name: getattr(limits, item.name)
        for item in fields(RunLimits)
        if getattr(limits, item.name) != getattr(usual, item.name)
    }
    if changed:
        yield f"limits = {_value(changed)}"


def _value(value: Any) -> str:
    """A value as TOML writes it, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, bytes):
        return _value(value.decode())
    if isinstance(value, Enum):
        return _value(value.value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if isinstance(value, Step):
        shown = {
            item.name: getattr(value, item.name)
            for item in fields(Step)
            if getattr(value, item.name) != item.default
        }
        return _value(shown)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{json.dumps(name)} = {_value(item)}" for name, item in value.items())
        return f"{{ {inner} }}"
    return "[" + ", ".join(_value(item) for item in value) + "]"


SUITE_FILE = "suite.toml"
SHIPPED = Path(inarow.__file__).parent / "data" / "suites"


def shipped_suites() -> list[str]:
    """The names of the suites that come with the package."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def read_suite(name: str) -> Suite:
    """A suite as it is written: the shipped one of this name, that of a file, or ``suite.toml`` in
    the folder of a course."""
    if name in shipped_suites():
        name = str(SHIPPED / f"{name}.toml")
    elif not is_there(name):
        raise UserError(
            f"suite '{truncate(name)}' is neither a file nor one of {', '.join(shipped_suites())}"
        )
    elif Path(name).is_dir():
        folder, name = name, str(Path(name) / SUITE_FILE)
        if not is_there(name):
            raise UserError(
                f"'{truncate(folder)}' has no {SUITE_FILE}; "
                f"'inarow suite make {folder} --out {name}' writes one"
            )
    return parse_suite(read_input("suite", name, _MOST_BYTES), Path(name).parent, name)


def secret_path(name: str, given: str | None) -> Path:
    """Where the secret of a suite lies."""
    return Path(given) if given is not None else default_secret_path(Path(name).stem)


class LoadedSuite(NamedTuple):
    """A suite with all its tests; ``secret`` is what the hidden ones are made from, None if nothing
    is, and ``new`` where it was put if it was made just now."""

    suite: Suite
    secret: bytes | None = None
    new: Path | None = None


def load_suite(name: str, secret: str | None = None, *, make: bool = True) -> LoadedSuite:
    """A suite with all its tests. A secret that is needed and named must be there; one that is not
    named is made the first time, unless the same is wanted as before (``make`` is false)."""
    suite = read_suite(name)
    if all(recipe.seed is not None for recipe in suite.recipes):
        return LoadedSuite(expand(suite, None))
    path = secret_path(name, secret)
    if secret is None and make and not path.exists():
        made = make_secret(path)
        return LoadedSuite(expand(suite, made), made, path)
    known = read_secret(path)
    return LoadedSuite(expand(suite, known), known)

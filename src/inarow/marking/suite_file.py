"""Suites read from TOML, with a message for everything that is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from inarow.course import find_course
from inarow.errors import UserError
from inarow.marking.suite import (
    ExitStatus,
    Gate,
    GateKind,
    Recipe,
    Step,
    Suite,
    Test,
    Visibility,
)
from inarow.running.python_packages import require_requirements
from inarow.running.run_limits import RunLimits, limits_of
from inarow.toml_files import Table, read_toml
from inarow.words import shortened

_MOST_BYTES = 16_000_000


def read_suite_file(name: str) -> Suite:
    """The suite of a TOML file; UserError names the file, the place and the rule."""
    data = read_toml("suite", name, _MOST_BYTES, decimals=True)
    try:
        return suite_from(data, Path(name).parent)
    except UserError as error:
        raise UserError(f"suite '{name}': {error}") from None


def suite_from(data: Mapping[str, Any], folder: Path = Path()) -> Suite:
    """The suite of a table that lies in a folder."""
    table = Table("a suite", data)
    course = find_course(table.text("course"), folder)
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
    table.what = f"test '{shortened(name)}'" if (name := table.text("name")) else table.what
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
                f"{table.what} has '{shortened(pattern)}', which is no pattern: {error}"
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
        raise UserError(f"{what} has a file '{shortened(name)}': a plain name is needed")
    return name

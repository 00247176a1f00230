"""Suites read from TOML, with a message for everything that is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from typing import Any, TypeVar

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
from inarow.running.run_limits import RunLimits
from inarow.toml_files import read_toml
from inarow.words import shortened

_MOST_BYTES = 16_000_000
_MOST_MARKS = 100_000
_MOST_SECONDS, _MOST_WHOLE = 86_400, 1_000_000
_E = TypeVar("_E", bound=Enum)


def read_suite_file(name: str) -> Suite:
    """The suite of a TOML file; UserError names the file, the place and the rule."""
    data = read_toml("suite", name, _MOST_BYTES, decimals=True)
    try:
        return suite_from(data)
    except UserError as error:
        raise UserError(f"suite '{name}': {error}") from None


def suite_from(data: Mapping[str, Any]) -> Suite:
    """The suite of a table."""
    table = _Table("a suite", data)
    course = find_course(table.text("course"))
    limits = _limits(table, course.programs.limits)
    suite = Suite(
        name=table.text("name"),
        course=course,
        tests=tuple(
            _test(_Table(f"test {number}", item), limits)
            for number, item in enumerate(table.tables("tests"), 1)
        ),
        recipes=tuple(
            _recipe(_Table(f"recipe {number}", item), limits)
            for number, item in enumerate(table.tables("recipes"), 1)
        ),
        gates=tuple(
            _gate(_Table(f"gate {number}", item))
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


def _test(table: _Table, limits: RunLimits) -> Test:
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
            _file_name(key, table.what): _Table(table.what, {key: value}).text(key).encode()
            for key, value in table.table("files").items()
        },
        dialogue=tuple(
            _step(_Table(f"step {number} of {table.what}", item))
            for number, item in enumerate(table.tables("dialogue"), 1)
        ),
        expected=None if expected is None else expected.encode(),
        check=table.text("check", ""),
        options=dict(table.table("options")),
        limits=_limits(table, limits),
        depends=table.texts("depends"),
        manual=table.flag("manual"),
        least=-table.marks("costs_up_to", 0),
        note=table.text("note", ""),
    )
    table.end()
    return test


def _step(table: _Table) -> Step:
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


def _recipe(table: _Table, limits: RunLimits) -> Recipe:
    recipe = Recipe(
        make=table.text("make"),
        marks=table.marks("marks"),
        count=table.whole("count", 1) or 0,
        group=table.text("group", ""),
        visibility=table.chosen("visibility", Visibility, Visibility.HIDDEN),
        seed=table.whole("seed", None),
        options=dict(table.table("options")),
        limits=_limits(table, limits),
    )
    table.end()
    if not 1 <= recipe.count <= 1000:
        raise UserError(f"{table.what} makes {recipe.count} tests, expected 1 to 1000")
    return recipe


def _gate(table: _Table) -> Gate:
    gate = Gate(
        when=table.chosen("when", GateKind, None),
        group=table.text("group", ""),
        proposed=table.flag("proposed"),
    )
    table.end()
    return gate


def _limits(table: _Table, base: RunLimits) -> RunLimits:
    given = table.table("limits")
    known = {item.name: getattr(base, item.name) for item in fields(RunLimits)}
    for name, value in given.items():
        if name not in known:
            raise UserError(
                f"{table.what} has a limit '{shortened(name)}': expected {', '.join(known)}"
            )
        whole = not name.endswith("_s")
        most = _MOST_SECONDS if whole is False else _MOST_WHOLE
        if not _is_number(value) or not 0 < value <= most or (whole and value != int(value)):
            kind = "a whole number" if whole else "a number"
            raise UserError(
                f"{table.what} has limit {name} = {value}, expected {kind} above 0, at most {most}"
            )
        known[name] = int(value) if whole else float(value)
    return RunLimits(**known)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def _file_name(name: str, what: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
        raise UserError(f"{what} has a file '{shortened(name)}': a plain name is needed")
    return name


class _Table:
    """Fields of a table that are taken one by one; ``end`` complains of what nobody took."""

    def __init__(self, what: str, data: object) -> None:
        if not isinstance(data, Mapping):
            raise UserError(f"{what} is {data!r}, expected a table")
        self.what, self._left = what, dict(data)

    def end(self) -> None:
        if self._left:
            raise UserError(f"{self.what} has '{shortened(next(iter(self._left)))}': no such field")

    def _take(self, name: str, fits: Callable[[Any], bool], kind: str, default: Any) -> Any:
        value = self._left.pop(name, default)
        if value is ...:
            raise UserError(f"{self.what} has no {name}")
        if value is not default and not fits(value):
            raise UserError(f"{self.what} has {name} = {shortened(repr(value))}, expected {kind}")
        return value

    def text(self, name: str, default: Any = ...) -> Any:
        return self._take(name, lambda value: isinstance(value, str), "text", default)

    def texts(self, name: str) -> tuple[str, ...]:
        def fits(value: Any) -> bool:
            return isinstance(value, list) and all(isinstance(item, str) for item in value)

        return tuple(self._take(name, fits, "a list of texts", ()))

    def flag(self, name: str) -> bool:
        found: bool = self._take(
            name, lambda value: isinstance(value, bool), "true or false", False
        )
        return found

    def whole(self, name: str, default: int | None) -> int | None:
        found: int | None = self._take(
            name,
            lambda value: isinstance(value, int) and not isinstance(value, bool),
            "a whole number",
            default,
        )
        return found

    def marks(self, name: str, default: Any = ...) -> Decimal:
        def fits(value: Any) -> bool:
            return _is_number(value) and 0 <= value <= _MOST_MARKS

        return Decimal(self._take(name, fits, f"marks from 0 to {_MOST_MARKS}", default))

    def number(self, name: str, default: float) -> float:
        def fits(value: Any) -> bool:
            return _is_number(value) and 0 < value <= _MOST_SECONDS

        kind = f"a number above 0, at most {_MOST_SECONDS}"
        return float(self._take(name, fits, kind, default))

    def table(self, name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._take(
            name, lambda value: isinstance(value, Mapping), "a table", {}
        )
        return found

    def tables(self, name: str) -> list[Any]:
        return list(self._take(name, lambda value: isinstance(value, list), "a list", ()))

    def chosen(self, name: str, kinds: type[_E], default: _E | None) -> _E:
        words = {kind.value: kind for kind in kinds}
        word = self.text(name, ... if default is None else default.value)
        if word not in words:
            raise UserError(
                f"{self.what} has {name} = {shortened(repr(word))}, expected one of"
                f" {', '.join(words)}"
            )
        return words[word]

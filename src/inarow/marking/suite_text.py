"""Suites written as TOML, so that reading gives the same suite."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import fields
from decimal import Decimal
from pathlib import Path
from typing import Any

from inarow.marking.suite import ExitStatus, Recipe, Step, Suite, Test, Visibility
from inarow.running.run_limits import RunLimits


def suite_text(suite: Suite, folder: Path = Path()) -> str:
    """The file of a suite that is to lie in a folder, from where a course of one's own is found."""
    return "\n".join(_lines(suite, folder)) + "\n"


def _lines(suite: Suite, folder: Path) -> Iterator[str]:
    usual = suite.tests[0].limits if suite.tests else suite.recipes[0].limits
    yield f"name = {_value(suite.name)}"
    own = suite.course.folder
    yield f"course = {_value(os.path.relpath(own, folder) if own else suite.course.name)}"
    if suite.seed is not None:
        yield f"seed = {suite.seed}"
    if suite.rank_marks:
        yield f"rank_marks = {_value(suite.rank_marks)}"
    if suite.packages:
        yield f"packages = {_value(list(suite.packages))}"
    if suite.exit_status is not ExitStatus.ANY:
        yield f"exit_status = {_value(suite.exit_status.value)}"
    if suite.note:
        yield f"note = {_value(suite.note)}"
    yield from _limit_lines(usual, suite.course.programs.limits)
    for gate in suite.gates:
        yield "\n[[gates]]"
        yield f"when = {_value(gate.when.value)}"
        if gate.group:
            yield f"group = {_value(gate.group)}"
        if gate.proposed:
            yield "proposed = true"
    for test in suite.tests:
        yield "\n[[tests]]"
        yield from _test_lines(test, usual)
    for recipe in suite.recipes:
        yield "\n[[recipes]]"
        yield from _recipe_lines(recipe, usual)


def _test_lines(test: Test, usual: RunLimits) -> Iterator[str]:
    yield f"name = {_value(test.name)}"
    yield f"marks = {_value(test.marks)}"
    if test.group:
        yield f"group = {_value(test.group)}"
    if test.visibility is not Visibility.VISIBLE:
        yield f"visibility = {_value(test.visibility.value)}"
    for name in ("program", "args", "stdin", "files", "dialogue"):
        if value := getattr(test, name):
            yield f"{name} = {_value(value)}"
    if test.expected is not None:
        yield f"expected = {_value(test.expected)}"
    for name in ("check", "options", "depends", "manual", "note"):
        if value := getattr(test, name):
            yield f"{name} = {_value(value)}"
    if test.least:
        yield f"costs_up_to = {_value(-test.least)}"
    yield from _limit_lines(test.limits, usual)


def _recipe_lines(recipe: Recipe, usual: RunLimits) -> Iterator[str]:
    yield f"make = {_value(recipe.make)}"
    yield f"marks = {_value(recipe.marks)}"
    yield f"count = {recipe.count}"
    if recipe.group:
        yield f"group = {_value(recipe.group)}"
    yield f"visibility = {_value(recipe.visibility.value)}"
    if recipe.seed is not None:
        yield f"seed = {recipe.seed}"
    if recipe.options:
        yield f"options = {_value(recipe.options)}"
    yield from _limit_lines(recipe.limits, usual)


def _limit_lines(limits: RunLimits, usual: RunLimits) -> Iterator[str]:
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

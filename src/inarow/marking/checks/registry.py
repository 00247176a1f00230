"""The checks by their names: a module for each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from inarow.errors import UserError
from inarow.marking.checks import (
    cpu_by_depth,
    dialogue,
    engine,
    files,
    games,
    handed_in,
    interactive,
)
from inarow.marking.checks.judged import Judged
from inarow.marking.checks.output import judge_output
from inarow.marking.runner import Runner
from inarow.marking.suite import Suite, Test
from inarow.running.program import Program
from inarow.words import shortened


class Check(NamedTuple):
    """How a test is judged, and the options that it may have, with their types. ``adapters`` are
    those of the courses that have such tests, all of them if there are none; ``require`` raises
    UserError for a test that the check could not run."""

    words: str
    judge: Callable[[Test, Program, Runner], Judged]
    options: Mapping[str, type] = {}
    adapters: tuple[str, ...] = ()
    require: Callable[[Test], object] = lambda test: None


_FILES = ("files",)
CHECKS: dict[str, Check] = {
    "dialogue": Check("a scripted dialogue", dialogue.judge_dialogue, dialogue.OPTIONS),
    "files": Check(
        "MaxConnect4, one move", files.judge_files, files.OPTIONS, _FILES, files.require_one_move
    ),
    "interactive": Check(
        "MaxConnect4, interactive",
        interactive.judge_interactive,
        interactive.OPTIONS,
        _FILES,
        interactive.require_session,
    ),
    "engine": Check("a session with an engine", engine.judge_engine, engine.OPTIONS, ("engine",)),
    "games": Check(
        "games against a built-in player",
        games.judge_games,
        games.OPTIONS,
        ("files", "dialogue"),
        games.require_games,
    ),
    "cpu-by-depth": Check(
        "CPU time against depth",
        cpu_by_depth.judge_cpu_by_depth,
        cpu_by_depth.OPTIONS,
        _FILES,
        files.require_one_move,
    ),
    "handed-in": Check("files that must be there", handed_in.judge_handed_in, handed_in.OPTIONS),
}
"""What a suite may name."""


def judge(test: Test, program: Program, runner: Runner, suite: Suite) -> Judged:
    """Runs a program through a test and says what came of it."""
    if test.expected is not None:
        return judge_output(test, program, runner, answer=suite.course.seat == "argv")
    return known_check(test).judge(test, program, runner)


def require_judgeable(test: Test, suite: Suite) -> None:
    """UserError for a test that its suite's course cannot have, naming what is wrong."""
    course = suite.course
    if test.program and test.program not in course.programs.names:
        raise UserError(
            f"test '{shortened(test.name)}' has program '{shortened(test.program)}': course"
            f" {course.name} has {', '.join(course.programs.names)}"
        )
    if not test.check and not test.dialogue:
        for option in test.options:
            raise UserError(
                f"test '{shortened(test.name)}' has an option '{shortened(option)}':"
                " only tests with a check or a dialogue have options"
            )
        return
    check = known_check(test)
    if check.adapters and course.seat not in check.adapters:
        fitting = [
            name
            for name, each in CHECKS.items()
            if not each.adapters or course.seat in each.adapters
        ]
        raise UserError(
            f"test '{shortened(test.name)}' has the check '{test.check}', which course"
            f" {course.name} does not have: expected one of {', '.join(fitting)}"
        )
    check.require(test)


def known_check(test: Test) -> Check:
    """The check of a test; UserError if there is none of that name, or an option is none of its."""
    name = "dialogue" if test.dialogue else test.check
    if name not in CHECKS:
        raise UserError(
            f"test '{shortened(test.name)}' names the check '{shortened(name)}': expected"
            f" one of {', '.join(CHECKS)}"
        )
    check = CHECKS[name]
    for option, value in test.options.items():
        if option not in check.options:
            known = ", ".join(check.options) or "none"
            raise UserError(
                f"test '{shortened(test.name)}' has an option '{shortened(option)}': the check"
                f" '{name}' has {known}"
            )
        if not _fits(value, check.options[option]):
            wanted = _KINDS[check.options[option]]
            raise UserError(
                f"test '{shortened(test.name)}' has the option {option} ="
                f" {shortened(repr(value))}, expected {wanted}"
            )
    return check


_KINDS: dict[type, str] = {
    bool: "true or false",
    int: "a whole number",
    str: "text",
    list: "a list",
    float: "a number",
}


def _fits(value: Any, kind: type) -> bool:
    if kind is float:
        return isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))

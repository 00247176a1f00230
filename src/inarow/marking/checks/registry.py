"""The checks of a course by their words, the general ones and its own; standard output byte for
byte where a test names none."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from inarow.course import Course, load_name
from inarow.errors import UserError
from inarow.marking.checks.check import HANDED_IN, Check, Judgement, abnormal_exit
from inarow.marking.checks.dialogue import DIALOGUE
from inarow.marking.compare import difference
from inarow.marking.results import Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Test
from inarow.running.program import Program
from inarow.text import truncate

GENERAL = {"dialogue": DIALOGUE, "handed-in": HANDED_IN}
"""The checks that every course has."""


def judge(test: Test, program: Program, runner: Runner) -> Judgement:
    """Runs a program through a test and says what came of it."""
    if test.expected is not None:
        return judge_output(test, program, runner)
    return check_of(test, runner.course).judge(test, program, runner)


def require_judgeable(test: Test, course: Course) -> None:
    """Raises UserError for a test that the course cannot have, naming what is wrong."""
    if test.program and test.program not in course.programs.names:
        raise UserError(
            f"test '{truncate(test.name)}' has program '{truncate(test.program)}': course"
            f" {course.name} has {', '.join(course.programs.names)}"
        )
    if not test.check and not test.dialogue:
        for option in test.options:
            raise UserError(
                f"test '{truncate(test.name)}' has an option '{truncate(option)}':"
                " only tests with a check or a dialogue have options"
            )
        return
    check_of(test, course).require(test)


def check_of(test: Test, course: Course) -> Check:
    """Returns the check of a test; UserError if the course has none of that name, or if an option
    is none of its."""
    name = "dialogue" if test.dialogue else test.check
    if name not in course.checks and name not in GENERAL:
        words = ", ".join(dict.fromkeys([*GENERAL, *course.checks]))
        raise UserError(
            f"test '{truncate(test.name)}' has the check '{truncate(name)}', which course"
            f" {course.name} does not have: expected one of {words}"
        )
    check: Check = load_name(course.checks[name]) if name in course.checks else GENERAL[name]
    for option, value in test.options.items():
        if option not in check.options:
            known = ", ".join(check.options) or "none"
            raise UserError(
                f"test '{truncate(test.name)}' has an option '{truncate(option)}': the check"
                f" '{name}' has {known}"
            )
        if not _fits(value, check.options[option]):
            wanted = _KINDS[check.options[option]]
            raise UserError(
                f"test '{truncate(test.name)}' has the option {option} ="
                f" {truncate(repr(value))}, expected {wanted}"
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


def judge_output(test: Test, program: Program, runner: Runner) -> Judgement:
    """Runs the program once."""
    assert test.expected is not None
    ran = runner.run(program, test.args, test.limits, stdin=test.stdin, files=test.files or None)
    report, used = ran.report, ran.used
    got = report.stdout
    fault = abnormal_exit(report)
    if fault is not None:
        cause, reason = fault
        return Judgement(
            Verdict.FAIL, cause, reason, Decimal(0), test.expected, got, (), report.verdict, used
        )
    found = difference(test.expected, got, runner.lenient, runner.classify)
    if found is None:
        return Judgement(
            Verdict.PASS, "", "", Decimal(1), test.expected, got, (), report.verdict, used
        )
    cause, reason = found.cause, found.reason
    if report.failed and (not got or cause == "MISSING_LINE"):
        cause, reason = "CRASH", f"the program {report.sentence}"
    return Judgement(
        Verdict.FAIL,
        cause,
        reason,
        Decimal(0),
        test.expected,
        got,
        found.would_pass,
        report.verdict,
        used,
    )

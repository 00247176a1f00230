"""The checks by their names."""

from __future__ import annotations

from collections.abc import Callable

from inarow.errors import UserError
from inarow.marking.checks.judged import Judged
from inarow.marking.checks.output import judge_output
from inarow.marking.runner import Runner
from inarow.marking.suite import Suite, Test
from inarow.running.program import Program
from inarow.words import shortened

Check = Callable[[Test, Program, Runner], Judged]

CHECKS: dict[str, Check] = {}
"""What a suite may name."""


def judge(test: Test, program: Program, runner: Runner, suite: Suite) -> Judged:
    """Runs a program through a test and says what came of it."""
    if test.expected is not None:
        return judge_output(test, program, runner, answer=suite.course == "comp3308")
    return known_check(test)(test, program, runner)


def known_check(test: Test) -> Check:
    """The check of a test; UserError if there is none of that name."""
    if test.check not in CHECKS:
        raise UserError(
            f"test '{shortened(test.name)}' names the check '{shortened(test.check)}': expected"
            f" one of {', '.join(CHECKS) or 'none'}"
        )
    return CHECKS[test.check]

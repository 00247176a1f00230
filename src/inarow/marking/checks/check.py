"""A check as a value: how a test is judged, and the judgement; and the check of every course for
files that must be there: ``options = { names = ["readme.txt"] }``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from inarow.course import Course
from inarow.errors import UserError
from inarow.marking.results import ResourceUsage, Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Test
from inarow.running.clock import USUAL_WALL_S
from inarow.running.program import Program
from inarow.running.result import RunReport, RunVerdict
from inarow.text import join_words

_CAUSES = {
    RunVerdict.TIMEOUT: "TIMEOUT",
    RunVerdict.CPU_LIMIT: "TIMEOUT",
    RunVerdict.MEMORY_LIMIT: "MEMORY_LIMIT",
    RunVerdict.OUTPUT_LIMIT: "OUTPUT_LIMIT",
}


@dataclass(frozen=True)
class Judgement:
    """What a check says of a test; ``share`` is the part of the marks that it earns."""

    verdict: Verdict
    cause: str = ""
    reason: str = ""
    share: Decimal = Decimal(0)
    expected: bytes | None = None
    got: bytes | None = None
    would_pass: tuple[str, ...] = ()
    run: RunVerdict | None = None
    used: ResourceUsage = field(default_factory=ResourceUsage)
    facts: Mapping[str, Any] = field(default_factory=dict)


class StudentForm(NamedTuple):
    """How the tests of a check are part of the tester for students (``marking/tester.py``).
    ``data`` returns what decides a test, None if nothing does; ``source`` is code for Python 3.7
    that defines ``course_problem(test, output, left)`` over such data."""

    data: Callable[[Test], Mapping[str, Any] | None]
    source: Callable[[], str]


def run_limit_s(test: Test, course: Course) -> float:
    """Returns how long a whole run may take."""
    return test.limits.wall_s or USUAL_WALL_S


class Check(NamedTuple):
    """How a test is judged, and the options that it may have, with their types. ``require`` raises
    UserError for a test that the check could not run; ``limit_s`` is the time that is compared with
    the CPU time of a run. One that takes long is ``slow``; one that only reads the submission
    ``runs`` nothing."""

    words: str
    judge: Callable[[Test, Program, Runner], Judgement]
    options: Mapping[str, type] = {}
    require: Callable[[Test], object] = lambda test: None
    limit_s: Callable[[Test, Course], float] = run_limit_s
    slow: bool = False
    runs: bool = True
    student: StudentForm | None = None


def abnormal_exit(report: RunReport) -> tuple[str, str] | None:
    """Returns cause and reason if the way in which a program ended decides; None if its output
    does. An exit status other than 0 is no fault: the courses judge what is printed."""
    if report.verdict is RunVerdict.OK:
        return None
    if cause := _CAUSES.get(report.verdict):
        return cause, f"the program {report.sentence}"
    if report.signal is not None:
        return "CRASH", f"the program {report.sentence}"
    return None


OPTIONS: Mapping[str, type] = {"names": list}


def _nothing(test: Test, found: Sequence[Path]) -> Sequence[str]:
    return ()


def judge_handed_in(
    test: Test,
    program: Program,
    runner: Runner,
    also: Callable[[Test, Sequence[Path]], Sequence[str]] = _nothing,
) -> Judgement:
    """Looks at what was handed in, without running it; ``also`` returns what else is missing."""
    if program.box is None:
        raise UserError(f"test '{test.name}' is about files, and there are none")
    found = {path.name: path for path in sorted(program.box.rglob("*")) if path.is_file()}
    missing = [str(name) for name in test.options.get("names", ()) if name not in found]
    missing += also(test, tuple(found.values()))
    if not missing:
        return Judgement(Verdict.PASS, share=Decimal(1))
    folded = {name.casefold(): name for name in found}
    for name in missing:
        if name.casefold() in folded:
            reason = f"'{folded[name.casefold()]}' was submitted; its name must be {name}"
            return Judgement(Verdict.FAIL, "MISNAMED", reason)
    return Judgement(Verdict.FAIL, "MISSING_FILE", f"{join_words(missing)} was not submitted")


HANDED_IN = Check("files that must be there", judge_handed_in, OPTIONS, runs=False)

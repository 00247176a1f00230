"""A suite validated: reference programs pass every test, plain ones well within its limits, and the
known mistakes that no test would show are named.

The reference programs are inarow's own commands, and plain ones by the book, as far from inarow's
as students' programs are."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from inarow.course import Course
from inarow.executor import Executor, Task
from inarow.marking.checks.check import Check, Judgement, run_limit_s
from inarow.marking.checks.games import FAULTS, LOST_GAMES
from inarow.marking.checks.registry import check_of, judge
from inarow.marking.hidden_tests import KnownMistakes, Undetected
from inarow.marking.results import Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Suite, Test
from inarow.players.seat import RefereeFaultError
from inarow.running.build import BuildError, build
from inarow.running.build_rules import BuildRule, matlab, python
from inarow.running.command_line import program_from_command
from inarow.running.program import Program
from inarow.running.result import RunVerdict
from inarow.running.sandbox import Sandbox, choose_sandbox
from inarow.running.submission import Submission
from inarow.running.toolchain import Toolchain

_TASK = "inarow.marking.validate:try_test"
_TRIES = 5
SHARE = 0.1
"""A plain program needs no more of a test's limit."""


@dataclass(frozen=True)
class Reference:
    """What came of one program: ``share`` is the most of a limit that it needed, by CPU time, of
    tests that are worth marks; ``problem`` says why it was not run. ``lost`` are the tests of games
    against our levels that a plain program played to their end by the rules and did not win: who
    beats whom is what those marks are for. Of our own programs no share is asked for: they use the
    time that they are given."""

    name: str
    tests: int = 0
    failures: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    slowest_cpu_s: float = 0.0
    share: float = 0.0
    problem: str = ""

    @property
    def passed(self) -> int:
        return self.tests - len(self.failures) - len(self.lost)

    @property
    def holds(self) -> bool:
        """Whether it passes, or may lose, everything within a tenth of the limits; one that cannot
        be run here proves nothing against the suite."""
        return not self.failures and (self.share <= SHARE or self.name == OWN_COMMANDS)


@dataclass(frozen=True)
class SuiteValidation:
    """What is known of a suite: how it stands to the programs and to the mistakes."""

    suite: Suite
    references: tuple[Reference, ...]
    shown: int
    missed: tuple[Undetected, ...]

    @property
    def holds(self) -> bool:
        programs = all(reference.holds for reference in self.references)
        return programs and all(mistake.excused for mistake in self.missed)

    def as_json(self) -> dict[str, Any]:
        return {
            "suite": self.suite.name,
            "holds": self.holds,
            "references": [
                {
                    "name": reference.name,
                    "tests": reference.tests,
                    "passed": reference.passed,
                    "failures": list(reference.failures),
                    "lost": list(reference.lost),
                    "slowest_cpu_s": round(reference.slowest_cpu_s, 3),
                    "share": round(reference.share, 4),
                    "problem": reference.problem,
                }
                for reference in self.references
            ],
            "mistakes_shown": self.shown,
            "mistakes_missed": [mistake.name for mistake in self.missed],
        }


class Trial(NamedTuple):
    """What came of one program in one test: ``failure`` in words, empty if it passed or ``lost``
    what may be lost."""

    failure: str = ""
    cpu_s: float = 0.0
    lost: bool = False


def validate_suite(
    suite: Suite, executor: Executor, watch: Callable[[str], None] = lambda _: None
) -> SuiteValidation:
    """Runs the reference programs of a suite's course through its tests, those that take longest
    first; our own need no sandbox."""
    chosen: dict[str, list[Test] | str] = {}
    references = references_of(suite.course)
    for name in (OWN_COMMANDS, *(plain.name for plain in references)):
        watch(f"building {name}")
        programs = _programs(name, suite.course)
        chosen[name] = programs if isinstance(programs, str) else _tests(name, programs, suite)
    trials = [
        (name, test)
        for name, tests in chosen.items()
        if not isinstance(tests, str)
        for test in tests
    ]
    by_key = {f"{name}: {test.name}": (name, test) for name, test in trials}
    for key in sorted(by_key, key=lambda key: not _is_slow(by_key[key][1], suite)):
        name, test = by_key[key]
        executor.submit(key, Task(_TASK, (name, suite, test.name)))
    tried: dict[str, Trial] = {}
    for done in executor.results():
        tried[done.key] = done.value if done.error is None else _not_judged(done.key, done.error)
        watch(f"{len(tried)} of {len(by_key)} runs; {done.key}")
    found = [
        Reference(name, problem=tests)
        if isinstance(tests, str)
        else _reference(name, suite, tests, [tried[f"{name}: {test.name}"] for test in tests])
        for name, tests in chosen.items()
    ]
    if not references:
        found.append(Reference("plain programs", problem=f"course {suite.course.name} has none"))
    if not suite.course.known_mistakes:
        return SuiteValidation(suite, tuple(found), 0, ())
    known: KnownMistakes = suite.course.load("known_mistakes")
    missed = tuple(known.undetected(suite.tests, suite.course))
    return SuiteValidation(suite, tuple(found), known.count(suite.course) - len(missed), missed)


def try_test(name: str, suite: Suite, test_name: str) -> Trial:
    """One reference program in one test, in a worker."""
    programs = _programs(name, suite.course)
    if isinstance(programs, str):
        return _not_judged(test_name, programs)
    test = suite.named(test_name)
    runner = Runner(programs, _sandbox(name), suite.course)
    # Our own players think against a clock: they do not always play alike, nor always win.
    for _ in range(_TRIES if name == OWN_COMMANDS else 1):
        try:
            judged = judge(test, programs[_program(test, suite)], runner)
        except RefereeFaultError as error:
            return _not_judged(test_name, error)
        if judged.cause != LOST_GAMES:
            break
    if name != OWN_COMMANDS and _may_be_lost(test, judged):
        return Trial(cpu_s=judged.used.cpu_s, lost=True)
    return Trial(_failure(test, judged), judged.used.cpu_s)


def _may_be_lost(test: Test, judged: Judgement) -> bool:
    """Games against our levels, by the rules to their end."""
    against_level = str(test.options.get("opponent", "")).startswith("level:")
    return against_level and judged.cause == LOST_GAMES


def _failure(test: Test, judged: Judgement) -> str:
    if judged.verdict is not Verdict.PASS:
        return f"'{test.name}': {judged.cause}: {judged.reason}"
    # Games may be won by a program that lost one of them by a fault.
    faults = judged.facts.get(FAULTS)
    return f"'{test.name}': {faults[0]}" if faults else ""


def _not_judged(what: str, error: object) -> Trial:
    """What we could not find out is not proven."""
    last = (str(error).strip().splitlines() or ["the worker failed"])[-1]
    return Trial(f"'{what}': {RunVerdict.REFEREE_FAULT.name}: {last}")


@cache
def _programs(name: str, course: Course) -> Mapping[str, Program] | str:
    """The programs of a reference, or why there are none here."""
    if name == OWN_COMMANDS:
        return own_programs(course)
    plain = next(one for one in references_of(course) if one.name == name)
    return reference_programs(plain, course, _sandbox(name))


def _sandbox(name: str) -> Sandbox:
    return choose_sandbox("none" if name == OWN_COMMANDS else None)


def _program(test: Test, suite: Suite) -> str:
    return test.program or suite.course.programs.names[0]


def _tests(name: str, programs: Mapping[str, Program], suite: Suite) -> list[Test]:
    """What a reference has programs for; what was handed in is no matter of our commands."""
    return [
        test
        for test in suite.tests
        if not test.manual
        and _program(test, suite) in programs
        and not (name == OWN_COMMANDS and not _runs(test, suite))
    ]


def _reference(name: str, suite: Suite, tests: Sequence[Test], tried: Sequence[Trial]) -> Reference:
    both = list(zip(tests, tried, strict=True))
    timed = [(one.cpu_s, _limit_s(test, suite)) for test, one in both if test.marks]
    return Reference(
        name,
        len(tests),
        failures=tuple(one.failure for one in tried if one.failure),
        lost=tuple(test.name for test, one in both if one.lost),
        slowest_cpu_s=max((cpu_s for cpu_s, _ in timed), default=0.0),
        share=max((cpu_s / limit_s for cpu_s, limit_s in timed), default=0.0),
    )


def _limit_s(test: Test, suite: Suite) -> float:
    """Of games the time of a move, otherwise of the whole run."""
    check = _check(test, suite)
    return run_limit_s(test, suite.course) if check is None else check.limit_s(test, suite.course)


def _check(test: Test, suite: Suite) -> Check | None:
    """The check of a test; None if it only compares its output."""
    return check_of(test, suite.course) if test.check or test.dialogue else None


def _is_slow(test: Test, suite: Suite) -> bool:
    check = _check(test, suite)
    return check is not None and check.slow


def _runs(test: Test, suite: Suite) -> bool:
    check = _check(test, suite)
    return check is None or check.runs


OWN_COMMANDS = "inarow's own"
_ENVIRONMENT = {"INAROW_CLOCK": "cpu"}  # on a busy machine they think no less


@dataclass(frozen=True)
class ReferenceProgram:
    """Plain programs in one language, and how they are run even where the course takes no program
    in it. The main files are in ``folder``; ``extra`` files are handed in with them."""

    name: str
    recipes: tuple[BuildRule, ...]
    folder: Path
    extra: Mapping[str, bytes] = field(default_factory=dict)

    def submission(self) -> Submission:
        mains = {main for recipe in self.recipes for main in recipe.mains}
        files = {main: reference_source(self.folder, main) for main in sorted(mains)}
        return Submission(self.name, {**files, **self.extra})


def reference_source(folder: Path, name: str) -> bytes:
    """Returns a main file. Those in Python are kept as texts: they are no part of the package."""
    path = folder / name
    return (path if path.exists() else folder / f"{name}.txt").read_bytes()


def in_python_and_octave(
    folder: Path, *programs: str, box: str = "", extra: Mapping[str, bytes] | None = None
) -> tuple[ReferenceProgram, ...]:
    """Returns the reference programs of a course that has each program in both languages."""
    of_python = tuple(python(name, f"{name}.py", box=box) for name in programs)
    of_octave = tuple(matlab(name, f"{name}.m") for name in programs)
    return (
        ReferenceProgram("plain Python", of_python, folder, extra or {}),
        ReferenceProgram("plain Octave", of_octave, folder, extra or {}),
    )


def references_of(course: Course) -> tuple[ReferenceProgram, ...]:
    """Returns the plain programs of a course; a course of one's own may have none."""
    return tuple(course.load("references")) if course.references else ()


def own_programs(course: Course) -> dict[str, Program] | str:
    """Returns inarow's commands as the programs of a course, or why there are none here."""
    programs = {}
    for name in course.programs.names:
        words = _own_words(course, name)
        if not words:
            continue
        beside = Path(sys.executable).parent / words[0]
        path = str(beside) if beside.exists() else shutil.which(words[0])
        if path is None:
            return f"{words[0]} is not installed"
        program = program_from_command([path, *words[1:]])
        # Wherever it works, and not from the folder that it lies in.
        argv = (path, *program.argv[1:])
        programs[name] = replace(program, argv=argv, box=None, environment=_ENVIRONMENT)
    return programs or f"inarow has no command that plays as course {course.name}"


def _own_words(course: Course, name: str) -> tuple[str, ...]:
    """The command that plays a program: the course's, or its module with the course's own rules."""
    if name in course.own_commands:
        return course.own_commands[name]
    if course.own_module:
        return (sys.executable, "-m", course.own_module, course.word)
    return ()


def reference_programs(
    reference: ReferenceProgram, course: Course, sandbox: Sandbox
) -> Mapping[str, Program] | str:
    """Returns plain programs, built, or why they are not."""
    rules = replace(course.programs, recipes=reference.recipes)
    try:
        return build(reference.submission(), rules, Toolchain(), sandbox).programs
    except BuildError as error:
        return error.report.sentence

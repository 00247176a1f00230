"""A suite proven: reference programs pass every test, plain ones well within its limits, and the
known mistakes that no test would show are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from inarow.course import Course
from inarow.courses.aps105.mistakes import LAB7_MISTAKES
from inarow.courses.comp2230.perft import PERFT_MISTAKES
from inarow.executor import Executor, Task
from inarow.marking.checks.games import FAULTS, LOST_GAMES, move_limit_s
from inarow.marking.checks.judged import Judged
from inarow.marking.checks.registry import judge
from inarow.marking.make import aps105, comp2230, comp3308, maxconnect4
from inarow.marking.make.drawing import Missed
from inarow.marking.make.endings import FAULTS as ENDING_FAULTS
from inarow.marking.references import OURS, PLAIN, our_programs, plain_programs
from inarow.marking.results import Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Suite, Test
from inarow.players.seat import RefereeFaultError
from inarow.running.outcome import RunVerdict
from inarow.running.program import Program
from inarow.running.sandbox import Sandbox, chosen_sandbox
from inarow.running.timed_run import USUAL_WALL_S
from inarow.textbook.mistakes import MISTAKES

_TASK = "inarow.marking.prove:try_test"
_LONG = ("games", "cpu-by-depth")
_TRIES = 5
SHARE = 0.1
"""A plain program needs no more of a test's limit."""


@dataclass(frozen=True)
class Known:
    """The mistakes that are known of a course's programs: how many, and which a suite misses."""

    count: int
    missed: Callable[[Iterable[Test]], list[Missed]]


KNOWN: Mapping[str, Known] = {
    "comp3308": Known(len(MISTAKES), comp3308.missed),
    "cse440": Known(len(ENDING_FAULTS), maxconnect4.missed),
    "maxconnect4": Known(len(ENDING_FAULTS), maxconnect4.missed),
    "comp2230": Known(len(PERFT_MISTAKES), comp2230.missed),
    "aps105": Known(len(LAB7_MISTAKES), aps105.missed),
}


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
        return not self.failures and (self.share <= SHARE or self.name == OURS)


@dataclass(frozen=True)
class Proof:
    """What is known of a suite: how it stands to the programs and to the mistakes."""

    suite: Suite
    references: tuple[Reference, ...]
    shown: int
    missed: tuple[Missed, ...]

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


class Tried(NamedTuple):
    """What came of one program in one test: ``failure`` in words, empty if it passed or ``lost``
    what may be lost."""

    failure: str = ""
    cpu_s: float = 0.0
    lost: bool = False


def proven(
    suite: Suite, executor: Executor, watch: Callable[[str], None] = lambda _: None
) -> Proof:
    """Runs the reference programs of a suite's course through its tests, those that take longest
    first; our own need no sandbox."""
    chosen: dict[str, list[Test] | str] = {}
    for name in (OURS, *(plain.name for plain in PLAIN[suite.course.name])):
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
    for key in sorted(by_key, key=lambda key: by_key[key][1].check not in _LONG):
        name, test = by_key[key]
        executor.submit(key, Task(_TASK, (name, suite, test.name)))
    tried: dict[str, Tried] = {}
    for done in executor.results():
        tried[done.key] = done.value if done.error is None else _not_judged(done.key, done.error)
        watch(f"{len(tried)} of {len(by_key)} runs; {done.key}")
    found = [
        Reference(name, problem=tests)
        if isinstance(tests, str)
        else _reference(name, suite, tests, [tried[f"{name}: {test.name}"] for test in tests])
        for name, tests in chosen.items()
    ]
    known = KNOWN[suite.course.name]
    missed = tuple(known.missed(suite.tests))
    return Proof(suite, tuple(found), known.count - len(missed), missed)


def try_test(name: str, suite: Suite, test_name: str) -> Tried:
    """One reference program in one test, in a worker."""
    programs = _programs(name, suite.course)
    if isinstance(programs, str):
        return _not_judged(test_name, programs)
    test = suite.named(test_name)
    runner = Runner(programs, _sandbox(name), suite.course)
    # Our own players think against a clock: they do not always play alike, nor always win.
    for _ in range(_TRIES if name == OURS else 1):
        try:
            judged = judge(test, programs[_program(test, suite)], runner, suite)
        except RefereeFaultError as error:
            return _not_judged(test_name, error)
        if judged.cause != LOST_GAMES:
            break
    if name != OURS and _may_be_lost(test, judged):
        return Tried(cpu_s=judged.used.cpu_s, lost=True)
    return Tried(_failure(test, judged), judged.used.cpu_s)


def _may_be_lost(test: Test, judged: Judged) -> bool:
    """Games against our levels, by the rules to their end."""
    against_level = str(test.options.get("opponent", "")).startswith("level:")
    return test.check == "games" and against_level and judged.cause == LOST_GAMES


def _failure(test: Test, judged: Judged) -> str:
    if judged.verdict is not Verdict.PASS:
        return f"'{test.name}': {judged.cause}: {judged.reason}"
    # Games may be won by a program that lost one of them by a fault.
    faults = judged.facts.get(FAULTS)
    return f"'{test.name}': {faults[0]}" if faults else ""


def _not_judged(what: str, error: object) -> Tried:
    """What we could not find out is not proven."""
    last = (str(error).strip().splitlines() or ["the worker failed"])[-1]
    return Tried(f"'{what}': {RunVerdict.REFEREE_FAULT.name}: {last}")


@cache
def _programs(name: str, course: Course) -> Mapping[str, Program] | str:
    """The programs of a reference, or why there are none here."""
    if name == OURS:
        return our_programs(course)
    plain = next(one for one in PLAIN[course.name] if one.name == name)
    return plain_programs(plain, course, _sandbox(name))


def _sandbox(name: str) -> Sandbox:
    return chosen_sandbox("none" if name == OURS else None)


def _program(test: Test, suite: Suite) -> str:
    return test.program or suite.course.programs.names[0]


def _tests(name: str, programs: Mapping[str, Program], suite: Suite) -> list[Test]:
    """What a reference has programs for; what was handed in is no matter of our commands."""
    return [
        test
        for test in suite.tests
        if not test.manual
        and _program(test, suite) in programs
        and not (name == OURS and test.check == "handed-in")
    ]


def _reference(name: str, suite: Suite, tests: Sequence[Test], tried: Sequence[Tried]) -> Reference:
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
    if test.check == "games":
        return move_limit_s(test, suite.course)
    return test.limits.wall_s or USUAL_WALL_S

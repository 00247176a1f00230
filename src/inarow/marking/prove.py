"""A suite proven: reference programs pass every test, plain ones well within its limits, and the
known mistakes that no test would show are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from inarow.executor import Executor, Task
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
from inarow.teaching.why.lab7.catalogue import LAB7_MISTAKES
from inarow.teaching.why.perft.catalogue import PERFT_MISTAKES
from inarow.textbook.mistakes import MISTAKES

_TASK = "inarow.marking.prove:try_test"
_LONG = ("games", "cpu-by-depth")
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
    tests that are worth marks; ``problem`` says why it was not run. Of our own programs no share is
    asked for: they use the time that they are given."""

    name: str
    tests: int = 0
    failures: tuple[str, ...] = ()
    slowest_cpu_s: float = 0.0
    share: float = 0.0
    problem: str = ""

    @property
    def passed(self) -> int:
        return self.tests - len(self.failures)

    @property
    def holds(self) -> bool:
        """Whether it passes everything within a tenth of the limits; one that cannot be run here
        proves nothing against the suite."""
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
    """What came of one program in one test: ``failure`` in words, empty if it passed."""

    failure: str = ""
    cpu_s: float = 0.0


def proven(
    suite: Suite, executor: Executor, watch: Callable[[str], None] = lambda _: None
) -> Proof:
    """Runs the reference programs of a suite's course through its tests, those that take longest
    first; our own need no sandbox."""
    chosen: dict[str, list[Test] | str] = {}
    for name in (OURS, *(plain.name for plain in PLAIN[suite.course])):
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
        else _reference(name, tests, [tried[f"{name}: {test.name}"] for test in tests])
        for name, tests in chosen.items()
    ]
    known = KNOWN[suite.course]
    missed = tuple(known.missed(suite.tests))
    return Proof(suite, tuple(found), known.count - len(missed), missed)


def try_test(name: str, suite: Suite, test_name: str) -> Tried:
    """One reference program in one test, in a worker."""
    programs = _programs(name, suite.course)
    if isinstance(programs, str):
        return _not_judged(test_name, programs)
    test = suite.named(test_name)
    runner = Runner(programs, _sandbox(name), suite.rules)
    try:
        judged = judge(test, programs[_program(test, suite)], runner, suite)
    except RefereeFaultError as error:
        return _not_judged(test_name, error)
    passed = judged.verdict is Verdict.PASS
    failure = "" if passed else f"'{test.name}': {judged.cause}: {judged.reason}"
    return Tried(failure, judged.used.cpu_s)


def _not_judged(what: str, error: object) -> Tried:
    """What we could not find out is not proven."""
    last = (str(error).strip().splitlines() or ["the worker failed"])[-1]
    return Tried(f"'{what}': {RunVerdict.REFEREE_FAULT.name}: {last}")


@cache
def _programs(name: str, course: str) -> Mapping[str, Program] | str:
    """The programs of a reference, or why there are none here."""
    if name == OURS:
        return our_programs(course)
    plain = next(one for one in PLAIN[course] if one.name == name)
    return plain_programs(plain, course, _sandbox(name))


def _sandbox(name: str) -> Sandbox:
    return chosen_sandbox("none" if name == OURS else None)


def _program(test: Test, suite: Suite) -> str:
    return test.program or suite.rules.programs[0]


def _tests(name: str, programs: Mapping[str, Program], suite: Suite) -> list[Test]:
    """What a reference has programs for; what was handed in is no matter of our commands."""
    return [
        test
        for test in suite.tests
        if not test.manual
        and _program(test, suite) in programs
        and not (name == OURS and test.check == "handed-in")
    ]


def _reference(name: str, tests: Sequence[Test], tried: Sequence[Tried]) -> Reference:
    timed = [(one.cpu_s, test.limits.wall_s) for test, one in zip(tests, tried, strict=True)
             if test.marks]  # fmt: skip
    slowest_s = max((cpu_s for cpu_s, _ in timed), default=0.0)
    share = max((cpu_s / (limit_s or slowest_s or 1) for cpu_s, limit_s in timed), default=0.0)
    failures = tuple(one.failure for one in tried if one.failure)
    return Reference(name, len(tests), failures, slowest_s, share)

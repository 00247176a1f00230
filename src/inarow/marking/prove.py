"""A suite proven: reference programs pass every test, plain ones well within its limits, and the
known mistakes that no test would show are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from inarow.marking.checks.registry import judge
from inarow.marking.make import aps105, comp2230, comp3308, maxconnect4
from inarow.marking.make.drawing import Missed
from inarow.marking.make.endings import FAULTS as ENDING_FAULTS
from inarow.marking.references import OURS, PLAIN, our_programs, plain_programs
from inarow.marking.results import Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Suite, Test
from inarow.players.seat import RefereeFaultError
from inarow.running.program import Program
from inarow.running.sandbox import Sandbox, chosen_sandbox
from inarow.teaching.why.lab7.catalogue import LAB7_MISTAKES
from inarow.teaching.why.perft.catalogue import PERFT_MISTAKES
from inarow.textbook.mistakes import MISTAKES

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


def proven(suite: Suite, watch: Callable[[str], None] = lambda _: None) -> Proof:
    """Runs the reference programs of a suite's course through its tests; our own need no
    sandbox."""
    sandbox = chosen_sandbox()
    ours = our_programs(suite.course)
    found = [_proven_by(OURS, ours, suite, chosen_sandbox("none"), watch)]
    for plain in PLAIN[suite.course]:
        programs = plain_programs(plain, suite.course, sandbox)
        found.append(_proven_by(plain.name, programs, suite, sandbox, watch))
    known = KNOWN[suite.course]
    missed = tuple(known.missed(suite.tests))
    return Proof(suite, tuple(found), known.count - len(missed), missed)


def _proven_by(
    name: str,
    programs: Mapping[str, Program] | str,
    suite: Suite,
    sandbox: Sandbox,
    watch: Callable[[str], None],
) -> Reference:
    """Runs what a reference has programs for; what was handed in is no matter of our commands."""
    if isinstance(programs, str):
        return Reference(name, problem=programs)
    runner = Runner(programs, sandbox, suite.rules)
    first = suite.rules.programs[0]
    tests = [
        test
        for test in suite.tests
        if not test.manual
        and (test.program or first) in programs
        and not (name == OURS and test.check == "handed-in")
    ]
    failures = []
    slowest_s = share = 0.0
    for number, test in enumerate(tests, 1):
        watch(f"{name}: test {number} of {len(tests)}")
        try:
            judged = judge(test, programs[test.program or first], runner, suite)
        except RefereeFaultError as error:
            return Reference(name, problem=str(error))
        if judged.verdict is not Verdict.PASS:
            failures.append(f"'{test.name}': {judged.cause}: {judged.reason}")
        if test.marks:
            slowest_s = max(slowest_s, judged.used.cpu_s)
            share = max(share, judged.used.cpu_s / (test.limits.wall_s or slowest_s or 1))
    return Reference(name, len(tests), tuple(failures), slowest_s, share)

"""A suite proven: reference programs pass every test well within its limits, and the known mistakes
that no test would show are named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import inarow
from inarow.export.connectfour import connectfour_file
from inarow.marking.checks.registry import judge
from inarow.marking.make.comp3308 import missed
from inarow.marking.results import Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Suite
from inarow.players.seat import RefereeFaultError
from inarow.running.build import build
from inarow.running.outcome import RunReport
from inarow.running.sandbox import Sandbox, chosen_sandbox
from inarow.running.submission import Submission
from inarow.running.toolchain import Toolchain
from inarow.textbook.mistake import Mistake
from inarow.textbook.mistakes import MISTAKES

SHARE = 0.1
"""A plain program needs no more of a test's limit."""
_REFERENCES = Path(inarow.__file__).parent / "data" / "references"


@dataclass(frozen=True)
class Reference:
    """What came of one program: ``share`` is the most of a limit that it needed, by CPU time;
    ``problem`` says why it was not run."""

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
        return not self.failures and self.share <= SHARE


@dataclass(frozen=True)
class Proof:
    """What is known of a suite: how it stands to the programs and to the mistakes."""

    suite: Suite
    references: tuple[Reference, ...]
    shown: int
    missed: tuple[Mistake, ...]

    @property
    def holds(self) -> bool:
        programs = all(reference.holds for reference in self.references)
        return programs and not any(mistake.visible for mistake in self.missed)

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
    """Runs the reference programs of a suite's course through its tests."""
    sandbox = chosen_sandbox()
    found = [
        _proven_by(name, submission, suite, sandbox, watch)
        for name, submission in _references(suite.course)
    ]
    searches = suite.course == "comp3308"
    not_shown = tuple(missed(suite.tests)) if searches else ()
    shown = len(MISTAKES) - len(not_shown) if searches else 0
    return Proof(suite, tuple(found), shown, not_shown)


def _references(course: str) -> Iterator[tuple[str, Submission]]:
    if course == "comp3308":
        source = connectfour_file().encode()
        yield "plain Python", Submission("plain Python", {"ConnectFour.py": source})
        source = (_REFERENCES / "ConnectFour.m").read_bytes()
        yield "plain Octave", Submission("plain Octave", {"ConnectFour.m": source})


def _proven_by(
    name: str,
    submission: Submission,
    suite: Suite,
    sandbox: Sandbox,
    watch: Callable[[str], None],
) -> Reference:
    image = build(submission, suite.rules, Toolchain(), sandbox)
    if isinstance(image, RunReport):
        return Reference(name, problem=image.sentence)
    runner = Runner(image.programs, sandbox)
    failures = []
    slowest_s = share = 0.0
    tests = [test for test in suite.tests if not test.manual]
    for number, test in enumerate(tests, 1):
        watch(f"{name}: test {number} of {len(tests)}")
        program = runner.program(test.program)
        if program is None:
            failures.append(f"'{test.name}': there is no {test.program}")
            continue
        try:
            judged = judge(test, program, runner, suite)
        except RefereeFaultError as error:
            return Reference(name, problem=str(error))
        if judged.verdict is not Verdict.PASS:
            failures.append(f"'{test.name}': {judged.cause}: {judged.reason}")
        slowest_s = max(slowest_s, judged.used.cpu_s)
        if test.limits.wall_s:
            share = max(share, judged.used.cpu_s / test.limits.wall_s)
    return Reference(name, len(tests), tuple(failures), slowest_s, share)

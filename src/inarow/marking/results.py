"""What marking finds out: a result for each test, the marks of a submission, and who may see what.

Marks are decimal numbers, added exactly and rounded once, at the end, half up to 0.01.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum
from typing import Any, ClassVar, NamedTuple, overload

from inarow.marking.suite import ExitStatus, GateKind, Suite, Visibility
from inarow.running.languages import language_of_tool
from inarow.running.result import RunVerdict
from inarow.text import plural

MOST_KEPT = 4096
"""Bytes that are kept of what a program said, and of what it should have said."""
TIMEOUT, AFTER_TIMEOUTS = "TIMEOUT", "AFTER_TIMEOUTS"
"""Causes: stopped at the time limit; not run, since too many tests before it were."""
CPU_BY_DEPTH = "cpu_by_depth"
"""The fact that has rows of CPU time by depth, evidence that reports show."""
TRACEBACK = "traceback"
"""The fact of a test in FAULT that has the traceback of an internal error, for staff alone."""


class Observation(NamedTuple):
    """What a program was asked by a test, what is right, and what it printed; None if its run did
    not end by itself."""

    asked: tuple[str, ...]
    expected: bytes | None
    got: bytes | None


class Cause(NamedTuple):
    """What explains wrong answers: the names of known mistakes, none where nothing known does.
    ``agrees`` of the ``wrong`` answers are those of a program with these mistakes."""

    sentence: str
    mistakes: tuple[str, ...]
    agrees: int
    wrong: int

    @property
    def explains_all(self) -> bool:
        return self.agrees == self.wrong

    def as_json(self) -> dict[str, Any]:
        return {
            "sentence": self.sentence,
            "mistakes": list(self.mistakes),
            "agrees": self.agrees,
            "of": self.wrong,
        }


@dataclass(frozen=True)
class Diagnosis:
    """Why a submission answers wrongly, from the results of some of its tests: the likeliest cause
    first. ``commands`` has what a student types to see where the wrong answer of a test begins, and
    ``answers`` what such answers are called."""

    causes: tuple[Cause, ...] = ()
    commands: Mapping[str, str] = field(default_factory=dict)
    answers: str = ""


@dataclass(frozen=True)
class Diagnoses:
    """The diagnosis from all tests, from those that are shown after the due date, and from those
    that are always shown: what a student sees tells nothing of other tests."""

    whole: Diagnosis = field(default_factory=Diagnosis)
    after_due: Diagnosis = field(default_factory=Diagnosis)
    visible: Diagnosis = field(default_factory=Diagnosis)


class Verdict(Enum):
    """What became of a test; the value is a clause for people."""

    PASS = "passed"
    FAIL = "failed"
    SKIPPED = "was skipped"
    NOT_RUN = "could not be run on this machine"
    FAULT = "could not be judged because of a fault of the marker's"
    MANUAL = "is marked by a person"
    VOID = "is void: everyone has its marks"
    REFUSED = "was not run, since the submission was refused"


UNFINISHED = (Verdict.NOT_RUN, Verdict.FAULT)
"""Verdicts that say nothing about the program: the test has to be run again."""


class State(Enum):
    """Whether a submission has a mark."""

    MARKED = "marked"
    PENDING = "pending"
    REFUSED = "refused"


def round_marks(marks: Decimal) -> Decimal:
    """Marks as they are handed out."""
    return marks.quantize(Decimal("0.01"), ROUND_HALF_UP)


@overload
def json_number(marks: Decimal) -> int | float: ...
@overload
def json_number(marks: Decimal | None) -> int | float | None: ...
def json_number(marks: Decimal | None) -> int | float | None:
    """Marks as JSON writes them: 4.05, and 10 without a fraction; null where there is no mark."""
    if marks is None:
        return None
    shown = round_marks(marks)
    return int(shown) if shown == shown.to_integral_value() else float(shown)


@dataclass(frozen=True)
class ResourceUsage:
    """What the run of a test used, and how it ended; ``crash`` is the line of standard error that
    tells most of a crash."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    stall_s: float = 0.0
    peak_mb: float = 0.0
    exit_code: int | None = None
    tier: int | None = None
    crash: str = ""


@dataclass(frozen=True)
class TestResult:
    """One test of one submission. ``cause`` is a name such as CRLF, empty if it passed; ``reason``
    says it in words, for a student to read; ``would_pass`` has the leniencies with which it would
    pass; ``run`` is how the program ended, None if it was not run; ``facts`` are findings of a
    check, such as CPU time by depth; ``asked`` are the arguments of the program;
    ``least`` is what the test can cost, ``note`` what the suite notes of it for staff."""

    __test__: ClassVar[bool] = False

    name: str
    group: str
    visibility: Visibility
    verdict: Verdict
    marks: Decimal
    max_marks: Decimal
    cause: str = ""
    reason: str = ""
    expected: bytes | None = None
    got: bytes | None = None
    would_pass: tuple[str, ...] = ()
    run: RunVerdict | None = None
    used: ResourceUsage = field(default_factory=ResourceUsage)
    facts: Mapping[str, Any] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    least: Decimal = Decimal(0)
    note: str = ""

    @property
    def shown_cause(self) -> str:
        """The cause, of a crash with what the program said of it: ``CRASH: KeyError: 7``."""
        crash = self.used.crash if self.cause == "CRASH" else ""
        return f"{self.cause}: {crash}" if crash else self.cause

    @property
    def observation(self) -> Observation:
        """Question and answer, where the program gave one."""
        judged = self.verdict in (Verdict.PASS, Verdict.FAIL) and self.run is RunVerdict.OK
        return Observation(self.asked, self.expected, self.got if judged else None)

    def as_json(self) -> dict[str, Any]:
        """The row of a report."""
        return {
            "name": self.name,
            "group": self.group,
            "visibility": self.visibility.value,
            "verdict": self.verdict.name,
            "cause": self.cause,
            "marks": json_number(self.marks),
            "of": json_number(self.max_marks),
        }


def with_exit_status(result: TestResult, suite: Suite) -> TestResult:
    """A result by what the suite says of exit statuses: saved results are without it, so that a
    change of the suite runs nothing again."""
    status = result.used.exit_code
    if suite.exit_status is ExitStatus.ANY or result.verdict is not Verdict.PASS or not status:
        return result
    reason = f"the answer is right, and the program ended with exit status {status}"
    return replace(
        result, verdict=Verdict.FAIL, cause="EXIT_STATUS", reason=reason, marks=Decimal(0)
    )


@dataclass(frozen=True)
class ClosedGate:
    """A gate that closed: what it set to 0, or would if a person agrees."""

    when: GateKind
    group: str
    reason: str
    proposed: bool = False


@dataclass(frozen=True)
class SubmissionResult:
    """One submission: ``name`` is its file or folder, ``digest`` the hash of what was handed in.
    ``problem`` says why nothing could be run, if nothing could; ``late_gates`` are the gates that
    a late submission closes. ``refused`` says why it was not accepted, and
    ``refused_is_zero`` that staff say it is worth 0."""

    name: str
    digest: str
    build: Mapping[str, Any]
    tests: Sequence[TestResult]
    gates: Sequence[ClosedGate] = ()
    problem: str = ""
    diagnoses: Diagnoses = field(default_factory=Diagnoses)
    late_gates: Sequence[ClosedGate] = ()
    refused: str = ""
    refused_is_zero: bool = False

    @property
    def max_marks(self) -> Decimal:
        return sum((test.max_marks for test in self.tests), Decimal(0))

    @property
    def language(self) -> str:
        """The language it is written in, by the tools that built it; empty if nothing was built."""
        tools = self.build.get("tools") or [""]
        language = language_of_tool(str(tools[0]))
        return language.title if language else ""

    @property
    def state(self) -> State:
        """Refused until staff, or a gate of the suite, say that it is worth 0; pending while a
        test has to be run again."""
        if self.refused:
            return State.MARKED if self._counts_zero else State.REFUSED
        if any(test.verdict in UNFINISHED for test in self.tests):
            return State.PENDING
        return State.MARKED

    @property
    def _counts_zero(self) -> bool:
        closed = any(not gate.proposed and not gate.group for gate in self.gates)
        return self.refused_is_zero or closed

    @property
    def unmarked(self) -> str:
        """Why there is no mark; empty if there is one."""
        if self.state is State.REFUSED:
            return self.refused
        if self.state is State.MARKED:
            return ""
        waiting = [test for test in self.tests if test.verdict in UNFINISHED]
        test = waiting[0]
        return (
            f"{len(waiting)} of {plural(len(self.tests), 'test')} could not be run;"
            f" '{test.name}': {test.reason or test.verdict.value}"
        )

    @property
    def marks(self) -> Decimal | None:
        """The marks of all tests, gates applied, rounded; None while it has no mark."""
        return round_marks(self.found) if self.state is State.MARKED else None

    @property
    def found(self) -> Decimal:
        """The marks of the tests so far, gates applied, not rounded."""
        return self._counted(self.tests)

    def marks_of(self, group: str) -> Decimal:
        """The marks of one group, not rounded."""
        return self._counted(test for test in self.tests if test.group == group)

    @property
    def why(self) -> tuple[Cause, ...]:
        """Why answers are wrong, from all tests that are here."""
        return self.diagnoses.whole.causes

    def counts(self, test: TestResult) -> Decimal:
        """What a test counts: nothing behind a gate that closed."""
        for gate in self.gates:
            if not gate.proposed and gate.group in ("", test.group):
                return min(test.marks, Decimal(0))
        return test.marks

    def _counted(self, tests: Iterable[TestResult]) -> Decimal:
        return max(sum((self.counts(test) for test in tests), Decimal(0)), Decimal(0))

    def as_json(self) -> dict[str, Any]:
        """As staff see it."""
        return {
            "name": self.name,
            "state": self.state.value,
            "marks": json_number(self.marks),
            "of": json_number(self.max_marks),
            "build": dict(self.build),
            "tests": [test.as_json() for test in self.tests],
            "why": [cause.as_json() for cause in self.why],
        }


@dataclass(frozen=True)
class BatchResult:
    """All submissions of one call, in the order in which they were given."""

    suite: str
    submissions: Sequence[SubmissionResult]
    repaired: int = 0
    """Rows of the store that could not be read, so that their tests were run again."""

    def as_json(self) -> dict[str, Any]:
        return {
            "suite": self.suite,
            "submissions": [submission.as_json() for submission in self.submissions],
        }

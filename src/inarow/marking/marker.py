"""One submission in a worker: taken in, built, and put through the tests, each result handed on the
moment it is there."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from inarow.errors import UserError
from inarow.executor import Shared
from inarow.marking.checks.check import Judgement
from inarow.marking.checks.registry import judge
from inarow.marking.gates import closed_gates
from inarow.marking.result_cache import MarkStore, result_key
from inarow.marking.results import (
    AFTER_TIMEOUTS,
    MOST_KEPT,
    TIMEOUT,
    TRACEBACK,
    UNFINISHED,
    ClosedGate,
    TestResult,
    Verdict,
    with_exit_status,
)
from inarow.marking.runner import Runner
from inarow.marking.suite import Suite, Test, Visibility
from inarow.players.seat import RefereeFaultError
from inarow.running import intake
from inarow.running.build import BuildError, Image, build
from inarow.running.languages.language import MissingTool
from inarow.running.languages.python import KIND as PYTHON
from inarow.running.result import RunReport, RunVerdict
from inarow.running.sandbox import Sandbox, choose_sandbox
from inarow.running.submission import RejectedError, Submission
from inarow.running.toolchain import Toolchain
from inarow.text import plural

PATIENCE = 3
"""After so many timeouts in a group of tests the rest of the group is not run."""


@dataclass(frozen=True)
class MarkingJob:
    """All that it takes to mark one submission. After ``patience`` timeouts in a group the rest of
    it is not run; 0 runs all. ``wheels`` is a folder with the suite's packages. What depends on a
    test that is ``void`` is run whatever came of it. ``done`` are the results of tests that were
    run in an earlier go. Where neither path nor store can be reached, ``taken`` is the submission,
    or why it was not taken in, and ``known`` what the store has of it by key."""

    path: str
    suite: Suite
    store: str
    lenient: tuple[str, ...] = ()
    void: tuple[str, ...] = ()
    sandboxed: bool = True
    patience: int = PATIENCE
    wheels: str = ""
    done: Mapping[str, TestResult] | None = None
    taken: Submission | str | None = None
    known: Mapping[str, TestResult] | None = None


class Built(NamedTuple):
    """A submission that was taken in and built, or was not: then ``problem`` says why, and
    ``refused`` as well if it was not accepted."""

    digest: str
    build: dict[str, Any]
    gates: tuple[ClosedGate, ...] = ()
    problem: str = ""
    refused: str = ""


class TestFinished(NamedTuple):
    """One result; ``key`` is that of the store, empty if it need not be kept, ``fresh`` false if
    it was there."""

    result: TestResult
    key: str = ""
    fresh: bool = True


class MakesWay(NamedTuple):
    """The rest is for later: this submission was stopped at its time limit."""


def mark_submission(job: MarkingJob) -> Iterator[Built | TestFinished | MakesWay]:
    """Marks a submission, from where an earlier go stopped."""
    sandbox = choose_sandbox(None if job.sandboxed else "none")
    submission: Submission | None = None
    try:
        submission = load_submission(job)
        built = build(
            submission, job.suite.course.programs, toolchain_of(job.suite, job.wheels), sandbox
        )
    except RejectedError as error:
        yield from _refused(job, submission, str(error))
        return
    except BuildError as error:
        assert submission is not None, "it is built after it is loaded"
        yield from _not_built(job, submission, error.report)
        return
    gates = tuple(closed_gates(job.suite, submission, built.failed))
    yield Built(submission.digest, built.as_json(), gates)
    yield from _tested(job, submission, built, sandbox)


def mark_remote(suite: Shared, job: Mapping[str, Any]) -> Iterator[Built | TestFinished | MakesWay]:
    """The same on a machine with other disks: the suite, which is sent once, and the rest of a
    job."""
    return mark_submission(MarkingJob(suite=suite.value, **job))


def load_submission(job: MarkingJob) -> Submission:
    """Raises RejectedError."""
    if isinstance(job.taken, str):
        raise RejectedError(job.taken)
    return job.taken or intake.load_submission(
        job.path, job.suite.course.programs.intake, follow_link=False
    )


@contextmanager
def _known(job: MarkingJob) -> Iterator[Callable[[str], TestResult | None]]:
    """Looks up what was found out before."""
    if job.known is not None:
        yield job.known.get
        return
    with MarkStore(job.store) as store:
        yield store.find


def _tested(
    job: MarkingJob, submission: Submission, image: Image, sandbox: Sandbox
) -> Iterator[TestFinished | MakesWay]:
    runner = Runner(image.programs, sandbox, job.suite.course, job.lenient)
    found: dict[str, TestResult] = dict(job.done or {})
    stopped = False
    with _known(job) as find:
        for test in job.suite.tests:
            if test.name in found:
                continue
            key = result_key(submission.digest, image.name, test, job.lenient, sandbox.tier)
            known = find(key)
            needed = [name for name in test.depends if name not in job.void]
            if waiting := [found[name] for name in needed if not _passed(found[name])]:
                tested = TestFinished(to_result(test, _held_back(waiting)))
            elif known is not None:
                tested = TestFinished(rescaled(known, test), key, fresh=False)
            elif gave_up := out_of_patience(job, test, found.values()):
                tested = TestFinished(to_result(test, gave_up))
            elif stopped:
                yield MakesWay()
                return
            else:
                judged = _judged(test, image, runner)
                kept = judged.verdict in (Verdict.PASS, Verdict.FAIL)
                tested = TestFinished(to_result(test, judged), key if kept else "")
                stopped = judged.cause == TIMEOUT
            found[test.name] = with_exit_status(tested.result, job.suite)
            yield tested


def _passed(result: TestResult) -> bool:
    return result.verdict in (Verdict.PASS, Verdict.VOID)


def _held_back(waiting: Sequence[TestResult]) -> Judgement:
    """A test that depends on others which are not passed; what could not be run may pass yet."""
    first = waiting[0]
    if any(result.verdict not in UNFINISHED for result in waiting):
        first = next(result for result in waiting if result.verdict not in UNFINISHED)
        return Judgement(Verdict.SKIPPED, "DEPENDS", f"'{first.name}' was not passed")
    return Judgement(first.verdict, first.cause, f"'{first.name}' {first.verdict.value}")


def out_of_patience(job: MarkingJob, test: Test, found: Iterable[TestResult]) -> Judgement | None:
    """Why a test is not tried, if too many of its group have timed out. What a test tells of others
    is only what whoever sees it may see of them."""
    seen = (Visibility.VISIBLE, test.visibility)
    timeouts = sum(
        result.cause == TIMEOUT
        and result.group == test.group
        and result.visibility in seen
        and result.name not in job.void
        for result in found
    )
    if not job.patience or timeouts < job.patience or test.manual:
        return None
    where = f" in group '{test.group}'" if test.group else ""
    reason = f"not run after {plural(job.patience, 'timeout')}{where}"
    return Judgement(Verdict.SKIPPED, AFTER_TIMEOUTS, reason)


def _judged(test: Test, image: Image, runner: Runner) -> Judgement:
    if test.manual:
        return Judgement(Verdict.MANUAL)
    program = runner.program(test.program)
    if program is None:
        said = image.failed.get(test.program)
        cause = RunVerdict.REJECTED.name if said is None else RunVerdict.COMPILE_ERROR.name
        reason = (
            f"{test.program} {'was not handed in' if said is None else f'is not built: {said}'}"
        )
        return Judgement(Verdict.FAIL, cause, reason)
    try:
        return judge(test, program, runner)
    except (RefereeFaultError, UserError) as error:
        return Judgement(Verdict.FAULT, RunVerdict.REFEREE_FAULT.name, str(error))
    except Exception as error:
        # A mistake in one check says nothing about the other tests; staff see the traceback.
        reason = f"an internal error of the check: {type(error).__name__}: {error}"
        facts = {TRACEBACK: traceback.format_exc()}
        return Judgement(Verdict.FAULT, RunVerdict.REFEREE_FAULT.name, reason, facts=facts)


def to_result(test: Test, judged: Judgement) -> TestResult:
    """The result of a test by what a check says of it."""
    return TestResult(
        test.name,
        test.group,
        test.visibility,
        judged.verdict,
        test.marks * judged.share,
        test.marks,
        judged.cause,
        judged.reason,
        None if judged.expected is None else judged.expected[:MOST_KEPT],
        None if judged.got is None else judged.got[:MOST_KEPT],
        judged.would_pass,
        judged.run,
        judged.used,
        judged.facts,
        test.args,
    )


def rescaled(known: TestResult, test: Test) -> TestResult:
    """A saved result under a test whose marks, group or visibility may have changed since."""
    share = (
        known.marks / known.max_marks if known.max_marks else Decimal(known.verdict is Verdict.PASS)
    )
    return replace(
        known,
        group=test.group,
        visibility=test.visibility,
        marks=test.marks * share,
        max_marks=test.marks,
        asked=test.args,
    )


def _refused(
    job: MarkingJob, submission: Submission | None, reason: str
) -> Iterator[Built | TestFinished]:
    """Every test of a submission that is not accepted. Whether it is worth 0 is for staff to say,
    or for a gate of the suite on the names of files."""
    why = _without_name(reason)
    digest = submission.digest if submission is not None else ""
    gates = tuple(closed_gates(job.suite, submission, {}, refused=True))
    verdict = RunVerdict.REJECTED.name
    yield Built(digest, {"verdict": verdict, "reason": reason}, gates, f"refused: {why}", why)
    for test in job.suite.tests:
        yield TestFinished(to_result(test, Judgement(Verdict.REFUSED, verdict, why)))


def _without_name(reason: str) -> str:
    """A refusal without the submission's name, which stands beside it wherever it is shown."""
    return re.sub(r"^submission '[^']*',? ", "", reason)


def _not_built(
    job: MarkingJob, submission: Submission, report: RunReport
) -> Iterator[Built | TestFinished]:
    """Every test of a submission that cannot be run at all: by its own fault only if it does not
    compile."""
    verdict, reason = report.verdict, report.reason
    ours = {RunVerdict.NOT_RUN: Verdict.NOT_RUN, RunVerdict.REFEREE_FAULT: Verdict.FAULT}
    outcome = ours.get(verdict, Verdict.FAIL)
    closes = outcome is Verdict.FAIL
    problem = f"{verdict.value}: {reason}" if closes else reason
    gates = tuple(closed_gates(job.suite, submission, {}, problem)) if closes else ()
    build = {
        "verdict": verdict.name,
        "reason": reason,
        "diagnostics": report.stderr.decode("utf-8", "backslashreplace"),
    }
    yield Built(submission.digest, build, gates, problem)
    for test in job.suite.tests:
        judged = (
            Judgement(Verdict.MANUAL) if test.manual else Judgement(outcome, verdict.name, reason)
        )
        yield TestFinished(to_result(test, judged))


def wheels_of(name: str) -> str:
    """The folder of wheels beside a suite's file, from which its packages are installed; empty if
    there is none, and pip asks its index. ``name`` may be that of a suite of the package."""
    path = Path(name)
    beside = path.absolute().parent / "wheels"
    return str(beside) if path.is_file() and beside.is_dir() else ""


def toolchain_of(suite: Suite, wheels: str) -> Toolchain:
    """The tools that build and run the programs of a suite."""
    if not suite.packages:
        return Toolchain()
    return Toolchain({PYTHON.name: {"packages": list(suite.packages), "wheels": wheels}})


def require_packages(suite: Suite, wheels: str) -> str:
    """Installs the packages of a suite unless they are; the Python that has them, as words, empty
    without packages. UserError if it cannot be done."""
    if not suite.packages:
        return ""
    tool = toolchain_of(suite, wheels).tool(PYTHON.name)
    if isinstance(tool, MissingTool):
        raise UserError(tool.reason)
    return f"{tool.name} {tool.version}"

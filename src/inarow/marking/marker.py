"""One submission, put through a suite: an iterator that can stop after any item.

    for item in mark(submission, suite, sandbox, cache):
        Built           what the compiler said, and the gates that are closed
        TestFinished    a result, for each test
        Diagnosed       why answers are wrong; the last item

Nothing here decides when a submission is marked, or by whom. Whoever stops an iterator goes on
with another one, which is given what is ``done``.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from inarow.course import Course
from inarow.errors import UserError
from inarow.marking.checks.check import Judgement
from inarow.marking.checks.registry import judge
from inarow.marking.diagnosis import diagnose
from inarow.marking.gates import closed_gates, late_gates
from inarow.marking.result_cache import (
    NoCache,
    ResultCache,
    read_saved,
    result_key,
    saved_text,
)
from inarow.marking.results import (
    AFTER_TIMEOUTS,
    MOST_KEPT,
    TIMEOUT,
    TRACEBACK,
    UNFINISHED,
    ClosedGate,
    Diagnoses,
    SubmissionResult,
    TestResult,
    Verdict,
    with_exit_status,
)
from inarow.marking.runner import Runner
from inarow.marking.suite import Suite, Test, Visibility
from inarow.players.seat import RefereeFaultError
from inarow.running import intake
from inarow.running.build import BuildError, Image, build
from inarow.running.build_rules import expand_words
from inarow.running.languages.language import MissingTool
from inarow.running.languages.python import KIND as PYTHON
from inarow.running.result import RunReport, RunVerdict
from inarow.running.sandbox import Sandbox
from inarow.running.submission import RejectedError, Submission
from inarow.running.toolchain import Toolchain
from inarow.text import plural

PATIENCE = 3
"""After so many timeouts in a group of tests the rest of the group is not run."""


@dataclass(frozen=True)
class MarkingRules:
    """What is forgiven, and what is left out: ``lenient`` has words of ``LENIENCIES``; everyone has
    the marks of a test that is ``void``, and what depends on it is run whatever came of it; after
    ``patience`` timeouts in a group the rest of it is not run, 0 runs all."""

    lenient: tuple[str, ...] = ()
    void: tuple[str, ...] = ()
    patience: int = PATIENCE


class Built(NamedTuple):
    """A submission that was accepted and built, or was not: then ``problem`` says why, and
    ``refused`` as well if it was not accepted."""

    digest: str
    build: Mapping[str, Any]
    gates: tuple[ClosedGate, ...] = ()
    problem: str = ""
    refused: str = ""


class TestFinished(NamedTuple):
    """One result; ``key`` is that of the cache, empty if it is not kept there. ``ran`` is false if
    no program was run for it."""

    result: TestResult
    key: str = ""
    ran: bool = False


class Diagnosed(NamedTuple):
    """Why answers are wrong, once all tests are done."""

    diagnoses: Diagnoses


MarkingItem = Built | TestFinished | Diagnosed


class DescribedProgram(NamedTuple):
    """A program that a submission holds: ``build`` is the line that compiles it, empty if nothing
    does."""

    program: str
    language: str
    main: str
    build: str = ""


class Description(NamedTuple):
    """What a submission holds, before anything is run: ``missing`` are programs of the course that
    it lacks, ``remarks`` what was left out or put right on the way in."""

    programs: tuple[DescribedProgram, ...]
    missing: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def describe(submission: Submission, course: Course) -> Description:
    """What a submission holds by the rules of a course; RejectedError if it would be refused."""
    rules = course.programs
    chosen, remarks = rules.select(submission)
    programs = []
    for recipe, main in chosen:
        tools = {name: (name,) for name in recipe.tools}
        words = expand_words(recipe.compile, recipe, main, submission.files, tools)
        programs.append(
            DescribedProgram(recipe.program, recipe.language.title, main, " ".join(words))
        )
    held = {each.program for each in programs}
    missing = tuple(name for name in rules.names if name not in held)
    return Description(tuple(programs), missing, (*submission.remarks, *remarks))


def load_submission(path: str | Path, course: Course) -> Submission:
    """The files of a path that nobody typed; RejectedError if a rule of the course is broken."""
    return intake.load_submission(path, course.programs.intake, follow_link=False)


def mark(
    submission: Submission,
    suite: Suite,
    sandbox: Sandbox,
    cache: ResultCache | None = None,
    *,
    rules: MarkingRules | None = None,
    toolchain: Toolchain | None = None,
    done: Mapping[str, TestResult] | None = None,
    order: Callable[[Test], Any] | None = None,
) -> Iterator[MarkingItem]:
    """Marks a submission, item by item. ``done`` are the results of an earlier iterator, which are
    not repeated; ``order`` is a sort key for tests, which still come after those that they depend
    on. The marks do not depend on the order where it keeps that of the suite among tests of one
    group and visibility. Results are looked up in the cache, and kept there before they are
    yielded."""
    rules, cache = rules or MarkingRules(), cache or NoCache()
    try:
        built = build(submission, suite.course.programs, toolchain or Toolchain(), sandbox)
    except RejectedError as error:
        yield from refuse(suite, str(error), submission, done)
        return
    except BuildError as error:
        yield from _not_built(suite, submission, error.report, done)
        return
    gates = tuple(closed_gates(suite, submission, built.failed))
    yield Built(submission.digest, built.as_json(), gates)
    runner = Runner(built.programs, sandbox, suite.course, rules.lenient)
    found = dict(done or {})
    for test in _in_order(suite, order):
        if test.name not in found:
            finished = _finish(test, suite, submission, built, runner, cache, rules, found)
            found[test.name] = finished.result
            yield finished
    counting = [found[test.name] for test in suite.tests if test.name not in rules.void]
    yield Diagnosed(diagnose(suite, counting, cache))


def refuse(
    suite: Suite,
    reason: str,
    submission: Submission | None = None,
    done: Mapping[str, TestResult] | None = None,
) -> Iterator[MarkingItem]:
    """The items of a submission that is not accepted. Whether it is worth 0 is for staff to say, or
    for a gate of the suite on the names of files."""
    # The submission's name stands beside it wherever it is shown.
    why = re.sub(r"^submission '[^']*',? ", "", reason)
    digest = submission.digest if submission is not None else ""
    gates = tuple(closed_gates(suite, submission, {}, refused=True))
    verdict = RunVerdict.REJECTED.name
    yield Built(digest, {"verdict": verdict, "reason": reason}, gates, f"refused: {why}", why)
    yield from _all_alike(suite, Judgement(Verdict.REFUSED, verdict, why), done, manual=False)


def assemble(
    name: str,
    suite: Suite,
    built: Built,
    results: Mapping[str, TestResult],
    diagnoses: Diagnoses | None = None,
    *,
    void: Collection[str] = (),
    refused_is_zero: bool = False,
) -> SubmissionResult:
    """What marking found out about a submission so far; it has no mark while a test has no
    result."""
    waiting = Judgement(Verdict.NOT_RUN, reason="not run yet")
    found = [results.get(test.name) or to_result(test, waiting) for test in suite.tests]
    return SubmissionResult(
        name,
        built.digest,
        built.build,
        [voided(result) if result.name in void else result for result in found],
        built.gates,
        built.problem,
        diagnoses or Diagnoses(),
        late_gates=late_gates(suite),
        refused=built.refused,
        refused_is_zero=refused_is_zero,
    )


def voided(result: TestResult) -> TestResult:
    """A result of a test that everyone has the marks of."""
    return replace(result, verdict=Verdict.VOID, cause="", marks=result.max_marks, would_pass=())


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
        test.least,
        test.note,
    )


def rescaled(saved: TestResult, suite: Suite) -> TestResult:
    """A saved result under the suite as it is now: marks, group, visibility, note, and what it says
    of exit statuses may have changed since."""
    test = suite.named(saved.name)
    share = saved.marks / saved.max_marks if saved.max_marks else None
    result = replace(
        saved,
        group=test.group,
        visibility=test.visibility,
        marks=test.marks * (Decimal(saved.verdict is Verdict.PASS) if share is None else share),
        max_marks=test.marks,
        asked=test.args,
        least=test.least,
        note=test.note,
    )
    return with_exit_status(result, suite)


def visible_first(test: Test) -> bool:
    """An order for ``mark`` that runs what everybody may see before the rest."""
    return test.visibility is not Visibility.VISIBLE


def _in_order(suite: Suite, order: Callable[[Test], Any] | None) -> Iterator[Test]:
    left = list(suite.tests) if order is None else sorted(suite.tests, key=order)
    passed: set[str] = set()
    while left:
        test = next(test for test in left if passed.issuperset(test.depends))
        left.remove(test)
        passed.add(test.name)
        yield test


def _finish(
    test: Test,
    suite: Suite,
    submission: Submission,
    image: Image,
    runner: Runner,
    cache: ResultCache,
    rules: MarkingRules,
    found: Mapping[str, TestResult],
) -> TestFinished:
    needed = [found[name] for name in test.depends if name not in rules.void]
    if waiting := [each for each in needed if each.verdict not in (Verdict.PASS, Verdict.VOID)]:
        return TestFinished(to_result(test, _held_back(waiting)))
    key = result_key(submission.digest, image.name, test, rules.lenient, runner.sandbox.tier)
    text = cache.find(key)
    if text is not None and (saved := read_saved(TestResult, text)) is not None:
        return TestFinished(rescaled(saved, suite), key)
    if gave_up := out_of_patience(suite, test, found, rules):
        return TestFinished(to_result(test, gave_up))
    judged = _judged(test, image, runner)
    result = to_result(test, judged)
    if judged.verdict not in (Verdict.PASS, Verdict.FAIL):
        return TestFinished(with_exit_status(result, suite), ran=True)
    new = saved_text(result)
    kept = cache.keep(key, new, replace=text is not None)
    if kept != new:  # somebody else was first
        result = read_saved(TestResult, kept) or result
    return TestFinished(rescaled(result, suite), key, ran=True)


def _held_back(waiting: Sequence[TestResult]) -> Judgement:
    """A test that depends on others which are not passed; what could not be run may pass yet."""
    first = waiting[0]
    if any(result.verdict not in UNFINISHED for result in waiting):
        first = next(result for result in waiting if result.verdict not in UNFINISHED)
        return Judgement(Verdict.SKIPPED, "DEPENDS", f"'{first.name}' was not passed")
    return Judgement(first.verdict, first.cause, f"'{first.name}' {first.verdict.value}")


def out_of_patience(
    suite: Suite, test: Test, found: Mapping[str, TestResult], rules: MarkingRules
) -> Judgement | None:
    """Why a test is not tried, if too many before it in its group have timed out. What a test tells
    of others is only what whoever sees it may see of them."""
    if not rules.patience or test.manual:
        return None
    timeouts = 0
    for other in suite.tests:
        if other.name == test.name:
            break
        result = found.get(other.name)
        timeouts += (
            result is not None
            and result.cause == TIMEOUT
            and other.group == test.group
            and test.visibility.may_tell_of(other.visibility)
            and other.name not in rules.void
        )
    if timeouts < rules.patience:
        return None
    where = f" in group '{test.group}'" if test.group else ""
    reason = f"not run after {plural(rules.patience, 'timeout')}{where}"
    return Judgement(Verdict.SKIPPED, AFTER_TIMEOUTS, reason)


def _judged(test: Test, image: Image, runner: Runner) -> Judgement:
    if test.manual:
        return Judgement(Verdict.MANUAL)
    program = runner.program(test.program)
    if program is None:
        said = image.failed.get(test.program)
        cause = RunVerdict.REJECTED.name if said is None else RunVerdict.COMPILE_ERROR.name
        reason = (
            f"{test.program} {'was not submitted' if said is None else f'is not built: {said}'}"
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


def _not_built(
    suite: Suite,
    submission: Submission,
    report: RunReport,
    done: Mapping[str, TestResult] | None,
) -> Iterator[MarkingItem]:
    """A submission that cannot be run at all: by its own fault only if it does not compile."""
    verdict, reason = report.verdict, report.reason
    ours = {RunVerdict.NOT_RUN: Verdict.NOT_RUN, RunVerdict.REFEREE_FAULT: Verdict.FAULT}
    outcome = ours.get(verdict, Verdict.FAIL)
    closes = outcome is Verdict.FAIL
    problem = f"{verdict.value}: {reason}" if closes else reason
    gates = tuple(closed_gates(suite, submission, {}, problem)) if closes else ()
    build = {
        "verdict": verdict.name,
        "reason": reason,
        "diagnostics": report.stderr.decode("utf-8", "backslashreplace"),
    }
    yield Built(submission.digest, build, gates, problem)
    yield from _all_alike(suite, Judgement(outcome, verdict.name, reason), done, manual=True)


def _all_alike(
    suite: Suite, judged: Judgement, done: Mapping[str, TestResult] | None, *, manual: bool
) -> Iterator[MarkingItem]:
    """The same for every test, but for those that a person marks if these are ``manual``."""
    for test in suite.tests:
        if test.name not in (done or {}):
            own = Judgement(Verdict.MANUAL) if manual and test.manual else judged
            yield TestFinished(to_result(test, own))
    yield Diagnosed(Diagnoses())


def wheels_of(name: str) -> str:
    """The folder of wheels beside a suite's file, from which its packages are installed; empty if
    there is none, and pip asks its index. ``name`` may be that of a suite of the package, or a
    folder with a suite."""
    path = Path(name)
    beside = (path if path.is_dir() else path.parent).absolute() / "wheels"
    return str(beside) if path.exists() and beside.is_dir() else ""


def toolchain_of(suite: Suite, wheels: str) -> Toolchain:
    """The tools that build and run the programs of a suite."""
    return Toolchain.with_packages(suite.packages, wheels)


def require_packages(suite: Suite, wheels: str) -> str:
    """Installs the packages of a suite unless they are; the Python that has them, as words, empty
    without packages. UserError if it cannot be done."""
    if not suite.packages:
        return ""
    tool = toolchain_of(suite, wheels).tool(PYTHON.name)
    if isinstance(tool, MissingTool):
        raise UserError(tool.reason)
    return f"{tool.name} {tool.version}"

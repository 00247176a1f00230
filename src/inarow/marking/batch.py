"""A class put through a suite: submissions are dispatched to workers, and results saved as they
come.

Each submission is a task. One that ran into its time limit is stopped there; what is left of it is
dispatched again, after all the others. The same call resumes after any stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from inarow.errors import UserError
from inarow.executor import Executor, Shared, Task
from inarow.files import is_there
from inarow.marking.checks.check import Judgement
from inarow.marking.marker import (
    Built,
    Diagnosed,
    MarkingItem,
    MarkingRules,
    TestFinished,
    assemble,
    load_submission,
    mark,
    refuse,
    rescaled,
    to_result,
    toolchain_of,
)
from inarow.marking.result_cache import MarkStore, Outbox, Saved, read_saved
from inarow.marking.results import TIMEOUT, BatchResult, Diagnoses, TestResult, Verdict
from inarow.marking.suite import Suite
from inarow.running.build_rules import ProgramRules
from inarow.running.sandbox import choose_sandbox
from inarow.running.submission import RejectedError, Submission, as_text, shown

_TASK = "inarow.marking.batch:mark_submission"
_REMOTE = "inarow.marking.batch:mark_remote"


@dataclass(frozen=True)
class MarkingJob:
    """All that it takes to mark one submission. ``wheels`` is a folder with the suite's packages;
    ``done`` are the results of tests that were run in an earlier attempt. Where neither path nor
    store can be reached, ``loaded`` is the submission, or why it was not accepted, and ``known``
    what the store has of it by key."""

    path: str
    suite: Suite
    store: str
    rules: MarkingRules
    sandboxed: bool = True
    wheels: str = ""
    done: Mapping[str, TestResult] = field(default_factory=dict)
    loaded: Submission | str | None = None
    known: Mapping[str, str] | None = None


def mark_submission(job: MarkingJob) -> Iterator[Saved | MarkingItem]:
    """Marks a submission in a worker, from where an earlier attempt stopped. It stops after a run
    that took all of its time, so that others come first. What the store is to save comes before the
    item that it belongs to."""
    try:
        if isinstance(job.loaded, str):
            raise RejectedError(job.loaded)
        submission = job.loaded or load_submission(job.path, job.suite.course)
    except RejectedError as error:
        yield from refuse(job.suite, str(error), done=job.done)
        return
    if job.known is not None:
        yield from _attempt(job, submission, Outbox(job.known))
    else:
        with MarkStore(job.store) as store:
            yield from _attempt(job, submission, Outbox(store))


def mark_remote(suite: Shared, job: Mapping[str, object]) -> Iterator[Saved | MarkingItem]:
    """The same on a machine with other disks: the suite, which is sent once, and the rest of a
    job."""
    return mark_submission(MarkingJob(suite=suite.value, **job))  # type: ignore[arg-type]


def _attempt(
    job: MarkingJob, submission: Submission, outbox: Outbox
) -> Iterator[Saved | MarkingItem]:
    sandbox = choose_sandbox(None if job.sandboxed else "none")
    tools = toolchain_of(job.suite, job.wheels)
    items = mark(
        submission, job.suite, sandbox, outbox, rules=job.rules, toolchain=tools, done=job.done
    )
    for item in items:
        yield from outbox.take()
        yield item
        if isinstance(item, TestFinished) and item.ran and item.result.cause == TIMEOUT:
            return


class Progress(NamedTuple):
    """How far it is: submissions and tests that are done, and ``running``, the submissions that are
    being run with the test each is at. ``result`` is what came last, of the submission ``name``;
    None if that has only begun."""

    submissions: int
    of_submissions: int
    tests: int
    of_tests: int
    name: str
    result: TestResult | None
    running: tuple[tuple[str, str], ...] = ()


@dataclass
class _State:
    """A submission under way. ``overruled`` has the texts of results that somebody else saved
    first."""

    name: str
    built: Built | None = None
    results: dict[str, TestResult] = field(default_factory=dict)
    diagnoses: Diagnoses | None = None
    attempts: int = 1
    overruled: dict[str, str] = field(default_factory=dict)

    def next_test(self, suite: Suite) -> str:
        return next((test.name for test in suite.tests if test.name not in self.results), "")


def submissions_in(paths: Sequence[str], rules: ProgramRules, *, whole: bool = False) -> list[str]:
    """Each path that is a submission, and the entries of each folder that is none: a folder with a
    main file of the course is one. With ``whole`` every folder is. A link that is given is
    followed, one that lies in a folder of submissions is not."""
    mains = {main.casefold() for recipe in rules.recipes for main in recipe.mains}
    found: list[str] = []
    for path in paths:
        folder = Path(path)
        try:
            inside = sorted(folder.iterdir()) if folder.is_dir() else []
        except OSError as error:
            raise UserError(f"folder '{shown(path)}' cannot be read: {error.strerror}") from None
        entries = [entry for entry in inside if not entry.name.startswith((".", "__MACOSX"))]
        if whole or not entries or any(entry.name.casefold() in mains for entry in entries):
            if not is_there(folder):
                raise UserError(f"submission '{shown(path)}' is not there")
            found.append(str(folder.resolve()) if folder.is_symlink() else path)
        else:
            found += [str(entry) for entry in entries]
    if len(set(found)) < len(found):
        twice = next(path for path in found if found.count(path) > 1)
        raise UserError(f"duplicate submission '{shown(twice)}'")
    return found


def mark_batch(
    paths: Sequence[str],
    suite: Suite,
    executor: Executor,
    store_path: str,
    *,
    rules: MarkingRules | None = None,
    sandboxed: bool = True,
    names: Sequence[str] | None = None,
    refused: Mapping[str, str] = MappingProxyType({}),
    refused_is_zero: bool = False,
    wheels: str = "",
    watch: Callable[[Progress], None] = lambda _: None,
) -> BatchResult:
    """Marks submissions; the results are in the order of the paths. ``names`` are what they are
    called, if not by their files or folders; ``refused`` says of some paths why they are not
    accepted. With ``refused_is_zero`` what is not accepted is worth 0 and not without a mark.
    ``wheels`` is a folder with the packages of the suite; without it they come from pip's index."""
    rules = rules or MarkingRules()
    for name in rules.void:
        suite.named(name)
    called = names_of(paths) if names is None else names
    states = {path: _State(name) for path, name in zip(paths, called, strict=True)}
    jobs = {
        path: MarkingJob(
            path, suite, store_path, rules, sandboxed, wheels, loaded=refused.get(path)
        )
        for path in paths
    }
    ended = tests = 0
    running: dict[str, _State] = {}  # by the executor's keys

    def tell(state: _State, result: TestResult | None) -> None:
        of_tests = len(paths) * len(suite.tests)
        now = tuple((each.name, each.next_test(suite)) for each in running.values())
        watch(Progress(ended, len(paths), tests, of_tests, state.name, result, now))

    with MarkStore(store_path) as store:
        task = _remote_task(suite, store) if executor.remote else _local_task
        for path, job in jobs.items():
            executor.submit(path, task(job))
        under_way = {path: path for path in paths}  # keys of the executor
        for done in executor.results():
            path = under_way[done.key]
            state, item = states[path], done.value
            if isinstance(item, Built):
                state.built = item
                running[done.key] = state
                tell(state, None)
            elif isinstance(item, Saved):
                _save(item, state, store, suite)
            elif isinstance(item, TestFinished):
                result = item.result
                if text := state.overruled.get(item.key):
                    saved = read_saved(TestResult, text)
                    result = result if saved is None else rescaled(saved, suite)
                tests += result.name not in state.results
                state.results[result.name] = result
                tell(state, result)
            elif isinstance(item, Diagnosed):
                state.diagnoses = item.diagnoses
            if not done.last:
                continue
            running.pop(done.key, None)
            if done.error is not None:
                _fail_remaining(state, suite, done.error)
            elif state.diagnoses is None:
                state.attempts += 1
                key = f"{path} ({state.attempts})"
                under_way[key] = path
                executor.submit(key, task(replace(jobs[path], done=dict(state.results))))
                continue
            ended += 1
        repaired = store.repaired
    marked = [
        assemble(
            state.name,
            suite,
            state.built or Built("", {}),
            state.results,
            state.diagnoses,
            void=rules.void,
            refused_is_zero=refused_is_zero,
        )
        for state in states.values()
    ]
    return BatchResult(suite.name, marked, repaired)


def _save(item: Saved, state: _State, store: MarkStore, suite: Suite) -> None:
    test = state.next_test(suite)  # none once all tests are done: then it is a diagnosis
    digest = state.built.digest if state.built else ""
    names = {"submission": state.name, "digest": digest, "test": test}
    kept = store.keep(item.key, item.text, replace=item.replace, **names)
    if kept != item.text:
        state.overruled[item.key] = kept


def _local_task(job: MarkingJob) -> Task:
    return Task(_TASK, (job,))


def _remote_task(suite: Suite, store: MarkStore) -> Callable[[MarkingJob], Task]:
    """Tasks for machines with other disks: with the submission, what is known of it, and the suite
    once for all."""
    shared = Shared(suite)

    def task(job: MarkingJob) -> Task:
        loaded: Submission | str
        try:
            if isinstance(job.loaded, str):
                raise RejectedError(job.loaded)
            loaded = job.loaded or load_submission(job.path, suite.course)
            known = store.of_submission(loaded.digest)
        except RejectedError as error:
            loaded, known = str(error), {}
        rest = {name: value for name, value in vars(job).items() if name not in ("suite", "wheels")}
        return Task(_REMOTE, (shared, {**rest, "loaded": loaded, "known": known}))

    return task


def names_of(paths: Sequence[str]) -> list[str]:
    """The names of files or folders, with the folders above them where names are shared."""
    plain = [Path(path).name or Path(path).resolve().name for path in paths]
    return [
        as_text(name if plain.count(name) == 1 else str(Path(path)))
        for path, name in zip(paths, plain, strict=True)
    ]


def _fail_remaining(state: _State, suite: Suite, error: Exception) -> None:
    """What a worker could not do is an internal error, and costs no marks: it shows as a fault."""
    words = str(error).strip().splitlines() or ["the worker failed"]
    for test in suite.tests:
        if test.name not in state.results:
            judged = Judgement(Verdict.FAULT, "REFEREE_FAULT", words[-1])
            state.results[test.name] = to_result(test, judged)
    if state.built is None:
        state.built = Built("", {}, (), words[-1])

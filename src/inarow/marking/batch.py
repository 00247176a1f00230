"""A class put through a suite: submissions go out to workers, results are kept as they come.

Each submission is a task. One that keeps running into its limits makes way: what is left of it is
handed out anew, behind all the others. The same call goes on after any stop.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from inarow.errors import UserError
from inarow.executor import Executor, Shared, Task
from inarow.files import is_there
from inarow.marking.checks.check import Judgement
from inarow.marking.gates import late_gates
from inarow.marking.marker import (
    PATIENCE,
    Built,
    MakesWay,
    MarkingJob,
    TestFinished,
    load_submission,
    rescaled,
    to_result,
)
from inarow.marking.result_cache import MarkStore
from inarow.marking.results import (
    BatchResult,
    SubmissionResult,
    TestResult,
    Verdict,
    causes_of,
    with_exit_status,
)
from inarow.marking.suite import Suite
from inarow.running.build_rules import ProgramRules
from inarow.running.submission import RejectedError, Submission, as_text, shown

_TASK = "inarow.marking.marker:mark_submission"
_CARRIED = "inarow.marking.marker:mark_carried"


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
    name: str
    begun: Built | None = None
    results: dict[str, TestResult] = field(default_factory=dict)


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
        raise UserError(f"submission '{shown(twice)}' is given twice")
    return found


def mark_batch(
    paths: Sequence[str],
    suite: Suite,
    executor: Executor,
    store_path: str,
    *,
    lenient: Collection[str] = (),
    void: Collection[str] = (),
    sandboxed: bool = True,
    names: Sequence[str] | None = None,
    refused: Mapping[str, str] = MappingProxyType({}),
    refused_is_zero: bool = False,
    patience: int = PATIENCE,
    wheels: str = "",
    watch: Callable[[Progress], None] = lambda _: None,
) -> BatchResult:
    """Marks submissions, in the order in which they come back in the answer; ``names`` are what
    they are called there, if not by their files or folders; ``refused`` says of some paths why
    they are not accepted. With ``refused_is_zero`` what is not accepted is worth 0 and not without
    a mark. After ``patience`` timeouts in a group of tests the rest is not run; 0 runs all.
    ``wheels`` is a folder with the packages of the suite; without it they come from pip's index."""
    for name in void:
        suite.named(name)
    called = names_of(paths) if names is None else names
    states = {path: _State(name) for path, name in zip(paths, called, strict=True)}
    words = tuple(sorted(lenient)), tuple(sorted(void))
    common = (suite, store_path, *words, sandboxed, patience, wheels)
    jobs = {path: MarkingJob(path, *common, taken=refused.get(path)) for path in paths}
    ended = tests = 0
    running: dict[str, _State] = {}  # by the executor's keys

    def tell(state: _State, result: TestResult | None) -> None:
        of_tests = len(paths) * len(suite.tests)
        now = tuple((each.name, _next_test(each, suite)) for each in running.values())
        watch(Progress(ended, len(paths), tests, of_tests, state.name, result, now))

    with MarkStore(store_path) as store:
        task = _carried(suite, store) if executor.remote else _of_this_machine
        for path, job in jobs.items():
            executor.submit(path, task(job))
        goes = 1
        under_way = {path: path for path in paths}  # keys of the executor
        for done in executor.results():
            path = under_way[done.key]
            state = states[path]
            item = done.value
            if isinstance(item, Built):
                state.begun = item
                running[done.key] = state
                tell(state, None)
            elif isinstance(item, TestFinished):
                result = item.result
                if item.key and item.fresh and state.begun is not None:
                    kept = store.keep(item.key, state.name, state.begun.digest, result)
                    result = rescaled(kept, suite.named(result.name))
                result = with_exit_status(result, suite)
                state.results[result.name] = result
                tests += 1
                tell(state, result)
            elif isinstance(item, MakesWay):
                goes += 1
                key = f"{path} ({goes})"
                under_way[key] = path
                job = replace(jobs[path], done=dict(state.results))
                executor.submit(key, task(job))
            if done.last:
                running.pop(done.key, None)
            if done.error is not None:
                _fault(state, suite, done.error)
            ended += done.last and len(state.results) == len(suite.tests)
        repaired = store.repaired
    marked = [
        _finished(states[path], suite, void, refused_is_zero=refused_is_zero) for path in paths
    ]
    return BatchResult(suite.name, marked, repaired)


def _next_test(state: _State, suite: Suite) -> str:
    """The test that a submission is at."""
    return next((test.name for test in suite.tests if test.name not in state.results), "")


def _of_this_machine(job: MarkingJob) -> Task:
    return Task(_TASK, (job,))


def _carried(suite: Suite, store: MarkStore) -> Callable[[MarkingJob], Task]:
    """Tasks for machines with other disks: with the submission, what is known of it, and the suite
    once for all."""
    shared = Shared(suite)

    def task(job: MarkingJob) -> Task:
        taken: Submission | str
        try:
            taken = load_submission(job)
            known = store.of_submission(taken.digest)
        except RejectedError as error:
            taken, known = str(error), {}
        rest = {name: value for name, value in vars(job).items() if name not in ("suite", "wheels")}
        return Task(_CARRIED, (shared, {**rest, "taken": taken, "known": known}))

    return task


def names_of(paths: Sequence[str]) -> list[str]:
    """The names of files or folders, with the folders above them where names are shared."""
    plain = [Path(path).name or Path(path).resolve().name for path in paths]
    return [
        as_text(name if plain.count(name) == 1 else str(Path(path)))
        for path, name in zip(paths, plain, strict=True)
    ]


def _fault(state: _State, suite: Suite, error: Exception) -> None:
    """What a worker could not do is ours, and costs no marks in silence: it shows as a fault."""
    words = str(error).strip().splitlines() or ["the worker failed"]
    for test in suite.tests:
        if test.name not in state.results:
            judged = Judgement(Verdict.FAULT, "REFEREE_FAULT", words[-1])
            state.results[test.name] = to_result(test, judged)
    if state.begun is None:
        state.begun = Built("", {}, (), words[-1])


def _finished(
    state: _State, suite: Suite, void: Collection[str], *, refused_is_zero: bool
) -> SubmissionResult:
    begun = state.begun
    assert begun is not None
    found = [state.results[test.name] for test in suite.tests]
    results = [_voided(result) if result.name in void else result for result in found]
    return SubmissionResult(
        state.name,
        begun.digest,
        begun.build,
        results,
        begun.gates,
        begun.problem,
        causes_of(suite, results),
        late_gates=late_gates(suite),
        suite=suite,
        refused=begun.refused,
        refused_is_zero=refused_is_zero,
    )


def _voided(result: TestResult) -> TestResult:
    return replace(result, verdict=Verdict.VOID, cause="", marks=result.max_marks, would_pass=())

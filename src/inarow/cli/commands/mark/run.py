"""``inarow mark``: programs that were handed in, put through a suite of tests."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from inarow.cli.executors import (
    add_cluster,
    executor_of,
    require_address,
    where_words,
)
from inarow.cli.interrupts import SAME_COMMAND, interrupt_note
from inarow.cli.mark_outputs import Plan, add_output_arguments, print_changed
from inarow.cli.options import add_jobs, add_json, add_no_sandbox, int_arg
from inarow.cli.parser import Parser
from inarow.cli.progress import ProgressLine
from inarow.errors import UserError
from inarow.files import checked_output
from inarow.marking.batch import Progress, mark_batch, submissions_in
from inarow.marking.compare import LENIENCIES
from inarow.marking.grading.changes import MarkChange
from inarow.marking.marker import PATIENCE, MarkingRules, require_packages, wheels_of
from inarow.marking.records import MarkingContext
from inarow.marking.reports.evidence import evidence_text
from inarow.marking.reports.white_space import lines_of, visible
from inarow.marking.result_cache import MarkStore, repair
from inarow.marking.results import BatchResult, SubmissionResult, TestResult, Verdict, json_number
from inarow.marking.suite_file import (
    load_suite,
    read_suite,
    shipped_suites,
)
from inarow.marking.visibility import student_json, student_view
from inarow.running.sandbox import choose_sandbox
from inarow.running.submission import shown
from inarow.text import plural, require_range

_MOST_SHOWN = 400
_MOST_RUNNING = 3


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Build each submission by the rules of the suite's course, run it in the sandbox and compare its
output with what the tests expect, byte for byte. A submission is a file, a directory or a zip, or a
directory full of them. Every result is saved when its test ends; the same command resumes marking
and runs no test twice. Exit status 3 if a submission has no mark: it could not be run, or was
refused."""
    parser.add_argument(
        "submissions", nargs="*", default=[], metavar="SUBMISSION", help="what students submitted"
    )
    parser.add_argument(
        "--suite",
        required=True,
        metavar="SUITE",
        help=f"test suite: {', '.join(shipped_suites())}, a TOML file, "
        "or a course's directory with a suite.toml",
    )
    parser.add_argument("--secret", metavar="FILE", help="key file for hidden tests")
    parser.add_argument(
        "--store",
        metavar="FILE",
        help="database of results (default: SUITE.marks.db next to --out or the suite)",
    )
    add_jobs(parser, "mark N submissions in parallel")
    add_cluster(parser)
    parser.add_argument(
        "--void",
        action="append",
        default=[],
        metavar="TEST",
        help="give everyone full marks for TEST (repeatable)",
    )
    parser.add_argument(
        "--student", action="store_true", help="show what students may see: no hidden tests"
    )
    add_output_arguments(parser)
    add_json(parser)
    more = parser.more
    more.add_argument(
        "--lenient",
        action="append",
        default=[],
        choices=tuple(LENIENCIES),
        metavar="WHAT",
        help="ignore a difference (repeatable): "
        + "; ".join(f"{word}: {meaning}" for word, meaning in LENIENCIES.items()),
    )
    more.add_argument(
        "--patience",
        type=int_arg,
        default=PATIENCE,
        metavar="N",
        help="skip the rest of a group after N timeouts; 0 runs all (default: %(default)s)",
    )
    more.add_argument(
        "--refused-is-zero",
        action="store_true",
        help="give 0 marks to submissions that are refused, instead of no mark",
    )
    add_no_sandbox(more)


def run(args: Namespace) -> int:
    require_range("--jobs", args.jobs, 1, 1000)
    require_range("--patience", args.patience, 0, 1000)
    rules = read_suite(args.suite).course.programs
    # Those services hand over one submission, whatever is in its folder.
    whole = args.gradescope is not None or args.github_output is not None
    with Plan(args, lambda paths: submissions_in(paths, rules, whole=whole)) as plan:
        # All that is given is looked at before anything is made.
        if not plan.plan.paths:
            raise UserError("nothing that was handed in is of anybody in the roster")
        store = plan.store()
        is_new = not checked_output(store).exists()
        if not is_new:
            if damaged := repair(store):
                print(f"inarow mark run: {damaged}", file=sys.stderr)
            MarkStore(store).close()
        if args.cluster is not None:
            require_address(args.cluster)
        tier = choose_sandbox("none" if args.no_sandbox else None).tier
        usable = load_suite(args.suite, args.secret)
        if usable.new is not None:
            print(
                f"inarow mark run: created secret '{usable.new}'; back it up and keep it private",
                file=sys.stderr,
            )
        if is_new:
            print(f"inarow mark run: results are saved in '{shown(store, 200)}'", file=sys.stderr)
        require_packages(usable.suite, wheels_of(args.suite))
        plan.say_findings()
        circumstances = MarkingContext(
            args.suite if args.suite in shipped_suites() else str(Path(args.suite).absolute()),
            usable.suite,
            usable.secret,
            rules=MarkingRules(
                tuple(word for word in LENIENCIES if word in args.lenient),
                tuple(args.void),
                args.patience,
            ),
            tier=tier,
        )
        return _mark(args, circumstances, plan, store)


def _mark(args: Namespace, circumstances: MarkingContext, plan: Plan, store: str) -> int:
    line = ProgressLine()
    saved = "results are"

    def watch(progress: Progress) -> None:
        nonlocal saved
        saved = f"{progress.tests} of {progress.of_tests} test results are"
        text = _words(progress) + where_words(executor)
        line.show(text)

    line.show(f"building {shown(plan.plan.paths[0])}")
    note = interrupt_note(lambda: f"{saved} saved in '{store}'; {SAME_COMMAND}")
    try:
        with note, executor_of(args.cluster, args.jobs, sandboxed=not args.no_sandbox) as executor:
            marking = mark_batch(
                plan.plan.paths,
                circumstances.suite,
                executor,
                store,
                rules=circumstances.rules,
                sandboxed=not args.no_sandbox,
                names=plan.plan.names,
                refused=plan.plan.refused,
                refused_is_zero=args.refused_is_zero,
                wheels=wheels_of(args.suite),
                watch=watch,
            )
    finally:
        line.wipe()
    if marking.repaired:
        rows = plural(marking.repaired, "result")
        print(
            f"inarow mark run: {rows} in '{store}' could not be read: those tests were run again",
            file=sys.stderr,
        )

    def show(changed: Sequence[MarkChange]) -> None:
        if args.json and args.student:
            seen = [student_json(one, released=args.release) for one in marking.submissions]
            print(json.dumps({"suite": marking.suite, "submissions": seen}))
        elif args.json:
            print(json.dumps({**marking.as_json(), "changed": [one.as_json() for one in changed]}))
        else:
            _print(marking, student=args.student, released=args.release)
            print_changed(changed)

    return plan.finish(marking, circumstances, store, student=args.student, show=show)


def _words(progress: Progress) -> str:
    """How far it is and what is running."""
    done = f"{progress.submissions} of {progress.of_submissions} submissions"
    words = f"{done}, {progress.tests} of {progress.of_tests} tests"
    running = [f"{shown(name, 40)} '{shown(test, 30)}'" for name, test in progress.running if test]
    more = f" and {len(running) - _MOST_RUNNING} more" if len(running) > _MOST_RUNNING else ""
    return f"{words}; running {', '.join(running[:_MOST_RUNNING])}{more}" if running else words


def _print(marking: BatchResult, *, student: bool, released: bool) -> None:
    for submission in marking.submissions:
        withheld = ""
        seen = submission
        if student:
            seen = student_view(submission, released=released)
            if submission.max_marks != seen.max_marks:
                withheld = f" ({json_number(submission.max_marks - seen.max_marks)} withheld)"
        mark = seen.state.value if seen.marks is None else f"{json_number(seen.marks)} of"
        mark = f"{mark}, of" if seen.marks is None else mark
        print(f"{shown(seen.name)}: {mark} {json_number(seen.max_marks)}{withheld}")
        _print_tests(seen, in_full=len(marking.submissions) == 1)


def _print_tests(submission: SubmissionResult, *, in_full: bool) -> None:
    if submission.problem:
        print(f"  {shown(submission.problem, 200)}")
        return
    for gate in submission.gates:
        proposed = " (proposed; a person decides)" if gate.proposed else ""
        what = gate.group or "everything"
        print(f"  0 for {what}: {shown(gate.reason, 200)}{proposed}")
    for test in submission.tests:
        if test.verdict is Verdict.PASS:
            continue
        cause = f" {test.cause}:" if test.cause else ""
        reason = shown(test.reason, 200) or test.verdict.value
        print(f"  {test.verdict.name} {test.name}:{cause} {reason}")
        if in_full and test.verdict is Verdict.FAIL:
            _print_difference(test)
    for line in evidence_text(submission.tests) if in_full else ():
        print(f"  {line}")
    for found in submission.why:
        print(f"  why: {found.sentence}")


def _print_difference(test: TestResult) -> None:
    for name, data in (("expected", test.expected), ("got", test.got)):
        if data is not None:
            rows = [visible(line) for line in lines_of(data[:_MOST_SHOWN])] or ["(nothing)"]
            rows += ["..."] if len(data) > _MOST_SHOWN else []
            for number_, row in enumerate(rows):
                print(f"    {name if number_ == 0 else '':>8} | {row}")

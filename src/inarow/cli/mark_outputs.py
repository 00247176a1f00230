"""Whose submissions are marked, and what becomes of the marks: the class, reports, grade books."""

from __future__ import annotations

import json
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

from inarow.cli.gradebook_output import (
    GradebookOutput,
    add_gradebook_arguments,
    require_gradebook_options,
)
from inarow.cli.mark_files import require_safe_outputs, store_of
from inarow.cli.parser import Parser
from inarow.errors import UserError
from inarow.files import checked_output, staged_folder, write_whole
from inarow.marking.grading.changes import MarkChange, changed_marks
from inarow.marking.grading.class_file import read_class
from inarow.marking.grading.grade import (
    Grade,
    awaiting_staff,
    class_json,
    out_of_patience,
    without_marks,
)
from inarow.marking.grading.plan import MarkingPlan, plan_class
from inarow.marking.records import MarkingContext
from inarow.marking.reports.folder import INDEX, MARKS, SIMILAR, write_records, write_reports
from inarow.marking.reports.services import classroom_result, gradescope_results, junit_xml
from inarow.marking.reports.text import class_text, report_text
from inarow.marking.reports.white_space import strip_controls
from inarow.marking.result_cache import MarkStore
from inarow.marking.results import BatchResult
from inarow.marking.visibility import for_staff, for_student
from inarow.text import plural

UNMARKED = 3
"""The exit status where a submission has no mark: it is pending or was refused."""


def add_output_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--class", dest="class_file", metavar="FILE", help="class.toml: due date, roster, late rule"
    )
    parser.add_argument("--out", metavar="DIR", help="write pages for staff and for students")
    parser.add_argument(
        "--open", action="store_true", help="open the page for staff (in 'marked' without --out)"
    )
    parser.add_argument(
        "--release", action="store_true", help="let reports show hidden tests to students"
    )
    add_gradebook_arguments(parser, parser.more)
    parser.more.add_argument("--junit", metavar="FILE", help="write JUnit XML")
    parser.more.add_argument("--gradescope", metavar="FILE", help="write Gradescope's results.json")
    parser.more.add_argument(
        "--github-output", metavar="FILE", help="add GitHub Classroom's result to a step's output"
    )


class Plan:
    """The options of ``inarow mark`` that say what is marked and what is written, checked before
    anything runs. A context, for copies of submissions."""

    def __init__(
        self, args: Namespace, submissions_in: Callable[[Sequence[str]], Sequence[str]]
    ) -> None:
        self._args = args
        self._copies = ExitStack()
        self._book: GradebookOutput | None = None
        _check_options(args)
        if args.class_file is None:
            self.plan = MarkingPlan(submissions_in(args.submissions))
        else:
            rules = read_class(args.class_file)
            self.plan = self._copies.enter_context(plan_class(rules, args.submissions))
        self.findings = list(self.plan.findings)
        count = len(self.plan.paths)
        if count != 1 and (args.gradescope or args.github_output):
            option = "--gradescope" if args.gradescope else "--github-output"
            raise UserError(f"{option} takes one submission, not {count}")
        if args.out is not None and Path(args.out).exists() and not Path(args.out).is_dir():
            raise UserError(f"reports cannot be written to '{args.out}': it is no folder")
        for name in (args.junit, args.gradescope, args.github_output):
            if name is not None:
                checked_output(name, in_place=True)
        if args.gradebook is not None and self.plan.rules is not None:
            self._book = GradebookOutput(args, self.plan.rules.roster)

    def __enter__(self) -> Plan:
        return self

    def __exit__(self, *_: object) -> None:
        self._copies.close()

    def store(self) -> str:
        """Where results are saved; UserError if that or another output would overwrite an input."""
        store = store_of(self._args)
        require_safe_outputs(self._args, store, self.plan.rules, self._book, self.plan.sources())
        return store

    def say_findings(self) -> None:
        """What has to be looked at, before anything is marked."""
        for finding in self.findings:
            print(f"inarow mark run: {strip_controls(finding)}", file=sys.stderr)

    def finish(
        self,
        marking: BatchResult,
        circumstances: MarkingContext,
        store: str,
        *,
        student: bool,
        show: Callable[[Sequence[MarkChange]], None] = lambda _: None,
    ) -> int:
        """Writes and prints what was asked for and returns the exit status; ``show`` prints the
        marks of no class. What changed since the last time counts as told only once all of it is
        written."""
        args = self._args
        if self.plan.rules is not None:
            circumstances = replace(
                circumstances,
                class_name=self.plan.rules.name,
                class_file=str(Path(args.class_file).absolute()),
                class_digest=self.plan.rules.digest,
            )
        graded, problems = self.plan.grades(marking)
        for problem in problems:
            print(f"inarow mark run: {strip_controls(problem)}", file=sys.stderr)
        self.findings += problems
        unmarked = without_marks(graded)
        given_up = [] if student else out_of_patience(graded)
        for finding in (*unmarked, *given_up):
            print(f"inarow mark run: {strip_controls(finding)}", file=sys.stderr)
        self.findings += [*unmarked, *given_up, *awaiting_staff(graded)]
        with MarkStore(store) as opened:
            now = [found for one in graded if (found := one.snapshot) is not None]
            group = circumstances.class_file
            changed = [] if student else changed_marks(opened.published(marking.suite, group), now)
            self._write(marking, graded, changed, circumstances, student=student)
            self._print(marking, graded, changed, student=student, show=show)
            sys.stdout.flush()
            if not student:
                opened.publish(marking.suite, group, now)
        return UNMARKED if unmarked else 0

    def _write(
        self,
        marking: BatchResult,
        graded: Sequence[Grade],
        changed: Sequence[MarkChange],
        circumstances: MarkingContext,
        *,
        student: bool,
    ) -> None:
        args = self._args
        title = self.plan.rules.name if self.plan.rules else marking.suite
        seen = self._seen()
        if args.out is not None:
            with staged_folder(Path(args.out), 0o700) as folder:
                write_reports(
                    str(folder),
                    title,
                    marking.suite,
                    graded,
                    self.findings,
                    similar=(Path(args.out) / SIMILAR).is_file(),
                    note=circumstances.suite.note,
                    rank_marks=circumstances.suite.rank_marks,
                    **seen,
                )
                write_records(str(folder), self.plan.records(marking, graded, circumstances))
                data = class_json(marking.suite, graded, self.findings, changed)
                write_whole(folder / MARKS, (json.dumps(data) + "\n").encode())
            if args.open:
                webbrowser.open((Path(args.out) / INDEX).resolve().as_uri())
        if args.junit is not None:
            views = [for_student(one, **seen) if student else for_staff(one) for one in graded]
            text = junit_xml(title, views)
            write_whole(Path(args.junit), text.encode())
        if args.gradescope is not None:
            _write_gradescope(args.gradescope, graded[0], released=args.release)
        if args.github_output is not None:
            _append(args.github_output, classroom_result(graded[0], released=args.release))
        if self._book is not None:
            marks = {one.student.id: one.marks for one in graded if one.marks is not None}
            self._book.write("mark run", marks)

    def _print(
        self,
        marking: BatchResult,
        graded: Sequence[Grade],
        changed: Sequence[MarkChange],
        *,
        student: bool,
        show: Callable[[Sequence[MarkChange]], None],
    ) -> None:
        args = self._args
        if self.plan.rules is None:
            show(changed)
        elif student:
            views = [for_student(one, **self._seen()) for one in graded]
            if args.json:
                seen = [view.as_json() for view in views]
                print(json.dumps({"suite": marking.suite, "submissions": seen}))
            else:
                print("\n".join(map(report_text, views)), end="")
        elif args.json:
            print(json.dumps(class_json(marking.suite, graded, self.findings, changed)))
        else:
            print(class_text(graded), end="")
            print_changed(changed)

    def _seen(self) -> dict[str, bool]:
        """What students may see now."""
        after_due = self.plan.is_after_due(datetime.now(timezone.utc))
        return {"released": self._args.release, "after_due": after_due}


def _check_options(args: Namespace) -> None:
    require_gradebook_options(args)
    if args.open and args.out is None:
        args.out = "marked"
    if args.class_file is None and not args.submissions:
        raise UserError("no submissions are given")


def _write_gradescope(name: str, graded: Grade, *, released: bool) -> None:
    found = gradescope_results(graded, released=released)
    if found is not None:
        write_whole(Path(name), (json.dumps(found, indent=1) + "\n").encode())
    elif Path(name).is_file():
        Path(name).unlink()  # those of an earlier run would pass for these


def _append(name: str, result: str) -> None:
    """GitHub reads lines that are added to a file; without a mark there is nothing to read."""
    if not result:
        return
    try:
        with Path(name).open("a", encoding="utf-8") as file:
            file.write(f"result={result}\n")
    except OSError as error:
        raise UserError(f"file '{name}' cannot be written: {error.strerror}") from None


def print_changed(changed: Sequence[MarkChange]) -> None:
    """Whose marks are not what they were."""
    if changed:
        print(f"\n{plural(len(changed), 'mark')} changed since the last time:")
    for one in changed:
        print(f"  {strip_controls(one.sentence())}")

"""``inarow suite``: generates, validates and shares test suites."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.options import add_jobs, add_json, int_arg
from inarow.cli.parser import Parser
from inarow.cli.progress import ProgressLine
from inarow.cli.terminal import print_table, require_writable, write_output
from inarow.course import find_course
from inarow.executor import LocalExecutor
from inarow.marking.hidden_tests import course_suite, make_secret
from inarow.marking.marker import require_packages, wheels_of
from inarow.marking.results import json_number
from inarow.marking.suite_file import (
    load_suite,
    read_suite,
    secret_path,
    suite_text,
)
from inarow.marking.tester import student_tester
from inarow.marking.validate import SuiteValidation, validate_suite
from inarow.text import plural, require_range


def _add_suite(parser: Parser) -> None:
    parser.add_argument("suite", metavar="SUITE", help="a course name or a suite in TOML")


def add_make_arguments(parser: Parser) -> None:
    parser.description = """\
Write the test suite of a course in TOML. Another seed gives other tests, for another year."""
    parser.add_argument("course", metavar="COURSE", help="a course name or directory")
    parser.add_argument(
        "--seed", type=int_arg, required=True, metavar="N", help="for example the year"
    )
    parser.add_argument(
        "--out", metavar="FILE", default="-", help="file to write (default: standard output)"
    )


@interrupt_note(NOTHING_SAVED)
def run_make(args: Namespace) -> int:
    require_writable(args.out)
    suite = course_suite(find_course(args.course), args.seed)
    folder = Path() if args.out == "-" else Path(args.out).parent
    write_output(args.out, suite_text(suite, folder))
    return 0


def add_secret_arguments(parser: Parser) -> None:
    parser.description = "Create a key of 128 bits for the hidden tests of a suite, in a new file."
    _add_suite(parser)
    parser.add_argument("--out", metavar="FILE", help="default: your own key file for the suite")


def run_secret(args: Namespace) -> int:
    path = secret_path(args.suite, args.out)
    read_suite(args.suite)
    make_secret(path)
    print(f"inarow suite secret: created '{path}'; back it up and keep it private", file=sys.stderr)
    return 0


def add_tester_arguments(parser: Parser) -> None:
    parser.description = """\
Write the visible tests as one file of plain Python 3.7, which students run next to their program.
It goes to standard output."""
    _add_suite(parser)


def run_tester(args: Namespace) -> int:
    write_output("-", student_tester(read_suite(args.suite)))
    return 0


def add_packages_arguments(parser: Parser) -> None:
    parser.description = """\
Install the packages of a suite for programs in the sandbox, from the directory 'wheels' next to its
file or from pip's index. inarow mark does it too where needed."""
    _add_suite(parser)


@interrupt_note(NOTHING_SAVED)
def run_packages(args: Namespace) -> int:
    print(require_packages(read_suite(args.suite), wheels_of(args.suite)) or "no packages")
    return 0


def add_check_arguments(parser: Parser) -> None:
    parser.description = """\
Run reference programs through every test of a suite, and name the known mistakes that it would
miss. Exit status 1 if a reference program fails."""
    _add_suite(parser)
    parser.add_argument("--secret", metavar="FILE", help="key file for hidden tests")
    add_jobs(parser, "run N programs in parallel")
    add_json(parser)


@interrupt_note(NOTHING_SAVED)
def run_check(args: Namespace) -> int:
    require_range("--jobs", args.jobs, 1, 1000)
    line = ProgressLine()

    def watch(text: str) -> None:
        line.show(text)

    line.show(f"proving {args.suite}")
    try:
        suite = load_suite(args.suite, args.secret).suite
        with LocalExecutor(args.jobs) as executor:
            proof = validate_suite(suite, executor, watch)
    finally:
        line.wipe()
    if args.json:
        print(json.dumps(proof.as_json()))
    else:
        _print(proof, Path(args.suite).stem)
    return 0 if proof.holds else 1


def _print(proof: SuiteValidation, name: str) -> None:
    suite = proof.suite
    shown = sum(test.marks for test in suite.visible())
    hidden = len(suite.tests) - len(list(suite.visible()))
    print(
        f"{name}: {plural(len(suite.tests), 'test')} ({hidden} hidden),"
        f" {json_number(suite.max_marks)} marks ({json_number(suite.max_marks - shown)} hidden)"
    )
    for reference in proof.references:
        if reference.problem:
            print(f"{reference.name}: {reference.problem}")
    rows = [
        [
            reference.name,
            f"{reference.passed} of {reference.tests}",
            f"{reference.slowest_cpu_s:.2f} s",
            f"{reference.share:.1%}",
        ]
        for reference in proof.references
        if not reference.problem
    ]
    if rows:
        print_table("reference programs", ["program", "passes", "slowest", "of its limit"], rows)
    for reference in proof.references:
        if reference.lost:
            tests = ", ".join(f"'{name}'" for name in reference.lost)
            print(f"{reference.name} plays by the rules to the end, and loses {tests}")
        for failure in reference.failures:
            print(f"{reference.name} fails {failure}")
    print(f"known mistakes that it shows: {proof.shown} of {proof.shown + len(proof.missed)}")
    for mistake in proof.missed:
        why = " (hardly any output can show it)" if mistake.excused else ""
        print(f"not shown: {mistake.name}{why}")

"""``inarow suite``: tests made, proven and handed out."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.option_types import whole
from inarow.cli.progress import ProgressLines, StatusLine
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


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """\
make writes the suite of a course, from our own exact programs: another seed, another year. secret
makes what hidden tests come from. check proves a suite against reference programs and names the
known mistakes that it would not catch. tester writes the visible tests as one file of plain
Python that a student runs beside a solution. packages installs what programs may import."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    make = actions.add_parser(
        "make", help="write a course's suite", description="Write the suite of a course in TOML."
    )
    make.add_argument("course", metavar="COURSE", help="whose suite")
    make.add_argument("--seed", type=whole, required=True, metavar="S", help="for example the year")
    make.add_argument("--out", metavar="FILE", default="-", help="default standard output")
    secret = actions.add_parser(
        "secret",
        help="make the secret of hidden tests",
        description="Make a secret of 128 bits for the hidden tests of a suite, in a new file.",
    )
    secret.add_argument("suite", metavar="SUITE", help="a name or a file")
    secret.add_argument("--out", metavar="FILE", help="default: this user's own for the suite")
    check = actions.add_parser(
        "check",
        help="prove a suite",
        description="Run reference programs through every test; name the mistakes it misses.",
    )
    check.add_argument("suite", metavar="SUITE", help="a name or a file")
    check.add_argument("--secret", metavar="FILE", help="what hidden tests are made from")
    cores = os.cpu_count() or 1
    check.add_argument("--jobs", type=whole, default=cores, metavar="J", help="runs at once")
    check.add_argument("--json", action="store_true", help="print one JSON object")
    tester = actions.add_parser(
        "tester",
        help="write the visible tests as one file",
        description="Write the visible tests as one file of plain Python 3.7.",
    )
    tester.add_argument("suite", metavar="SUITE", help="a name or a file")
    packages = actions.add_parser(
        "packages",
        help="install the packages of a suite",
        description="Install the packages of a suite for programs in the sandbox, from the folder"
        " 'wheels' next to its file or from pip's index; inarow mark does it too if need be.",
    )
    packages.add_argument("suite", metavar="SUITE", help="a name or a file")


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    if args.action == "make":
        require_writable(args.out)
        suite = course_suite(find_course(args.course), args.seed)
        folder = Path() if args.out == "-" else Path(args.out).parent
        write_output(args.out, suite_text(suite, folder))
        return 0
    if args.action == "secret":
        path = secret_path(args.suite, args.out)
        read_suite(args.suite)
        make_secret(path)
        print(f"inarow suite: the secret is in '{path}'", file=sys.stderr)
        return 0
    if args.action == "tester":
        write_output("-", student_tester(read_suite(args.suite)))
        return 0
    if args.action == "packages":
        print(require_packages(read_suite(args.suite), wheels_of(args.suite)) or "no packages")
        return 0
    require_range("--jobs", args.jobs, 1, 1000)
    line, lines = StatusLine(), ProgressLines[str](lambda text: text)

    def watch(text: str) -> None:
        line.show(text)
        if not sys.stderr.isatty():
            lines(text)

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

"""``inarow mark bundle``: what Gradescope and GitHub Classroom need to mark by a suite."""

from __future__ import annotations

import sys
from argparse import Namespace

from inarow.cli.parser import Parser
from inarow.errors import UserError
from inarow.marking.bundles import github_zip, given_package, gradescope_zip, own_wheel
from inarow.marking.marker import wheels_of
from inarow.marking.suite_file import load_suite, read_suite


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Write the files that a service needs to mark with a test suite, as a zip on standard output."""
    parser.add_argument("service", choices=("gradescope", "github"), metavar="gradescope|github")
    parser.add_argument("suite", metavar="SUITE", help="a course name or a suite in TOML")
    parser.add_argument("--secret", metavar="FILE", help="key file for hidden tests")
    parser.add_argument(
        "--package",
        metavar="FILE",
        help="wheel or source distribution to include (default: the installed inarow)",
    )
    parser.add_argument(
        "--refused-is-zero",
        action="store_true",
        help="give 0 marks to submissions that are refused, instead of no mark",
    )


def run(args: Namespace) -> int:
    """A zip on standard output."""
    suite = read_suite(args.suite)
    if args.service == "github" and (args.secret or args.refused_is_zero):
        option = "--secret" if args.secret else "--refused-is-zero"
        raise UserError(f"{option} does not apply to github, which marks visible tests only")
    if sys.stdout.isatty():
        raise UserError("standard output is a terminal: write the zip to a file with > FILE.zip")
    wheel = given_package(args.package) if args.package else own_wheel()
    if args.service == "github":
        data = github_zip(suite, wheel, wheels_of(args.suite))
    else:
        usable = load_suite(args.suite, args.secret)
        if usable.new is not None:
            print(
                f"inarow mark bundle: created secret '{usable.new}', which is in the zip; keep both"
                " private",
                file=sys.stderr,
            )
        data = gradescope_zip(
            suite,
            usable.secret,
            wheel,
            refused_is_zero=args.refused_is_zero,
            wheels=wheels_of(args.suite),
        )
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    return 0

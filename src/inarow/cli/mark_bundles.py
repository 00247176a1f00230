"""``inarow mark --gradescope-zip`` and ``--github-classroom``: what these services take."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from inarow.errors import UserError
from inarow.marking.bundles import github_zip, given_package, gradescope_zip, own_wheel
from inarow.marking.marker import wheels_of
from inarow.marking.suite_file import load_suite, read_suite


def add_bundle_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--gradescope-zip", metavar="SUITE", help="write an autograder for Gradescope: > FILE.zip"
    )
    parser.add_argument(
        "--github-classroom",
        metavar="SUITE",
        help="write what the template repository of an assignment needs: > FILE.zip",
    )
    parser.add_argument(
        "--package",
        metavar="FILE",
        help="a wheel or source distribution to be carried by these, not the one installed here",
    )


def write_bundle(args: Namespace) -> int:
    """A zip on standard output."""
    if args.submissions or (args.gradescope_zip and args.github_classroom):
        raise UserError("--gradescope-zip and --github-classroom take a suite and no submissions")
    suite = read_suite(
        args.github_classroom if args.gradescope_zip is None else args.gradescope_zip
    )
    if sys.stdout.isatty():
        raise UserError("standard output is a terminal: write the zip to a file with > FILE.zip")
    wheel = given_package(args.package) if args.package else own_wheel()
    if args.github_classroom:
        data = github_zip(suite, wheel, wheels_of(args.github_classroom))
    else:
        usable = load_suite(args.gradescope_zip, args.secret)
        if usable.new is not None:
            print(
                f"inarow mark: hidden tests are made from the new secret '{usable.new}', which is"
                " in the zip: keep both to yourself",
                file=sys.stderr,
            )
        data = gradescope_zip(
            suite,
            usable.secret,
            wheel,
            refused_is_zero=args.refused_is_zero,
            wheels=wheels_of(args.gradescope_zip),
        )
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    return 0

"""``inarow why``: the cause of a wrong answer, and where it begins."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.option_types import whole
from inarow.cli.standard_streams import accept_any_bytes
from inarow.cli.why.shape import is_perft, meant_course
from inarow.course import find_course
from inarow.errors import UserError
from inarow.numbers import require_range
from inarow.teaching.why.asking import MOST_QUESTIONS

_LONGEST = 4_000_000


def add_arguments(parser: ArgumentParser) -> None:
    parser.usage = (
        'inarow why "STATE red A 4" --got COLUMN NODES [...]\n'
        '       inarow why "BOARD B" --got ROW COL [...]\n'
        '       inarow why "startpos 34 perft 5" --got COUNT [...]\n'
        "       inarow why --program SUBMISSION [--course COURSE]\n"
        "       inarow why --perft ENGINE\n"
        '       inarow why "STATE red A 4" --trace FILE\n'
        "       inarow why --record FILE\n"
        "       inarow why < answers or a dialogue"
    )
    parser.description = """\
Find the mistakes that explain a program's answers, and where they begin.

Answers are given as questions with what was got, or on standard input; or a program is asked, and
then the questions are chosen here, the most telling first. The course is known by the form of the
question unless --course names it."""
    parser.add_argument(
        "question", nargs="*", metavar="QUESTION", help="STATE PLAYER M|A DEPTH, quoted or not"
    )
    parser.add_argument(
        "--got",
        nargs="+",
        action="append",
        default=[],
        metavar="ANSWER",
        help="what the program answered; another question may follow",
    )
    parser.add_argument(
        "--trace", metavar="FILE", help="the nodes of your search, a line each; - is standard input"
    )
    parser.add_argument("--program", metavar="SUBMISSION", help="a file, folder, zip or command")
    parser.add_argument("--perft", metavar="ENGINE", help="ask an engine down the move tree")
    parser.add_argument(
        "--record", metavar="FILE", help="a submission that inarow mark --out has marked"
    )
    parser.add_argument("--course", metavar="COURSE", help="the course that is meant")
    parser.add_argument(
        "--questions",
        type=whole,
        default=MOST_QUESTIONS,
        metavar="N",
        help=f"with --program: the most to ask (default {MOST_QUESTIONS})",
    )
    parser.add_argument(
        "--only",
        choices=("M", "A"),
        help="with --program: it knows minimax alone, or alpha-beta alone",
    )
    parser.add_argument(
        "--no-sandbox",
        action="store_true",
        help="run the program unprotected, with all your rights",
    )
    parser.add_argument(
        "--hint",
        type=whole,
        default=3,
        metavar="N",
        help="how much to say: 1 where to look, 2 also which rule, 3 also the line (default 3)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    require_range("--hint", args.hint, 1, 3)
    require_range("--questions", args.questions, 1, 100)
    if args.trace is not None:
        if args.program is not None or args.perft is not None:
            raise UserError("--trace belongs to a question, and to no program")
        from inarow.cli.why.trace import run_trace

        return run_trace(args)
    text = None
    if args.program is not None or args.perft is not None:
        option = "--program" if args.perft is None else "--perft"
        if args.question or args.got:
            raise UserError(f"{option} asks its own questions and takes none")
        if args.program is not None and args.perft is not None:
            raise UserError("--perft and --program cannot be given together")
    elif args.record is not None:
        if args.question or args.got:
            raise UserError("--record has its own answers and takes none")
        from inarow.marking.record import answers_in

        text = answers_in(args.record)
    elif not args.question and not args.got:
        accept_any_bytes("backslashreplace")
        text = sys.stdin.read(_LONGEST + 1)
        if len(text) > _LONGEST:
            raise UserError(f"standard input has more than {_LONGEST} characters")
    asked = args.program if args.perft is None else args.perft
    course = args.course or meant_course(asked, args.question, text)
    find_course(course)
    if args.perft is not None or is_perft(args.question, text):
        from inarow.cli.why.perft import run_perft

        return run_perft(args, None if text is None else text.splitlines())
    if course == "comp2230":
        from inarow.cli.why.engine import run_engine

        return run_engine(args, text)
    if course in ("maxconnect4", "cse440"):
        from inarow.cli.why.maxconnect4 import run_maxconnect4

        return run_maxconnect4(args)
    if course == "aps105":
        from inarow.cli.why.lab7 import run_lab7

        return run_lab7(args, text)
    from inarow.cli.why.search import run_search

    return run_search(args, None if text is None else text.splitlines())

"""``inarow why``: the cause of a wrong answer, and where it begins."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from functools import partial

from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.options import add_json, add_no_sandbox, int_arg
from inarow.cli.parser import Parser
from inarow.cli.progress import status_line
from inarow.cli.standard_streams import accept_any_bytes
from inarow.cli.terminal import print_lines
from inarow.course import Course, course_of_files, course_of_text, find_course, usual_course
from inarow.courses.inquiry import Findings, Inquiry
from inarow.errors import UserError
from inarow.files import is_there
from inarow.render.terminal import can_encode
from inarow.teaching.why.asking import MOST_QUESTIONS
from inarow.text import require_range
from inarow.web.diagnosis import link_of

_LONGEST = 4_000_000


def add_arguments(parser: Parser) -> None:
    parser.usage = (
        'inarow why "STATE red A 4" --got COLUMN NODES [...]\n'
        'inarow why "BOARD B" --got ROW COL [...]\n'
        'inarow why "startpos 34 perft 5" --got COUNT [...]\n'
        "inarow why --program SUBMISSION [--course COURSE]\n"
        "inarow why --perft ENGINE\n"
        'inarow why "STATE red A 4" --trace FILE\n'
        "inarow why --record FILE\n"
        "inarow why < FILE"
    )
    parser.description = """\
Find the mistakes that explain a program's answers, and where they begin.

Give questions with the program's answers, as arguments or on standard input. Or name the program;
then inarow asks it, the most telling questions first. The form of the question shows the course
unless --course names it."""
    parser.add_argument(
        "question",
        nargs="*",
        default=[],
        metavar="QUESTION",
        help="STATE PLAYER M|A DEPTH, quoted or not",
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
        "--trace", metavar="FILE", help="nodes of your search, one per line; - is standard input"
    )
    parser.add_argument("--program", metavar="SUBMISSION", help="a file, directory, zip or command")
    parser.add_argument("--perft", metavar="ENGINE", help="compare an engine's perft counts")
    parser.add_argument(
        "--record", metavar="FILE", help="record of a submission that inarow mark has marked"
    )
    parser.add_argument("--course", metavar="COURSE", help="a course name or directory")
    parser.add_argument(
        "--questions",
        type=int_arg,
        default=MOST_QUESTIONS,
        metavar="N",
        help=f"with --program: ask at most N questions (default: {MOST_QUESTIONS})",
    )
    parser.add_argument(
        "--only",
        choices=("M", "A"),
        metavar="M|A",
        help="with --program: it knows only minimax, or only alpha-beta",
    )
    add_no_sandbox(parser)
    parser.add_argument(
        "--hint",
        type=int_arg,
        default=3,
        metavar="N",
        help="1 where to look, 2 also which rule, 3 also the line (default: 3)",
    )
    add_json(parser)


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    require_range("--hint", args.hint, 1, 3)
    require_range("--questions", args.questions, 1, 100)
    if args.trace is not None:
        if args.program is not None or args.perft is not None:
            raise UserError("--trace does not apply to --program or --perft")
    elif args.program is not None or args.perft is not None:
        option = "--program" if args.perft is None else "--perft"
        if args.question or args.got:
            raise UserError(f"{option} asks its own questions: give none")
        if args.program is not None and args.perft is not None:
            raise UserError("--perft and --program cannot be given together")
    course = find_course(args.course) if args.course else _course_of_record(args)
    text = None if args.trace is not None else _text(args, course)
    course = course or _meant_course(args, text)
    with status_line() as waiting:
        found: Findings = course.load("why")(
            Inquiry(
                course,
                question=args.question,
                got=args.got,
                text=text,
                program=args.program if args.perft is None else args.perft,
                trace=args.trace,
                perft=args.perft is not None,
                questions=args.questions,
                only=args.only,
                sandboxed=not args.no_sandbox,
                ascii_only=not can_encode(sys.stdout, "←≤≥∞−"),
                show=waiting.show,
                link=partial(link_of, base=course.first_column),
            )
        )
        as_json = found.as_json() if args.json else None
        lines = [] if args.json else found.lines(args.hint)
    if as_json is None:
        print_lines(lines)
    else:
        print(json.dumps(as_json, indent=1))
    return 0


def _course_of_record(args: Namespace) -> Course | None:
    """The course by whose suite a record was marked; earlier records do not say it."""
    if args.record is None:
        return None
    from inarow.marking.records import read_record

    word = read_record(args.record)["suite"].get("course")
    return find_course(word) if isinstance(word, str) else usual_course()


def _text(args: Namespace, course: Course | None) -> str | None:
    """The answers of a record, or standard input, where nothing else has any."""
    if args.program is not None or args.perft is not None:
        return None
    if args.record is not None:
        if args.question or args.got:
            raise UserError("--record has its own questions and answers: give none")
        from inarow.marking.records import answers_in

        assert course is not None, "a record has a course"
        return answers_in(args.record, course)
    if args.question or args.got:
        return None
    accept_any_bytes("backslashreplace")
    text = sys.stdin.read(_LONGEST + 1)
    if len(text) > _LONGEST:
        raise UserError(f"standard input has more than {_LONGEST} characters")
    return text


def _meant_course(args: Namespace, text: str | None) -> Course:
    """The course of a submission, of the words of a question, or of a text."""
    if args.perft is not None:
        return course_of_text("perft")
    if args.program is None:
        return course_of_text(" ".join(args.question) if text is None else text)
    if not is_there(args.program):
        return usual_course()  # a command, or nothing: that is found out when it is built
    from inarow.running.intake import load_submission
    from inarow.running.submission import IntakeRules

    return course_of_files(load_submission(args.program, IntakeRules(lenient_folder=True)).files)

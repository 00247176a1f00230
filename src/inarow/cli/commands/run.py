"""``inarow run``: somebody's program once, as a marker would run it."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace

from inarow._core import Position
from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.option_types import decimal, whole
from inarow.cli.progress import StatusLine
from inarow.cli.run_program import RunOutcome, RunRequest, run_command, run_submission
from inarow.course import find_course
from inarow.errors import UserError
from inarow.files import is_there, read_input
from inarow.game import game_named
from inarow.protocols import print_error
from inarow.record import Record
from inarow.running.command_line import split_command
from inarow.running.languages import ALL
from inarow.running.program import RunLimits
from inarow.running.result import RunVerdict
from inarow.running.seats.functions import (
    call_arguments,
    split_function,
    style_of,
    unsupported_call,
)
from inarow.running.submission import IntakeRules, shown
from inarow.running.toolchain import Toolchain

_LIMITS = {"wall_s": "wall", "cpu_s": "cpu", "memory_mb": "memory", "output_kb": "output"}
_HIGHEST = 1_000_000
_LONGEST_STDIN = 16 * 1024 * 1024


def add_arguments(parser: ArgumentParser) -> None:
    parser.usage = "inarow run SUBMISSION [options] [-- ARGUMENTS]"
    suffixes = ", ".join(suffix for language in ALL for suffix in language.suffixes)
    parser.description = f"""\
Build a program and run it once in the sandbox, as a marker will.

SUBMISSION is a source file ({suffixes}), a folder, a zip, a command line, or
a function such as agent.py:my_agent, which is called for the position after -- MOVES GAME. For
all others, what follows -- is handed on to the program. The program's output is printed as it
is, and what happened in one line on standard error. Exit status 0: it ran and ended well;
1: anything else; 2: the command is wrong."""
    usual, rules = RunLimits(), IntakeRules()
    parser.add_argument("submission", metavar="SUBMISSION", help="what was handed in")
    parser.add_argument(
        "--course", metavar="COURSE", help="whose rules it is taken in, built and run by"
    )
    parser.add_argument(
        "--program", metavar="NAME", default="", help="the program to run, of a course with several"
    )
    for option, metavar, kind, words in (
        ("--wall", "S", decimal, f"seconds it may take (default {usual.wall_s:g})"),
        ("--cpu", "S", decimal, "seconds of processor time (default: no bound of its own)"),
        ("--memory", "MB", whole, f"megabytes it may use (default {usual.memory_mb})"),
        ("--output", "KB", whole, f"kilobytes it may print (default {usual.output_kb})"),
    ):
        parser.add_argument(option, metavar=metavar, type=kind, help=words)
    parser.add_argument("--stdin", metavar="FILE", help="its standard input; - is ours")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--lenient-folder", action="store_true", help="accept a folder where the course wants none"
    )
    for option, metavar, count, words in (
        ("--max-file", "KB", rules.file_bytes // 1024, "the largest file that is taken in"),
        ("--max-total", "KB", rules.total_bytes // 1024, "the most of all files together"),
        ("--max-files", "N", rules.files, "the most files"),
    ):
        parser.add_argument(
            option, metavar=metavar, type=whole, default=count, help=f"{words} (default {count})"
        )
    parser.add_argument(
        "--toolchain", metavar="FILE", help="other interpreters and compilers, in TOML"
    )
    parser.add_argument(
        "--no-sandbox", action="store_true", help="run it unprotected, with all your rights"
    )


@interrupt_note(f"the program was stopped and {NOTHING_SAVED}")
def run(args: Namespace) -> int:
    course = find_course(args.course) if args.course else None
    if args.program and (course is None or args.program not in course.programs.names):
        known = (
            f"of {args.course} they are {', '.join(course.programs.names)}"
            if course
            else "no course"
        )
        raise UserError(f"--program '{shown(args.program)}' is not one: {known}")
    request = RunRequest(
        args=tuple(args.handed_on),
        course=course,
        limits=_limits(args, course.programs.limits if course else RunLimits()),
        stdin=read_input("input", args.stdin, _LONGEST_STDIN) if args.stdin else b"",
        program=args.program,
        toolchain=Toolchain.from_file(args.toolchain) if args.toolchain else None,
        sandboxed=not args.no_sandbox,
    )
    rules = _rules(args, course.programs.intake if course else IntakeRules())
    waiting = StatusLine()
    waiting.show(f"building and running {shown(args.submission)}")
    try:
        outcome = _outcome(args.submission, rules, request)
    finally:
        waiting.wipe()
    _show(args, outcome)
    return 0 if outcome.report.verdict is RunVerdict.OK else 1


def _outcome(submission: str, rules: IntakeRules, request: RunRequest) -> RunOutcome:
    if function := split_function(submission):
        call = (function[1], _arguments(function[1], request.args))
        return run_submission(function[0], rules, replace(request, args=(), call=call))
    if is_there(submission):
        return run_submission(submission, rules, request)
    if words := split_command(submission):
        return run_command(words, request)
    raise UserError(
        f"submission '{shown(submission)}' is neither a file nor a folder,"
        " nor a command that can be run"
    )


def _arguments(function: str, words: Sequence[str]) -> str:
    """What a function is called with, for the position after ``MOVES`` of ``GAME``."""
    if len(words) > 2:
        raise UserError(f"a function takes MOVES and GAME after --, not {len(words)} words")
    game = game_named(words[1] if len(words) > 1 else "connect4")
    style = style_of("", function)
    if problem := unsupported_call(game, style):
        raise UserError(f"function '{function}' cannot be called: {problem}")
    record = Record.from_moves(Position(game), words[0] if words else "")
    return json.dumps(call_arguments(record.end, style))


def _limits(args: Namespace, usual: RunLimits) -> RunLimits:
    given = {name: getattr(args, option) for name, option in _LIMITS.items()}
    for name, value in given.items():
        if value is not None and not 0 < value < _HIGHEST:
            raise UserError(
                f"--{_LIMITS[name]} is {value:g}, and must be above 0 and below {_HIGHEST}"
            )
    return replace(usual, **{name: value for name, value in given.items() if value is not None})


def _rules(args: Namespace, usual: IntakeRules) -> IntakeRules:
    for option in ("max_file", "max_total", "max_files"):
        value = getattr(args, option)
        if not 0 < value <= 1024 * 1024:
            name = option.replace("_", "-")
            raise UserError(f"--{name} is {value}, and must be from 1 to {1024 * 1024}")
    total = args.max_total * 1024
    return replace(
        usual,
        file_bytes=args.max_file * 1024,
        total_bytes=total,
        files=args.max_files,
        archive_bytes=max(usual.archive_bytes, 2 * total),
        lenient_folder=args.lenient_folder,
    )


def _show(args: Namespace, outcome: RunOutcome) -> None:
    if args.json:
        print(json.dumps(outcome.as_json()))
        return
    report = outcome.report
    sys.stdout.flush()
    sys.stdout.buffer.write(report.stdout)
    sys.stdout.buffer.flush()
    sys.stderr.flush()
    last = (
        report.stderr
        if report.stderr.endswith(b"\n") or not report.stderr
        else report.stderr + b"\n"
    )
    sys.stderr.buffer.write(last)
    sys.stderr.buffer.flush()
    print_error(_line(outcome))


def _line(outcome: RunOutcome) -> str:
    """What happened, in one line."""
    report = outcome.report
    language = f" ({outcome.language.title})" if outcome.language else ""
    parts = [f"{report.verdict.name}: the program{language} {report.sentence}"]
    if report.wall_s or report.cpu_s:
        parts.append(
            f"{report.wall_s:.3f} s, {report.cpu_s:.3f} s of processor time,"
            f" {report.peak_mb:.1f} MB"
        )
        if report.truncated:
            parts.append("its output was cut")
        parts.append(f"tier {report.tier}" if report.tier else "no sandbox")
    parts += outcome.remarks
    return "inarow run: " + "; ".join(parts)

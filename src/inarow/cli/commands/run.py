"""``inarow run``: somebody's program once, as a marker would run it."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from inarow._core import Position
from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.options import (
    add_json,
    add_no_sandbox,
    add_set,
    int_arg,
    settings,
    time_arg,
)
from inarow.cli.parser import Parser
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

_HIGHEST = 1_000_000
_SETTINGS = ("output_kb", "file_kb", "total_kb", "files")
_LONGEST_STDIN = 16 * 1024 * 1024


def add_arguments(parser: Parser) -> None:
    parser.usage = "inarow run SUBMISSION [options] [-- ARGUMENTS]"
    suffixes = ", ".join(suffix for language in ALL for suffix in language.suffixes)
    parser.description = f"""\
Build a program and run it once in the sandbox, as the autograder does. Its output is printed as it
is; one line on standard error says what happened.

SUBMISSION is a source file ({suffixes}), a directory, a zip, a command line, or a function such as
agent.py:my_agent, which is called for the position after -- MOVES GAME. For all others, what
follows -- goes to the program.

Exit status 0: the program ran and ended well; 1: anything else; 2: the command is wrong."""
    usual, rules = RunLimits(), IntakeRules()
    parser.add_argument("submission", metavar="SUBMISSION", help="the program")
    parser.add_argument("--course", metavar="COURSE", help="course whose build and run rules apply")
    parser.add_argument(
        "--program", metavar="NAME", default="", help="program to run, if there are several"
    )
    parser.add_argument(
        "--time", type=time_arg, metavar="TIME", help=f"time limit (default: {usual.wall_s:g}s)"
    )
    parser.add_argument(
        "--cpu-time", type=time_arg, metavar="TIME", help="CPU time limit (default: none)"
    )
    parser.add_argument(
        "--memory", type=int_arg, metavar="MB", help=f"memory limit (default: {usual.memory_mb})"
    )
    parser.add_argument(
        "--stdin", metavar="FILE", help="file for the program's stdin; - passes stdin through"
    )
    add_json(parser)
    parser.add_argument(
        "--lenient-folder", action="store_true", help="accept a directory where files are expected"
    )
    add_set(
        parser,
        f"another limit: output_kb={usual.output_kb}, file_kb={rules.file_bytes // 1024},"
        f" total_kb={rules.total_bytes // 1024}, files={rules.files}",
    )
    parser.add_argument(
        "--toolchain", metavar="FILE", help="other interpreters and compilers, in TOML"
    )
    add_no_sandbox(parser)


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
    others = settings(args.set, _SETTINGS)
    request = RunRequest(
        args=tuple(args.program_args),
        course=course,
        limits=_limits(args, others, course.programs.limits if course else RunLimits()),
        stdin=read_input("input", args.stdin, _LONGEST_STDIN) if args.stdin else b"",
        program=args.program,
        toolchain=Toolchain.from_file(args.toolchain) if args.toolchain else None,
        sandboxed=not args.no_sandbox,
    )
    rules = _rules(args, others, course.programs.intake if course else IntakeRules())
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
    raise UserError(f"no such file or command: '{shown(submission)}'")


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


def _limits(args: Namespace, others: Mapping[str, Any], usual: RunLimits) -> RunLimits:
    given = {
        "wall_s": args.time,
        "cpu_s": args.cpu_time,
        "memory_mb": args.memory,
        "output_kb": others.get("output_kb"),
    }
    for name, option in (("memory_mb", "--memory"), ("output_kb", "output_kb")):
        _require_size(option, given[name], _HIGHEST)
    return replace(usual, **{name: value for name, value in given.items() if value is not None})


def _require_size(name: str, value: object, most: int) -> None:
    if value is not None and not (type(value) is int and 0 < value <= most):
        raise UserError(f"{name} is {value}, expected 1 to {most}")


def _rules(args: Namespace, others: Mapping[str, Any], usual: IntakeRules) -> IntakeRules:
    rules = IntakeRules()
    for name in ("file_kb", "total_kb", "files"):
        _require_size(name, others.get(name), 1024 * 1024)
    total = others.get("total_kb", rules.total_bytes // 1024) * 1024
    return replace(
        usual,
        file_bytes=others.get("file_kb", rules.file_bytes // 1024) * 1024,
        total_bytes=total,
        files=others.get("files", rules.files),
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

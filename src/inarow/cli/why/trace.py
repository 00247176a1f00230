"""A student's own trace of a search beside the right one."""

from __future__ import annotations

from argparse import Namespace

from inarow.cli.progress import status_line
from inarow.cli.why.questions import command_of, question_of
from inarow.cli.why.report import print_report
from inarow.errors import UserError
from inarow.files import read_input
from inarow.teaching.why.trace.diagnosis import explained
from inarow.teaching.why.trace.lines import trace_lines

_LONGEST = 40_000_000


def run_trace(args: Namespace) -> int:
    """``STATE PLAYER M|A DEPTH`` and the file of ``--trace``."""
    if args.got:
        raise UserError("--trace takes a question, and no --got")
    question = question_of(" ".join(args.question).split())
    text = read_input("trace", args.trace, _LONGEST).decode("utf-8", "replace")
    lines = trace_lines(text.splitlines())
    with status_line() as waiting:
        report = explained(
            question,
            lines,
            command_of(question),
            lambda number: waiting.show(f"{number} causes tried"),
        )
    print_report(report, args)
    return 0

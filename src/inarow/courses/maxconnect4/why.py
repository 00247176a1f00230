"""Why a program of MaxConnect4 scores, writes or moves wrongly."""

from __future__ import annotations

from dataclasses import replace

from inarow.courses.inquiry import Findings, Inquiry
from inarow.courses.maxconnect4.diagnosis import explained, questions
from inarow.courses.maxconnect4.observed import Observed
from inarow.courses.maxconnect4.seat import INPUT, OUTPUT, run_on_position
from inarow.errors import BadTextError, UserError
from inarow.files import read_input
from inarow.protocols.maxconnect4_file import LONGEST_FILE, parse_file
from inarow.running.answers import InvalidAnswerError
from inarow.running.result import RunVerdict
from inarow.text import truncate

_DEEPEST = 1000


def diagnose(inquiry: Inquiry) -> Findings:
    """What explains moves: files with what was written and printed, or a program that is asked."""
    inquiry.refuse("perft", "trace")
    if inquiry.program is not None:
        seen = _asked(inquiry)
    elif inquiry.question or inquiry.got:
        pairs = inquiry.pairs("OUTPUT_FILE PRINTED_FILE")
        seen = [_given(question, got) for question, got in pairs]
    else:
        raise UserError(
            "a move of MaxConnect4 is given as INPUT_FILE DEPTH --got OUTPUT_FILE PRINTED_FILE"
        )
    return replace(explained(seen), course=inquiry.course.name)


def _given(question: list[str], got: list[str]) -> Observed:
    if len(question) != 2 or len(got) != 2:
        text = truncate(" ".join(question))
        raise UserError(
            f"question '{text}' must be INPUT_FILE DEPTH, and --got OUTPUT_FILE PRINTED_FILE, - for"
            " one that you do not have"
        )
    name, depth = question
    if not (depth.isascii() and depth.isdigit() and 0 < int(depth[:5]) <= _DEEPEST):
        raise UserError(f"depth '{truncate(depth)}' is not a whole number from 1 to {_DEEPEST}")
    data = read_input("input file", name, LONGEST_FILE)
    try:
        before = parse_file(data)
    except BadTextError as error:
        raise UserError(f"input file '{truncate(name)}', {error}") from None
    written, printed = (
        None if word == "-" else read_input("file", word, LONGEST_FILE) for word in got
    )
    said = None if printed is None else printed.decode("latin-1")
    return Observed(before, int(depth), said, written)


def _asked(inquiry: Inquiry) -> list[Observed]:
    program, sandbox = inquiry.built_program()
    limits = inquiry.course.programs.limits
    found = []
    for number, (pos, depth) in enumerate(questions()[: inquiry.questions], start=1):
        inquiry.show(f"move {number}")
        words = ("one-move", INPUT, OUTPUT, str(depth))
        report, (output,) = run_on_position(program, sandbox, pos, words, (OUTPUT,), limits)
        if report.verdict is not RunVerdict.OK and output is None:
            raise UserError(f"asked for a move of depth {depth}, the program {report.sentence}")
        if isinstance(output, InvalidAnswerError):
            raise UserError(f"asked for a move of depth {depth}, the program {output}")
        text = report.stdout.decode("latin-1")
        missing = output is None and not pos.is_full
        found.append(Observed(pos, depth, text, output, missing))
    return found

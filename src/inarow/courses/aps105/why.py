"""Why a program of Lab 7 part 1 plays wrongly: from a dialogue, a board, or games with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inarow.courses.aps105.diagnosis import Case, Dialogue, Laid, explained
from inarow.courses.aps105.questions import Typed, questions
from inarow.courses.aps105.transcript import LARGEST, SMALLEST, heard_from
from inarow.courses.inquiry import Findings, Inquiry
from inarow.errors import UserError
from inarow.running.result import RunVerdict
from inarow.text import integer, truncate

_PROGRAM = "Lab7Part1"
_STILL_HEARD = (
    RunVerdict.OK,
    RunVerdict.OUTPUT_LIMIT,
    RunVerdict.TIMEOUT,
    RunVerdict.CRASH,
    RunVerdict.EXIT_STATUS,
)


def diagnose(inquiry: Inquiry) -> Findings:
    """What explains what a program did."""
    inquiry.refuse("perft", "trace")
    cases: Sequence[Case]
    if inquiry.program is not None:
        cases = _played(inquiry)
    elif inquiry.text is not None:
        cases = [Dialogue(heard_from(inquiry.text), whole=False)]
    else:
        cases = [_laid(question, got) for question, got in inquiry.pairs("ROW COL")]
    return replace(explained(cases, inquiry.tried), course=inquiry.course.name)


def _laid(question: list[str], got: list[str]) -> Laid:
    """``BOARD B|W`` and the square that was chosen; UserError names what is wrong."""
    if len(question) != 2:
        raise UserError(f"the question has {len(question)} words, expected BOARD B|W")
    text, stone = question
    rows = text.replace(",", "/").split("/")
    n = len(rows)
    if not SMALLEST <= n <= LARGEST:
        raise UserError(f"the board has {n} rows, expected {SMALLEST} to {LARGEST}")
    for number, row in enumerate(rows):
        if len(row) != n or set(row) - set("UBW"):
            raise UserError(
                f"row {number} of the board is '{truncate(row)}', expected {n} of U, B and W"
            )
    if stone not in ("B", "W"):
        raise UserError(f"the computer's colour is '{truncate(stone)}', expected B or W")
    board = tuple("".join(rows))
    if "U" not in board:
        raise UserError("the board is full: there is nothing to choose")
    if len(got) != 2:
        raise UserError(f"the answer has {len(got)} words, expected ROW COL")
    return Laid(board, stone, _place("row", got[0], n) * n + _place("column", got[1], n))


def _place(name: str, word: str, n: int) -> int:
    number = integer(word)
    if number is None or not 0 <= number < n:
        raise UserError(f"{name} '{truncate(word)}' is not a number from 0 to {n - 1}")
    return number


def _played(inquiry: Inquiry) -> list[Case]:
    """The program's games."""
    program, sandbox = inquiry.built_program(_PROGRAM)
    limits = inquiry.course.programs.limits
    found: list[Case] = []
    for number, typed in enumerate(questions()[: inquiry.questions], start=1):
        inquiry.show(f"game {number}")
        report = sandbox.run(program.launch((), limits), typed.stdin)
        if report.verdict not in _STILL_HEARD or not report.stdout:
            said = report.sentence if report.verdict is not RunVerdict.OK else "printed nothing"
            raise UserError(f"asked for {_words(typed)}, the program {said}")
        try:
            heard = heard_from(report.stdout.decode("latin-1"), typed.n, typed.colour)
        except UserError as error:
            raise UserError(f"asked for {_words(typed)}: {error}") from None
        heard = replace(heard, squares=typed.squares)
        found.append(Dialogue(heard, whole=report.verdict is RunVerdict.OK))
    return found


def _words(typed: Typed) -> str:
    return f"a game on {typed.n} x {typed.n} with {typed.colour}"

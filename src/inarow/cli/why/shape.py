"""Which course a question is about, by its form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inarow.course import course_names, find_course
from inarow.files import is_there
from inarow.running.intake import take_in
from inarow.running.submission import IntakeRules

_USUAL = "comp3308"
_ENGINE_LINE = re.compile(r"(\d+\s*)?[<>]")
_LAB7_BOARD = re.compile(r"[UBW]{7,19}([/,][UBW]{7,19})+")


def meant_course(program: str | None, question: Sequence[str], text: str | None) -> str:
    """The course of a submission, of the words of a question, or of standard input; that of
    Connect Four where nothing tells."""
    if program is not None:
        return _course_of_program(program)
    if text is not None:
        return _course_of_text(text)
    words = " ".join(question).split()
    return "aps105" if words and _LAB7_BOARD.fullmatch(words[0]) else _USUAL


def _course_of_program(submission: str) -> str:
    """The one course whose main file it has."""
    if not is_there(submission):
        return _USUAL  # a command, or nothing: that is found out when it is built
    files = set(take_in(submission, IntakeRules(lenient_folder=True)).files)
    found = [
        name
        for name in course_names()
        if any(main in files for main in find_course(name).programs.mains)
    ]
    return found[0] if found else _USUAL


def is_perft(question: Sequence[str], text: str | None) -> bool:
    """Whether counts of the move tree are asked about: ``startpos 34 perft 5``."""
    words = " ".join(question).split() if text is None else text.lstrip()[:400].split()
    return bool(words) and words[0] in ("perft", "startpos", "position")


def _course_of_text(text: str) -> str:
    start = text.lstrip()[:200].lower()
    if _ENGINE_LINE.match(start):
        return "comp2230"
    return "aps105" if start.startswith(("enter board", "computer ", "lay down")) else _USUAL

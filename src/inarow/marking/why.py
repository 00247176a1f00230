"""Why a submission answers wrongly: the known mistakes that give the very same answers. Searches
are explained here, the tests of other courses by a module each (``causes/``).

Every answer of a submission counts, the right ones too: a cause must give all of them. What a
student may not see takes no part in what a student is told, so it is found anew from the tests that
are shown. Classes make the same mistakes, so what the same answers mean is looked up the second
time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from inarow.errors import UserError
from inarow.marking.causes.told import MOST_CAUSES, shown_mistakes
from inarow.protocols.comp3308 import parse_depth, parse_state, require_ongoing
from inarow.teaching.why.case import Answer, Case, Question
from inarow.teaching.why.diagnosis import Explanation, explain
from inarow.teaching.why.hypothesis import RIGHT, Hypothesis
from inarow.words import counted

MOST_NODES = 300_000
"""Answers with a larger count are left out: no known mistake counts nearly so many on a test."""
_ALGORITHMS = {"M": "minimax", "A": "alpha-beta"}
_ANSWER = re.compile(rb"(?:\xef\xbb\xbf)?[ \t]*([0-6])[ \t]*(?:\r\n|\r|\n)[ \t]*(\d{1,7})(?!\S)")


class Said(NamedTuple):
    """What a program was asked by a test, what is right, and what it printed."""

    asked: tuple[str, ...]
    expected: bytes | None
    got: bytes | None


def explained(answers: Iterable[Said]) -> list[dict[str, Any]]:
    """The causes that are consistent with all answers, the likeliest first, as JSON has them:
    ``agrees`` of the ``of`` wrong answers are those of such a program. Where there is no cause, one
    entry says so; empty if no search is answered wrongly."""
    known = [(case, said) for said in answers if (case := _case(said)) is not None]
    if all(case.got == _answer(said.expected) for case, said in known):
        return []
    return [dict(cause) for cause in _causes(tuple(case for case, _ in known))]


def cases_of(answers: Iterable[Said]) -> list[Case]:
    """The searches among them, for whoever wants to know more: ``inarow why``."""
    return [case for said in answers if (case := _case(said)) is not None]


def command_of(said: Said) -> str:
    """What a student types to see where a wrong answer begins; empty if it is no search."""
    case = _case(said)
    if case is None:
        return ""
    return f'inarow why "{" ".join(said.asked)}" --got {case.got.move} {case.got.nodes}'


def answer_line(said: Said) -> str:
    """A search and its answer as a line of words; empty if it is no search."""
    case = _case(said)
    return "" if case is None else " ".join((*said.asked, f"{case.got.move} {case.got.nodes}"))


def _case(said: Said) -> Case | None:
    """The search that a test asks for, with the program's answer; None if it is no search of the
    rules that we know, or if there is no answer to be read."""
    got = _answer(said.got)
    question = _question(said.asked)
    if got is None or question is None or got.nodes > MOST_NODES:
        return None
    if RIGHT.answer(question, MOST_NODES) != _answer(said.expected):
        return None  # the suite asks for another search
    return Case(question, got)


@lru_cache(maxsize=4096)
def _question(asked: tuple[str, ...]) -> Question | None:
    if len(asked) != 4 or asked[2] not in _ALGORITHMS:
        return None
    try:
        pos = parse_state(asked[0], asked[1])
        require_ongoing(pos)
        return Question(pos, _ALGORITHMS[asked[2]], parse_depth(asked[3]))
    except UserError:
        return None


def _answer(printed: bytes | None) -> Answer | None:
    """Column and nodes, however the lines end: the tests judge that."""
    found = _ANSWER.match(printed or b"")
    return Answer(int(found[1]), int(found[2])) if found else None


@lru_cache(maxsize=4096)
def _causes(cases: tuple[Case, ...]) -> tuple[dict[str, Any], ...]:
    found = explain(cases)
    wrong = sum(not judged.is_right for judged in found.judged)
    if found.causes:
        return tuple(
            _entry(f"Consistent with {_words(cause.hypothesis)}", cause.hypothesis, wrong, wrong)
            for cause in found.causes[:MOST_CAUSES]
        )
    return (_unexplained(found, wrong),)


def _unexplained(found: Explanation, wrong: int) -> dict[str, Any]:
    """The nearest mistake that gives all right answers and most of the wrong ones, or else none."""
    nothing = f"Nothing that is known explains all {counted(len(found.judged), 'answer')}"
    right = len(found.judged) - wrong
    for near in found.nearest:
        agrees = len(near.wrong)
        if len(near.explains) - agrees == right and wrong < 2 * agrees:
            start = f"{nothing}; {agrees} of the {wrong} wrong ones are as with"
            return _entry(f"{start} {_words(near.hypothesis)}", near.hypothesis, agrees, wrong)
    return {"sentence": f"{nothing}.", "mistakes": [], "agrees": 0, "of": wrong}


def _entry(start: str, made: Hypothesis, agrees: int, of: int) -> dict[str, Any]:
    says = " ".join(mistake.sentence for mistake in made.mistakes)
    names = [mistake.name for mistake in made.mistakes]
    return {"sentence": f"{start}: {says}", "mistakes": names, "agrees": agrees, "of": of}


def _words(made: Hypothesis) -> str:
    return shown_mistakes([mistake.name for mistake in made.mistakes])

"""Why a submission's searches are answered wrongly: the known mistakes that give the very same
answers. Classes make the same mistakes, so the meaning of the same answers is looked up the second
time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from inarow.course import Course
from inarow.courses.comp3308.questions import (
    assignment_of,
    column_of,
    printed_column,
    question_of,
)
from inarow.errors import UserError
from inarow.marking.diagnosis import (
    MOST_CAUSES,
    Explainer,
    JudgedTest,
    shown_mistakes,
)
from inarow.marking.results import Cause, Observation
from inarow.teaching.why.case import Answer, Case, Question
from inarow.teaching.why.diagnosis import Explanation, explain
from inarow.teaching.why.hypothesis import RIGHT, Hypothesis
from inarow.text import plural

MOST_NODES = 300_000
"""Answers with a larger count are left out: no known mistake counts nearly so many on a test."""
_ANSWER = re.compile(
    rb"(?:\xef\xbb\xbf)?[ \t]*(0|[1-9]\d?)[ \t]*(?:\r\n|\r|\n)[ \t]*(\d{1,7})(?!\S)"
)


def search_causes(course: Course, judged: Sequence[JudgedTest]) -> list[Cause]:
    """Returns the causes that are consistent with all answers: ``agrees`` of the ``of`` wrong ones
    are those of such a program. Where there is no cause, one entry says so; empty if no search is
    answered wrongly."""
    return explain_observations(course, (each.observation for each in judged))


def explain_observations(course: Course, observations: Iterable[Observation]) -> list[Cause]:
    """The same of observations alone."""
    known = [(case, each) for each in observations if (case := _case(course, each)) is not None]
    if all(case.got == _answer(course, each.expected) for case, each in known):
        return []
    return list(_causes(tuple(case for case, _ in known)))


def cases_of(course: Course, observations: Iterable[Observation]) -> list[Case]:
    """Returns the searches among some observations, for ``inarow why``."""
    return [case for each in observations if (case := _case(course, each)) is not None]


def command_of(course: Course, observation: Observation) -> str:
    """Returns what a student types to see where a wrong answer begins; empty if it is no search."""
    case = _case(course, observation)
    if case is None:
        return ""
    option = f" --course ./{Path(course.folder).name}" if course.folder else ""  # a student's copy
    asked = " ".join(observation.asked)
    return f'inarow why "{asked}" --got {_printed(course, case.got)}{option}'


def answer_line(course: Course, observation: Observation) -> str:
    """Returns a search with its answer, STATE PLAYER M|A DEPTH COLUMN NODES; empty if none."""
    case = _case(course, observation)
    if case is None:
        return ""
    return " ".join((*observation.asked, _printed(course, case.got)))


def _printed(course: Course, answer: Answer) -> str:
    return f"{printed_column(answer.move, assignment_of(course))} {answer.nodes}"


def _case(course: Course, observation: Observation) -> Case | None:
    """The search that a test asks for, with the program's answer; None if it is no search by the
    course's rules, or if no answer can be read."""
    got = _answer(course, observation.got)
    question = _question(course, observation.asked)
    if got is None or question is None or got.nodes > MOST_NODES:
        return None
    if RIGHT.answer(question, MOST_NODES) != _answer(course, observation.expected):
        return None  # the suite asks for another search
    return Case(question, got)


@lru_cache(maxsize=4096)
def _question(course: Course, asked: tuple[str, ...]) -> Question | None:
    try:
        return question_of(asked, assignment_of(course))
    except UserError:
        return None


def _answer(course: Course, printed: bytes | None) -> Answer | None:
    """Column and nodes, however the lines end: the tests judge that."""
    found = _ANSWER.match(printed or b"")
    if found is None:
        return None
    column = column_of(found[1].decode(), assignment_of(course))
    return None if column is None else Answer(column, int(found[2]))


@lru_cache(maxsize=4096)
def _causes(cases: tuple[Case, ...]) -> tuple[Cause, ...]:
    found = explain(cases)
    wrong = sum(not judged.is_right for judged in found.judged)
    if found.causes:
        return tuple(
            _entry(f"Consistent with {_words(cause.hypothesis)}", cause.hypothesis, wrong, wrong)
            for cause in found.causes[:MOST_CAUSES]
        )
    return (_unexplained(found, wrong),)


def _unexplained(found: Explanation, wrong: int) -> Cause:
    """The nearest mistake that gives all right answers and most of the wrong ones, or else none."""
    nothing = f"Nothing that is known explains all {plural(len(found.judged), 'answer')}"
    right = len(found.judged) - wrong
    for near in found.nearest:
        agrees = len(near.wrong)
        if len(near.explains) - agrees == right and wrong < 2 * agrees:
            start = f"{nothing}; {agrees} of the {wrong} wrong ones are as with"
            return _entry(f"{start} {_words(near.hypothesis)}", near.hypothesis, agrees, wrong)
    return Cause(f"{nothing}.", (), 0, wrong)


def _entry(start: str, made: Hypothesis, agrees: int, of: int) -> Cause:
    says = " ".join(mistake.sentence for mistake in made.mistakes)
    names = tuple(mistake.name for mistake in made.mistakes)
    return Cause(f"{start}: {says}", names, agrees, of)


def _words(made: Hypothesis) -> str:
    return shown_mistakes([mistake.name for mistake in made.mistakes])


CAUSES = Explainer(search_causes, command_of, answer_line, "Column and nodes")

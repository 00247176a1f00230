"""Mistakes that the core has no rules for: the small search is the course's, and finds them."""

from __future__ import annotations

from dataclasses import fields
from itertools import islice

import pytest

from inarow.teaching.why.asking import pool
from inarow.teaching.why.case import Case
from inarow.teaching.why.diagnosis import explain
from inarow.teaching.why.hypothesis import RIGHT, Hypothesis, rare
from inarow.teaching.why.parting import parting
from inarow.teaching.why.plain import PlainRules, plain_answer
from inarow.textbook.mistakes import MISTAKES, RARE_MISTAKES, mistake_named

SMALL = [q for q in pool() if (found := RIGHT.answer(q)) is not None and found.nodes < 2500]


def test_the_small_search_answers_as_the_core_does() -> None:
    for question in SMALL[::3]:
        found = plain_answer(question.pos, question.algorithm, question.depth, PlainRules(), 20_000)
        right = RIGHT.answer(question)
        assert right is not None and found == (right.move, right.nodes)


def test_names_are_those_of_no_other_and_every_change_is_a_rule() -> None:
    names = [mistake.name for mistake in (*MISTAKES, *RARE_MISTAKES)]
    assert len(set(names)) == len(names)
    for mistake in RARE_MISTAKES:
        assert mistake.plain
        assert mistake.plain.keys() <= {each.name for each in fields(PlainRules)}
        assert mistake_named(mistake.name) is mistake


@pytest.mark.parametrize("planted", list(rare()), ids=lambda planted: planted.name)
def test_a_rare_mistake_is_found_and_shows_somewhere(planted: Hypothesis) -> None:
    every = (
        question
        for question in SMALL
        if (found := planted.answer(question, 5000)) and found != RIGHT.answer(question)
    )
    shows = list(islice(every, 4))
    assert shows, "no small question shows it"
    asked = [(each, planted.answer(each)) for each in [*shows, *SMALL[::6]]]
    cases = [Case(question, answer) for question, answer in asked if answer is not None]
    causes = [cause.hypothesis for cause in explain(cases, most_mistakes=1).causes]
    assert planted in causes
    assert parting(shows[0], planted) is None

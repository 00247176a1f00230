"""From a program's answers to the mistakes that explain all of them.

Hypotheses are tried in the order of how little they assume: no mistake, one, two. The cheapest case
is asked first, so that most of them fall at once. Those that stay agree with everything that is
known; more answers tell them apart (asking.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from inarow.teaching.why.case import Answer, Assignment, Case
from inarow.teaching.why.hypothesis import (
    MOST_NODES,
    RIGHT,
    USUAL,
    Hypothesis,
    joined,
    pairs,
    rare,
    singles,
)

_NEAREST = 3
_MOST_TELLING = 3
_BEAM = 12


@dataclass(frozen=True)
class Judged:
    """A case beside the right answer; None if that search is too long."""

    case: Case
    right: Answer | None

    @property
    def is_right(self) -> bool:
        return self.case.got == self.right

    def as_json(self) -> dict[str, Any]:
        right = None if self.right is None else self.right.as_json()
        return {"got": self.case.got.as_json(), "right": right, "is_right": self.is_right}


@dataclass(frozen=True)
class Cause:
    """A hypothesis with the cases that it explains, by their numbers from 0; ``wrong`` are those of
    them that were answered wrongly."""

    hypothesis: Hypothesis
    explains: tuple[int, ...]
    wrong: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        mistakes = [
            {"name": m.name, "sentence": m.sentence, "task": m.sheet, "look_at": m.look}
            for m in self.hypothesis.mistakes
        ]
        return {"mistakes": mistakes, "explains": list(self.explains)}


@dataclass(frozen=True)
class Explanation:
    """``causes`` agree with all answers, the one that assumes least first; without any, ``nearest``
    are those that agree with the most. Both are empty where every answer is right."""

    judged: tuple[Judged, ...]
    causes: tuple[Cause, ...]
    nearest: tuple[Cause, ...]

    @property
    def all_right(self) -> bool:
        return all(judged.is_right for judged in self.judged)

    def as_json(self) -> dict[str, Any]:
        return {
            "all_right": self.all_right,
            "cases": [judged.as_json() for judged in self.judged],
            "causes": [cause.as_json() for cause in self.causes],
            "nearest": [cause.as_json() for cause in self.nearest],
        }


def explain(
    cases: Sequence[Case],
    *,
    most_mistakes: int = 2,
    tried: Callable[[int], object] = lambda number: None,
) -> Explanation:
    """What explains the answers of a program. ``tried`` hears now and then how many hypotheses have
    been tried."""
    judged = tuple(Judged(case, RIGHT.answer(case.question)) for case in cases)
    if all(each.is_right for each in judged):
        return Explanation(judged, (), ())
    order = sorted(range(len(cases)), key=lambda number: cases[number].got.nodes)
    assignment = assignment_of(cases)
    causes = agreeing(singles(assignment), cases, order, tried)
    if not causes:
        causes = agreeing(rare(assignment), cases, order, tried)
    if not causes and most_mistakes > 1:
        causes = agreeing(pairs(assignment), cases, order, tried)
    wrong = {number for number, each in enumerate(judged) if not each.is_right}
    everything = tuple(range(len(cases)))
    found = tuple(Cause(each, everything, tuple(sorted(wrong))) for each in ranked(causes))
    return Explanation(judged, found, () if found else _nearest(cases, wrong))


def assignment_of(cases: Sequence[Case]) -> Assignment:
    """What all questions ask for; the usual one if there is none."""
    return cases[0].question.assignment if cases else USUAL


def agreeing(
    hypotheses: Iterable[Hypothesis],
    cases: Sequence[Case],
    order: Sequence[int],
    tried: Callable[[int], object] = lambda number: None,
) -> list[Hypothesis]:
    """Those that give all answers."""
    found = []
    for number, hypothesis in enumerate(hypotheses):
        if number % 50 == 0:
            tried(number)
        if all(agrees(hypothesis, cases[place]) for place in order):
            found.append(hypothesis)
    return found


def agrees(hypothesis: Hypothesis, case: Case) -> bool:
    """Whether a program with these mistakes gives this answer; where it finds no move, it may print
    any. The search stops when it has counted more."""
    most = min(case.got.nodes, MOST_NODES)
    answer = hypothesis.answer(case.question, most)
    if answer is None or answer.nodes != case.got.nodes:
        return False
    return answer.move is None or answer.move == case.got.move


def ranked(hypotheses: list[Hypothesis]) -> list[Hypothesis]:
    """Fewer mistakes first, then those that are met most often; else in the order of the search."""

    def assumed(hypothesis: Hypothesis) -> tuple[int, int]:
        rare = sum(not mistake.common for mistake in hypothesis.mistakes)
        return len(hypothesis.mistakes), rare

    return sorted(hypotheses, key=assumed)


def threefold(cases: Sequence[Case]) -> list[Hypothesis]:
    """Three mistakes together that give all answers. Not all are tried: each step goes on from the
    sets that explain the most answers."""
    order = sorted(range(len(cases)), key=lambda number: cases[number].got.nodes)
    assignment = assignment_of(cases)
    kept: list[Hypothesis] = list(singles(assignment))
    for _ in range(2):
        scored = [(sum(agrees(each, case) for case in cases), each) for each in kept]
        scored.sort(key=lambda pair: -pair[0])
        kept = list(
            dict.fromkeys(more for _, each in scored[:_BEAM] for more in joined(each, assignment))
        )
    return agreeing(kept, cases, order)


def _nearest(cases: Sequence[Case], wrong: set[int]) -> tuple[Cause, ...]:
    """The single mistakes that explain the most cases, at least one of them a wrong answer."""
    found = []
    for hypothesis in singles(assignment_of(cases)):
        explains = tuple(number for number, case in enumerate(cases) if agrees(hypothesis, case))
        explained = tuple(number for number in explains if number in wrong)
        if explained:
            found.append(Cause(hypothesis, explains, explained))
    found.sort(key=lambda cause: (-len(cause.explains), -len(cause.wrong)))
    return tuple(found[:_NEAREST])


def telling_cases(cases: Sequence[Case]) -> list[Case]:
    """As few of some cases as rule out every single known mistake, and a right program: where a
    person looks who wants to name a new one. All of them if they do not."""
    assignment = assignment_of(cases)
    left = {RIGHT, *singles(assignment), *rare(assignment)}
    ruled_out = {case: {each for each in left if not agrees(each, case)} for case in cases}
    for count in range(1, _MOST_TELLING + 1):
        for few in combinations(sorted(cases, key=lambda case: case.got.nodes), count):
            if set().union(*(ruled_out[case] for case in few)) == left:
                return list(few)
    return list(cases)

"""Which question tells the most about a program, and what its answers leave.

The questions come from a fixed pool of boards of every kind: empty and nearly full, balanced or
not, either side to move, both algorithms. Each time the one is asked whose answers split what is
left most evenly (the greatest entropy). One mistake is looked for first; where none agrees with the
answers, two. What is left at the end cannot be told apart by any question of the pool.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log2

from inarow._core import Game, Outcome, Position
from inarow.teaching.why.case import Answer, Case, Question
from inarow.teaching.why.diagnosis import agreeing, agrees, ranked
from inarow.teaching.why.hypothesis import RIGHT, Hypothesis, pairs, rare, singles

MOST_QUESTIONS = 14
_CONFIRMATIONS = 3
_SAMPLE = 160
_STONES = (0, 3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 16, 18, 20, 22, 24, 27, 30, 33, 35, 37, 39, 40)
_WON_BY_THE_LAST_STONE = (
    "x...oxx/xo..xox/ox..xxo/oooxoox/xooxooo/xoxxxox x",
    ".ox...o/xoxo..x/xxoo..o/ooxxx.x/xoooxox/ooxxxoo o",
)
"""Boards where it matters that a win comes before a full board; hardly any do."""
_LARGEST_QUESTION = 12_000
"""Nodes of the right search: what a slow program answers within a second or two."""

Ask = Callable[[Question], Answer]


@dataclass(frozen=True)
class Interview:
    """What was asked, and the hypotheses that are left, the likeliest first; none if nothing known
    explains the answers. ``exhausted`` says that questions ran out before the pool did."""

    cases: tuple[Case, ...]
    left: tuple[Hypothesis, ...]
    exhausted: bool = False


def interview(ask: Ask, most_questions: int = MOST_QUESTIONS) -> Interview:
    """Ask a program until one hypothesis is left, or those left cannot be told apart."""
    cases: list[Case] = []
    left = _narrow(ask, cases, [RIGHT, *singles()], most_questions)
    if left:
        left = _confirmed(ask, cases, left, most_questions)
    if not left:
        left = agreeing(rare(), cases, _cheapest_first(cases))
        left = _confirmed(ask, cases, left, most_questions) if left else left
    if not left:
        both = agreeing(pairs(), cases, _cheapest_first(cases))
        left = _narrow(ask, cases, both, most_questions)
    exhausted = len(cases) >= most_questions and len(left) > 1
    return Interview(tuple(cases), tuple(ranked(left)), exhausted)


def _narrow(
    ask: Ask, cases: list[Case], left: list[Hypothesis], most_questions: int
) -> list[Hypothesis]:
    """Ask what splits the hypotheses best until nothing does."""
    while len(left) > 1 and len(cases) < most_questions:
        question = telling(left, pool(), {case.question for case in cases})
        if question is None:
            break
        cases.append(Case(question, ask(question)))
        left = [each for each in left if agrees(each, cases[-1])]
    return left


def _confirmed(
    ask: Ask, cases: list[Case], left: list[Hypothesis], most_questions: int
) -> list[Hypothesis]:
    """Ask what would show a second mistake, if there is one beside what is left."""
    others: list[Hypothesis] | None = None
    for _ in range(_CONFIRMATIONS):
        if not left or len(cases) >= most_questions:
            break
        if others is None:
            others = agreeing(pairs(), cases, _cheapest_first(cases))
        doubts = random.Random(len(others)).sample(others, min(len(others), _SAMPLE))
        question = telling([left[0], *doubts], pool(), {case.question for case in cases})
        if question is None:
            break
        cases.append(Case(question, ask(question)))
        left = [each for each in left if agrees(each, cases[-1])]
        others = [each for each in others if agrees(each, cases[-1])]
    return left


def telling(
    hypotheses: Sequence[Hypothesis], questions: Iterable[Question], asked: set[Question]
) -> Question | None:
    """The question whose answer says the most about which of these it is; None if none says
    anything."""
    best, chosen = 0.0, None
    for question in questions:
        if question in asked:
            continue
        answers = Counter(each.answer(question) for each in hypotheses)
        total = len(hypotheses)
        entropy = sum(n / total * log2(total / n) for n in answers.values())
        if entropy > best + 1e-9:
            best, chosen = entropy, question
    return chosen


def same_behaviour(one: Hypothesis, other: Hypothesis) -> bool:
    """Whether no question of the pool tells two hypotheses apart."""
    return all(one.answer(question) == other.answer(question) for question in pool())


def _cheapest_first(cases: Sequence[Case]) -> list[int]:
    return sorted(range(len(cases)), key=lambda number: cases[number].got.nodes)


@lru_cache(maxsize=1)
def pool() -> tuple[Question, ...]:
    """The questions that may be asked; always the same ones."""
    rng = random.Random(3308)
    found: list[Question] = [Question(Position(Game()), "minimax", 1)]
    for stones in _STONES:
        for _ in range(2):
            pos = _board(rng, stones)
            for algorithm in ("alpha-beta", "minimax"):
                depths = [d for d in range(1, 9) if _suits(Question(pos, algorithm, d))]
                found += [
                    Question(pos, algorithm, depth)
                    for depth in rng.sample(depths, min(2, len(depths)))
                ]
    for text in _WON_BY_THE_LAST_STONE:
        found.append(Question(Position.parse(Game(), text), "alpha-beta", 9))
    return tuple(dict.fromkeys(found))


def _suits(question: Question) -> bool:
    return RIGHT.answer(question, _LARGEST_QUESTION) is not None


def _board(rng: random.Random, stones: int) -> Position:
    """A board on which nobody has won, not always balanced, whoever is to move."""
    while True:
        pos = Position(Game())
        for _ in range(stones):
            if rng.random() < 0.2:
                pos = pos.passed()
            moves = pos.legal_moves()
            after = [pos.play(move) for move in moves]
            open_ones = [each for each in after if each.outcome() == Outcome.ONGOING]
            if not open_ones:
                break
            pos = rng.choice(open_ones)
        if pos.stone_count == stones:
            return pos if rng.random() < 0.5 else pos.passed()

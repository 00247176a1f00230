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
from functools import lru_cache, partial
from math import log2

from inarow._core import Game, Position
from inarow.errors import UserError
from inarow.teaching.why.case import ALGORITHMS, Answer, Assignment, Case, Question
from inarow.teaching.why.diagnosis import agreeing, agrees, ranked, threefold
from inarow.teaching.why.hypothesis import RIGHT, USUAL, Hypothesis, joined, pairs, rare, singles

MOST_QUESTIONS = 14
LEAST_QUESTIONS = 8
"""Few answers may agree by chance with a program whose mistake nobody knows."""
_CONFIRMATIONS = 5
_MOST_UNANSWERED = 8
_SAMPLE, _DOUBTS = 90, 50
_STONES = (0, 3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 16, 18, 20, 22, 24, 27, 30, 33, 35, 37, 39, 40)
"""Of 42 cells; of other boards as large a part."""
_CELLS = 42
_TELLING_BOARDS = (
    # A win comes before a full board.
    ("x...oxx/xo..xox/ox..xxo/oooxoox/xooxooo/xoxxxox x", 9),
    (".ox...o/xoxo..x/xxoo..o/ooxxx.x/xoooxox/ooxxxoo o", 9),
    # What a full board is worth.
    ("...oxxx/...xxox/xxoxoox/xoooxxo/xoxoxoo/ooxoxxo o", 8),
    ("o.xx..x/x.oxx.o/xoxoo.x/oooxx.o/xxoxooo/oxoxxox x", 8),
    # What else counts where runs do: the runs within them, tokens.
    ("......./......./x...o../x...ox./oxo.xo./xoo.oxx x", 5),
    ("......./......./......x/x.o...x/oox.xox/oxx.xoo o", 5),
    ("....x../x...o.o/o..xo.x/o.xoo.o/x.xxx.o/x.ooxox x", 5),
    ("......./x....../o....../x.o..x./x.o.oxx/xox.oxo x", 4),
)
"""Boards, with a depth, that show what boards by chance hardly ever do."""
_LARGEST_QUESTION = 5_000
"""Nodes of the right search: what a slow program answers within a second or two."""

_MOST_FORESEEN = 300_000
"""Nodes of a search that is only imagined; more of them are all the same answer."""

Ask = Callable[[Question], Answer]


class NoAnswerError(UserError):
    """The program gave no answer to a question. ``too_slow`` says that it ran out of time: less
    deep questions may do."""

    def __init__(self, sentence: str, *, too_slow: bool = False) -> None:
        super().__init__(sentence)
        self.too_slow = too_slow


@dataclass(frozen=True)
class Interview:
    """What was asked, and the hypotheses that are left, the likeliest first; none if nothing known
    explains the answers. ``exhausted`` says that questions ran out before the pool did,
    ``unanswered`` what no answer came to, with the sentence about it."""

    cases: tuple[Case, ...]
    left: tuple[Hypothesis, ...]
    exhausted: bool = False
    unanswered: tuple[tuple[Question, str], ...] = ()


def interview(
    ask: Ask,
    most_questions: int = MOST_QUESTIONS,
    algorithms: Sequence[str] = ALGORITHMS,
    assignment: Assignment = USUAL,
) -> Interview:
    """Ask a program until one hypothesis is left, or those left cannot be told apart. Without an
    answer it goes on with other questions, less deep ones if it was too slow, until too many got
    none; NoAnswerError if no question got any.
    Where two mistakes do not explain its answers, three are tried, the likeliest alone. Only
    searches by these algorithms are asked for."""
    talk = _Talk(ask, most_questions, algorithms, assignment)
    in_pairs = partial(pairs, assignment)
    left = talk.narrow([RIGHT, *singles(assignment)])
    left = talk.confirmed(left, in_pairs)
    if not left:
        left = agreeing(rare(assignment), talk.cases, talk.cheapest_first())
        left = talk.confirmed(left, in_pairs)
    if not left:
        left = talk.narrow(agreeing(in_pairs(), talk.cases, talk.cheapest_first()))
        left = talk.confirmed(left, lambda: joined(talk.sharpest(left)[0], assignment))
    left = talk.checked(left, min(LEAST_QUESTIONS, most_questions))
    if not left and len(talk.cases) >= LEAST_QUESTIONS:
        left = talk.narrow(threefold(talk.cases))
    left = talk.sharpest(left)
    exhausted = len(talk.cases) >= most_questions and len(left) > 1
    return Interview(tuple(talk.cases), tuple(ranked(left)), exhausted, tuple(talk.unanswered))


class _Talk:
    """The answers so far, and what may still be asked."""

    def __init__(
        self, ask: Ask, most_questions: int, algorithms: Sequence[str], assignment: Assignment
    ) -> None:
        self._ask, self._most = ask, most_questions
        self._pool = [each for each in pool(assignment) if each.algorithm in algorithms]
        self.cases: list[Case] = []
        self.unanswered: list[tuple[Question, str]] = []
        self._deepest = 100
        """Only questions that are less deep are asked."""

    def open_questions(self) -> list[Question]:
        """What was not asked, and is less deep than what got no answer."""
        asked = {case.question for case in self.cases}
        asked.update(question for question, _ in self.unanswered)
        if len(self.unanswered) >= _MOST_UNANSWERED:
            return []
        return [each for each in self._pool if each not in asked and each.depth < self._deepest]

    def put(self, question: Question, left: list[Hypothesis]) -> list[Hypothesis]:
        """Ask, and keep those that agree."""
        try:
            self.cases.append(Case(question, self._ask(question)))
        except NoAnswerError as error:
            self.unanswered.append((question, str(error)))
            if error.too_slow:
                self._deepest = min(self._deepest, question.depth)
            if not self.cases and not self.open_questions():
                raise
            return left
        return [each for each in left if agrees(each, self.cases[-1])]

    def narrow(self, left: list[Hypothesis]) -> list[Hypothesis]:
        """Ask what splits the hypotheses best until nothing does."""
        while len(sharp := self.sharpest(left)) > 1 and len(self.cases) < self._most:
            question = telling(sharp, self.open_questions())
            if question is None:
                break
            left = self.put(question, left)
        return left

    def confirmed(
        self, left: list[Hypothesis], more: Callable[[], Iterable[Hypothesis]]
    ) -> list[Hypothesis]:
        """Ask what would show a mistake beside what is left, if there is one: ``more`` are the
        hypotheses that assume it."""
        others: list[Hypothesis] | None = None
        for _ in range(_CONFIRMATIONS):
            if not left or len(self.cases) >= self._most:
                break
            if others is None:
                others = agreeing(more(), self.cases, self.cheapest_first())
                random.Random(_DOUBTS).shuffle(others)
            question = doubtful(self.sharpest(left)[0], others, self.open_questions())
            if question is None:
                break
            before = len(self.cases)
            left = self.put(question, left)
            if len(self.cases) > before:
                others = [each for each in others if agrees(each, self.cases[-1])]
        return left

    def checked(self, left: list[Hypothesis], least_questions: int) -> list[Hypothesis]:
        """Ask on until there are enough answers, each time what most mistakes answer wrongly."""
        while len(self.cases) < least_questions and (open_ones := self.open_questions()):
            left = self.put(max(open_ones, key=_wrong_answers), left)
        return left

    def sharpest(self, left: list[Hypothesis]) -> list[Hypothesis]:
        """Those of the ones left that foretold every column; all of them if none did, since a
        program that finds no move may print any."""
        foretold = [
            each
            for each in left
            if all(each.answer(case.question, case.got.nodes) == case.got for case in self.cases)
        ]
        return foretold or left

    def cheapest_first(self) -> list[int]:
        return sorted(range(len(self.cases)), key=lambda number: self.cases[number].got.nodes)


@lru_cache(maxsize=1024)
def _wrong_answers(question: Question) -> int:
    made = singles(question.assignment)
    return sum(each.answer(question) != RIGHT.answer(question) for each in made)


def telling(hypotheses: Sequence[Hypothesis], questions: Iterable[Question]) -> Question | None:
    """The question whose answer says the most about which of these it is; None if none says
    anything."""
    best, chosen = 0.0, None
    asked = _sample(hypotheses)
    total = len(asked)
    for question in questions:
        answers = Counter(each.answer(question, _MOST_FORESEEN) for each in asked)
        entropy = sum(n / total * log2(total / n) for n in answers.values())
        if entropy > best + 1e-9:
            best, chosen = entropy, question
    return chosen


def doubtful(
    believed: Hypothesis, others: Sequence[Hypothesis], questions: Iterable[Question]
) -> Question | None:
    """The question that most of the others, the first of them, answer in another way than the
    believed one; None if these answer every question like it."""
    doubts = others[:_DOUBTS]
    most, chosen = 0, None
    for question in questions:
        expected = believed.answer(question, _MOST_FORESEEN)
        differing = sum(each.answer(question, _MOST_FORESEEN) != expected for each in doubts)
        if differing > most:
            most, chosen = differing, question
    return chosen


def _sample(hypotheses: Sequence[Hypothesis]) -> Sequence[Hypothesis]:
    """Some of many, always the same ones."""
    if len(hypotheses) <= _SAMPLE:
        return hypotheses
    return random.Random(len(hypotheses)).sample(hypotheses, _SAMPLE)


def same_behaviour(one: Hypothesis, other: Hypothesis) -> bool:
    """Whether no question of the pool tells two hypotheses apart."""
    return all(one.answer(question) == other.answer(question) for question in pool())


@lru_cache(maxsize=8)
def pool(assignment: Assignment = USUAL) -> tuple[Question, ...]:
    """The questions that may be asked; always the same ones."""
    rng = random.Random(3308)
    game = assignment.game
    terms = assignment.rules, assignment.first_column
    found: list[Question] = [Question(Position(game), "minimax", 1, *terms)]
    for stones in dict.fromkeys(number * game.cells // _CELLS for number in _STONES):
        for _ in range(2):
            pos = _board(rng, game, stones)
            for algorithm in ALGORITHMS:
                questions = [Question(pos, algorithm, depth, *terms) for depth in range(1, 9)]
                fitting = [each for each in questions if _suits(each)]
                found += rng.sample(fitting, min(2, len(fitting)))
    if game == Game():
        for text, depth in _TELLING_BOARDS:
            found.append(Question(Position.parse(game, text), "alpha-beta", depth, *terms))
    return tuple(dict.fromkeys(found))


def _suits(question: Question) -> bool:
    return RIGHT.answer(question, _LARGEST_QUESTION) is not None


def _board(rng: random.Random, game: Game, stones: int) -> Position:
    """A board on which nobody has won, not always balanced, whoever is to move."""
    while True:
        pos = Position(game)
        for _ in range(stones):
            if rng.random() < 0.2:
                pos = pos.passed()
            moves = pos.legal_moves()
            after = [pos.play(move) for move in moves]
            open_ones = [each for each in after if not each.is_over]
            if not open_ones:
                break
            pos = rng.choice(open_ones)
        if pos.stone_count == stones:
            return pos if rng.random() < 0.5 else pos.passed()

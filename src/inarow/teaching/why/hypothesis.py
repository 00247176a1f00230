"""What may be wrong with a program: some known mistakes, made together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import Any

from inarow._core import Game, Position, TextbookRules
from inarow.errors import UserError
from inarow.teaching.why.case import ALGORITHMS, Answer, Assignment, Question
from inarow.teaching.why.own_rules import own_mistakes
from inarow.teaching.why.plain import PlainRules, plain_answer
from inarow.textbook import native
from inarow.textbook.mistakes import MISTAKES, RARE_MISTAKES, Mistake, mistake_named
from inarow.textbook.spec import SearchSpec

MOST_NODES = 20_000_000
"""A search that counts more is given up."""


@dataclass(frozen=True)
class Hypothesis:
    """A program that makes these mistakes and no other; none for a right one."""

    mistakes: tuple[Mistake, ...] = ()

    @cached_property
    def name(self) -> str:
        return " + ".join(mistake.name for mistake in self.mistakes) or "no mistake"

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hypothesis) and self.name == other.name

    def spec(self, question: Question) -> SearchSpec:
        """The rules that the program follows when it is asked this."""
        right = _right_spec(question.assignment, question.algorithm, question.depth)
        changes: dict[str, Any] = {}
        for mistake in self.mistakes:
            if any(map(callable, mistake.changes.values())):
                changes |= mistake.changed(right.replace(**changes), question.pos.game)
            else:
                changes |= mistake.changes
        return right.replace(**changes)

    def pos(self, question: Question) -> Position:
        """The position that it searches."""
        pos = question.pos
        for mistake in self.mistakes:
            pos = mistake.read(pos)
        return pos

    def answer(self, question: Question, most_nodes: int = MOST_NODES) -> Answer | None:
        """What the program prints, without a move if it finds none; None if it counts more than
        ``most_nodes``."""
        return _answered(self, question, most_nodes)


@lru_cache(maxsize=256)
def _right_spec(assignment: Assignment, algorithm: str, depth: int) -> SearchSpec:
    return assignment.spec(algorithm, depth)


@lru_cache(maxsize=1 << 17)
def _answered(hypothesis: Hypothesis, question: Question, most_nodes: int) -> Answer | None:
    pos = hypothesis.pos(question)
    plainly = [mistake.plain for mistake in hypothesis.mistakes if mistake.plain]
    if plainly:
        rules = PlainRules(**{name: value for each in plainly for name, value in each.items()})
        spec = hypothesis.spec(question)
        plain = plain_answer(pos, spec.algorithm, spec.depth, rules, most_nodes)
        found = None if plain is None else Answer(*plain)
    else:
        made = _prepared(hypothesis, question.assignment, question.algorithm, question.depth)
        found = _answer(pos, made, most_nodes)
    for mistake in hypothesis.mistakes:
        if mistake.told is not None and found is not None and found.move is not None:
            found = Answer(mistake.told(pos, found.move), found.nodes)
    return found


@lru_cache(maxsize=1 << 17)
def _prepared(
    hypothesis: Hypothesis, assignment: Assignment, algorithm: str, depth: int
) -> TextbookRules:
    """The rules of a hypothesis as the core takes them; the position has no part in them."""
    empty = Position(assignment.game)
    question = Question(empty, algorithm, depth, assignment.rules, assignment.first_column)
    return native.prepared(hypothesis.spec(question))


def _answer(pos: Position, rules: TextbookRules, most_nodes: int) -> Answer | None:
    found = native.answer(pos, rules, most_nodes)
    return None if found is None or found.nodes > most_nodes else Answer(found.move, found.nodes)


RIGHT = Hypothesis()
USUAL = Assignment()


@lru_cache(maxsize=64)
def known_mistakes(assignment: Assignment = USUAL) -> tuple[Mistake, ...]:
    """The known mistakes of an assignment: those that change its rules, and rules that its board
    has. What another assignment asks for may be right here, and what is usual wrong."""
    right = [assignment.spec(algorithm, 1) for algorithm in ALGORITHMS]
    found = tuple(
        mistake
        for mistake in MISTAKES
        if any(_is_wrong(mistake, spec, assignment.game) for spec in right)
    )
    return found if assignment.is_usual else own_mistakes(found, assignment)


def _is_wrong(mistake: Mistake, spec: SearchSpec, game: Game) -> bool:
    try:
        made = mistake.applied(spec, game).fitting(game)
    except UserError:
        return False  # it names a column, or a length, that this board does not have
    return bool(mistake.question or mistake.told) or made != spec


def _visible(assignment: Assignment) -> list[Mistake]:
    return [mistake for mistake in known_mistakes(assignment) if mistake.visible]


def singles(assignment: Assignment = USUAL) -> Iterator[Hypothesis]:
    """One mistake each, of those that can be seen by themselves."""
    for mistake in _visible(assignment):
        yield Hypothesis((mistake,))


def pairs(assignment: Assignment = USUAL) -> Iterator[Hypothesis]:
    """Two mistakes each that do not concern the same rule; and those that show only beside another
    with that one. The rare ones are not among them: they are slow."""
    for first, second in combinations(_visible(assignment), 2):
        if _go_together(first, second):
            yield Hypothesis((first, second))
    known = {mistake.name: mistake for mistake in known_mistakes(assignment)}
    for mistake in known.values():
        if mistake.beside:
            beside = known.get(mistake.beside) or mistake_named(mistake.beside)
            yield Hypothesis((beside, mistake))


def joined(hypothesis: Hypothesis, assignment: Assignment = USUAL) -> Iterator[Hypothesis]:
    """The same with one mistake more, in the order in which they are known."""
    made = hypothesis.mistakes
    places = {each.name: place for place, each in enumerate(known_mistakes(assignment))}
    for mistake in _visible(assignment):
        if all(_go_together(each, mistake) for each in made):
            yield Hypothesis(tuple(sorted((*made, mistake), key=lambda each: places[each.name])))


@cache
def _samples() -> tuple[Position, ...]:
    uneven = Position().play(0).play(0).play(1)
    return uneven, uneven.passed()


def _read_otherwise(mistake: Mistake) -> set[str]:
    """What of a question is read otherwise: the board, who moves, or neither."""
    if mistake.question is None:
        return set()
    read = [(pos, mistake.read(pos)) for pos in _samples()]
    board = any(pos.cells() != other.cells() for pos, other in read)
    mover = any(pos.to_move != other.to_move for pos, other in read)
    return {part for part, is_other in (("board", board), ("mover", mover)) if is_other}


def _go_together(first: Mistake, second: Mistake) -> bool:
    """Whether two mistakes concern different things."""
    both_read = bool(_read_otherwise(first) & _read_otherwise(second))
    both_tell = first.told is not None and second.told is not None
    same = first is second or first.changes.keys() & second.changes.keys()
    return not both_read and not both_tell and not same


def rare(assignment: Assignment = USUAL) -> Iterator[Hypothesis]:
    """Mistakes that are slow to try, one each: for answers that nothing else explains. The search
    that tries them knows the usual assignment alone (plain.py)."""
    if assignment.is_usual:
        for mistake in RARE_MISTAKES:
            yield Hypothesis((mistake,))


def unseen(assignment: Assignment = USUAL) -> list[Mistake]:
    """The mistakes that no answer can show by themselves."""
    return [mistake for mistake in known_mistakes(assignment) if not mistake.visible]

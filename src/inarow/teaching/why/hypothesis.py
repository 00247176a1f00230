"""What may be wrong with a program: some known mistakes, made together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

from inarow._core import Position, TextbookRules
from inarow.teaching.why.case import Answer, Question
from inarow.teaching.why.plain import PlainRules, plain_answer
from inarow.textbook import native
from inarow.textbook.catalogue.rare import RARE_MISTAKES
from inarow.textbook.mistake import Mistake
from inarow.textbook.mistakes import MISTAKES, mistake_named
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
        spec = question.spec()
        for mistake in self.mistakes:
            spec = mistake.applied(spec, question.pos.game)
        return spec

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


@lru_cache(maxsize=1 << 17)
def _answered(hypothesis: Hypothesis, question: Question, most_nodes: int) -> Answer | None:
    pos = hypothesis.pos(question)
    if pos.has_line(1) or pos.has_line(2):
        return Answer(None, 1)  # read so, the game is over: the root is tested, and nothing else
    spec = hypothesis.spec(question).asked()
    changed = {
        name: value for mistake in hypothesis.mistakes for name, value in mistake.plain.items()
    }
    if changed:
        rules = PlainRules(**changed)
        plain = plain_answer(pos, spec.algorithm, spec.depth, rules, most_nodes)
        found = None if plain is None else Answer(*plain)
    else:
        found = _answer(pos, spec, most_nodes)
    for mistake in hypothesis.mistakes:
        if mistake.told is not None and found is not None and found.move is not None:
            found = Answer(mistake.told(pos, found.move), found.nodes)
    return found


@lru_cache(maxsize=1 << 16)
def _prepared(spec: SearchSpec) -> TextbookRules:
    return native.prepared(spec)


@lru_cache(maxsize=1 << 17)
def _answer(pos: Position, spec: SearchSpec, most_nodes: int) -> Answer | None:
    found = native.answer(pos, _prepared(spec), most_nodes)
    return None if found is None or found.nodes > most_nodes else Answer(found.move, found.nodes)


RIGHT = Hypothesis()


def singles() -> Iterator[Hypothesis]:
    """One mistake each, of those that can be seen by themselves."""
    for mistake in MISTAKES:
        if mistake.visible:
            yield Hypothesis((mistake,))


def pairs() -> Iterator[Hypothesis]:
    """Two mistakes each that do not concern the same rule; and those that show only beside another
    with that one. Of the rare ones only those that print another column: the others are slow."""
    visible = [mistake for mistake in MISTAKES if mistake.visible]
    visible += [mistake for mistake in RARE_MISTAKES if mistake.told]
    for first, second in combinations(visible, 2):
        both_read = first.question is not None and second.question is not None
        both_tell = first.told is not None and second.told is not None
        if not both_read and not both_tell and not first.changes.keys() & second.changes.keys():
            yield Hypothesis((first, second))
    for mistake in MISTAKES:
        if mistake.beside:
            yield Hypothesis((mistake_named(mistake.beside), mistake))


def rare() -> Iterator[Hypothesis]:
    """Mistakes that are slow to try, one each: for answers that nothing else explains."""
    for mistake in RARE_MISTAKES:
        yield Hypothesis((mistake,))


def unseen() -> list[Mistake]:
    """The mistakes that no answer can show by themselves."""
    return [mistake for mistake in MISTAKES if not mistake.visible]

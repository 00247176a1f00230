"""Tests for COMP3308: positions on which the known mistakes give themselves away.

Many positions are drawn. Each tells some rules of a search apart, the right ones and those of every
known mistake, by the column or the count that they lead to. Positions are taken one by one, always
the one that tells most pairs apart that no other has told apart before; a mistake from the right
search counts more than two mistakes from each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from inarow._core import Position
from inarow.course import find_course
from inarow.marking.draw import Draw
from inarow.marking.make.catalogues import NEWEST, mistakes_of
from inarow.marking.make.drawing import ENOUGH, Missed, Told, draw_for
from inarow.marking.suite import Gate, GateKind, Recipe, Suite, Test, Visibility
from inarow.protocols.comp3308 import GAME, PLAYERS, format_state, parse_state
from inarow.running.run_limits import RunLimits
from inarow.teaching.why.case import Question
from inarow.teaching.why.hypothesis import Hypothesis
from inarow.textbook.mistake import Mistake
from inarow.textbook.mistakes import MISTAKES

SAMPLE = (".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red", "A", 4)
"""The example of the sheet, whose answer is column 1 after 297 nodes."""
MOST_NODES = 2500
"""A plain minimax in Octave needs less than two seconds for so many."""
DEEPEST = 6
_LONGEST_WRONG = 200_000
_OPENING, _MIDDLE, _ENDING = (2, 14), (10, 30), (34, 41)
_KINDS = (_OPENING, _MIDDLE, _ENDING)
_POOL = 240
_MOST_SOUGHT = 3000
_ALGORITHMS = {"M": "minimax", "A": "alpha-beta"}


@dataclass(frozen=True)
class Case:
    """The arguments of the program."""

    state: str
    player: str
    algorithm: str
    depth: int

    @property
    def args(self) -> tuple[str, ...]:
        return self.state, self.player, self.algorithm, str(self.depth)

    @property
    def position(self) -> Position:
        return parse_state(self.state, self.player)

    def answer(self, mistake: Mistake | None = None) -> bytes:
        """What a program prints that is right, or that makes a known mistake and no other; nothing
        where such a program finds nothing to search or never ends."""
        question = Question(self.position, _ALGORITHMS[self.algorithm], self.depth)
        made = Hypothesis(() if mistake is None else (mistake,))
        found = made.answer(question, _LONGEST_WRONG)
        return b"" if found is None else f"{found.move}\n{found.nodes}\n".encode()


def cases(
    draw: Draw,
    count: int,
    mistakes: Sequence[Mistake],
    fixed: Iterable[Case] = (),
    *,
    seek: bool = True,
) -> list[Case]:
    """So many cases, the fixed ones first, about half of them for each algorithm, that tell these
    mistakes apart. With ``seek`` those are looked for that show what seldom shows, which takes
    seconds."""
    chosen = list(fixed)
    pool = [case for case in _pool(draw, mistakes, seek=seek) if case not in chosen]
    told = Told()
    for case in chosen:
        told.add(_answers(case, mistakes))
    answers = {case: _answers(case, mistakes) for case in pool}
    while len(chosen) < count and pool:
        behind = _behind(chosen)
        allowed = [case for case in pool if case.algorithm in behind] or pool
        best = max(allowed, key=lambda case: told.gain(answers[case]))
        told.add(answers[best])
        pool.remove(best)
        chosen.append(best)
    return chosen


def _behind(chosen: Sequence[Case]) -> str:
    """The algorithms that may have the next test."""
    ahead = sum(1 if case.algorithm == "M" else -1 for case in chosen)
    return "A" if ahead >= 2 else "M" if ahead <= -2 else "MA"


def _answers(case: Case, mistakes: Sequence[Mistake]) -> list[bytes]:
    return [case.answer(), *(case.answer(mistake) for mistake in mistakes)]


def _pool(draw: Draw, mistakes: Sequence[Mistake], *, seek: bool) -> list[Case]:
    """Cases of all kinds; of mistakes that show too seldom for these, cases that were sought."""
    found: dict[Case, None] = {}
    while len(found) < _POOL:
        if case := _case(draw, draw.choice(_KINDS), draw.choice("MA"), draw.between(1, DEEPEST)):
            found[case] = None
    for mistake in mistakes if seek else ():
        shows = sum(case.answer(mistake) != case.answer() for case in found)
        if mistake.visible and shows < ENOUGH:
            found.update(dict.fromkeys(_sought(draw, mistake, ENOUGH - shows)))
    return list(found)


def _sought(draw: Draw, mistake: Mistake, count: int) -> list[Case]:
    """A few cases that show a mistake, if as many are found in time: it shows where the game ends,
    or where many leaves are compared with each other."""
    found: list[Case] = []
    for _ in range(_MOST_SOUGHT):
        ending = _case(draw, _ENDING, draw.choice("MA"), draw.between(1, DEEPEST))
        for case in (ending, _case(draw, _OPENING, "A", 4)):
            if case is not None and case.answer(mistake) != case.answer():
                found.append(case)
        if len(found) >= count:
            break
    return found


def _case(draw: Draw, kind: tuple[int, int], algorithm: str, depth: int) -> Case | None:
    """A case on a random board, no deeper than a slow program can search; None if the game was
    over."""
    pos = _position(draw, draw.between(*kind))
    if pos is None:
        return None
    player = draw.choice(list(PLAYERS))
    for ply in range(depth, 0, -1):
        case = Case(format_state(pos), player, algorithm, ply)
        right = case.answer()
        if right and int(right.split()[1]) <= MOST_NODES:
            return case
    return None


def _position(draw: Draw, stones: int) -> Position | None:
    """A board that stones have fallen on at random, some of them out of turn on every fourth; None
    if the game was over before."""
    unbalanced = draw.below(4) == 0
    pos = Position(GAME)
    for _ in range(stones):
        if unbalanced and draw.below(3) == 0:
            pos = pos.passed()
        columns = pos.legal_moves()
        safe = [column for column in columns if not pos.play(column).is_over]
        if not safe:
            return None
        pos = pos.play(draw.choice(safe))
    return pos


def made_tests(
    found: Sequence[Case], recipe: Recipe, *, prefix: str = "", first: int = 1
) -> list[Test]:
    """The tests of some cases, named by what they are."""
    return [
        Test(
            name=f"{prefix}{number:02d} {_ALGORITHMS[case.algorithm]} depth {case.depth}",
            marks=recipe.marks,
            group=recipe.group or _ALGORITHMS[case.algorithm],
            visibility=recipe.visibility,
            args=case.args,
            expected=case.answer(),
            limits=recipe.limits,
        )
        for number, case in enumerate(found, first)
    ]


def make(recipe: Recipe, draw: Draw) -> list[Test]:
    """The tests of a recipe; the sheet's example is the first that anybody may see."""
    open_to_all = recipe.visibility is Visibility.VISIBLE
    fixed = [Case(*SAMPLE)] if open_to_all else []
    prefix = "" if open_to_all else "hidden "
    found = cases(draw, recipe.count, mistakes_of(recipe), fixed, seek=open_to_all)
    return made_tests(found, recipe, prefix=prefix)


def missed(tests: Iterable[Test]) -> list[Missed]:
    """The mistakes that none of the tests would show; those are excused that no output shows."""
    found = [Case(*test.args[:3], int(test.args[3])) for test in tests if len(test.args) == 4]
    right = [case.answer() for case in found]
    return [
        Missed(mistake.name, not mistake.visible)
        for mistake in MISTAKES
        if [case.answer(mistake) for case in found] == right
    ]


def suite(seed: int) -> Suite:
    """20 tests of half a mark, 4 of them hidden, and 2 marks by rank in the tournament."""
    hidden = Recipe(
        "comp3308", Decimal("0.5"), 4, options={"catalogue": NEWEST}, limits=RunLimits(wall_s=20.0)
    )
    shown = replace(hidden, count=16, visibility=Visibility.VISIBLE, seed=seed)
    return Suite(
        name="COMP3308 Connect Four",
        course=find_course("comp3308"),
        tests=tuple(make(shown, draw_for(shown, None))),
        recipes=(hidden,),
        gates=(Gate(GateKind.NOT_BUILT),),
        rank_marks=Decimal(2),
        seed=seed,
    )

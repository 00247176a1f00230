"""Tests for COMP3308, and courses like it: positions on which the known mistakes show.

Many positions are drawn. Each distinguishes some rules of a search, the right ones and those of
every known mistake, by the column or the count that they lead to. Positions are taken one by one,
always the one that distinguishes most pairs that no other has distinguished before; a mistake from
the right search counts more than two mistakes from each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from inarow._core import Position
from inarow.course import Course
from inarow.courses.comp3308.asked import ALGORITHMS, AskedSearch, asked_search
from inarow.courses.comp3308.questions import assignment_of
from inarow.errors import UserError
from inarow.marking.hidden_tests import (
    ENOUGH,
    Generator,
    KnownMistakes,
    SeededRandom,
    Separation,
    Undetected,
)
from inarow.marking.suite import Recipe, Test, Visibility
from inarow.protocols.comp3308 import PLAYERS, format_state
from inarow.teaching.why.asking import pool
from inarow.teaching.why.case import Assignment
from inarow.teaching.why.hypothesis import RIGHT, Hypothesis, known_mistakes
from inarow.textbook.mistakes import MISTAKES, Mistake, mistake_named

SAMPLE = (".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red", "A", "4")
"""The example of the sheet, whose answer is column 1 after 297 nodes."""
MOST_NODES = 2500
"""A plain minimax in Octave needs less than two seconds for so many."""
DEEPEST = 6
NEWEST = 1
"""The newest version of the mistakes that tests are chosen by."""
_OPENING, _MIDDLE, _ENDING = (2, 14), (10, 30), (34, 41)
_CELLS = 42
"""The numbers of stones above are those of a board with so many cells."""
_KINDS = (_OPENING, _MIDDLE, _ENDING)
_POOL = 240
_MOST_SOUGHT = 3000


@cache
def mistakes_of_version(version: int) -> tuple[Mistake, ...]:
    """Returns the mistakes by which tests are chosen.

    A suite names a version (``options = { catalogue = 1 }``), so that the same secret gives the
    same hidden tests in later years, whatever mistakes are known by then. A version is a file of
    names that never changes; a longer list is the next one.
    """
    path = Path(__file__).with_name(f"mistakes-{version}.txt")
    return tuple(mistake_named(name) for name in path.read_text(encoding="utf-8").split())


def make_tests(recipe: Recipe, draw: SeededRandom, course: Course) -> list[Test]:
    """Returns the tests of a recipe; the sheet's example is the first that anybody may see."""
    visible = recipe.visibility is Visibility.VISIBLE
    fixed = _sample(course) if visible else []
    # Suites named no version before there was another than the first.
    version = mistakes_of_version(recipe.options.get("catalogue", 1))
    known = {mistake.name: mistake for mistake in known_mistakes(assignment_of(course))}
    general = {mistake.name for mistake in MISTAKES}
    of_course = [mistake for name, mistake in known.items() if name not in general]
    mistakes = [known[each.name] for each in version if each.name in known] + of_course
    found = _Pool(draw, course, mistakes).choose(recipe.count, fixed, seek=visible)
    prefix = "" if visible else "hidden "
    return [
        Test(
            name=f"{prefix}{number:02d} {ALGORITHMS[asked.algorithm]} depth {asked.depth}",
            marks=recipe.marks,
            group=recipe.group or ALGORITHMS[asked.algorithm],
            visibility=recipe.visibility,
            args=asked.args,
            expected=asked.answer(),
            limits=recipe.limits,
        )
        for number, asked in enumerate(found, 1)
    ]


GENERATOR = Generator(make_tests, catalogue=NEWEST)


def _sample(course: Course) -> list[AskedSearch]:
    """The example of the sheet, where it fits the board."""
    try:
        return [asked_search(course, SAMPLE)]
    except UserError:
        return []


class _Pool:
    """Searches that are drawn for a course, and the mistakes they are chosen by."""

    def __init__(self, draw: SeededRandom, course: Course, mistakes: Sequence[Mistake]) -> None:
        self._draw, self._mistakes = draw, mistakes
        self._assignment = assignment_of(course)

    def choose(self, count: int, fixed: Iterable[AskedSearch], *, seek: bool) -> list[AskedSearch]:
        """Returns ``count`` searches, the fixed ones first, about half of them for each algorithm.
        With ``seek`` those are searched for that show what seldom shows, which takes seconds."""
        chosen = list(fixed)
        pool = [asked for asked in self._drawn(seek=seek) if asked not in chosen]
        separation = Separation()
        for asked in chosen:
            separation.add(self._answers(asked))
        answers = {asked: self._answers(asked) for asked in pool}
        while len(chosen) < count and pool:
            behind = _behind(chosen)
            allowed = [asked for asked in pool if asked.algorithm in behind] or pool
            best = max(allowed, key=lambda asked: separation.gain(answers[asked]))
            separation.add(answers[best])
            pool.remove(best)
            chosen.append(best)
        return chosen

    def _answers(self, asked: AskedSearch) -> list[bytes]:
        return [asked.answer(), *(asked.answer(mistake) for mistake in self._mistakes)]

    def _drawn(self, *, seek: bool) -> list[AskedSearch]:
        """Searches of all kinds; of mistakes that show too seldom for these, some more."""
        draw = self._draw
        found: dict[AskedSearch, None] = {}
        while len(found) < _POOL:
            kind, letter = draw.choice(_KINDS), draw.choice("MA")
            if asked := self._asked(kind, letter, draw.between(1, DEEPEST)):
                found[asked] = None
        for mistake in self._mistakes if seek else ():
            shows = sum(asked.answer(mistake) != asked.answer() for asked in found)
            if mistake.visible and shows < ENOUGH:
                found.update(dict.fromkeys(self._sought(mistake, ENOUGH - shows)))
        return list(found)

    def _sought(self, mistake: Mistake, count: int) -> list[AskedSearch]:
        """A few searches that show a mistake, if as many are found in time: it shows where the game
        ends, or where many leaves are compared with each other."""
        found: list[AskedSearch] = []
        draw = self._draw
        for _ in range(_MOST_SOUGHT):
            ending = self._asked(_ENDING, draw.choice("MA"), draw.between(1, DEEPEST))
            for asked in (ending, self._asked(_OPENING, "A", 4)):
                if asked is not None and asked.answer(mistake) != asked.answer():
                    found.append(asked)
            if len(found) >= count:
                break
        return found

    def _asked(self, kind: tuple[int, int], algorithm: str, depth: int) -> AskedSearch | None:
        """A search on a random board, no deeper than a slow program can search; None if the game
        was over."""
        cells = self._assignment.game.cells
        low, high = (number * cells // _CELLS for number in kind)
        pos = self._position(self._draw.between(low, high))
        if pos is None:
            return None
        player = self._draw.choice(list(PLAYERS))
        for ply in range(depth, 0, -1):
            asked = AskedSearch(format_state(pos), player, algorithm, ply, self._assignment)
            right = asked.answer()
            if right and int(right.split()[1]) <= MOST_NODES:
                return asked
        return None

    def _position(self, stones: int) -> Position | None:
        """A board that stones have fallen on at random, some of them out of turn on every fourth;
        None if the game was over before."""
        draw = self._draw
        unbalanced = draw.randbelow(4) == 0
        pos = Position(self._assignment.game)
        for _ in range(stones):
            if unbalanced and draw.randbelow(3) == 0:
                pos = pos.passed()
            columns = pos.legal_moves()
            safe = [column for column in columns if not pos.play(column).is_over]
            if not safe:
                return None
            pos = pos.play(draw.choice(safe))
        return pos


def _behind(chosen: Sequence[AskedSearch]) -> str:
    """The algorithms that may have the next test."""
    ahead = sum(1 if asked.algorithm == "M" else -1 for asked in chosen)
    return "A" if ahead >= 2 else "M" if ahead <= -2 else "MA"


def undetected(tests: Iterable[Test], course: Course) -> list[Undetected]:
    """Returns the mistakes that none of the tests detects; those are excused that no output
    shows, nor any of many other searches of a course of one's own."""
    assignment = assignment_of(course)
    found = [asked_search(course, test.args) for test in tests if len(test.args) == 4]
    right = [asked.answer() for asked in found]
    return [
        Undetected(mistake.name, not mistake.visible or not _shows(mistake, assignment))
        for mistake in known_mistakes(assignment)
        if [asked.answer(mistake) for asked in found] == right
    ]


def _shows(mistake: Mistake, assignment: Assignment) -> bool:
    """Whether any search that a program may be asked for shows a mistake: what hardly shows under
    the usual rules is declared with it."""
    made = Hypothesis((mistake,))
    return assignment.is_usual or any(
        made.answer(question) != RIGHT.answer(question) for question in pool(assignment)
    )


KNOWN_MISTAKES = KnownMistakes(
    lambda course: len(known_mistakes(assignment_of(course))), undetected
)

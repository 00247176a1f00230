"""Games of Lab 7 part 1 that went wrong: the known mistakes that play all of a submission's games.

A game that was passed is known to the last byte, one that was not up to where it was stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from inarow.course import Course
from inarow.courses.aps105.diagnosis import RIGHT, Dialogue, agreeing
from inarow.courses.aps105.mistakes import LAB7_MISTAKES, Made, rules_with, singles_and_pairs
from inarow.courses.aps105.transcript import LARGEST, SMALLEST, heard_from
from inarow.marking.diagnosis import MOST_CAUSES, Explainer, JudgedTest, cause_of
from inarow.marking.results import Cause

_LARGEST_FOR_PAIRS = 10

Games = tuple[Dialogue, ...]


def game_causes(course: Course, judged: Sequence[JudgedTest]) -> list[Cause]:
    """Returns the likeliest first; empty if no game went another way than by the rules."""
    wrong: list[Dialogue] = []
    right: list[Dialogue] = []
    program = course.programs.names[0]
    for each in judged:
        game = _game(each) if each.test.program == program else None
        if game is not None:
            parts = not each.passed and game.parting(RIGHT) is not None
            (wrong if parts else right).append(game)
    return list(_causes(tuple(wrong), tuple(right))) if wrong else []


def _game(told: JudgedTest) -> Dialogue | None:
    """What was said; None if the test is no such game, or if nothing is known of it."""
    steps = told.test.dialogue
    if not steps:
        return None
    sent = [step.send for step in steps if step.send]
    if not told.passed:
        if told.step is None:
            return None
        steps = steps[: told.step + 1]
    typed = [step.send for step in steps if step.send][2:]
    said = "".join(step.says for step in (steps if told.passed else steps[:-1]))
    if not told.passed:
        said += (told.got or b"").decode("latin-1")
    try:
        n, colour = int(sent[0]), sent[1]
        squares = tuple((int(row), int(col)) for row, col in map(str.split, typed))
        if not SMALLEST <= n <= LARGEST or colour not in ("B", "W"):
            return None
        heard = heard_from(said, n, colour)
    except (ValueError, IndexError):
        return None
    sayings = heard.sayings
    if not told.passed:  # a text that the task does not have, or one that was cut short, is no rule
        sayings = tuple(takewhile(lambda saying: saying[0] != "other", sayings))
    heard = replace(heard, squares=squares, sayings=sayings, remark="")
    return Dialogue(heard, whole=told.passed and steps[-1].ends)


@lru_cache(maxsize=512)
def _causes(wrong: Games, right: Games) -> tuple[Cause, ...]:
    """Classes make the same mistakes, so that the same games are looked up the second time."""
    games = sorted([*wrong, *right], key=_length)
    count = len(wrong)
    if found := agreeing(games, _hypotheses(games[0])):
        return tuple(cause_of(made, count, count, len(games)) for made in found[:MOST_CAUSES])
    made, agrees = _nearest(wrong, right)
    return (cause_of(made, agrees, count, len(games)),)


def _hypotheses(shortest: Dialogue) -> Iterator[Made]:
    """What is tried, in four seconds at most: single mistakes, and two if one of them is met
    often and a small board tells most of them from the truth at once."""
    for made in singles_and_pairs():
        small = shortest.heard.n <= _LARGEST_FOR_PAIRS
        if len(made) == 1 or (small and any(mistake.common for mistake in made)):
            yield made


def _length(game: Dialogue) -> int:
    """Short games on small boards tell a wrong hypothesis soonest."""
    return len(game.heard.sayings) * game.heard.n**2


def _nearest(wrong: Games, right: Games) -> tuple[Made, int]:
    """The mistake that plays all right games and most of the wrong ones, or else none."""
    best: tuple[Made, int] = ((), 0)
    for mistake in LAB7_MISTAKES:
        rules = rules_with((mistake,))
        agrees = sum(game.agrees(rules) for game in wrong)
        if agrees > max(best[1], len(wrong) // 2) and all(game.agrees(rules) for game in right):
            best = ((mistake,), agrees)
    return best


CAUSES = Explainer(game_causes)

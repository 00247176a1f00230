"""Tests for part 1 of APS105, lab 7: whole games, byte for byte, in which the known mistakes
show."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from inarow._core import Outcome
from inarow.course import Course
from inarow.courses.aps105.dialogue import sayings
from inarow.courses.aps105.faults import SELDOM
from inarow.courses.aps105.games import MOODS, LabGame, drawn_game, game_of
from inarow.courses.aps105.mistakes import LAB7_MISTAKES, Lab7Mistake, rules_with
from inarow.marking.hidden_tests import (
    Generator,
    KnownMistakes,
    SeededRandom,
    Undetected,
    most_discriminating,
)
from inarow.marking.suite import Recipe, Test, Visibility

SAMPLE = [0, 14, 15, 16, 17, 5, 7, 23, 31, 39, 47]
"""What the person types in the sheet's example, on 7 x 7 against black."""
_SMALL = (7, 7, 7, 8, 9)
_MOST_STONES = 40
_POOL, _VISIBLE_POOL = 20, 150
_TRIES = 400


def make_tests(recipe: Recipe, draw: SeededRandom, course: Course) -> list[Test]:
    """Returns games of part 1. Of the visible ones the sheet's example is the first, one is drawn
    and one is on the largest board."""
    visible = recipe.visibility is Visibility.VISIBLE
    fixed = [game_of(7, 1, SAMPLE), _drawn(draw), _large(draw)] if visible else []
    fixed = fixed[: recipe.count]
    pool = [_game(draw) for _ in range(_VISIBLE_POOL if visible else _POOL)]
    if len(fixed) < recipe.count:
        fixed += most_discriminating(pool, recipe.count - len(fixed), LabGame.answers)
    prefix = "" if visible else "hidden "
    program = course.programs.names[0]
    return [
        _test(f"{prefix}{number:02d}", game, recipe, program)
        for number, game in enumerate(fixed, 1)
    ]


GENERATOR = Generator(make_tests)


def _test(name: str, game: LabGame, recipe: Recipe, program: str) -> Test:
    winner = {Outcome.FIRST_WINS: "black wins", Outcome.SECOND_WINS: "white wins"}
    words = f"{game.size} x {game.size}, computer {game.colour}, "
    return Test(
        name=f"{name} {words}{winner.get(game.outcome, 'draw')}",
        marks=recipe.marks,
        group=recipe.group,
        visibility=recipe.visibility,
        program=program,
        dialogue=game.steps(),
        options={"terminal": True},
        limits=recipe.limits,
    )


def _game(draw: SeededRandom) -> LabGame:
    while True:
        game = drawn_game(draw, draw.choice(_SMALL), draw.between(1, 2), draw.choice(MOODS))
        if len(game.moves) <= _MOST_STONES:
            return game


def _drawn(draw: SeededRandom) -> LabGame:
    """A draw if one is found, or else the longest game."""
    longest = None
    for _ in range(_TRIES):
        game = drawn_game(draw, 7, draw.between(1, 2), "stops")
        if game.outcome is Outcome.DRAW:
            return game
        if longest is None or len(game.moves) > len(longest.moves):
            longest = game
    assert longest is not None
    return longest


def _large(draw: SeededRandom) -> LabGame:
    while True:
        game = drawn_game(draw, 19, 2, "wins")
        if len(game.moves) <= _MOST_STONES // 2:
            return game


def undetected(tests: Iterable[Test], course: Course) -> list[Undetected]:
    """Returns the known mistakes that no test detects."""
    program = course.programs.names[0]
    typed = [_typed(test) for test in tests if test.program == program and test.dialogue]
    right = [list(sayings(rules_with(()), *game)) for game in typed]

    def shows(mistake: Lab7Mistake, number: int) -> bool:
        said = list(islice(sayings(rules_with((mistake,)), *typed[number]), len(right[number]) + 1))
        return said != right[number]

    return [
        Undetected(mistake.name, mistake.name in SELDOM)
        for mistake in LAB7_MISTAKES
        if not any(shows(mistake, number) for number in range(len(typed)))
    ]


def _typed(test: Test) -> tuple[int, str, list[tuple[int, int]]]:
    """The size, the computer's colour and the squares of a test."""
    size, colour, *squares = (step.send for step in test.dialogue if step.send)
    places = [square.split() for square in squares]
    return int(size), colour, [(int(row), int(col)) for row, col in places]


KNOWN_MISTAKES = KnownMistakes(lambda course: len(LAB7_MISTAKES), undetected)

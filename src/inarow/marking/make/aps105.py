"""Tests for APS105, lab 7: part 1 by whole games, byte for byte, on which the known faults give
themselves away; part 2 by the opponents that it beats on a board of 19 x 19."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import islice

from inarow._core import Outcome
from inarow.course import find_course
from inarow.courses.aps105.dialogue import sayings
from inarow.courses.aps105.mistakes import LAB7_MISTAKES, Lab7Mistake, rules_with
from inarow.marking.draw import Draw
from inarow.marking.make.drawing import Missed, draw_for, most_telling
from inarow.marking.make.lab_faults import SELDOM
from inarow.marking.make.lab_games import MOODS, LabGame, drawn_game, game_of
from inarow.marking.suite import Gate, GateKind, Recipe, Suite, Test, Visibility
from inarow.running.run_limits import RunLimits

PART_1, PART_2 = "part 1", "part 2"
PROGRAMS = {PART_1: "Lab7Part1", PART_2: "Lab7Part2"}
LIMITS = RunLimits(wall_s=20.0)
OPPONENTS = {"random": "1.5", "Lab7Part1": "1.5", "level:2": "1.5", "level:4": "1", "level:6": "1"}
"""Who part 2 plays two games against, and the points with which each is beaten. Between strong
players black has the better of it, so that one win of two is a success there."""
SAMPLE = [0, 14, 15, 16, 17, 5, 7, 23, 31, 39, 47]
"""What the person types in the sheet's example, on 7 x 7 against black."""
_SMALL = (7, 7, 7, 8, 9)
_MOST_STONES = 40
_POOL, _VISIBLE_POOL = 20, 150
_TRIES = 400


def make(recipe: Recipe, draw: Draw) -> list[Test]:
    """Games of part 1; the sheet's example is the first that anybody may see, and one of them is
    drawn and one on the largest board."""
    visible = recipe.visibility is Visibility.VISIBLE
    fixed = [game_of(7, 1, SAMPLE), _drawn(draw), _large(draw)] if visible else []
    fixed = fixed[: recipe.count]
    pool = [_game(draw) for _ in range(_VISIBLE_POOL if visible else _POOL)]
    if len(fixed) < recipe.count:
        fixed += most_telling(pool, recipe.count - len(fixed), LabGame.answers)
    prefix = "" if visible else "hidden "
    return [_test(f"{prefix}{number:02d}", game, recipe) for number, game in enumerate(fixed, 1)]


def _test(name: str, game: LabGame, recipe: Recipe) -> Test:
    winner = {Outcome.FIRST_WINS: "black wins", Outcome.SECOND_WINS: "white wins"}
    words = f"{game.size} x {game.size}, computer {game.colour}, "
    return Test(
        name=f"{name} {words}{winner.get(game.outcome, 'draw')}",
        marks=recipe.marks,
        group=recipe.group,
        visibility=recipe.visibility,
        program=PROGRAMS[PART_1],
        dialogue=game.steps(),
        options={"terminal": True},
        limits=recipe.limits,
    )


def _game(draw: Draw) -> LabGame:
    while True:
        game = drawn_game(draw, draw.choice(_SMALL), draw.between(1, 2), draw.choice(MOODS))
        if len(game.moves) <= _MOST_STONES:
            return game


def _drawn(draw: Draw) -> LabGame:
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


def _large(draw: Draw) -> LabGame:
    while True:
        game = drawn_game(draw, 19, 2, "wins")
        if len(game.moves) <= _MOST_STONES // 2:
            return game


def missed(tests: Iterable[Test]) -> list[Missed]:
    """The known mistakes that no test would show."""
    typed = [_typed(t) for t in tests if t.program == PROGRAMS[PART_1] and t.dialogue]
    right = [list(sayings(rules_with(()), *game)) for game in typed]

    def shows(mistake: Lab7Mistake, number: int) -> bool:
        said = list(islice(sayings(rules_with((mistake,)), *typed[number]), len(right[number]) + 1))
        return said != right[number]

    return [
        Missed(mistake.name, mistake.name in SELDOM)
        for mistake in LAB7_MISTAKES
        if not any(shows(mistake, number) for number in range(len(typed)))
    ]


def _typed(test: Test) -> tuple[int, str, list[tuple[int, int]]]:
    """The size, the computer's colour and the squares of a test."""
    size, colour, *squares = (step.send for step in test.dialogue if step.send)
    places = [square.split() for square in squares]
    return int(size), colour, [(int(row), int(col)) for row, col in places]


def suite(seed: int) -> Suite:
    """8 marks for part 1, 2 for part 2."""
    half = Decimal("0.5")
    options = {"catalogue": 1}
    hidden = Recipe("aps105", half, 6, PART_1, options=options, limits=LIMITS)
    shown = replace(hidden, count=10, visibility=Visibility.VISIBLE, seed=seed)
    return Suite(
        name="APS105 lab 7",
        course=find_course("aps105"),
        tests=(*make(shown, draw_for(shown, None)), *_games(seed)),
        recipes=(hidden,),
        gates=(
            Gate(GateKind.LATE),
            Gate(GateKind.MISNAMED),
            Gate(GateKind.NOT_BUILT, PART_1),
            Gate(GateKind.NOT_BUILT, PART_2),
            Gate(GateKind.NO_RECURSION, PART_1, proposed=True),
        ),
        seed=seed,
    )


def _games(seed: int) -> Iterator[Test]:
    for opponent, points in OPPONENTS.items():
        yield Test(
            name=f"beats {opponent}",
            marks=Decimal("0.4"),
            group=PART_2,
            program=PROGRAMS[PART_2],
            check="games",
            options={
                "opponent": opponent, "games": 2, "points": Decimal(points), "size": 19,
                "seed": seed,
            },
            limits=LIMITS,
        )  # fmt: skip

"""The suite of APS105, lab 7, for one year: part 1 by whole games, part 2 by the opponents that it
beats on a board of 19 x 19."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from inarow.course import Course
from inarow.marking.hidden_tests import generate_tests
from inarow.marking.suite import Gate, GateKind, Recipe, Suite, Test, Visibility
from inarow.running.program import RunLimits

PART_1, PART_2 = "part 1", "part 2"
LIMITS = RunLimits(wall_s=20.0)
OPPONENTS = {"random": "1.5", "Lab7Part1": "1.5", "level:2": "1.5", "level:4": "1", "level:6": "1"}
"""Who part 2 plays two games against, and the points with which each is beaten. Between strong
players black has the better of it, so that one win of two is a success there."""


def suite(course: Course, seed: int) -> Suite:
    """Returns 8 marks for part 1, 2 for part 2."""
    half = Decimal("0.5")
    options = {"catalogue": 1}
    hidden = Recipe("aps105", half, 6, PART_1, options=options, limits=LIMITS)
    shown = replace(hidden, count=10, visibility=Visibility.VISIBLE, seed=seed)
    return Suite(
        name="APS105 lab 7",
        course=course,
        tests=(*generate_tests(shown, course), *_games(course, seed)),
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


def _games(course: Course, seed: int) -> Iterator[Test]:
    for opponent, points in OPPONENTS.items():
        yield Test(
            name=f"beats {opponent}",
            marks=Decimal("0.4"),
            group=PART_2,
            program=course.programs.names[-1],
            check="games",
            options={
                "opponent": opponent, "games": 2, "points": Decimal(points), "size": 19,
                "seed": seed,
            },
            limits=LIMITS,
        )  # fmt: skip

"""The suite of COMP3308, or of a course like it, for one year."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from inarow.course import Course
from inarow.courses.comp3308.generator import NEWEST
from inarow.marking.hidden_tests import generate_tests
from inarow.marking.suite import Gate, GateKind, Recipe, Suite, Visibility
from inarow.running.program import RunLimits


def suite(course: Course, seed: int) -> Suite:
    """Returns 20 tests of half a mark, 4 of them hidden, and 2 marks by rank in the tournament."""
    own = course.programs.limits
    limits = RunLimits(wall_s=20.0) if own == RunLimits() else own
    hidden = Recipe("comp3308", Decimal("0.5"), 4, options={"catalogue": NEWEST}, limits=limits)
    shown = replace(hidden, count=16, visibility=Visibility.VISIBLE, seed=seed)
    return Suite(
        name="COMP3308 Connect Four" if not course.folder else course.title,
        course=course,
        tests=tuple(generate_tests(shown, course)),
        recipes=(hidden,),
        gates=(Gate(GateKind.NOT_BUILT),),
        rank_marks=Decimal(2),
        seed=seed,
    )

"""The suite of COMP2230 for one year."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from inarow.course import Course
from inarow.courses.comp2230.generator import CLOCKS_MS, random_game
from inarow.courses.comp2230.session import (
    INFO,
    LEAVE_S,
    NAME,
    PATIENCE_S,
    START_S,
    best_move,
)
from inarow.marking.hidden_tests import SeededRandom, generate_tests
from inarow.marking.suite import Gate, GateKind, Recipe, Step, Suite, Test, Visibility
from inarow.protocols.comp2230.manager import ASK_NAME, ASK_READY, QUIT, go_line, position_line
from inarow.running.program import RunLimits

LIMITS = RunLimits(wall_s=30.0)


def suite(course: Course, seed: int) -> Suite:
    """Returns tests for 100 marks, to be edited: the sheet states none."""

    def visible(kind: str, marks: int, count: int, group: str) -> list[Test]:
        recipe = _recipe(kind, marks, count, group)
        shown = replace(recipe, visibility=Visibility.VISIBLE, seed=seed)
        return generate_tests(shown, course)

    return Suite(
        name="COMP2230 engine",
        course=course,
        tests=(
            *_command_tests(),
            *visible("perft", 3, 6, "perft"),
            *_session_tests(seed),
            *visible("wins", 5, 2, "go"),
            *visible("blocks", 5, 2, "go"),
        ),
        recipes=(
            _recipe("perft", 3, 4, "perft"),
            _recipe("wins", 5, 1, "go"),
            _recipe("blocks", 5, 1, "go"),
        ),
        gates=(Gate(GateKind.NOT_BUILT),),
        seed=seed,
    )


def _recipe(kind: str, marks: int, count: int, group: str) -> Recipe:
    options = {"kind": kind, "catalogue": 1}
    return Recipe("comp2230", Decimal(marks), count, group, options=options, limits=LIMITS)


def _command_tests() -> Iterator[Test]:
    name = Step(ASK_NAME, expect=NAME, within_s=START_S)
    ready = Step(ASK_READY, expect="readyok", within_s=PATIENCE_S)
    start = Step(position_line(()))
    legal = best_move("0123456")
    go = Step(go_line(CLOCKS_MS), expect=legal, skip=INFO, within_s=CLOCKS_MS[0] / 1000)
    quitting = Step(QUIT, expect="quitting", within_s=PATIENCE_S)
    for title, marks, steps in (
        ("name", 5, (name,)),
        ("isready", 5, (name, ready, ready)),
        ("position and go", 10, (name, ready, start, ready, go)),
        ("info stands between go and bestmove alone", 5,
         (name, ready, start, ready, go, ready, Step("perft 1", expect=r"perft 1 \d+"))),
        ("quit, and gone within 1 s", 10, (name, quitting, Step(ends=True, within_s=LEAVE_S))),
    ):  # fmt: skip
        yield Test(
            name=title,
            marks=Decimal(marks),
            group="commands",
            dialogue=steps,
            limits=LIMITS,
            depends=() if title == "name" else ("name",),
        )


def _session_tests(seed: int) -> Iterator[Test]:
    moves, _ = random_game(SeededRandom.seeded(seed, "comp2230 session"), 8)
    yield Test(
        name="no search between position and go",
        marks=Decimal(5),
        group="go",
        check="engine",
        options={"moves": moves, "ftime": 5000, "stime": 5000},
        limits=LIMITS,
        depends=("name",),
    )

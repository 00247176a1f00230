"""The suites of MaxConnect4 and of CSE 440 for one year."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from inarow._core import Position
from inarow.course import Course
from inarow.courses.maxconnect4.generator import INPUT, LIMITS, OUTPUT, one_move, random_board
from inarow.marking.hidden_tests import SeededRandom, generate_tests
from inarow.marking.suite import Gate, GateKind, Recipe, Suite, Test, Visibility
from inarow.protocols.maxconnect4_file import GAME, format_file
from inarow.running.program import RunLimits

_LARGE_TREE_LIMITS = RunLimits(wall_s=30.0)
_EVIDENCE = "evidence"


def cse440(course: Course, seed: int) -> Suite:
    """Returns 35 marks for minimax, 35 for alpha-beta, 30 for the depth-limited version, less up to
    20 for the readme."""
    return Suite(
        name="CSE 440 MaxConnect4",
        course=course,
        tests=(
            *_minimax_tests(course, seed, "minimax"),
            *_search_tests(course, seed, "alpha-beta"),
            *_depth_tests(seed, "depth-limited"),
            *_evidence(),
            Test(
                name="readme and input file are there",
                marks=Decimal(0),
                group="readme",
                check="handed-in",
                options={"names": ["readme.txt"], "board": True},
            ),
            Test(
                name="readme",
                marks=Decimal(0),
                group="readme",
                manual=True,
                least=Decimal(-20),
                note="insufficient or unclear instructions cost up to 20",
            ),
        ),
        recipes=(
            _recipe("endings", 2, 3, "minimax"),
            _recipe("search", 5, 2, "alpha-beta", ["comes to the end of a large tree"]),
        ),
        gates=(Gate(GateKind.NOT_BUILT),),
        seed=seed,
    )


def maxconnect4(course: Course, seed: int) -> Suite:
    """Returns the same in any language; the sheet states no marks, so edit them."""
    suite = cse440(course, seed)
    kept = [test for test in suite.tests if test.group != "readme"]
    return replace(suite, name="MaxConnect4", tests=tuple(kept))


def _recipe(
    kind: str, marks: int, count: int, group: str, depends: list[str] | None = None
) -> Recipe:
    options: dict[str, object] = {"kind": kind, "catalogue": 1}
    if depends:
        options["depends"] = depends
    limits = _LARGE_TREE_LIMITS if kind == "search" else LIMITS
    return Recipe("maxconnect4", Decimal(marks), count, group, options=options, limits=limits)


def _visible(
    kind: str, marks: int, count: int, group: str, course: Course, seed: int
) -> list[Test]:
    recipe = replace(_recipe(kind, marks, count, group), visibility=Visibility.VISIBLE, seed=seed)
    return generate_tests(recipe, course)


def _minimax_tests(course: Course, seed: int, group: str) -> Iterator[Test]:
    draw = SeededRandom.seeded(seed, "maxconnect4 positions")
    middle = one_move("one move and its file", Decimal(4), random_board(draw, 15), 2)
    yield replace(middle, group=group)
    yield replace(
        middle,
        name="an input file that is not there",
        marks=Decimal(3),
        group=group,
        args=("one-move", "missing.txt", OUTPUT, "2"),
        files={},
    )
    yield from _visible("endings", 2, 6, group, course, seed)
    yield from _interactive_tests(draw, group)


def _interactive_tests(draw: SeededRandom, group: str) -> Iterator[Test]:
    start = _file_of(random_board(draw, 10))
    ending = random_board(draw, GAME.cells - 4)
    columns = "".join(f"{column + 1}\n" for column in draw.shuffled(range(7)))
    full = random_board(draw, 20)
    while len(full.legal_moves()) == 7:
        full = random_board(draw, draw.between(20, 28))
    closed = next(column for column in range(7) if column not in full.legal_moves())
    is_open = draw.choice(full.legal_moves())
    quick = replace(LIMITS, wall_s=10.0)
    for name, marks, who, data, typed in (
        ("computer.txt after the computer's move", 4, "computer-next", start, ""),
        ("both files to the end of the game", 3, "human-next", _file_of(ending), columns * 2),
        ("a full column is asked for again", 3, "human-next", _file_of(full),
         f"{closed + 1}\n{is_open + 1}\n"),
    ):  # fmt: skip
        yield Test(
            name=f"interactive: {name}",
            marks=Decimal(marks),
            group=group,
            args=("interactive", INPUT, who, "2"),
            stdin=typed.encode(),
            files={INPUT: data},
            check="interactive",
            limits=quick,
        )


def _file_of(pos: Position) -> bytes:
    return format_file(pos).encode()


def _search_tests(course: Course, seed: int, group: str) -> Iterator[Test]:
    first, *others = _visible("search", 5, 4, group, course, seed)
    name = "comes to the end of a large tree"
    yield replace(
        first, name=name, marks=Decimal(10), note="a search that does not prune is too slow for it"
    )
    for test in others:
        yield replace(test, depends=(name,))


def _depth_tests(seed: int, group: str) -> Iterator[Test]:
    empty = Position(GAME)
    for depth, marks in ((1, 5), (5, 7)):
        test = one_move(f"depth {depth} from the empty board", Decimal(marks), empty, depth)
        yield replace(test, group=group, limits=replace(LIMITS, wall_s=30.0))
    yield Test(
        name="wins 18 of 20 games against a random player",
        marks=Decimal(18),
        group=group,
        check="games",
        options={"opponent": "random", "games": 20, "wins": 18, "seed": seed, "depth": 2},
        depends=("depth 1 from the empty board",),
        limits=replace(LIMITS, wall_s=10.0),
    )


def _evidence() -> Iterator[Test]:
    test = one_move("CPU time by depth", Decimal(0), Position(GAME), 1)
    yield replace(
        test,
        group=_EVIDENCE,
        check="cpu-by-depth",
        options={"deepest": 10},
        depends=("depth 1 from the empty board",),
        limits=replace(LIMITS, wall_s=3.0),
    )

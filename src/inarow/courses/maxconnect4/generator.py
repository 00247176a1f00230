"""Tests for MaxConnect4, the assignments of CSE 440 and its relatives: ends of games in which the
move must keep the exact value, small ones on which the known faults give themselves away, and
larger ones that only a search that prunes comes to the end of in time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from inarow._core import Position
from inarow._core import perft as perft_by_depth
from inarow.course import Course
from inarow.courses.maxconnect4.checks.exact_values import move_values
from inarow.courses.maxconnect4.checks.one_move import start_of
from inarow.courses.maxconnect4.endings import FAULTS, Node, shows, tree_of, wrong_scores
from inarow.errors import UserError
from inarow.marking.hidden_tests import (
    Generator,
    KnownMistakes,
    SeededRandom,
    Undetected,
    most_discriminating,
)
from inarow.marking.suite import Recipe, Test, Visibility
from inarow.protocols.maxconnect4_file import GAME, format_file
from inarow.running.program import RunLimits
from inarow.textbook import native
from inarow.textbook.spec import usual_spec

LIMITS = RunLimits(wall_s=20.0)
INPUT, OUTPUT = "input.txt", "output.txt"
_POOL, _VISIBLE_POOL = 40, 240
_LEAST_MINIMAX = 2_000_000
_MOST_ALPHA_BETA = 20_000
_MOST_DRAWN = 20_000
_LARGE = 12  # empty cells
KINDS = ("endings", "search")


def make_tests(recipe: Recipe, draw: SeededRandom, course: Course) -> list[Test]:
    """Returns the tests of a recipe: ``kind`` is endings, few cells from the end, or search,
    further from it."""
    kind = recipe.options.get("kind", "endings")
    if kind == "endings":
        visible = recipe.visibility is Visibility.VISIBLE
        found = _endings(draw, recipe.count, _VISIBLE_POOL if visible else _POOL)
    else:
        found = _searches(draw, recipe.count)
    prefix = "" if recipe.visibility is Visibility.VISIBLE else "hidden "
    return [
        replace(
            one_move(f"{prefix}{_words(kind)} {number}", recipe.marks, pos, _empty(pos)),
            group=recipe.group,
            visibility=recipe.visibility,
            limits=recipe.limits,
            options={"keeps_value": True},
            depends=tuple(recipe.options.get("depends", ())),
        )
        for number, pos in enumerate(found, 1)
    ]


GENERATOR = Generator(make_tests, KINDS, depends=True)


def _words(kind: str) -> str:
    return (
        "keeps the value near the end" if kind == "endings" else "keeps the value in a large tree"
    )


def one_move(name: str, marks: Decimal, pos: Position, depth: int) -> Test:
    """One move on a board, asked for with a depth."""
    return Test(
        name=name,
        marks=marks,
        args=("one-move", INPUT, OUTPUT, str(depth)),
        files={INPUT: format_file(pos).encode()},
        check="files",
        limits=LIMITS,
    )


def _empty(pos: Position) -> int:
    return GAME.cells - pos.stone_count


def random_board(draw: SeededRandom, stones: int) -> Position:
    """A board on which so many stones have fallen at random."""
    pos = Position(GAME)
    for _ in range(stones):
        pos = pos.play(draw.choice(pos.legal_moves()))
    return pos


def _endings(draw: SeededRandom, count: int, size: int) -> list[Position]:
    pool: list[tuple[Position, Node]] = []
    while len(pool) < size:
        pos = random_board(draw, GAME.cells - draw.between(3, 6))
        if len(set(move_values(pos).values())) > 1:
            pool.append((pos, tree_of(pos)))
    chosen = most_discriminating(pool, count, lambda item: shows(item[1]))
    return [pos for pos, _ in chosen]


def _searches(draw: SeededRandom, count: int) -> list[Position]:
    """Boards whose whole tree is large, and that alpha-beta sees little of; not every move keeps
    the value."""
    found: list[Position] = []
    rules = native.prepared(usual_spec(GAME).replace(algorithm="alpha-beta", depth=_LARGE).asked())
    for _ in range(_MOST_DRAWN):
        pos = random_board(draw, GAME.cells - _LARGE)
        if len(pos.legal_moves()) < 5 or sum(perft_by_depth(pos, _LARGE)) < _LEAST_MINIMAX:
            continue
        answer = native.answer(pos, rules, _MOST_ALPHA_BETA)
        if answer is None or answer.nodes > _MOST_ALPHA_BETA:
            continue
        worth = move_values(pos)
        if 2 * sum(value == max(worth.values()) for value in worth.values()) <= len(worth):
            found.append(pos)
            if len(found) == count:
                return found
    raise UserError(f"no {count} boards were found whose trees are large enough")


def undetected(tests: Iterable[Test], course: Course) -> list[Undetected]:
    """Returns the known faults that no test detects."""
    trees = [tree_of(pos) for pos in (_ending(test) for test in tests) if pos is not None]
    if not trees:
        return [Undetected(name) for name in FAULTS]
    shown = [any(column) for column in zip(*map(shows, trees), strict=True)]
    miscounts = {name for tree in trees for name in wrong_scores(tree)}
    return [
        Undetected(name)
        for name, seen in zip(FAULTS, shown[1:], strict=True)
        if not seen and name not in miscounts
    ]


def _ending(test: Test) -> Position | None:
    if test.check != "files" or not test.options.get("keeps_value"):
        return None
    pos = start_of(test)
    return pos if _empty(pos) <= 6 else None


KNOWN_MISTAKES = KnownMistakes(lambda course: len(FAULTS), undetected)

"""Tests for engines of COMP2230: one scripted dialogue a command, counts from ten positions, and
positions in which a move ahead is enough to see what must be played."""

from __future__ import annotations

from collections.abc import Iterable

from inarow._core import Position
from inarow.course import Course
from inarow.courses.comp2230.perft import PERFT_MISTAKES
from inarow.courses.comp2230.perft_faults import counts
from inarow.courses.comp2230.session import (
    INFO,
    NAME,
    PATIENCE_S,
    START_S,
    best_move,
    position_after,
)
from inarow.marking.hidden_tests import (
    Generator,
    KnownMistakes,
    SeededRandom,
    Undetected,
    most_discriminating,
)
from inarow.marking.suite import Recipe, Step, Test, Visibility
from inarow.protocols.comp2230.manager import ASK_NAME, ASK_READY, go_line, position_line
from inarow.textbook.search import perft

CLOCKS_MS = (10_000, 10_000)
_MOST_NODES = 3000
_DEEPEST = 6
_POOL, _VISIBLE_POOL = 16, 40
KINDS = ("perft", "wins", "blocks")
_SELDOM = frozenset(["count-in-32-bits", "only-exactly-four-win"])
"""Known mistakes that show in large counts alone, or on few boards."""


def make_tests(recipe: Recipe, draw: SeededRandom, course: Course) -> list[Test]:
    """Returns the tests of a recipe: ``kind`` is perft, wins (a line can be completed) or blocks
    (the opponent's must be stopped)."""
    kind = recipe.options.get("kind", "perft")
    prefix = "" if recipe.visibility is Visibility.VISIBLE else "hidden "
    found = _counted(draw, recipe) if kind == "perft" else _to_be_seen(draw, kind, recipe.count)
    return [
        Test(
            name=f"{prefix}{_NAMES[kind]} {number}",
            marks=recipe.marks,
            group=recipe.group,
            visibility=recipe.visibility,
            dialogue=(*_set_up(moves), step),
            limits=recipe.limits,
        )
        for number, (moves, step) in enumerate(found, 1)
    ]


GENERATOR = Generator(make_tests, KINDS)
_NAMES = {
    "perft": "perft from position",
    "wins": "bestmove completes a line",
    "blocks": "bestmove stops a line",
}


def _set_up(moves: str) -> tuple[Step, ...]:
    return (
        Step(ASK_NAME, expect=NAME, within_s=START_S),
        Step(position_line([int(digit) for digit in moves])),
        Step(ASK_READY, expect="readyok", within_s=PATIENCE_S),
    )


def _counted(draw: SeededRandom, recipe: Recipe) -> list[tuple[str, Step]]:
    """Positions on which the known faults count otherwise; the start is the first that anybody may
    see."""
    visible = recipe.visibility is Visibility.VISIBLE
    fixed = [""] if visible else []
    size = _VISIBLE_POOL if visible else _POOL
    pool = [random_game(draw, draw.between(4, 34))[0] for _ in range(size)]

    def answers(moves: str) -> tuple[int, ...]:
        pos = position_after(moves, recipe.make)
        return counts(pos, _depth(pos))

    chosen = [*fixed, *most_discriminating(pool, recipe.count - len(fixed), answers)]
    return [(moves, _perft_step(position_after(moves, recipe.make))) for moves in chosen]


def _depth(pos: Position) -> int:
    """As deep as a slow program can count."""
    depth = 1
    while depth < _DEEPEST and perft(pos, depth + 1) <= _MOST_NODES:
        depth += 1
    return depth


def _perft_step(pos: Position) -> Step:
    depth = _depth(pos)
    return Step(f"perft {depth}", expect=f"perft {depth} {perft(pos, depth)}", within_s=10.0)


def _to_be_seen(draw: SeededRandom, kind: str, count: int) -> list[tuple[str, Step]]:
    """Positions in which some columns win at once, or one alone stops the opponent's line."""
    found: list[tuple[str, Step]] = []
    while len(found) < count:
        moves, pos = random_game(draw, draw.between(6, 24))
        wins = _winning(pos)
        if kind == "wins" and wins:
            found.append((moves, _go(wins)))
        if kind == "blocks" and not wins:
            threats = _winning(pos.passed())
            if len(threats) == 1 and len(pos.legal_moves()) > 3:
                found.append((moves, _go(threats)))
    return found


def undetected(tests: Iterable[Test], course: Course) -> list[Undetected]:
    """Returns the known mistakes in counting that no test detects."""
    asked = [found for test in tests if (found := _asked(test)) is not None]
    right = [perft(position_after("".join(map(str, moves)), ""), depth) for moves, depth in asked]
    return [
        Undetected(mistake.name, mistake.name in _SELDOM)
        for mistake in PERFT_MISTAKES
        if all(
            mistake.counted(moves, depth) == nodes
            for (moves, depth), nodes in zip(asked, right, strict=True)
        )
    ]


def _asked(test: Test) -> tuple[tuple[int, ...], int] | None:
    """The moves and the depth of a test that counts; None for any other."""
    moves: tuple[int, ...] = ()
    for step in test.dialogue:
        word, _, rest = step.send.partition(" ")
        if word == "position":
            moves = tuple(int(digit) for digit in rest.removeprefix("startpos").strip())
        if word == "perft" and step.expect.rpartition(" ")[2].isdigit():
            return moves, int(rest)
    return None


def _go(columns: list[int]) -> Step:
    best = best_move("".join(map(str, columns)))
    return Step(go_line(CLOCKS_MS), expect=best, skip=INFO, within_s=CLOCKS_MS[0] / 1000)


def _winning(pos: Position) -> list[int]:
    return [column for column in pos.legal_moves() if pos.play(column).is_over]


def random_game(draw: SeededRandom, length: int) -> tuple[str, Position]:
    """A game of so many moves in which nobody has won, as its columns."""
    while True:
        pos, moves = Position(), ""
        while len(moves) < length:
            safe = [c for c in pos.legal_moves() if not pos.play(c).is_over]
            if not safe:
                break
            column = draw.choice(safe)
            pos, moves = pos.play(column), moves + str(column)
        else:
            return moves, pos


KNOWN_MISTAKES = KnownMistakes(lambda course: len(PERFT_MISTAKES), undetected)

"""Random boards of any difference, and how many results a tournament program gives away on them."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from inarow import Game, Outcome, Position
from inarow._core import FallingSolver
from inarow.analysis.books import SHIPPED_PLY, book_result
from inarow.protocols import comp3308

NAMES = ("red", "yellow")
GAME = Game()


def random_board(rng: random.Random, stones: int, difference: int) -> Position:
    """A board on which the first player has so many stones more than the second and either is to
    move. Stones fall one after the other, of any colour that is left into any column, but none
    that makes a four: so any order of moves and forfeits comes up."""
    while True:
        pos = Position(GAME)
        left = {1: (stones + difference) // 2, 2: (stones - difference) // 2}
        while left[1] + left[2]:
            sides = [side for side, number in left.items() for _ in range(number)]
            side = rng.choice(sides)
            here = pos if pos.to_move == side else pos.passed()
            after = [here.play(column) for column in here.legal_moves()]
            quiet = [child for child in after if not child.is_over]
            if not quiet:
                break
            pos = rng.choice(quiet)
            left[side] -= 1
        else:
            return pos if rng.random() < 0.5 else pos.passed()


def all_stones(difference: int, count: int, least: int, most: int) -> list[int]:
    """So many numbers of stones within these bounds, each that a board of this difference can have
    as often."""
    apart = abs(difference)
    possible = [n for n in range(apart, GAME.cells - apart, 2) if least <= n <= most]
    return [possible[i % len(possible)] for i in range(count)] if possible else []


class Truth:
    """Results by the solver, without a clock, but for boards with fewer stones than the books have:
    those are in the books, which ``inarow dev book verify`` checks against the solver."""

    def __init__(self) -> None:
        self._solver = FallingSolver(GAME, 256)

    def result(self, pos: Position) -> int:
        """1, 0 or -1 for a win, a draw or a loss of the side to move."""
        outcome = pos.outcome()
        if outcome is Outcome.DRAW:
            return 0
        if outcome is not Outcome.ONGOING:
            return -1  # the last move has won
        if pos.stone_count < SHIPPED_PLY and (known := book_result(pos)):
            return known[0]
        return self._solver.keep(pos)[0]

    def kept(self, pos: Position, column: int) -> bool:
        return self.result(pos.play(column)) == -self.result(pos)


@dataclass
class Tally:
    """One program on the boards of one difference."""

    difference: int
    asked: int = 0
    slowest_s: float = 0.0
    slowest_cpu_s: float = 0.0
    given_away: list[Position] = field(default_factory=list)

    def up_to(self, stones: int) -> int:
        return sum(pos.stone_count <= stones for pos in self.given_away)


class Answer(NamedTuple):
    column: int
    wall_s: float
    cpu_s: float


Ask = Callable[[Position], Answer]


def asked_here(column: Callable[[Position], int]) -> Ask:
    """A program as a function of this process."""

    def ask(pos: Position) -> Answer:
        wall, cpu = time.monotonic(), time.process_time()
        answer = column(pos)
        return Answer(answer, time.monotonic() - wall, time.process_time() - cpu)

    return ask


def process_answer(process: list[str], pos: Position) -> Answer:
    """The column that the real command prints, and its wall and CPU seconds, start-up included."""
    start = time.monotonic()
    running = subprocess.Popen(
        [*process, comp3308.format_state(pos), NAMES[pos.to_move - 1]], stdout=subprocess.PIPE
    )
    assert running.stdout is not None
    with running.stdout:
        said = running.stdout.read()
    _, status, usage = os.wait4(running.pid, 0)
    wall = time.monotonic() - start
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode != 0:
        raise RuntimeError(f"{process} ended with {running.returncode} on {pos.text}")
    return Answer(int(said), wall, usage.ru_utime + usage.ru_stime)


def tally(ask: Ask, difference: int, count: int, seed: int, least: int, most: int) -> Tally:
    """One program on random boards with so many stones at least and at most."""
    rng, truth, found = random.Random(1000 * seed + difference), Truth(), Tally(difference)
    told = time.monotonic()
    for stones in all_stones(difference, count, least, most):
        pos = random_board(rng, stones, difference)
        column, wall, cpu = ask(pos)
        found.asked += 1
        found.slowest_s = max(found.slowest_s, wall)
        found.slowest_cpu_s = max(found.slowest_cpu_s, cpu)
        if not truth.kept(pos, column):
            found.given_away.append(pos)
            print(f"given away by column {column}: {pos.text}", file=sys.stderr)
        if time.monotonic() - told > 5:
            told = time.monotonic()
            print(f"difference {difference:+}: {found.asked} of {count}", file=sys.stderr)
    return found

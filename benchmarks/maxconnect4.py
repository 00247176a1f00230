"""MaxConnect4: the exact solver and the player: ``python -m benchmarks.maxconnect4``.

Three tables: how long the exact value takes by the number of empty cells, beside the figures of the
prototype that the solver had to beat; the player's CPU time by depth from the empty board; and its
score against a plain depth-limited alpha-beta with the course's simple evaluation (our own textbook
search), at equal depth and at equal CPU time, over balanced random openings, each with both
colours. An opening is balanced if a search of ten moves sees neither side ahead by more than 0.6
points.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from benchmarks.measure import Claim, TableParser, report
from inarow._core import Position, counted_choose
from inarow.analysis.counted import solve
from inarow.game import GAMES
from inarow.limits import Limits
from inarow.players.counted import CountedPlayer
from inarow.textbook.native import run
from inarow.textbook.spec import MAXCONNECT4

GAME = GAMES["maxconnect4"]
PROTOTYPE_MEDIAN_S = {24: 0.33, 26: 1.0, 28: 3.2, 30: 4.9}
PLAYER_CPU_S = {12: 0.1, 20: 2.0}
LEAST_SCORE = 90.0  # %
OPENING_PLIES = 8
BALANCED = 60  # hundredths of a point

Chooser = Callable[[Position], int]


def random_position(empty: int, rng: random.Random) -> Position:
    """Random play by both sides from the empty board."""
    pos = Position(GAME)
    while GAME.cells - pos.stone_count > empty:
        pos = pos.play(rng.choice(pos.legal_moves()))
    return pos


def balanced_opening(rng: random.Random) -> Position:
    while True:
        pos = random_position(GAME.cells - OPENING_PLIES, rng)
        if abs(counted_choose(pos, 10)[1]) <= BALANCED:
            return pos


def solver_claims(counts: list[int], positions: int) -> Iterator[Claim]:
    for empty in counts:
        rng = random.Random(empty)
        times = []
        for _ in range(positions):
            pos = random_position(empty, rng)
            start = time.process_time()
            assert solve(pos).exact
            times.append(time.process_time() - start)
        shares = [sum(t <= limit for t in times) / positions for limit in (1, 10)]
        yield Claim(
            f"solver, {empty} empty cells, median of {positions}",
            statistics.median(times),
            "s CPU",
            must=PROTOTYPE_MEDIAN_S.get(empty),
            note=f"{shares[0]:.0%} within 1 s, {shares[1]:.0%} within 10 s",
        )


def depth_claims() -> Iterator[Claim]:
    for depth, goal in PLAYER_CPU_S.items():
        start = time.process_time()
        counted_choose(Position(GAME), depth)
        spent = time.process_time() - start
        yield Claim(f"player, empty board, depth {depth}", spent, "s CPU", must=goal)


def textbook_at_depth(depth: int) -> Chooser:
    return lambda pos: textbook_move(pos, depth)


def textbook_move(pos: Position, depth: int) -> int:
    move = run(pos, replace(MAXCONNECT4, depth=depth), reuse=False).move
    assert move is not None, "the board is not full"
    return move


def textbook_in_time(time_s: float) -> Chooser:
    """Depths 1, 2, ... while the next, taken to cost five times as much, should end in time."""

    def choose(pos: Position) -> int:
        start = time.process_time()
        for depth in range(1, GAME.cells - pos.stone_count + 1):
            began = time.process_time()
            move = textbook_move(pos, depth)
            now = time.process_time()
            if now - start + 5 * (now - began) > time_s:
                break
        return move

    return choose


def ours(limit: Limits) -> Chooser:
    player = CountedPlayer(clock=time.process_time)
    return lambda pos: player.choose(pos, limit, rng=random.Random(0)).move


def match(name: str, player: Chooser, opponent: Chooser, openings: int) -> Claim:
    """Each opening with both colours; a draw is half a point."""
    rng = random.Random(2026)
    wins = draws = 0
    cpu_s, moves = [0.0, 0.0], [0, 0]  # of the player and of the opponent
    for _ in range(openings):
        opening = balanced_opening(rng)
        for color in (1, 2):
            pos = opening
            while not pos.is_full:
                side = 0 if pos.to_move == color else 1
                began = time.process_time()
                move = (player, opponent)[side](pos)
                cpu_s[side] += time.process_time() - began
                moves[side] += 1
                pos = pos.play(move)
            first, second = pos.score()
            margin = first - second if color == 1 else second - first
            wins += margin > 0
            draws += margin == 0
    games = 2 * openings
    return Claim(
        f"player against plain alpha-beta, {name}",
        100 * (wins + draws / 2) / games,
        "%",
        must=LEAST_SCORE,
        at_least=True,
        note=f"{wins} wins, {draws} draws, {games - wins - draws} losses; CPU a move"
        f" {1000 * cpu_s[0] / moves[0]:.1f} ms against {1000 * cpu_s[1] / moves[1]:.1f} ms",
    )


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_sample("--positions", full=20, quick=2, help="for each number of empty cells")
    table.add_sample(
        "--openings", full=150, quick=3, help="at equal depth; a third of them at equal time"
    )
    table.add_sample("--empty", full=[20, 22, 24, 26, 28, 30], quick=[16, 20], nargs="*")
    return table


def main() -> int:
    args = parser().options()
    timed = ours(Limits(time_s=0.05))
    claims = [
        *solver_claims(args.empty, args.positions),
        *depth_claims(),
        match("depth 5 each", ours(Limits(depth=5)), textbook_at_depth(5), args.openings),
        match("0.05 s of CPU each", timed, textbook_in_time(0.05), args.openings // 3),
    ]
    return report("MaxConnect4: solver and player", claims, args)


if __name__ == "__main__":
    sys.exit(main())

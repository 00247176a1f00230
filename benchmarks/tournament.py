"""ConnectFour as a tournament player, one process a move: python -m benchmarks.tournament

Positions of random play with 14 or more stones, and after a forfeited move (unbalanced): every
answer must keep the exact score, and the slowest must come within 0.8 s of wall time, start-up
included.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time

from benchmarks.measure import Claim, TableParser, command, report
from inarow import Game, Position
from inarow.analysis.falling import analyse
from inarow.limits import SolverOptions
from inarow.protocols.comp3308 import format_state


def random_position(rng: random.Random, stones: int) -> Position:
    """A position of random play that goes on; sometimes a side has moved twice."""
    while True:
        pos = Position(Game())
        while pos.stone_count < stones and pos.legal_moves():
            pos = pos.play(rng.choice(pos.legal_moves()))
            if rng.random() < 0.05:
                pos = pos.passed()
        if pos.legal_moves():
            return pos


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_sample("--positions", full=60, quick=3)
    table.add_argument("--seed", type=int, default=1)
    return table


def main() -> int:
    args = parser().options()
    rng = random.Random(args.seed)
    slowest, mistakes = 0.0, 0
    for number in range(args.positions):
        pos = random_position(rng, 14 + number % 12)
        player = "red" if pos.to_move == 1 else "yellow"
        started = time.monotonic()
        done = subprocess.run(
            [command("ConnectFour"), format_state(pos), player], capture_output=True, check=True
        )
        slowest = max(slowest, time.monotonic() - started)
        best = [verdict.move for verdict in analyse(pos, options=SolverOptions(lines=False)).best]
        mistakes += int(done.stdout) not in best
    claims = [
        Claim(f"mistakes in {args.positions} positions from ply 14 on", mistakes, "", must=0),
        Claim("slowest move, start-up included", slowest, "s wall", must=0.8),
    ]
    return report("the tournament player", claims, args)


if __name__ == "__main__":
    sys.exit(main())

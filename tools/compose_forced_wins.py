"""Composes the positions with forced wins that the tests solve.

    python -m tools.compose_forced_wins > tests/data/forced_wins.tsv

Quick games of the player of free boards against a sparring partner are searched for positions in
which the side to move wins by threats; a plain exhaustive threat search, which shares no code with
the player (tools/plain_threats.py), must prove each one. Columns: game, position, attacking stones
before the one that leaves two ways to win.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from benchmarks.kinarow import opening
from inarow import Position, game_named
from inarow.limits import Limits
from inarow.players.base import Player
from inarow.players.free import FreePlayer
from opponents.sparring import PARTNERS
from tools.plain_threats import OutOfNodes, moves_to_win

GAMES = ("connect6-simple", "connect6-simple", "connect6-simple:15x15k6", "gomoku")
LEAST_STONES, MOST_STONES = 2, 7
MOVE_S, PROOF_S = 0.02, 0.05
MOST_ATTEMPTS, PLAIN_NODES = 3, 1500


def positions(game_name: str, seed: int) -> Iterator[Position]:
    """The positions of one quick game."""
    rng = random.Random(seed)
    players: list[Player] = [
        FreePlayer(memory_mb=4),
        PARTNERS[rng.choice(["static", "windows"])],
    ]
    rng.shuffle(players)
    pos = opening(game_named(game_name), seed, 4)
    while not pos.is_over and pos.stone_count < 120:
        yield pos
        pos = pos.play(players[pos.to_move - 1].choose(pos, Limits(time_s=MOVE_S), rng=rng).move)


def composed(game_name: str, seed: int) -> tuple[Position, int] | None:
    """The first position of a game with a win of some length that both searches prove."""
    solver = FreePlayer(memory_mb=16)
    attempts = 0
    for pos in positions(game_name, seed):
        how, line, _, _ = solver.engine(pos.game).forced_win(pos, PROOF_S)
        if how not in ("chain", "threats") or len(line) < 2 * LEAST_STONES + 1:
            continue
        attempts += 1
        if attempts > MOST_ATTEMPTS:
            return None
        try:
            moves = moves_to_win(pos, MOST_STONES, PLAIN_NODES)
        except OutOfNodes:
            continue
        if moves is not None and moves >= LEAST_STONES:
            return pos, moves
    return None


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.compose_forced_wins", description=__doc__
    )
    parser.add_argument("--count", type=int, default=60, help="positions to compose")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("game\tposition\tstones", flush=True)
    found, seed = 0, args.seed
    while found < args.count:
        name = GAMES[seed % len(GAMES)]
        composition = composed(name, seed)
        seed += 1
        if composition is not None:
            pos, moves = composition
            print(f"{name}\t{pos.text}\t{moves}", flush=True)
            found += 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

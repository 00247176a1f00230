"""The MaxConnect4 player against a random one: ``python -m benchmarks.maxconnect4_random``.

Half of the games with each colour. The claim: at depth 1 at least 198 wins of 200 games, at
depth 4 all of them.
"""

from __future__ import annotations

import random
import time
from typing import NamedTuple

from benchmarks.measure import Claim, TableParser, report
from inarow._core import Position
from inarow.game import GAMES
from inarow.limits import Limits
from inarow.players.base import Player, RandomPlayer
from inarow.players.counted import CountedPlayer

LEAST_WINS = {1: 99.0, 4: 100.0}  # % of the games, by depth


class Tally(NamedTuple):
    """Games of the player at one depth; points and margins are its own minus the opponent's."""

    depth: int
    games: int
    wins: int
    draws: int
    losses: int
    smallest_margin: int
    mean_margin: float
    moves_explored: int
    cpu_s: float


def play_one(depth: int, color: int, seed: int) -> tuple[int, int]:
    """The margin of the player, which moves first if color is 1, and the moves it explored."""
    pos = Position(GAMES["maxconnect4"])
    players: dict[int, Player] = {color: CountedPlayer(), 3 - color: RandomPlayer()}
    rng = random.Random(seed)
    explored = 0
    while not pos.is_over:
        choice = players[pos.to_move].choose(pos, Limits(depth=depth), rng=rng)
        explored += choice.nodes or 0
        pos = pos.play(choice.move)
    first, second = pos.score()
    return (first - second if color == 1 else second - first), explored


def play_many(depth: int, games: int, seed: int = 0) -> Tally:
    """Half of the games with each colour."""
    start = time.process_time()
    played = [play_one(depth, 1 + number % 2, seed + number) for number in range(games)]
    margins = [margin for margin, _ in played]
    return Tally(
        depth=depth,
        games=games,
        wins=sum(margin > 0 for margin in margins),
        draws=margins.count(0),
        losses=sum(margin < 0 for margin in margins),
        smallest_margin=min(margins),
        mean_margin=sum(margins) / games,
        moves_explored=sum(explored for _, explored in played),
        cpu_s=time.process_time() - start,
    )


def parser() -> TableParser:
    table = TableParser(prog="python -m benchmarks.maxconnect4_random")
    table.add_sample("--games", full=200, quick=3, help="games a depth (default 200)")
    table.add_argument("--seed", type=int, default=0, help="seed of the random player")
    table.add_argument("--depths", type=int, nargs="+", default=[1, 2, 4, 6], metavar="D")
    return table


def main() -> int:
    args = parser().options()
    if args.games < 1 or min(args.depths) < 1:
        parser().error("games and depths must be at least 1")
    claims = [
        Claim(
            f"depth {tally.depth}",
            100 * tally.wins / tally.games,
            "% won",
            must=LEAST_WINS.get(tally.depth),
            at_least=True,
            note=f"{tally.wins} wins, {tally.draws} draws, {tally.losses} losses; margin at least"
            f" {tally.smallest_margin}, mean {tally.mean_margin:.1f};"
            f" {tally.moves_explored} moves explored in {tally.cpu_s:.2f} s CPU",
        )
        for tally in (play_many(depth, args.games, args.seed) for depth in args.depths)
    ]
    title = f"MaxConnect4, {args.games} games a depth against a random player"
    return report(title, claims, args)


if __name__ == "__main__":
    raise SystemExit(main())

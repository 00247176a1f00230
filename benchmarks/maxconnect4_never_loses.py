"""MaxConnect4 is never lost: ``python -m benchmarks.maxconnect4_never_loses``.

The player that proves its moves plays from the empty board, half of the games with each colour,
with a second of CPU a move, against a random player, a greedy one (one move ahead) and strong ones
(four, eight and twelve moves ahead, by our own search). These play their first moves at random,
none to five of them by turns, so that no two games are alike. The claims: no game is lost, and no
move takes longer than the second.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from benchmarks.measure import Claim, TableParser, report
from inarow._core import Position, counted_choose
from inarow.cli.progress import ProgressLines
from inarow.game import GAMES
from inarow.limits import Limits
from inarow.players.counted import CountedPlayer

GAME = GAMES["maxconnect4"]
MOVE_S = 1.0
RANDOM_MOVES = 6

Chooser = Callable[[Position], int]


class Played(NamedTuple):
    """A game of the player's: its margin, and the CPU seconds of each of its moves."""

    margin: int
    times: list[float]


def random_player(rng: random.Random) -> Chooser:
    return lambda pos: rng.choice(pos.legal_moves())


def looking_ahead(depth: int, random_moves: int, rng: random.Random) -> Chooser:
    """A search to a depth, after so many random moves of its own."""

    def choose(pos: Position) -> int:
        if pos.stone_count // 2 < random_moves:
            return rng.choice(pos.legal_moves())
        return counted_choose(pos, depth)[0]

    return choose


def opponent(name: str, number: int, seed: int) -> Chooser:
    rng = random.Random(f"{name} {number} {seed}")
    if name == "random":
        return random_player(rng)
    return looking_ahead(OPPONENTS[name], number // 2 % RANDOM_MOVES, rng)


OPPONENTS = {"random": 0, "greedy": 1, "depth 4": 4, "depth 8": 8, "depth 12": 12}


def play(name: str, number: int, seed: int) -> Played:
    """Even games with the first colour."""
    player, other = CountedPlayer(clock=time.process_time), opponent(name, number, seed)
    color, pos, times = 1 + number % 2, Position(GAME), []
    while not pos.is_full:
        if pos.to_move == color:
            began = time.process_time()
            move = player.choose(pos, Limits(time_s=MOVE_S), rng=random.Random(0)).move
            times.append(time.process_time() - began)
        else:
            move = other(pos)
        pos = pos.play(move)
    first, second = pos.score()
    return Played(first - second if color == 1 else second - first, times)


def claims_about(name: str, played: list[Played]) -> list[Claim]:
    margins = [game.margin for game in played]
    times = [spent for game in played for spent in game.times]
    firsts, seconds = margins[::2], margins[1::2]
    wins = [sum(margin > 0 for margin in side) for side in (firsts, seconds)]
    draws = [side.count(0) for side in (firsts, seconds)]
    lost = sum(margin < 0 for margin in margins)
    return [
        Claim(
            f"lost against {name}, of {len(played)} games",
            lost,
            "games",
            must=0,
            note=f"first {wins[0]} won, {draws[0]} drawn; second {wins[1]} won, {draws[1]} drawn;"
            f" margin {sum(margins) / len(margins):+.1f}",
        ),
        Claim(
            f"longest move against {name}",
            max(times),
            "s CPU",
            must=MOVE_S,
            note=f"mean {1000 * sum(times) / len(times):.0f} ms",
        ),
    ]


def parser() -> TableParser:
    table = TableParser(prog="python -m benchmarks.maxconnect4_never_loses")
    table.add_sample("--games", full=100, quick=2, help="against each opponent")
    table.add_argument("--seed", type=int, default=0)
    table.add_sample(
        "--against",
        full=list(OPPONENTS),
        quick=list(OPPONENTS)[:2],
        nargs="+",
        choices=list(OPPONENTS),
        type=str,
    )
    return table


def main() -> int:
    args = parser().options()
    if args.games < 2:
        parser().error("there are two games at least, one with each colour")
    start = time.monotonic()
    tell = ProgressLines(
        lambda name, games, lost: (
            f"{time.monotonic() - start:.0f} s: {games} of {args.games} games against {name},"
            f" {lost} lost"
        )
    )
    claims = []
    for name in args.against:
        played: list[Played] = []
        for number in range(args.games):
            played.append(play(name, number, args.seed))
            tell(name, len(played), sum(game.margin < 0 for game in played))
        claims += claims_about(name, played)
    return report("MaxConnect4 from the empty board, a second a move", claims, args)


if __name__ == "__main__":
    sys.exit(main())

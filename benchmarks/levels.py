"""How strong the levels are: each plays the one below it, both colours in turn, seeds fixed.

Levels that look a fixed number of plies ahead play without a clock, so that their games come out
the same on every machine. Level 8 thinks by the clock; unless ``--clock`` says otherwise it has a
fraction of the second that the page gives it, so its points are what it reaches at least.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator, Sequence

from benchmarks.measure import Claim, TableParser, report
from inarow._core import Game, Outcome, Position
from inarow.game import game_named
from inarow.limits import Limits
from inarow.players.base import Player
from inarow.players.levels import LEVELS
from inarow.web.play import page_player

DEFAULT_GAMES = ("connect4", "maxconnect4", "gomoku", "connect6", "tictactoe")
EVERY = range(2, max(LEVELS) + 1)
GAMES_A_PAIR = 40
CLOCK_S = 0.1
UNHURRIED_S = 3600.0


def measured(game: Game, level: int, clock_s: float) -> Player:
    """The page's player of a level, off the clock where its depth bounds it."""
    player = page_player(game, level)
    time_s = clock_s if player.level.depth is None else UNHURRIED_S
    player.level = player.level._replace(time_s=time_s)
    return player


def points(one: Player, other: Player, game: Game, games: int) -> float:
    """Points of the first player out of ``games``: a win 1, a draw a half."""
    total = 0.0
    for number in range(games):
        rng = random.Random(number)
        seats = (one, other) if number % 2 == 0 else (other, one)
        pos = Position(game)
        while not pos.is_over:
            pos = pos.play(seats[pos.to_move - 1].choose(pos, Limits(), rng=rng).move)
        if pos.outcome() == Outcome.DRAW:
            total += 0.5
        elif (pos.outcome() == Outcome.FIRST_WINS) == (seats[0] is one):
            total += 1
    return total


def claims(name: str, games: int, levels: Iterable[int], clock_s: float) -> Iterator[Claim]:
    """No level is weaker than the one below it."""
    game = game_named(name)
    for level in levels:
        one, other = measured(game, level, clock_s), measured(game, level - 1, clock_s)
        score = points(one, other, game, games)
        what = f"{name}: level {level} against {level - 1}"
        yield Claim(what, score, f"of {games}", must=games / 2, at_least=True)


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_argument("names", nargs="*", default=DEFAULT_GAMES, metavar="GAME")
    table.add_sample("--games", full=GAMES_A_PAIR, quick=2, metavar="N")
    table.add_argument("--level", type=int, choices=EVERY, help="only this one")
    table.add_sample("--clock", full=CLOCK_S, quick=0.01, type=float, metavar="S")
    return table


def main(argv: Sequence[str] | None = None) -> int:
    args = parser().options(argv)
    levels = EVERY if args.level is None else [args.level]
    found = [c for name in args.names for c in claims(name, args.games, levels, args.clock)]
    return report("points of each level against the one below", found, args)


if __name__ == "__main__":
    sys.exit(main())

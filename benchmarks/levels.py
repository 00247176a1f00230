"""How strong the levels are: each plays the one below it, both colours in turn, seeds fixed."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable

from inarow._core import Outcome, Position

from inarow.game import game_named
from inarow.players.base import Limit, Player
from inarow.players.levels import LEVELS, player_for

GAMES_A_PAIR = 40
MOVE_S = 0.02


def points(one: Player, other: Player, name: str, games: int) -> float:
    """Points of the first player out of ``games``: a win 1, a draw a half."""
    total = 0.0
    for number in range(games):
        rng = random.Random(number)
        seats = (one, other) if number % 2 == 0 else (other, one)
        pos = Position(game_named(name))
        while pos.outcome() == Outcome.ONGOING:
            pos = pos.play(seats[pos.to_move - 1].choose(pos, Limit(time_s=MOVE_S), rng).move)
        if pos.outcome() == Outcome.DRAW:
            total += 0.5
        elif (pos.outcome() == Outcome.FIRST_WINS) == (seats[0] is one):
            total += 1
    return total


def table(name: str, games: int = GAMES_A_PAIR) -> Iterable[str]:
    game = game_named(name)
    yield f"{name}: points of each level against the one below, {games} games"
    for level in range(2, max(LEVELS) + 1):
        score = points(player_for(game, level), player_for(game, level - 1), name, games)
        yield f"  level {level} against {level - 1}:  {score:g} of {games}"


def main() -> None:
    for name in sys.argv[1:] or ["connect4", "maxconnect4", "tictactoe"]:
        for line in table(name):
            print(line, flush=True)


if __name__ == "__main__":
    main()

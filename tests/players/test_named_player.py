"""Players by name play every game that the rules know, each time the one they are asked about."""

from __future__ import annotations

import random
from itertools import product

import pytest

from inarow import GAMES, Family, Game, Goal, Limits, Position, UserError, game_named, play, player
from inarow.players.look_ahead import LookAheadPlayer

OTHERS = [
    Game(rows, cols, k, gravity=gravity, goal=goal, stones=stones)
    for (rows, cols, k), gravity, goal, stones in product(
        [(6, 7, 4), (3, 4, 3), (3, 16, 4)],
        [True, False],
        [Goal.FIRST_TO_K, Goal.COUNT_TO_FULL],
        [(1, 1), (1, 2), (2, 3)],
    )
]


@pytest.mark.parametrize("name", ["random", "strong", "perfect", "level:1", "level:4", "level:8"])
@pytest.mark.parametrize("game", OTHERS, ids=str)
def test_every_game_of_the_rules_is_played(game: Game, name: str) -> None:
    pos, rng = Position(game), random.Random(2)
    one = player(name)
    for _ in range(4):
        choice = one.choose(pos, Limits(time_s=0.01), rng=rng)
        assert choice.move in pos.legal_moves()
        pos = pos.play(choice.move)


def test_one_player_plays_one_game_after_the_other() -> None:
    held = player("level:2")
    for game in (GAMES["connect4"], GAMES["tictactoe"], game_named("maxconnect4:5x4")):
        record = play(game, [held, held], rng=random.Random(1))
        assert record.result is not None and record.result.termination.is_natural


@pytest.mark.parametrize("name", ["random", "strong", "perfect", "level:3"])
def test_a_player_has_the_name_that_was_asked_for(name: str) -> None:
    assert player(name).name == name
    assert player(name, GAMES["gomoku"]).name == name


@pytest.mark.parametrize("name", ["random", "strong", "perfect", "level:3"])
def test_a_finished_game_leaves_nothing_to_choose(name: str) -> None:
    with pytest.raises(UserError, match="the game is over in position"):
        player(name).choose(Position().after("1212121"), Limits(), rng=random.Random(1))


def test_the_look_ahead_player_wins_at_once_and_stops_a_win() -> None:
    game = Game(6, 7, 4, stones=(1, 2))
    assert game.family is Family.OTHER
    ours = LookAheadPlayer()
    text = "......./......./......./......./......./ooo.... x"
    stopped = ours.choose(Position.parse(game, text), Limits(depth=3), rng=random.Random(1))
    assert stopped.move == 3
    text = "......./......./......./......./......./xxx.ooo x"
    won = ours.choose(Position.parse(game, text), Limits(), rng=random.Random(1))
    assert won.move == 3 and won.value is not None and won.value > 900

"""Every game belongs to one family, and its size changes nothing but the size."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import GAMES, Family, Game, Goal, Limits, Position
from inarow.analysis.analyse import analyst_of
from inarow.players.levels import strong_player
from strategies import games

FAMILIES = {
    "connect4": Family.FALLING,
    "connect5": Family.FALLING,
    "maxconnect4": Family.COUNTED,
    "connect6": Family.FREE,
    "connect6-simple": Family.FREE,
    "gomoku": Family.FREE,
    "gomoku-exact": Family.FREE,
    "tictactoe": Family.FREE,
}


def plain_family(game: Game) -> Family:
    first_line_wins = game.goal is Goal.FIRST_TO_K
    if game.gravity and game.stones == (1, 1):
        return Family.FALLING if first_line_wins else Family.COUNTED
    return Family.FREE if not game.gravity and first_line_wins else Family.OTHER


@given(games())
def test_the_family_is_the_plain_definition(game: Game) -> None:
    assert game.family is plain_family(game)


@pytest.mark.parametrize("name", GAMES)
def test_the_family_of_every_registered_game(name: str) -> None:
    assert GAMES[name].family is FAMILIES[name]


def test_a_family_is_one_object_with_a_name() -> None:
    assert repr(Family.FREE) == "Family.FREE" and Family.FREE.name == "FREE"
    assert pickle.loads(pickle.dumps(Family.OTHER)) is Family.OTHER


@given(games(), st.integers(1, 7), st.integers(1, 7), st.integers(2, 9))
def test_another_size_keeps_every_other_rule(game: Game, rows: int, cols: int, k: int) -> None:
    sized = game.sized(rows, cols, k)
    assert (sized.rows, sized.cols, sized.k) == (rows, cols, k)
    assert sized.same_kind(game) and game.same_kind(sized)
    assert sized.sized(game.rows, game.cols, game.k) == game
    assert sized.family is game.family


@given(games(), games())
def test_games_of_one_kind_differ_in_size_alone(one: Game, other: Game) -> None:
    rules = [(game.gravity, game.goal, game.stones, game.exact) for game in (one, other)]
    assert one.same_kind(other) == (rules[0] == rules[1])
    assert (hash(one) == hash(other)) or one != other


def test_an_impossible_size_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 64"):
        Game().sized(9, 9, 4)


PLAYERS = {Family.FALLING: "falling", Family.COUNTED: "counted", Family.FREE: "free"}


@pytest.mark.parametrize("name", GAMES)
def test_every_registered_game_has_the_analyst_and_player_of_its_family(name: str) -> None:
    game = GAMES[name]
    analyst = analyst_of(game)
    assert analyst is not None and analyst.takes(game)
    assert strong_player(game).name == PLAYERS[game.family]


@given(games())
def test_any_other_game_has_a_player_that_makes_a_legal_move(game: Game) -> None:
    assert (analyst_of(game) is None) >= (game.family is Family.OTHER)
    choice = strong_player(game).choose(Position(game), Limits(depth=1), rng=random.Random(1))
    assert choice.move in Position(game).legal_moves()

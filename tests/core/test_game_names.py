"""Every game has a name, and its name is the game."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from inarow import GAMES, Game, Position, Record, UserError, game_named
from inarow.cli import main
from inarow.game import name_of
from strategies import games


@pytest.mark.parametrize("base", GAMES)
@pytest.mark.parametrize("size", ["", ":4x5", ":9x9", ":19x19", ":9x9k4", ":19x19k6"])
def test_a_name_is_found_again(base: str, size: str) -> None:
    try:
        game = game_named(base + size)
    except ValueError:
        assert GAMES[base].gravity and size not in ("", ":4x5")
        return
    assert game_named(name_of(game)) == game


def test_an_unknown_game_is_a_key_error_that_helps() -> None:
    with pytest.raises(KeyError) as caught:
        GAMES["conect4"]
    assert str(caught.value) == "unknown game 'conect4'; did you mean 'connect4'?"
    assert isinstance(caught.value, UserError) and "connect4, maxconnect4" in unknown("chess")
    assert GAMES.get("conect4") is None and "conect4" not in GAMES and len(dict(GAMES)) == 8


def unknown(name: str) -> str:
    with pytest.raises(UserError) as caught:
        GAMES[name]
    return str(caught.value)


@given(games())
def test_any_game_can_be_named(game: Game) -> None:
    name = name_of(game)
    assert name == repr(game) or game_named(name) == game


@pytest.mark.parametrize("name", ["gomoku:9x9", "connect6-simple:9x9", "gomoku:9x9k4"])
def test_commands_name_free_boards(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "1", "--game", name, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert game_named(data["game"]) == game_named(name) and data["nodes"] == 82
    assert data["game"] == name_of(game_named(name))
    assert Record(Position(game_named(name))).as_json()["game"] == data["game"]
    assert main(["tree", "--game", name, "--depth", "1", "--show", "0"]) == 0
    assert data["game"] in capsys.readouterr().out

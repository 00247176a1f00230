"""Perft: published counts, and an independent slow count on any board."""

from __future__ import annotations

import json
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import GAMES, Game, Position, game_named
from inarow._core import perft
from inarow.cli import main
from slow_rules import slow_copy
from strategies import boards, games

PUBLISHED = [1, 8, 57, 400, 2801, 19608, 137257, 960793, 6634027, 46028599, 314060245]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["perft", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(("depth", "count"), list(enumerate(PUBLISHED)))
def test_all_nodes_from_the_start_are_the_published_counts(
    depth: int, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(capsys, str(depth)) == f"{count}\n"


@pytest.mark.parametrize("depth", [1, 2, 5, 9])
def test_leaves_are_the_difference_of_two_depths(
    depth: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(capsys, str(depth), "--leaves") == f"{PUBLISHED[depth] - PUBLISHED[depth - 1]}\n"


@pytest.mark.parametrize("leaves", [[], ["--leaves"]])
def test_divide_adds_up(leaves: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "4", "4444443", "--divide", *leaves)
    counts = dict(line.split(": ") for line in text.splitlines())
    total = int(counts.pop("total"))
    assert sum(map(int, counts.values())) == total
    assert "4" not in counts  # the full column
    data = json.loads(printed(capsys, "4", "4444443", "--divide", "--json", *leaves))
    counts.pop("root", None)
    assert data["nodes"] == total
    assert data["divide"] == {move: int(count) for move, count in counts.items()}


def test_a_board_is_counted_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    # Counting to a full board nothing ends early: the ways to fill 4 columns of 4.
    game = ["--game", "maxconnect4:4x4"]
    ways = factorial(16) // factorial(4) ** 4
    assert printed(capsys, "16", "--leaves", *game) == f"{ways}\n"
    assert printed(capsys, "17", "--leaves", *game) == "0\n"
    assert printed(capsys, "99", *game) == printed(capsys, "16", *game)


@pytest.mark.parametrize("name", ["connect4:3x20k2", "connect4:4x15k2"])
def test_the_wide_counts_of_deep_searches_are_exact(name: str) -> None:
    # Sixty plies of three or four columns could exceed 64 bits, so the wide counter is used; two in
    # a row end these games early enough to walk every sequence.
    pos = Position(game_named(name))
    assert perft(pos, 60) == perft(pos, 60, plain=True)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_perft_agrees_with_a_slow_count(data: st.DataObject) -> None:
    small = st.sampled_from([Game(3, 3, 3, False), Game(2, 4, 3, False, stones=(1, 2))])
    game = data.draw(games(gravity=True) | small)
    pos = data.draw(boards(game))
    depth = data.draw(st.integers(0, 3))
    assert sum(perft(pos, depth)) == slow_copy(pos).perft(depth)
    assert perft(pos, depth) == perft(pos, depth, plain=True)


def test_every_game_has_a_perft(capsys: pytest.CaptureFixture[str]) -> None:
    for name, game in GAMES.items():
        assert printed(capsys, "1", "--game", name) == f"{1 + game.move_count}\n"


def test_any_depth_is_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["--game", "tictactoe"]
    whole = printed(capsys, "9", *game)
    for depth in (2**31, 10**30):
        assert printed(capsys, str(depth), *game) == whole
        assert printed(capsys, str(depth), "--leaves", *game) == "0\n"


def test_bad_depth_gets_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "-3"]) == 2
    assert capsys.readouterr().err == "inarow perft: depth is -3, expected 0 or more\n"

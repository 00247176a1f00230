"""Exactly k: longer lines do not win, on boards of any size, and the rule shows in every text."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, Goal, Outcome, Position, game_named
from inarow.game import name_of
from strategies import boards

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def runs(pos: Position, player: int) -> list[list[int]]:
    """All maximal runs of a player's stones, as cells."""
    game, found = pos.game, []
    own = {
        (row, col)
        for row in range(game.rows)
        for col in range(game.cols)
        if pos.at(row, col) == player
    }
    for row, col in own:
        for down, right in DIRECTIONS:
            if (row - down, col - right) in own:
                continue
            run, r, c = [], row, col
            while (r, c) in own:
                run.append(r * game.cols + c)
                r, c = r + down, c + right
            found.append(run)
    return found


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_line_is_a_run_of_exactly_k(data: st.DataObject) -> None:
    rows, cols, k = (data.draw(st.integers(*bounds)) for bounds in ((1, 12), (1, 12), (2, 5)))
    pos = data.draw(boards(Game(rows, cols, k, False, exact=True)))
    lines = {p: [run for run in runs(pos, p) if len(run) == k] for p in (1, 2)}
    assert [pos.has_line(1), pos.has_line(2)] == [bool(lines[1]), bool(lines[2])]
    assert pos.line_cells() == sorted({c for p in (1, 2) for run in lines[p] for c in run})


def test_the_rule_is_part_of_the_value_and_of_its_texts() -> None:
    free, exact = game_named("gomoku"), game_named("gomoku-exact")
    assert exact.exact and not free.exact and exact != free and hash(exact) != hash(free)
    assert eval(repr(exact), {"Game": Game, "Goal": Goal}) == exact
    assert pickle.loads(pickle.dumps(exact)) == exact
    assert game_named("gomoku-exact:9x9k4") == Game(9, 9, 4, False, exact=True)
    assert game_named(name_of(exact)) == exact


def test_six_in_a_row_goes_on_and_five_wins() -> None:
    game = Game(7, 7, 5, False, exact=True)
    rows = ["......."] * 6
    assert Position(game, "/".join([*rows, "xxxxxx."]), 2).outcome() is Outcome.ONGOING
    assert Position(game, "/".join([*rows, "xxxxx.x"]), 2).outcome() is Outcome.FIRST_WINS


@pytest.mark.parametrize("wrong", [{"gravity": True}, {"goal": Goal.COUNT_TO_FULL}])
def test_only_free_boards_won_by_the_first_line_know_it(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="exactly k"):
        Game(**{"gravity": False, "exact": True, **wrong})

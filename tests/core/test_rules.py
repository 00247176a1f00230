"""Game and Position agree with the slow rules, and their text forms round-trip."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import GAMES, Game, Goal, Outcome, Position, game_named
from inarow.errors import BadTextError, IllegalMoveError
from inarow.game import name_of
from slow_rules import slow, slow_copy
from strategies import boards, games


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_games_played_at_random_agree_with_the_slow_rules(data: st.DataObject) -> None:
    game = data.draw(games())
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    pos, board = Position(game), slow(game)
    for _ in range(40):
        assert pos.legal_moves() == board.moves()
        assert (pos.to_move, pos.left) == (board.to_move, board.left)
        assert pos.outcome().name == board.outcome()
        assert pos.cells() == board.text()
        if not board.moves():
            break
        move = rng.choice(board.moves())
        landing = board.landing(move)
        assert landing is not None
        assert pos.landing(move) == landing[0] * game.cols + landing[1]
        pos, board = pos.play(move), board.play(move)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_any_board_agrees_with_the_slow_rules(data: st.DataObject) -> None:
    pos = data.draw(games().flatmap(boards))
    board = slow_copy(pos)
    assert pos.score() == board.score()
    assert pos.outcome().name == board.outcome()
    assert pos.winner == {"FIRST_WINS": 1, "SECOND_WINS": 2}.get(board.outcome())
    assert pos.is_over == (board.outcome() != "ONGOING")
    assert {pos.to_move, pos.opponent} == {1, 2}
    assert pos.legal_moves() == board.moves()
    assert pos.is_full == board.full()
    assert pos.mirrored().mirrored() == pos
    owned = {
        cell
        for window in board.windows()
        for cell in window
        if len({board.cells.get(c, 0) for c in window}) == 1 and cell in board.cells
    }
    assert set(pos.line_cells()) == {row * pos.game.cols + col for row, col in owned}


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_text_forms_round_trip(data: st.DataObject) -> None:
    pos = data.draw(games().flatmap(boards))
    names = {"Position": Position, "Game": Game, "Goal": Goal}
    assert eval(repr(pos), names) == pos
    assert Position.parse(pos.game, pos.text) == pos
    assert pickle.loads(pickle.dumps(pos)) == pos
    assert hash(pickle.loads(pickle.dumps(pos))) == hash(pos)
    assert Position(pos.game, pos.cells("012"), pos.to_move, symbols="012") == pos


@pytest.mark.parametrize("name", GAMES)
def test_every_registered_game_can_be_named_and_started(name: str) -> None:
    game = game_named(name)
    assert name_of(game) == name
    assert len(Position(game).legal_moves()) == game.move_count
    assert Position(game).outcome() is Outcome.ONGOING
    assert Position(game).problems() == []


def test_other_sizes_have_names_too() -> None:
    game = game_named("connect4:8x7")
    assert (game.cols, game.rows, game.k, game.gravity) == (8, 7, 4, True)
    assert game_named(name_of(game)) == game
    assert game_named("gomoku:19x19k6").k == 6


@pytest.mark.parametrize(
    ("text", "words"),
    [("chess", "not known"), ("connect4:9x9", "at most 64"), ("gomoku:21x21", "too large")],
)
def test_an_impossible_game_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(BadTextError, match=words):
        game_named(text)


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ("......./......", "row 2 has 6 cells, expected 7"),
        ("/".join(["......."] * 5), "the board has 5 rows, expected 6"),
        ("/".join(["......."] * 7), "the board has 7 rows, expected 6"),
        ("/".join(["......."] * 5) + "/..z....", "row 6, cell 3 is 'z'"),
    ],
)
def test_a_bad_board_is_refused_in_a_sentence(cells: str, words: str) -> None:
    with pytest.raises(BadTextError, match=words):
        Position(Game(), cells)
    with pytest.raises(BadTextError, match=words):
        Position.parse(Game(), cells + " x")


@pytest.mark.parametrize("text", ["", "x", "......./ z", "/".join(["......."] * 6), "o x x"])
def test_a_line_that_is_no_position_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadTextError, match="must be rows from the top"):
        Position.parse(Game(), text)


def test_building_is_permissive_and_problems_tell() -> None:
    floating = Position(Game(), "/".join(["......."] * 4 + ["..x....", "......."]), 2)
    assert "floats" in floating.problems()[0] and floating.floating_cell == 4 * 7 + 2
    both = Position(Game(), "/".join(["......."] * 4 + ["xxxx...", "oooo..."]), 1)
    assert any("both players" in problem for problem in both.problems())
    unbalanced = Position(Game(), "/".join(["......."] * 5 + ["xx....."]), 1)
    assert any("alternate play" in problem for problem in unbalanced.problems())
    settled = Position(Game()).play(3)
    assert settled.problems() == [] and settled.floating_cell is None


def test_illegal_moves_are_refused_in_a_sentence() -> None:
    pos = Position(Game())
    for _ in range(6):
        pos = pos.play(0)
    for move, words in [(0, "column 0 is full"), (7, "not on the board"), (-1, "not on the board")]:
        with pytest.raises(IllegalMoveError, match=words):
            pos.play(move)
    won = Position(Game(), "/".join(["......."] * 5 + ["xxxx..."]), 2)
    with pytest.raises(IllegalMoveError, match="after the game is over"):
        won.play(6)


def test_equality_with_anything_else_is_false() -> None:
    for other in (None, 4, "connect4"):
        assert Game() != other
        assert Position(Game()) != other

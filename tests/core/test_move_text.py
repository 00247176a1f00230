"""The words for a move: the same in every sentence, table and message."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inarow import GAMES, Game, Position
from inarow.move_text import format_move, move_noun, move_words, moves_text, obstacle, parse_moves
from strategies import games


def test_a_move_is_a_column_where_stones_fall() -> None:
    assert move_words(GAMES["connect4"], 3) == "column 4"
    assert move_words(GAMES["maxconnect4"], 3, base=0) == "column 3"
    assert move_words(GAMES["gomoku"], 7 * 15 + 7) == "8.8"
    assert [move_noun(GAMES[name]) for name in ("connect4", "gomoku")] == ["column", "move"]


def test_what_is_in_the_way_is_named_in_the_same_words() -> None:
    assert obstacle(Position().after("444444"), 3) == "column 4 is full"
    assert obstacle(Position(GAMES["tictactoe"]).after("2.2"), 4) == "2.2 is occupied"


@given(games(), st.data(), st.integers(0, 1))
def test_the_words_of_a_move_end_in_its_text(game: Game, data: st.DataObject, base: int) -> None:
    moves = data.draw(st.lists(st.integers(0, game.move_count - 1), max_size=5))
    for move in moves:
        assert move_words(game, move, base).split()[-1] == format_move(game, move, base)
    assert parse_moves(game, moves_text(game, moves, base), base) == moves

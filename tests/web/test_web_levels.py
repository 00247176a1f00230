"""Who plays on the page: the levels, their slips, and Perfect."""

from __future__ import annotations

import random

import pytest

from inarow import GAMES, Outcome, Position
from inarow.limits import Limits
from inarow.links import read_record
from inarow.move_text import moves_text
from inarow.players.levels import BlunderPlayer, judged_moves, strong_player
from inarow.web.play import PERFECT, levels_json, move_json, page_player
from random_lines import random_line


@pytest.mark.parametrize("name", ["connect4", "maxconnect4", "tictactoe", "connect6"])
def test_every_level_plays_a_legal_move(name: str) -> None:
    for level in [1, 3, 5]:
        line = random_line(name, level, 4)
        answer = move_json(line, level, seed=level)
        assert answer["move"] in line.pos.legal_moves()
        assert move_json(line, level, seed=level) == answer


def test_perfect_never_loses_tic_tac_toe() -> None:
    rng = random.Random(4)
    for _ in range(30):
        line = read_record({"game": "tictactoe"})
        while not line.pos.is_over:
            perfect = line.pos.to_move == 2
            move = (
                move_json(line, PERFECT, rng.randrange(99))["move"]
                if perfect
                else rng.choice(line.pos.legal_moves())
            )
            moves = moves_text(line.game, (*line.moves, move))
            line = read_record({"game": "tictactoe", "moves": moves})
        assert line.pos.outcome() != Outcome.FIRST_WINS


def test_a_slip_is_another_move_than_the_best_and_not_any() -> None:
    pos = Position.parse(GAMES["connect4"], "......./......./......./......./..oo.../.oxxx.. o")
    ordered = [move for move, _ in judged_moves(pos, strong_player(pos.game))]
    assert ordered[0] == 5, "the block is judged before moves that lose at once"
    rng = random.Random(1)
    slips = BlunderPlayer(strong_player(pos.game))
    drawn = [slips.choose(pos, Limits(), rng=rng).move for _ in range(400)]
    assert ordered[0] not in drawn
    assert drawn.count(ordered[1]) > drawn.count(ordered[-1])


@pytest.mark.parametrize(("name", "moves"), [("gomoku", "8.8"), ("connect6", "10.10")])
def test_on_a_free_board_levels_stay_near_the_stones(name: str, moves: str) -> None:
    line = read_record({"game": name, "moves": moves})
    row, col = (int(part) - 1 for part in moves.split("."))
    for level in (2, 3, 5):
        for seed in range(8):
            found = divmod(move_json(line, level, seed)["move"], line.game.cols)
            assert max(abs(found[0] - row), abs(found[1] - col)) <= 2, (level, seed, found)


def test_levels_say_what_they_do() -> None:
    words = [level["words"] for level in levels_json()]
    assert words[0] == "Level 1 looks a move ahead, slips 6 times in 10 moves"
    assert words[2].endswith("slips twice in 10 moves")
    assert words[6] == "Level 7 looks 8 moves ahead, slips once in 100 moves"
    assert words[7] == "Level 8 thinks a second, slips once in 100 moves"
    assert "prove" in words[8]


def test_every_level_of_the_page_slips_and_perfect_does_not() -> None:
    """The exact score of the empty board is known at once: a move that keeps the win is no slip."""
    start = read_record({"game": "connect4"})
    answers = [move_json(start, 8, seed)["move"] for seed in range(300)]
    assert 0 < sum(move != 3 for move in answers) < 15
    assert {move_json(start, PERFECT, seed)["move"] for seed in range(300)} == {3}
    slips = [page_player(start.game, level).level.blunder for level in range(1, 9)]
    assert slips == sorted(slips, reverse=True) and slips[-1] > 0


def test_perfect_follows_the_proven_strategy_of_maxconnect4() -> None:
    """Columns 3 to 5 are equally good, but only after 4 is the rest known."""
    start = read_record({"game": "maxconnect4"})
    answers = [move_json(start, PERFECT, seed) for seed in range(5)]
    assert {(answer["move"], answer["proven"]) for answer in answers} == {(3, True)}
    second = read_record({"game": "maxconnect4", "moves": "4"})
    assert move_json(second, PERFECT, 0)["proven"] is True

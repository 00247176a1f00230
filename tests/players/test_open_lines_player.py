"""The players of boards without gravity: legal, deterministic, and not to be surprised."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import GAMES, Game, Goal, Outcome, Position, _core
from inarow.limits import Limits
from inarow.players.base import Choice, Player, RandomPlayer
from inarow.players.free import LineRulePlayer, OpenLinesPlayer

LIMIT = Limits()
CERTAIN = 10**14


SINGLE, DOUBLE, TRIPLE = (1, 1), (1, 2), (2, 3)
GOALS = [Goal.FIRST_TO_K, Goal.COUNT_TO_FULL]


@st.composite
def open_positions(
    draw: st.DrawFn,
    stones: tuple[tuple[int, int], ...] = (SINGLE, DOUBLE, TRIPLE),
    goals: list[Goal] = GOALS,
    longest_side: int = 12,
) -> Position:
    """A position with a legal move: sparse and crowded ones, unbalanced ones included."""
    sides = st.integers(1, longest_side)
    game = Game(
        draw(sides),
        draw(sides),
        draw(st.integers(2, 8)),
        gravity=False,
        goal=draw(st.sampled_from(goals)),
        stones=draw(st.sampled_from(stones)),
    )
    rng = random.Random(draw(st.integers(0, 2**32)))
    share = draw(st.sampled_from([0.0, 0.1, 0.3, 0.6, 0.9]))
    cells = ["." if rng.random() >= share else rng.choice("xo") for _ in range(game.cells)]
    cells[rng.randrange(game.cells)] = "."
    to_move = rng.choice([1, 2])
    while True:
        rows = ["".join(cells[i : i + game.cols]) for i in range(0, game.cells, game.cols)]
        pos = Position(game, "/".join(rows), to_move)
        if not pos.is_over:
            return pos
        cells[rng.choice(pos.line_cells())] = "."


def wins_this_turn(pos: Position) -> bool:
    """Whether the side to move can complete a line within its turn, by trying everything."""
    for move in pos.legal_moves():
        after = pos.play(move)
        if after.has_line(pos.to_move):
            return True
        if after.to_move == pos.to_move and wins_this_turn(after):
            return True
    return False


def play(game: Game, first: Player, second: Player, seed: int) -> Outcome:
    rng = random.Random(seed)
    pos = Position(game)
    while not pos.is_over:
        player = first if pos.to_move == 1 else second
        pos = pos.play(player.choose(pos, LIMIT, rng=rng).move)
    return pos.outcome()


@settings(max_examples=300, deadline=None)
@given(open_positions())
def test_both_players_are_legal_and_repeat_themselves(pos: Position) -> None:
    for choose in (_core.fallback_choose, _core.lab7_choose):
        assert choose(pos) == choose(pos)
    assert _core.fallback_choose(pos)[0] in pos.legal_moves()
    assert _core.lab7_choose(pos) in pos.legal_moves()


@settings(max_examples=200, deadline=None)
@given(open_positions(stones=(SINGLE,), goals=[Goal.FIRST_TO_K]))
def test_a_win_is_taken_and_a_loss_prevented(pos: Position) -> None:
    game = pos.game
    move, value = _core.fallback_choose(pos)
    player = pos.to_move
    wins = [cell for cell in pos.legal_moves() if pos.longest_line(cell, player) >= game.k]
    blocks = [cell for cell in pos.legal_moves() if pos.longest_line(cell, 3 - player) >= game.k]
    if wins:
        assert move in wins
        assert value > CERTAIN
    elif blocks:
        assert move in blocks
        assert len(blocks) == 1 or value < -CERTAIN


@settings(max_examples=100, deadline=None)
@given(open_positions(stones=(DOUBLE,), goals=[Goal.FIRST_TO_K], longest_side=7))
def test_two_stones_a_turn_complete_a_line_together(pos: Position) -> None:
    if not wins_this_turn(pos):
        assert _core.fallback_choose(pos)[1] < 10**15 - pos.left
        return
    player = pos.to_move
    for _ in range(pos.left):
        if not pos.is_over:
            pos = pos.play(_core.fallback_choose(pos)[0])
    assert pos.has_line(player)


@settings(max_examples=100, deadline=None)
@given(open_positions())
def test_colours_make_no_difference(pos: Position) -> None:
    swapped = Position(pos.game, pos.cells(".ox"), pos.opponent)
    assert _core.fallback_choose(swapped) == _core.fallback_choose(pos)
    assert _core.lab7_choose(swapped) == _core.lab7_choose(pos)


@pytest.mark.parametrize("name", ["connect6-simple", "connect6", "gomoku", "tictactoe"])
def test_an_empty_board_is_opened_in_the_centre(name: str) -> None:
    game = GAMES[name]
    assert _core.fallback_choose(Position(game))[0] == game.cells // 2


def test_an_open_four_is_seen_to_win_and_an_open_three_is_stopped() -> None:
    game = Game(rows=9, cols=9, k=5, gravity=False)
    empty = ["........."] * 9
    three = "/".join([*empty[:4], "...xxx...", *empty[:4]])
    assert _core.fallback_choose(Position(game, three, 1))[1] > CERTAIN
    assert _core.fallback_choose(Position(game, three, 2))[0] in {38, 42, 37, 43}


@pytest.mark.parametrize("name", ["connect6-simple", "connect6", "gomoku"])
def test_the_free_player_beats_the_others(name: str) -> None:
    free = OpenLinesPlayer()
    for opponent in (RandomPlayer(), LineRulePlayer()):
        assert play(GAMES[name], free, opponent, 1) is Outcome.FIRST_WINS
        assert play(GAMES[name], opponent, free, 1) is Outcome.SECOND_WINS


def test_tic_tac_toe_is_never_lost() -> None:
    free, anybody = OpenLinesPlayer(), RandomPlayer()
    for seed in range(50):
        assert play(GAMES["tictactoe"], free, anybody, seed) is not Outcome.SECOND_WINS
        assert play(GAMES["tictactoe"], anybody, free, seed) is not Outcome.FIRST_WINS
    assert play(GAMES["tictactoe"], free, free, 0) is Outcome.DRAW


def test_the_players_say_what_the_core_says() -> None:
    pos = Position(GAMES["gomoku"]).play(112).play(113)
    rng = random.Random(0)
    move, value = _core.fallback_choose(pos)
    assert OpenLinesPlayer().choose(pos, LIMIT, rng=rng) == Choice(move, value=value)
    assert LineRulePlayer().choose(pos, LIMIT, rng=rng) == Choice(_core.lab7_choose(pos))
    assert (OpenLinesPlayer.name, LineRulePlayer().name) == ("open-lines", "line-rule")


@pytest.mark.parametrize("choose", [_core.fallback_choose, _core.lab7_choose])
@pytest.mark.parametrize(
    ("pos", "reason"),
    [
        (Position(Game()), "without gravity"),
        (Position(GAMES["tictactoe"], "xox/xoo/oxx", 1), "the board is full"),
        (Position(GAMES["tictactoe"], "xxx/oo./...", 2), "the game is over"),
    ],
)
def test_other_boards_are_refused(choose: object, pos: Position, reason: str) -> None:
    assert callable(choose)
    with pytest.raises(ValueError, match=reason):
        choose(pos)

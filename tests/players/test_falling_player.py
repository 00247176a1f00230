"""The player is perfect where the solver finishes, and legal everywhere."""

from __future__ import annotations

import random
from pathlib import Path

from hypothesis import given, settings

from inarow import Game, Position
from inarow._core import FALLING_WIN
from inarow.analysis.falling import analyse
from inarow.analysis.verdict import plies_to_end
from inarow.limits import Limits, SolverOptions
from inarow.players.falling import FallingPlayer
from strategies import ongoing_connect_four

DATA = Path(__file__).parents[1] / "data" / "connect4-positions"
VALUES_ALONE = SolverOptions(lines=False)


def test_moves_keep_the_score_from_ply_14_on() -> None:
    player = FallingPlayer()
    rows = (DATA / "Test_L2_R2.txt").read_text().splitlines()[::40]
    for row in rows:
        pos = Position(Game())
        for move in row.split()[0]:
            pos = pos.play(int(move) - 1)
        choice = player.choose(pos, Limits(time_s=60), rng=random.Random(0))
        analysis = analyse(pos, options=VALUES_ALONE)
        assert choice.exact
        assert choice.move in [verdict.move for verdict in analysis.best]
        score = analysis.verdict.score.value
        sign = (score > 0) - (score < 0)
        assert choice.value == sign * (FALLING_WIN - plies_to_end(pos, score))


@given(ongoing_connect_four())
@settings(max_examples=80, deadline=None)
def test_unbalanced_boards_are_played_for_the_side_given(pos: Position) -> None:
    player = FallingPlayer()
    choice = player.choose(pos, Limits(time_s=0.02), rng=random.Random(0))
    assert choice.move in pos.legal_moves()
    if choice.exact and pos.stone_count > 14:
        best = analyse(pos, options=VALUES_ALONE).best
        assert choice.move in [verdict.move for verdict in best]


def test_in_a_draw_it_leaves_the_most_ways_to_go_wrong() -> None:
    checked = 0
    for row in (DATA / "Test_L2_R1.txt").read_text().splitlines()[:60]:
        moves, score = row.split()
        if score != "0":
            continue
        pos = Position(Game())
        for move in moves:
            pos = pos.play(int(move) - 1)
        best = [verdict.move for verdict in analyse(pos, options=VALUES_ALONE).best]
        traps = {
            move: sum(reply.hi < 0 for reply in analyse(pos.play(move), options=VALUES_ALONE).moves)
            for move in best
        }
        choice = FallingPlayer().choose(pos, Limits(time_s=60), rng=random.Random(0))
        assert traps[choice.move] == max(traps.values())
        checked += len(set(traps.values())) > 1
    assert checked > 0


def test_a_depth_limit_is_repeatable() -> None:
    pos = Position(Game()).play(3)
    choices = {FallingPlayer().choose(pos, Limits(depth=8), rng=random.Random(0)) for _ in range(2)}
    assert len(choices) == 1 and choices.pop().depth == 8

"""The alpha-beta player of counted games, against plain minimax and against a random player."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import slow_counted as slow
from benchmarks.maxconnect4_random import play_many
from inarow._core import Game, Goal, Position, counted_choose
from inarow.analysis.counted import CountedAnalyst, solve
from inarow.analysis.strategy import shipped_strategy
from inarow.game import GAMES
from inarow.limits import Limits
from inarow.players import counted
from inarow.players import counted as proof
from inarow.players.counted import CountedPlayer

MAX4 = GAMES["maxconnect4"]
RNG = random.Random(0)


def counted_game(rows: int, cols: int, k: int) -> Game:
    return Game(rows=rows, cols=cols, k=k, goal=Goal.COUNT_TO_FULL)


def random_position(game: Game, stones: int, rng: random.Random, fair: bool = True) -> Position:
    """Random moves; unless fair, any player may have any number of them."""
    pos = Position(game)
    for _ in range(stones):
        pos = pos.play(rng.choice(pos.legal_moves()))
        if not fair and rng.random() < 0.3:
            pos = pos.passed()
    return pos


def slow_value(pos: Position, depth: int) -> int:
    return slow.minimax(slow.board_of(pos.cells()), pos.game.k, pos.to_move, depth)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 5), st.booleans())
def test_near_the_end_the_value_is_that_of_the_game(seed: int, empty: int, fair: bool) -> None:
    pos = random_position(MAX4, MAX4.cells - empty, random.Random(seed), fair)
    move, value, _, exact = counted_choose(pos, empty)
    assert exact
    assert value == slow_value(pos, empty)
    after = pos.play(move)
    assert value == -slow_value(after, empty)


SIZES = [(6, 7, 4), (7, 8, 4), (3, 16, 3), (3, 3, 2), (4, 5, 3), (6, 9, 5), (9, 1, 8), (5, 5, 7)]


@pytest.mark.parametrize(("rows", "cols", "k"), SIZES)
def test_every_depth_gives_the_value_of_plain_minimax(rows: int, cols: int, k: int) -> None:
    game = counted_game(rows, cols, k)
    rng = random.Random(rows * 100 + cols)
    for case in range(6):
        pos = random_position(game, rng.randrange(game.cells), rng, fair=case % 2 == 0)
        for depth in (1, 2):
            move, value, nodes, exact = counted_choose(pos, depth)
            assert value == slow_value(pos, depth), pos
            assert value == -slow_value(pos.play(move), depth - 1), pos
            assert nodes >= 1
            assert exact == (game.cells - pos.stone_count <= depth)


def test_a_third_move_ahead_still_agrees() -> None:
    rng = random.Random(5)
    for stones in (8, 17, 26, 34):
        pos = random_position(MAX4, stones, rng)
        assert counted_choose(pos, 3)[1] == slow_value(pos, 3)


def deep_value(pos: Position, depth: int, grain: int) -> int:
    return slow.alpha_beta(slow.board_of(pos.cells()), pos.game.k, pos.to_move, depth, grain)


def test_the_slow_alpha_beta_gives_the_value_of_plain_minimax() -> None:
    for seed in range(10):
        pos = random_position(counted_game(4, 4, 3), seed, random.Random(seed))
        assert deep_value(pos, 3, grain=1) == slow_value(pos, 3)


@pytest.mark.long
@pytest.mark.parametrize(("rows", "cols", "k"), [(4, 4, 3), (5, 3, 3), (6, 3, 4), (3, 4, 2)])
def test_depths_at_which_the_table_and_the_order_of_moves_work(
    rows: int, cols: int, k: int
) -> None:
    """The table works from three moves before the last, moves are ordered from four."""
    game, rng = counted_game(rows, cols, k), random.Random(rows * 10 + cols)
    for depth in (4, 5, 6, 7, 8):
        for fair in (True, False):
            pos = random_position(game, max(0, rng.randrange(game.cells - depth)), rng, fair)
            move, value, _, exact = counted_choose(pos, depth)
            assert not exact
            assert value == deep_value(pos, depth, grain=1), pos
            assert value == -deep_value(pos.play(move), depth - 1, grain=1), pos


@pytest.mark.long
@pytest.mark.parametrize(("rows", "k"), [(10, 2), (11, 3)])
@pytest.mark.parametrize("depth", [12, 13, 16, 17])
def test_deep_searches_round_their_estimates(rows: int, k: int, depth: int) -> None:
    game, rng = counted_game(rows, 2, k), random.Random(rows)
    for stones in range(2):
        pos = random_position(game, stones, rng)
        _, value, _, exact = counted_choose(pos, depth)
        assert not exact
        assert value == deep_value(pos, depth, slow.grain(depth)), pos


def test_a_depth_beyond_the_end_is_the_end() -> None:
    pos = random_position(MAX4, 33, random.Random(1))
    assert counted_choose(pos, 9) == counted_choose(pos, 10) == counted_choose(pos, 10**6)
    assert counted_choose(pos, 8)[3] is False
    assert counted_choose(pos, 9)[3] is True


def test_the_answer_does_not_change_and_the_mirror_has_the_same_value() -> None:
    for seed in range(10):
        pos = random_position(MAX4, 3 * seed, random.Random(seed))
        choice = counted_choose(pos, 6)
        assert counted_choose(pos, 6) == choice
        assert counted_choose(pos.mirrored(), 6)[1] == choice[1]


def test_both_instruction_sets_give_the_same_answers() -> None:
    program = (
        "import random; from inarow._core import counted_choose; "
        "from test_counted_player import MAX4, counted_game, random_position\n"
        "for game in (MAX4, counted_game(7, 8, 5)):\n"
        "  for seed in range(12):\n"
        "    print(counted_choose(random_position(game, 2 * seed, random.Random(seed)), 6))"
    )
    path = os.pathsep.join(sys.path)
    answers = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={
                **os.environ,
                "INAROW_BASELINE": baseline,
                "PYTHONPATH": path,
            },
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for baseline in ("0", "1")
    ]
    assert answers[0] == answers[1]
    assert len(answers[0].splitlines()) == 24


@pytest.mark.parametrize(
    ("pos", "depth", "words"),
    [
        (Position(GAMES["connect4"]), 3, "count lines"),
        (Position(Game(5, 5, 4, gravity=False, goal=Goal.COUNT_TO_FULL)), 3, "gravity"),
        (Position(Game(goal=Goal.COUNT_TO_FULL, stones=(1, 2))), 3, "one stone a turn"),
        (Position(MAX4), 0, "depth 0"),
        (Position(MAX4), -1, "depth -1"),
        (Position(counted_game(1, 2, 2), "xo"), 1, "full"),
        (Position(counted_game(2, 2, 2), "x./.o"), 1, "floats"),
    ],
)
def test_what_it_cannot_play_gets_a_sentence(pos: Position, depth: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        counted_choose(pos, depth)


def test_an_interrupt_ends_a_long_search() -> None:
    program = (
        "from inarow import GAMES, Position; from inarow._core import counted_choose\n"
        "print('started', flush=True)\n"
        "try: counted_choose(Position(GAMES['maxconnect4']), 42)\n"
        "except KeyboardInterrupt: print('stopped')"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "stopped\n"


def test_depth_1_beats_a_random_player_in_198_of_200_games() -> None:
    assert play_many(depth=1, games=200).wins >= 198


def test_depth_4_beats_a_random_player_in_every_game() -> None:
    assert play_many(depth=4, games=200).wins == 200


def test_the_player_reports_points_and_the_depth_it_reached() -> None:
    pos = random_position(MAX4, 38, random.Random(2))
    move, value, nodes, _ = counted_choose(pos, 4)
    choice = CountedPlayer().choose(pos, Limits(depth=30), rng=RNG)
    assert choice == (move, value / 100, 4, nodes, True, None)
    assert CountedPlayer().choose(Position(MAX4), Limits(), rng=RNG).depth == 8


def test_under_a_clock_it_deepens_while_the_next_depth_should_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One microsecond for each move explored, by a clock that only the search moves."""
    explored = 0

    def search(pos: Position, depth: int) -> tuple[int, int, int, bool]:
        nonlocal explored
        choice = counted_choose(pos, depth)
        explored += choice[2]
        return choice

    monkeypatch.setattr(counted, "counted_choose", search)
    player = CountedPlayer(clock=lambda: explored * 1e-6)
    pos = Position(MAX4).after("17")  # no proof is known here
    depths = []
    for time_s in (0.0, 0.001, 0.01, 0.1, 0.5):
        explored = 0
        choice = player.choose(pos, Limits(time_s=time_s), rng=RNG)
        assert choice.nodes == explored
        assert time_s == 0.0 or explored * 1e-6 <= time_s
        depths.append(choice.depth or 0)
    assert depths[0] == 1
    assert depths == sorted(depths)
    assert len(set(depths)) >= 4
    assert player.choose(pos, Limits(time_s=10.0, depth=3), rng=RNG).depth == 3
    nearly_full = random_position(MAX4, 37, random.Random(3))
    ended = player.choose(nearly_full, Limits(time_s=10.0), rng=RNG)
    assert (ended.depth, ended.exact) == (5, True)


@pytest.mark.parametrize("limit", [Limits(depth=0), Limits(time_s=1.0, depth=0)])
def test_a_depth_below_1_gets_a_sentence(limit: Limits) -> None:
    with pytest.raises(ValueError, match="depth 0 is less than 1"):
        CountedPlayer().choose(Position(MAX4), limit, rng=RNG)


def test_under_a_clock_it_keeps_the_exact_value_where_the_solver_finishes() -> None:
    for seed in range(4):
        pos = random_position(MAX4, MAX4.cells - 12, random.Random(seed))
        choice = CountedPlayer().choose(pos, Limits(time_s=60.0), rng=RNG)
        exact = solve(pos).score.value
        assert (choice.exact, choice.value, choice.depth) == (True, exact, 12)
        assert solve(pos.play(choice.move)).score == solve(pos).score.of(pos.opponent)


def test_the_solver_goes_on_while_the_given_clock_has_time_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each call of the solver ends after a few nodes, as it does when the machine is busy."""
    calls = 0

    class Hasty(CountedAnalyst):
        def at_least(
            self,
            pos: Position,
            difference: int,
            time_s: float | None = None,
            max_nodes: int | None = None,
        ) -> tuple[int, int, int]:
            nonlocal calls
            calls += 1
            return super().at_least(pos, difference, max_nodes=10 * 2 ** min(calls, 30))

    monkeypatch.setattr(proof, "analyst_for", lambda pos, table_mb: Hasty(pos))
    pos = random_position(MAX4, MAX4.cells - 18, random.Random(1))
    patient, hurried = CountedPlayer(clock=lambda: 0.0), CountedPlayer(clock=lambda: 9.0 * calls)
    assert patient.choose(pos, Limits(time_s=10.0), rng=RNG).exact
    asked = calls
    calls = 0
    hurried.choose(pos, Limits(time_s=10.0), rng=RNG)
    assert calls == 1 < asked


# What is proven.


def margin_of(pos: Position, color: int) -> int:
    first, second = pos.score()
    return first - second if color == 1 else second - first


def played_out(player: CountedPlayer, color: int, time_s: float, rng: random.Random) -> int:
    """The player's margin against random moves from the empty board."""
    pos = Position(MAX4)
    while not pos.is_full:
        move = rng.choice(pos.legal_moves())
        if pos.to_move == color:
            move = player.choose(pos, Limits(time_s=time_s), rng=rng).move
        pos = pos.play(move)
    return margin_of(pos, color)


def test_the_second_player_needs_no_time_not_to_lose() -> None:
    for seed in range(20):
        assert played_out(CountedPlayer(), 2, 0.0, random.Random(seed)) >= 0


def test_the_first_player_does_not_lose() -> None:
    """By a clock that stands still: the proofs take as long as they take."""
    for seed in range(3):
        assert played_out(CountedPlayer(lambda: 0.0), 1, 0.1, random.Random(seed)) > 0


def test_the_strategy_answers_at_once_and_from_any_history() -> None:
    strategy, rng = shipped_strategy(), random.Random(5)
    entries = [
        (pos, move, tree)
        for tree in strategy.trees
        for pos, move in tree.replies.entries()
        if move is not None
    ]
    for pos, move, tree in rng.sample(entries, 100):
        for asked in (pos, pos.mirrored()):
            choice = CountedPlayer().choose(asked, Limits(time_s=0.0), rng=RNG)
            low = choice.value if choice.exact else (choice.bounds or (-99,))[0]
            assert low is not None and low >= tree.difference
            if low == tree.difference and asked is pos:
                assert choice.move == move


def test_a_mistake_is_taken_as_far_as_it_can_be_proven() -> None:
    """Column 1 as the first move gives a point away, and the strategy takes it."""
    choice = CountedPlayer().choose(Position(MAX4).play(0), Limits(time_s=0.0), rng=RNG)
    assert choice.bounds is not None and choice.bounds[0] == 1


def test_what_is_proven_is_true_and_its_moves_keep_it() -> None:
    for seed in range(12):
        pos = random_position(MAX4, MAX4.cells - 13 - seed % 3, random.Random(seed))
        truth = solve(pos).score.value
        for time_s in (0.0, 5.0):
            known = proof.proven(pos, time_s, lambda: 0.0)
            assert known.low <= truth <= known.high
            assert known.exact or time_s == 0.0
            for move in known.moves:
                assert -solve(pos.play(move)).score.value >= known.low
            assert known.moves or known.low < 0 < known.high or not known.exact

"""The exact solver of counted games against brute force, whole and with each idea turned off."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, Goal, Position
from inarow._core import COUNTED_RULES, CountedSolver
from inarow.analysis.counted import CountedAnalyst, analyse, narrowed, solve
from inarow.analysis.verdict import Analysis, MoveVerdict, Verdict
from inarow.limits import Limits, SolverOptions
from slow_rules import SlowBoard
from strategies import boards


def counted(rows: int, cols: int, k: int = 4) -> Game:
    return Game(rows, cols, k, goal=Goal.COUNT_TO_FULL)


MAXCONNECT4 = counted(6, 7)


@cache
def brute_force(pos: Position) -> int:
    """Plain minimax on the final difference."""
    if pos.is_full:
        first, second = pos.score()
        return first - second
    values = [brute_force(pos.play(move)) for move in pos.legal_moves()]
    return max(values) if pos.to_move == 1 else min(values)


def random_near_full(game: Game, empty: int, rng: random.Random) -> Position:
    """Random play from the empty board, with now and then a forfeited turn."""
    pos = Position(game)
    while game.cells - pos.stone_count > empty:
        pos = pos.play(rng.choice(pos.legal_moves()))
        if rng.random() < 0.1:
            pos = pos.passed()
    return pos


def near_full(draw_seed: int) -> list[Position]:
    rng = random.Random(draw_seed)
    games = [MAXCONNECT4, MAXCONNECT4, counted(4, 4, 3), counted(5, 6), counted(7, 8),
             counted(3, 16, 2), counted(3, 4, 2), counted(8, 3, 3)]  # fmt: skip
    return [random_near_full(rng.choice(games), rng.randint(0, 8), rng) for _ in range(120)]


@pytest.mark.parametrize("without", [(), *[(name,) for name in COUNTED_RULES], COUNTED_RULES])
def test_agrees_with_brute_force_whatever_is_turned_off(without: tuple[str, ...]) -> None:
    for pos in near_full(7):
        solver = CountedSolver(pos.game, 1, without=list(without))
        lower, upper, _ = solver.solve(pos)
        assert lower == upper == brute_force(pos), f"{pos!r} without {without}"


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_agrees_on_any_small_board(data: st.DataObject) -> None:
    rows, cols = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    pos = data.draw(boards(counted(rows, cols, data.draw(st.integers(2, 4)))))
    while pos.game.cells - pos.stone_count > 8:
        pos = pos.play(pos.legal_moves()[0])
    assert solve(pos).bounds_for(1) == (brute_force(pos),) * 2


def test_brute_force_counts_as_the_slow_rules_do() -> None:
    rng = random.Random(3)
    for _ in range(30):
        pos = random_near_full(MAXCONNECT4, 0, rng)
        slow = SlowBoard(6, 7, 4, True, False)
        slow.cells = {(r, c): pos.at(r, c) for r in range(6) for c in range(7)}
        first, second = slow.score()
        assert brute_force(pos) == first - second


def test_rules_agree_with_each_other_where_brute_force_is_too_slow() -> None:
    rng = random.Random(11)
    for _ in range(6):
        pos = random_near_full(MAXCONNECT4, 16, rng)
        answers = {
            CountedSolver(pos.game, 8, without=[name]).solve(pos)[:2] for name in COUNTED_RULES
        }
        assert answers == {solve(pos).bounds_for(1)}


@pytest.mark.parametrize(
    ("cols", "rows", "value"),
    [(4, 4, 0), (5, 4, 0), (6, 4, -1), (4, 5, 0), (5, 5, 0), (4, 6, 0)],
)
def test_values_of_small_boards(cols: int, rows: int, value: int) -> None:
    assert solve(Position(counted(rows, cols))).bounds_for(1) == (value, value)


def test_moves_and_best_line_keep_the_value() -> None:
    rng = random.Random(5)
    for _ in range(10):
        pos = random_near_full(MAXCONNECT4, 9, rng)
        found = analyse(pos)
        value = brute_force(pos)
        assert found.exact and found.verdict.bounds_for(1) == (value, value)
        assert {m.move: m.bounds_for(1)[0] for m in found.moves} == {
            m: brute_force(pos.play(m)) for m in pos.legal_moves()
        }
        for best in found.best:
            end = pos
            for move in best.line:
                end = end.play(move)
                assert brute_force(end) == value
            assert end.is_full


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 3000))
def test_bounds_are_true_whatever_the_node_limit(seed: int, max_nodes: int) -> None:
    pos = random_near_full(MAXCONNECT4, 14, random.Random(seed))
    true = solve(pos)
    assert true.exact
    limited = solve(pos, Limits(nodes=max_nodes))
    assert limited.lo <= true.lo <= limited.hi
    assert limited.nodes <= max_nodes + 1


def test_a_time_limit_gives_bounds_in_time() -> None:
    start = time.process_time()
    found = solve(Position(MAXCONNECT4), Limits(time_s=0.2), options=SolverOptions(book=False))
    assert time.process_time() - start < 5
    assert found.lo <= 0 <= found.hi and not found.exact


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (2, 2, "wins by 2"),
        (-1, -1, "loses by 1"),
        (0, 0, "draw"),
        (1, 4, "wins by at least 1"),
        (-4, -2, "loses by at least 2"),
        (0, 3, "at least a draw"),
        (-3, 0, "at most a draw"),
        (-1, 2, "between -1 and +2"),
        (-168, 168, "not known"),
    ],
)
def test_words_never_say_more_than_the_bounds(low: int, high: int, words: str) -> None:
    assert Verdict(Position(MAXCONNECT4), low, high).words == words


def holds(verdict: Verdict, value: int) -> bool:
    """Whether a value for the first player is within the bounds."""
    low, high = verdict.bounds_for(1)
    return low <= value <= high


class Hasty(CountedAnalyst):
    """Each search ends after a few nodes; the clock is not asked."""

    max_nodes = 0

    def solve(
        self, pos: Position, time_s: float | None = None, max_nodes: int | None = None
    ) -> Verdict:
        return super().solve(pos, max_nodes=self.max_nodes)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 400))
def test_a_position_and_its_moves_tell_of_each_other(seed: int, max_nodes: int) -> None:
    pos = random_near_full(MAXCONNECT4, 10, random.Random(seed))
    analyst = Hasty(pos)
    analyst.max_nodes = max_nodes
    found = analyst.with_moves(pos)
    assert holds(found.verdict, brute_force(pos))
    for move in found.moves:
        assert holds(move, brute_force(pos.play(move.move)))
    assert found.verdict.lo == max(move.lo for move in found.moves)
    assert found.verdict.hi == max(move.hi for move in found.moves)


@pytest.mark.parametrize("to_move", [1, 2])
def test_what_bounds_say_of_each_other(to_move: int) -> None:
    pos = Position(MAXCONNECT4, to_move=to_move)

    def known(low: int, high: int, moves: dict[int, tuple[int, int]]) -> Analysis:
        verdicts = (MoveVerdict(pos, lo, hi, move=m) for m, (lo, hi) in moves.items())
        return Analysis(Verdict(pos, low, high), tuple(verdicts))

    # A move proves the value; the position proves that no move is better.
    found = narrowed(known(-2, 1, {0: (1, 5), 3: (-4, 3)}))
    assert found == known(1, 1, {0: (1, 1), 3: (-4, 1)})
    # All moves but one are too bad: that one is as good as the position.
    found = narrowed(known(0, 3, {1: (-9, -1), 2: (-9, 2)}))
    assert found == known(0, 2, {1: (-9, -1), 2: (0, 2)})
    assert narrowed(known(2, 2, {})) == known(2, 2, {})


def test_where_the_moves_make_it_exact_there_is_a_best_line() -> None:
    exact_by_moves = 0
    for seed in range(8):
        pos = random_near_full(MAXCONNECT4, 12, random.Random(seed))
        alone, analyst = Hasty(pos), Hasty(pos)
        alone.max_nodes = analyst.max_nodes = 250
        value, found = solve(pos).lo, analyst.analyse(pos)
        assert found.verdict.lo <= value <= found.verdict.hi
        assert len(found.line) == (12 if found.verdict.exact else 0)
        exact_by_moves += found.verdict.exact and not alone.solve(pos).exact
    assert exact_by_moves >= 2


def test_the_best_line_ends_where_time_does() -> None:
    pos = random_near_full(MAXCONNECT4, 20, random.Random(4))
    value, fresh = solve(pos).lo, CountedAnalyst(pos)
    assert len(CountedAnalyst(pos).best_line(pos, value)) == 20
    assert len(fresh.best_line(pos, value, end=time.monotonic())) < 20


def test_a_time_limit_is_for_the_position_its_moves_and_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a clock that only searches move, each of which takes all the time it is given."""
    now, given_s = 0.0, []

    class Slow(CountedAnalyst):
        def solve(
            self, pos: Position, time_s: float | None = None, max_nodes: int | None = None
        ) -> Verdict:
            nonlocal now
            assert time_s is not None
            given_s.append(time_s)
            now += time_s
            return super().solve(pos, max_nodes=0)

    monkeypatch.setattr("inarow.analysis.counted.time.monotonic", lambda: now)
    pos = Position(MAXCONNECT4).play(3).play(3)  # not on record
    Slow(pos).with_moves(pos, 14.0)
    assert given_s == pytest.approx([7.0] + [1.0] * 7)
    now, given_s = 0.0, []
    Slow(pos).analyse(pos, 14.0)
    assert sum(given_s) <= 14.0


def test_bounds_can_be_recorded_and_put_back() -> None:
    pos = Position(counted(5, 5))
    first = CountedSolver(pos.game)
    first.record_from(1000)
    answer = first.solve(pos)
    findings = first.take_proven_bounds()
    assert findings and first.take_proven_bounds() == []
    second = CountedSolver(pos.game)
    for finding in findings:
        second.add_proven_bound(finding)
    again = second.solve(pos)
    assert again[:2] == answer[:2]
    assert again[2] < answer[2] / 10


def test_other_games_and_floating_stones_are_refused() -> None:
    with pytest.raises(ValueError, match="count lines on a gravity board"):
        CountedSolver(Game())
    with pytest.raises(ValueError, match="another game"):
        CountedSolver(MAXCONNECT4).solve(Position(counted(4, 4)))
    with pytest.raises(ValueError, match="floats"):
        solve(Position(counted(4, 4), "x.../..../..../....", 1))


def test_an_interrupt_ends_a_long_search() -> None:
    code = (
        "from inarow import *; from inarow.analysis.counted import solve\n"
        "print('ready', flush=True)\n"
        "solve(Position(Game(7, 8, goal=Goal.COUNT_TO_FULL)))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in errors


def test_best_move_of_a_full_board_is_none() -> None:
    pos = random_near_full(counted(4, 4), 0, random.Random(1))
    assert list(CountedAnalyst(pos).keeping_moves(pos, 0)) == []


def test_a_time_limit_holds_where_every_node_touches_fresh_memory() -> None:
    """In CPU time, most of which the system takes to clear the pages of a large table."""
    solver = CountedSolver(MAXCONNECT4, 2048)
    start = time.process_time()
    solver.solve(Position(MAXCONNECT4), 0.1)
    assert time.process_time() - start < 0.6

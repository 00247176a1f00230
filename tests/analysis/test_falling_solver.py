"""The exact solver through its Python face: known scores, brute force, limits, threads."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, Goal, Outcome, Position
from inarow.analysis import falling
from inarow.analysis.batch import solve_many
from inarow.analysis.falling import analyse, solve
from inarow.analysis.verdict import Verdict, plies_to_end
from inarow.limits import Limits, SolverOptions
from strategies import boards

DATA = Path(__file__).parents[1] / "data" / "connect4-positions"


def played(moves: str) -> Position:
    pos = Position(Game())
    for move in moves:
        pos = pos.play(int(move) - 1)
    return pos


def known(name: str, lines: slice) -> list[tuple[Position, int]]:
    rows = (DATA / f"Test_{name}.txt").read_text().splitlines()[lines]
    return [(played(row.split()[0]), int(row.split()[1])) for row in rows]


@cache
def brute_force(pos: Position) -> int:
    """The score by plain search of everything."""
    outcome = pos.outcome()
    if outcome is Outcome.DRAW:
        return 0
    if outcome is not Outcome.ONGOING:
        winner = 1 if outcome is Outcome.FIRST_WINS else 2
        score = (pos.game.cells + 1) // 2 + 1 - (pos.stone_count + 1) // 2
        return score if winner == pos.to_move else -score
    return max(-brute_force(pos.play(move)) for move in pos.legal_moves())


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("L3_R1", slice(None)),
        ("L2_R1", slice(None)),
        ("L2_R2", slice(0, None, 10)),
        ("L1_R1", slice(0, None, 5)),
        ("L1_R2", slice(0, None, 100)),
        ("L1_R3", slice(0, 1000, 400)),
    ],
)
def test_known_scores(name: str, lines: slice) -> None:
    rows = known(name, lines)
    solved = solve_many([pos for pos, _ in rows])
    assert [answer.score.value for answer in solved] == [score for _, score in rows]


@given(
    st.sampled_from(
        [Game(4, 4, 4), Game(4, 4, 3), Game(3, 5, 3), Game(4, 3, 3), Game(3, 6, 4), Game(5, 3, 5)]
    ).flatmap(boards)
)
@settings(max_examples=120, deadline=None)
def test_small_boards_by_brute_force(pos: Position) -> None:
    if (pos.has_line(1) and pos.has_line(2)) or pos.game.cells - pos.stone_count > 11:
        return
    analysis = analyse(pos)
    assert analysis.verdict.score.value == brute_force(pos)
    for verdict in analysis.moves:
        after = pos.play(verdict.move)
        assert verdict.lo == verdict.hi == -brute_force(after)
        # The line is legal, ends the game, and ends it when the score says.
        at = pos
        assert verdict.line[0] == verdict.move
        for move in verdict.line:
            at = at.play(move)
        assert at.is_over
        assert len(verdict.line) == verdict.plies
        winner = {"win": pos.to_move, "loss": pos.opponent, "draw": 0}[verdict.result or ""]
        ended = {Outcome.FIRST_WINS: 1, Outcome.SECOND_WINS: 2, Outcome.DRAW: 0}[at.outcome()]
        assert ended == winner


def test_limits_return_bounds_that_hold_the_truth() -> None:
    for pos, score in known("L1_R2", slice(0, 12)):
        for nodes in (1, 100, 3000):
            falling.solver_for(pos.game).clear()
            bounds = solve(pos, Limits(nodes=nodes))
            assert bounds.lo <= score <= bounds.hi
            assert bounds.result in (None, "win" if score > 0 else "loss" if score < 0 else "draw")
            if not bounds.exact:
                with pytest.raises(ValueError, match="only known to lie"):
                    _ = bounds.score
    unfinished = solve(Position(Game(rows=7, cols=8)), Limits(nodes=2000))
    assert not unfinished.exact and unfinished.lo < unfinished.hi


def test_two_threads_give_the_same_score() -> None:
    for pos, score in known("L1_R3", slice(3, 5)):
        assert solve(pos, options=SolverOptions(threads=2)).score.value == score


def test_a_callback_sees_the_nodes_and_stops_the_solver() -> None:
    seen: list[int] = []

    def stop_soon(nodes: int) -> bool:
        seen.append(nodes)
        return len(seen) < 3

    stopped = solve(Position(Game(rows=7, cols=8)), progress=stop_soon)
    assert not stopped.exact
    assert len(seen) == 3 and seen == sorted(seen)

    def fail(nodes: int) -> bool:
        raise RuntimeError("from the callback")

    with pytest.raises(RuntimeError, match="from the callback"):
        solve(Position(Game(rows=7, cols=8)), progress=fail)


def test_batches_keep_the_order_and_can_be_stopped() -> None:
    rows = known("L3_R1", slice(0, 50))
    seen: list[tuple[int, int]] = []

    def count(done: int, total: int) -> bool:
        seen.append((done, total))
        return done < 20

    some = solve_many([pos for pos, _ in rows], jobs=2, progress=count)
    assert seen == [(done, 50) for done in range(1, 21)]
    assert [answer.score.value for answer in some] == [score for _, score in rows[:20]]
    assert solve_many([]) == []


def test_unbalanced_boards_are_solved_for_the_side_given() -> None:
    pos = Position(Game(), "/".join(["......."] * 5 + ["..xxx.."]), 1)
    assert solve(pos).words == "win in 1 ply"
    assert solve(pos.passed()).words == "loss in 2 plies"
    assert plies_to_end(pos, solve(pos).lo) == 1


def test_words_never_say_more_than_the_bounds() -> None:
    pos = Position(Game())
    assert Verdict(pos, 1, 1).words == "win in 41 plies"
    assert Verdict(pos, 0, 0).words == "draw"
    assert Verdict(pos, 0, 5).words == "at least a draw"
    assert Verdict(pos, -5, 0).words == "at most a draw"
    assert Verdict(pos, -5, 5).words == "not known"
    assert Verdict(pos, 1, 5).words == "win in at most 41 plies"
    assert Verdict(pos, -5, -1).words == "loss, but not before 34 plies"


def test_other_games_are_refused_in_a_sentence() -> None:
    for game in (Game(goal=Goal.COUNT_TO_FULL), Game(gravity=False), Game(stones=(1, 2))):
        with pytest.raises(ValueError, match="the solver takes"):
            solve(Position(game))
    floating = Position(Game(), "/".join(["......."] * 4 + ["..x....", "......."]), 2)
    with pytest.raises(ValueError, match="hangs in the air"):
        solve(floating)

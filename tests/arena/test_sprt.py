"""The sequential test errs no more often than it says."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.sprt import (
    Decision,
    SequentialTest,
    elo_of,
    estimate,
    moments,
    score_of,
)
from inarow.errors import UserError

TEST = SequentialTest(0, 80)


def distribution(elo: float) -> list[float]:
    """Of the scores of pairs between players that differ so much, with many drawn pairs."""
    score = score_of(elo)
    game = [(1 - score) * 0.8, 0.2, score * 0.8]  # loss, draw, win
    mean = game[1] / 2 + game[2]
    game = [game[0] - (score - mean), game[1], game[2] + (score - mean)]
    pairs = [0.0] * 5
    for a, p in enumerate(game):
        for b, q in enumerate(game):
            pairs[a + b] += p * q
    return pairs


def run(elo: float, seed: int) -> tuple[Decision, int]:
    rng = random.Random(seed)
    counts = [0.0] * 5
    weights = distribution(elo)
    for number in range(4, 20_000, 4):
        for pair in rng.choices(range(5), weights, k=4):
            counts[pair] += 1
        if (decision := TEST.decision(counts)) is not Decision.GO_ON:
            return decision, number
    raise AssertionError("the test did not end")


@pytest.mark.parametrize(
    "elo, wrong", [(0, Decision.ACCEPT_HIGH), (80, Decision.ACCEPT_LOW)], ids=["same", "better"]
)
def test_errors_are_as_rare_as_promised_and_games_as_many(elo: float, wrong: Decision) -> None:
    runs = [run(elo, seed) for seed in range(200)]
    assert sum(decision is wrong for decision, _ in runs) <= 20  # 10 expected
    _, deviation = moments(distribution(elo))
    mean = sum(pairs for _, pairs in runs) / len(runs)
    assert mean == pytest.approx(TEST.expected_pairs(elo, deviation), rel=0.25)


@given(st.lists(st.integers(0, 500), min_size=5, max_size=5).filter(any))
def test_the_other_players_view_is_the_mirror(pairs: list[int]) -> None:
    test = SequentialTest(-15, 15)
    assert test.ratio(pairs[::-1]) == pytest.approx(-test.ratio(pairs), abs=1e-6)
    score, _ = moments(pairs)
    assert score == 0.5 or (test.ratio(pairs) > 0) == (score > 0.5)


def test_half_way_between_takes_longest() -> None:
    pairs = [TEST.expected_pairs(elo, 0.3) for elo in (-40, 0, 39.9, 40, 40.1, 80, 120)]
    assert pairs[0] < pairs[1] < pairs[3] > pairs[5] > pairs[6]
    assert pairs[2] == pytest.approx(pairs[3], rel=0.01) == pytest.approx(pairs[4], rel=0.02)


@given(st.floats(-800, 800))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_a_clean_sweep_has_a_finite_estimate() -> None:
    found = estimate([0, 0, 0, 0, 30])
    assert 200 < found.low < found.elo < found.high < math.inf
    assert estimate([0, 0, 10, 0, 0]).elo == pytest.approx(0)


def test_bad_answers_are_refused() -> None:
    with pytest.raises(UserError, match="must be below"):
        SequentialTest(5, 5)
    with pytest.raises(UserError, match="between 0 and"):
        SequentialTest(0, 5, alpha=0)

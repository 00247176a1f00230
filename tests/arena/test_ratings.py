"""Ratings say how strong entries are and how sure that is."""

from __future__ import annotations

import math
import random

import pytest

from inarow.arena.ratings import ELO, PairScore, Ratings, rate, tally

ADVANTAGE, NU = 0.4, 0.6


def played(
    strengths: list[float], rounds: int, rng: random.Random
) -> list[tuple[str, str, int | None]]:
    """A double round robin among players whose strengths are known."""
    games: list[tuple[str, str, int | None]] = []
    for _ in range(rounds):
        for first, a in enumerate(strengths):
            for second, b in enumerate(strengths):
                if first == second:
                    continue
                up, down = math.exp((a + ADVANTAGE - b) / 2), math.exp(-(a + ADVANTAGE - b) / 2)
                drawn = rng.random() * (up + down + NU)
                winner = 1 if drawn < up else 2 if drawn < up + down else None
                games.append((str(first), str(second), winner))
    return games


def rated(strengths: list[float], rounds: int, seed: int) -> Ratings:
    games = played(strengths, rounds, random.Random(seed))
    return rate([str(number) for number in range(len(strengths))], tally(games), seed=seed)


def slow_value(x: list[float], tallies: dict[tuple[str, str], PairScore]) -> float:
    """Minus the logarithm of the posterior, written down as the model has it."""
    *strengths, advantage, eta = x
    total = sum(s * s for s in strengths) / 32 + advantage**2 / 2 + eta**2 / 18
    for (first, second), t in tallies.items():
        d = strengths[int(first)] + advantage - strengths[int(second)]
        z = math.exp(d / 2) + math.exp(eta) + math.exp(-d / 2)
        total -= t.wins * math.log(math.exp(d / 2) / z)
        total -= t.draws * math.log(math.exp(eta) / z)
        total -= t.losses * math.log(math.exp(-d / 2) / z)
    return total


def test_no_small_change_makes_the_games_likelier() -> None:
    rng = random.Random(5)
    strengths = [rng.gauss(0, 1) for _ in range(6)]
    tallies = tally(played(strengths, 3, rng))
    found = rate([str(n) for n in range(6)], tallies)
    eta = math.log(2 * found.even_draw_rate / (1 - found.even_draw_rate))
    x = [entry.elo / ELO for entry in found.entries] + [found.first_mover_elo / ELO, eta]
    best = slow_value(x, tallies)
    for index in range(len(x)):
        for step in (-0.02, 0.02):
            other = list(x)
            other[index] += step
            assert slow_value(other, tallies) > best


@pytest.mark.parametrize("count, rounds", [(8, 4), (24, 1)])
def test_intervals_of_ratings_and_ranks_hold(count: int, rounds: int) -> None:
    held = ranks_held = total = 0
    for seed in range(6000 // count):
        rng = random.Random(seed)
        strengths = [rng.gauss(0, 1) for _ in range(count)]
        mean = sum(strengths) / count
        found = rated(strengths, rounds, seed)
        order = sorted(range(count), key=lambda n: -strengths[n])
        for number, entry in enumerate(found.entries):
            held += entry.low <= (strengths[number] - mean) * ELO <= entry.high
            ranks_held += entry.rank_low <= order.index(number) + 1 <= entry.rank_high
            total += 1
    assert 0.93 <= held / total <= 0.97
    assert ranks_held / total >= 0.93


def test_the_first_movers_advantage_and_the_draws_are_found() -> None:
    found = rated([0.0, 0.3, -0.3, 0.1], 400, 1)
    assert found.first_mover_low <= ADVANTAGE * ELO <= found.first_mover_high
    assert found.even_draw_rate == pytest.approx(NU / (2 + NU), abs=0.02)


def test_a_clean_sweep_is_finite_and_far_from_sure() -> None:
    found = rate(["winner", "loser"], {("winner", "loser"): PairScore(wins=10)})
    winner, loser = found.entries
    assert 0 < winner.elo < 1500 and winner.elo == pytest.approx(-loser.elo)
    assert winner.high - winner.low > 300


def test_nothing_is_known_without_games() -> None:
    assert rate([], {}).entries == ()
    found = rate(["a", "b", "c"], {})
    assert {(entry.elo, entry.rank_low, entry.rank_high) for entry in found.entries} == {(0, 1, 3)}


def test_a_meeting_of_nobody_is_refused() -> None:
    with pytest.raises(KeyError):
        rate(["a"], {("a", "b"): PairScore(wins=1)})


def test_ratings_from_an_anchor_are_differences_to_it() -> None:
    rng = random.Random(7)
    names = [str(number) for number in range(7)]
    scores = tally(played([rng.gauss(0, 1) for _ in names], 3, rng))
    free, anchored = rate(names, scores, seed=1), rate(names, scores, seed=1, anchor="4")
    zero = free.entries[4].elo
    for one, other in zip(free.entries, anchored.entries, strict=True):
        assert other.elo == pytest.approx(one.elo - zero)
        assert (other.rank_low, other.rank_high) == (one.rank_low, one.rank_high)
    anchor = anchored.entries[4]
    assert (anchor.low, anchor.elo, anchor.high) == (0, 0, 0)
    assert rate(names, scores, seed=1, anchor="nobody") == free


@pytest.mark.parametrize("many", [False, True], ids=["exact", "from draws"])
def test_intervals_around_an_anchor_hold(many: bool) -> None:
    """Of more entries than deviations are computed exactly for, they come from draws."""
    held = total = 0
    for seed in range(1 if many else 200):
        rng = random.Random(seed)
        strengths = [rng.gauss(0, 1) for _ in range(2001 if many else 8)]
        names = [str(number) for number in range(len(strengths))]
        if many:
            games: list[tuple[str, str, int | None]] = []
            for _ in range(20_000):
                a, b = rng.sample(range(len(names)), 2)
                won = rng.random() < 1 / (1 + math.exp(strengths[b] - strengths[a]))
                games.append((str(a), str(b), 1 if won else 2))
        else:
            games = played(strengths, 4, rng)
        found = rate(names, tally(games), seed=seed, anchor="3")
        for number, entry in enumerate(found.entries):
            if number != 3:
                truth = (strengths[number] - strengths[3]) * ELO
                held += entry.low <= truth <= entry.high
                total += 1
    assert 0.9 <= held / total <= 0.99

"""Is a change better? A sequential test on pairs of games: one opening, colours swapped.

The two games of a pair depend on each other through their opening, so the pair is the unit: its
score is 0, 1/4, 1/2, 3/4 or 1. Two answers are weighed: the new version is stronger by ``elo0``, or
by ``elo1``. For each, the likeliest distribution of those five scores that has exactly the mean it
asks for is found; the logarithm of the ratio of both likelihoods is compared with two bounds.

    log(beta / (1 - alpha))  <  ratio  <  log((1 - beta) / alpha)
        elo0 is accepted       go on        elo1 is accepted
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from inarow.errors import UserError

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
_UNSEEN = 1e-3
"""A pair that never came is not impossible: so much of one is counted."""
_STEPS = 100
_MOST_ELO, _LEAST_ELO = 2000, 0.1


class Decision(Enum):
    """What the games say so far; the value is the sentence."""

    GO_ON = "The games do not decide yet."
    ACCEPT_LOW = "The new version is not better by as much as was hoped."
    ACCEPT_HIGH = "The new version is better."


@dataclass(frozen=True)
class SequentialTest:
    """Two answers in Elo, and how often each may be given wrongly."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for elo in (self.elo0, self.elo1):
            if not -_MOST_ELO <= elo <= _MOST_ELO:
                raise UserError(f"SPRT bound {elo:g} Elo, expected -{_MOST_ELO} to {_MOST_ELO}")
        if not self.elo1 - self.elo0 >= _LEAST_ELO:
            raise UserError(
                f"the first Elo, {self.elo0:g}, must be below the second, {self.elo1:g},"
                f" by {_LEAST_ELO:g} or more"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise UserError("alpha and beta must lie between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratio at or below which the low answer is accepted, and the high one at or above."""
        low = math.log(self.beta / (1 - self.alpha))
        return low, math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio of the two answers; ``pairs`` counts the pairs of
        each of the five scores."""
        counts = [count or _UNSEEN for count in pairs]
        low = _likeliest(counts, score_of(self.elo0))
        high = _likeliest(counts, score_of(self.elo1))
        return sum(n * math.log(b / a) for n, a, b in zip(counts, low, high, strict=True))

    def decision(self, pairs: Sequence[float]) -> Decision:
        """What so many pairs of each score decide; nothing before the first pair."""
        if not sum(pairs):
            return Decision.GO_ON
        low, high = self.bounds
        ratio = self.ratio(pairs)
        if ratio >= high:
            return Decision.ACCEPT_HIGH
        return Decision.ACCEPT_LOW if ratio <= low else Decision.GO_ON

    def expected_pairs(self, elo: float, deviation: float) -> float:
        """About how many pairs it takes if the true difference is ``elo`` and the scores of pairs
        deviate so much from their mean: the time at which a walk with that drift leaves the bounds.
        """
        low, high = self.bounds
        s0, s1 = score_of(self.elo0), score_of(self.elo1)
        variance = deviation * deviation
        drift = (s1 - s0) * (2 * score_of(elo) - s0 - s1) / (2 * variance)
        spread = (s1 - s0) ** 2 / variance
        slope = -2 * drift / spread
        if abs(slope) * max(high, -low) < 1e-6:
            return -low * high / spread
        # The chance to leave at the high bound, by the martingale exp(slope * walk).
        at_low, at_high = math.exp(slope * low), math.exp(slope * high)
        chance = (1 - at_low) / (at_high - at_low)
        return (chance * high + (1 - chance) * low) / drift


def score_of(elo: float) -> float:
    """The mean score of one that is stronger by so many Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in Elo behind a mean score; infinite for 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


@dataclass(frozen=True)
class Estimate:
    """A difference in Elo with its interval of 95 %, from pairs."""

    elo: float
    low: float
    high: float


def estimate(pairs: Sequence[float]) -> Estimate:
    """The difference that the pairs show. A part of a pair that never came is counted, so that a
    clean sweep stays finite."""
    counts = [count + 1 / len(SCORES) for count in pairs]
    mean, deviation = moments(counts)
    reach = 1.959964 * deviation / math.sqrt(sum(counts))
    least = 0.25 / (sum(counts) + 1)
    low, high = max(mean - reach, least), min(mean + reach, 1 - least)
    return Estimate(elo_of(mean), elo_of(low), elo_of(high))


def moments(pairs: Sequence[float]) -> tuple[float, float]:
    """The mean score of a pair, and its deviation."""
    total = sum(pairs)
    mean = sum(n * score for n, score in zip(pairs, SCORES, strict=True)) / total
    variance = sum(n * (score - mean) ** 2 for n, score in zip(pairs, SCORES, strict=True)) / total
    return mean, math.sqrt(variance)


def _likeliest(counts: Sequence[float], mean: float) -> list[float]:
    """The distribution over the scores with this mean that makes the counts likeliest. It has the
    form share / (1 + tilt * (score - mean)), where the tilt gives the mean: one root, by halving
    the interval in which all parts are positive."""
    total = sum(counts)
    shares = [count / total for count in counts]
    away = [score - mean for score in SCORES]
    low, high = -1 / max(away), -1 / min(away)
    for _ in range(_STEPS):
        tilt = (low + high) / 2
        if sum(p * a / (1 + tilt * a) for p, a in zip(shares, away, strict=True)) > 0:
            low = tilt
        else:
            high = tilt
    return [p / (1 + tilt * a) for p, a in zip(shares, away, strict=True)]

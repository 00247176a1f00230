"""How strong the entries of a tournament are, and how sure that is.

A model with draws and an advantage of the first mover (``native/ratings/fit.hpp`` has its
formulas), fitted to all games at once. Ratings are in Elo around a mean of 0, or as differences to
one entry, the anchor; an interval holds the true value in 95 of 100 tournaments like this one. A
clean sweep has a finite rating, with a wide interval.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inarow._core import fit_ratings

ELO = 400 / math.log(10)
"""Elo of one unit of the model."""
WIDTH = 1.959964
"""Deviations from a rating to either end of its interval of 95 %."""


_PLACE = {1: 0, None: 1, 2: 2}


class PairScore(NamedTuple):
    """What the one that moved first made of its games against another."""

    wins: float = 0
    draws: float = 0
    losses: float = 0


@dataclass(frozen=True)
class Rating:
    """One entry: its rating with its interval, and the ranks that it may truly have."""

    entry: str
    elo: float
    low: float
    high: float
    rank_low: int
    rank_high: int


@dataclass(frozen=True)
class Ratings:
    """All entries in the order they were given in, and what the model says of the game."""

    entries: tuple[Rating, ...]
    first_mover_elo: float
    first_mover_low: float
    first_mover_high: float
    even_draw_rate: float
    """How often two equal players draw, without the first mover's advantage."""


def rate(
    entries: Sequence[str],
    tallies: Mapping[tuple[str, str], PairScore],
    *,
    seed: int = 0,
    anchor: str = "",
) -> Ratings:
    """Rates entries by what they made of their games, by (first mover, second mover). The seed is
    that of the draws behind the ranks. The rating of the anchor is 0, and intervals are those of
    the difference to it; without one, or where it is not among the entries, the mean is 0."""
    number = {entry: index for index, entry in enumerate(entries)}
    count = len(entries)
    by_pair = {number[a] * count + number[b]: tally for (a, b), tally in tallies.items()}
    # In the order of the entries, so that the same games are added up to the same digits.
    pairs = [(*divmod(pair, count), *by_pair[pair]) for pair in sorted(by_pair)]
    strength, deviation, rank_low, rank_high, edge, edge_deviation, log_nu = fit_ratings(
        len(entries), pairs, seed, number.get(anchor, -1)
    )
    rated = tuple(
        Rating(
            entry,
            *_interval(strength[index], deviation[index]),
            rank_low[index],
            rank_high[index],
        )
        for index, entry in enumerate(entries)
    )
    nu = math.exp(log_nu)
    return Ratings(rated, *_interval(edge, edge_deviation), nu / (2 + nu))


def _interval(value: float, deviation: float) -> tuple[float, float, float]:
    reach = WIDTH * deviation
    return value * ELO, (value - reach) * ELO, (value + reach) * ELO


def tally(games: Iterable[tuple[str, str, int | None]]) -> dict[tuple[str, str], PairScore]:
    """Counts games (first mover, second mover, winner: 1, 2 or None for a draw)."""
    pairs: dict[tuple[str, str], list[int]] = {}
    for (first, second, winner), count in Counter(games).items():
        pairs.setdefault((first, second), [0, 0, 0])[_PLACE[winner]] = count
    return {pair: PairScore(*row) for pair, row in pairs.items()}

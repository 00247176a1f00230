"""How the games of a store add up: points, ranks, ratings, and what each entry did wrong.

A model with draws and an advantage of the first mover (``native/ratings/fit.hpp`` has its
formulas) is fitted to all games at once. Ratings are in Elo around a mean of 0; an interval holds
the true value in 95 of 100 tournaments like this one. A clean sweep has a finite rating, with a
wide interval.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from inarow._core import fit_ratings
from inarow.arena.pairing.format import Pairing, PairingResult, bye_result
from inarow.arena.store import Store
from inarow.arena.stored_game import StoredGame
from inarow.record import Termination

ELO = 400 / math.log(10)
"""Elo of one unit of the model."""
_95_PERCENT = 1.959964


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
    entries: Sequence[str], tallies: Mapping[tuple[str, str], PairScore], *, seed: int = 0
) -> Ratings:
    """Rates entries by what they made of their games, by (first mover, second mover). The seed is
    that of the draws behind the ranks."""
    number = {entry: index for index, entry in enumerate(entries)}
    count = len(entries)
    by_pair = {number[a] * count + number[b]: tally for (a, b), tally in tallies.items()}
    # In the order of the entries, so that the same games are added up to the same digits.
    meetings = [(*divmod(pair, count), *by_pair[pair]) for pair in sorted(by_pair)]
    strength, deviation, rank_low, rank_high, edge, edge_deviation, log_nu = fit_ratings(
        len(entries), meetings, seed
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
    reach = _95_PERCENT * deviation
    return value * ELO, (value - reach) * ELO, (value + reach) * ELO


def tally(games: Iterable[tuple[str, str, int | None]]) -> dict[tuple[str, str], PairScore]:
    """Counts games (first mover, second mover, winner: 1, 2 or None for a draw)."""
    pairs: dict[tuple[str, str], list[int]] = {}
    for (first, second, winner), count in Counter(games).items():
        pairs.setdefault((first, second), [0, 0, 0])[_PLACE[winner]] = count
    return {pair: PairScore(*row) for pair, row in pairs.items()}


@dataclass(frozen=True)
class StandingRow:
    """One entry in the table. ``problem`` is why it does not play, or that it was disqualified."""

    entry: str
    rank: int
    rank_low: int
    rank_high: int
    rating: float
    rating_low: float
    rating_high: float
    points: float
    wins: int
    draws: int
    losses: int
    late: int
    invalid: int
    crashed: int
    problem: str = ""


class VoidGame(NamedTuple):
    """A game that could not be played, and why its last attempt could not."""

    game: str
    first: str
    second: str
    reason: str


class FirstMover(NamedTuple):
    """What moving first is worth in Elo, with its 95 % interval, and how often two equal players
    would draw without that."""

    elo: float
    low: float
    high: float
    draw_rate: float


@dataclass(frozen=True)
class Status:
    """How far an event is, and who stands where. ``void`` counts attempts, ``void_games`` has the
    games that stayed void after all of theirs."""

    done: int
    total: int
    void: int
    standings: tuple[StandingRow, ...]
    void_games: tuple[VoidGame, ...] = ()
    first_mover: FirstMover | None = None

    def as_json(self) -> dict[str, Any]:
        """The object that ``inarow arena status --json`` prints."""
        return {
            "done": self.done,
            "total": self.total,
            "void": self.void,
            "void_games": [game._asdict() for game in self.void_games],
            "first_mover": None if self.first_mover is None else self.first_mover._asdict(),
            "standings": [asdict(row) for row in self.standings],
        }


def disqualified(games: Iterable[StoredGame]) -> set[str]:
    """The entries that are out: they lost a game in a way that the conduct punishes so."""
    return {
        game.second if game.winner == 1 else game.first
        for game in games
        if game.termination == Termination.DISQUALIFIED.name
    }


def valid_games(games: Sequence[StoredGame]) -> list[StoredGame]:
    """The games that count: those of a disqualified entry are annulled, and stay on record."""
    out = disqualified(games)
    return [game for game in games if not out & {game.first, game.second}]


def entries_that_moved(store: Store) -> set[str]:
    """The entries that made a legal move in some game."""
    found: set[str] = set()
    every = {name for name, _ in store.entries()}
    for game in store.games():
        if not {game.first, game.second} <= found:
            saved = store.log(game.key)
            sides = {turn.side for turn in saved.log.turns if turn.stones} if saved else set()
            pair = enumerate((game.first, game.second))
            found |= {name for side, name in pair if side in sides}
        if found == every:
            break
    return found


def points(game: StoredGame) -> tuple[float, float]:
    """Of the one that began and of the other."""
    return {1: (1.0, 0.0), 2: (0.0, 1.0), None: (0.5, 0.5)}[game.winner]


def played_meetings(
    meetings: Sequence[tuple[int, Pairing]],
    games: Iterable[StoredGame],
    games_each: int,
    names: Collection[str],
) -> list[PairingResult]:
    """What the meetings among these entries brought. A meeting whose games were all void, or
    annulled, brought nothing and has been played all the same."""
    present = set(names)
    totals: dict[int, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for game in games:
        first, second = points(game)
        totals[game.meeting][game.first] += first
        totals[game.meeting][game.second] += second
    found = []
    for number, meeting in meetings:
        if meeting.second is None:
            if meeting.first in present:
                found.append(bye_result(meeting, games_each))
        elif meeting.first in present and meeting.second in present:
            total = totals[number]
            found.append(PairingResult(meeting, total[meeting.first], total[meeting.second]))
    return found


def status(store: Store) -> Status:
    """All that a store says of its event."""
    event = store.event()
    every = store.games()
    games = valid_games(every)
    out = disqualified(every)
    entries = store.entries()
    names = [name for name, problem in entries if not problem and name not in out]
    played = played_meetings(store.meetings(), games, event.games, names)
    ranks = event.pairing.ranks(names, played)
    # Whoever has played keeps its games and its rating, also an earlier version of an entry.
    present = {entry.name for entry in event.entries}
    played_any = {name for game in games for name in (game.first, game.second)}
    earlier = [name for name, _ in entries if name in played_any and name not in names]
    # So does one that no longer works: its games were played.
    met = {name for game in games for name in (game.first, game.second)}
    broken = [name for name, _ in entries if name in met]
    fit = rate(
        list(dict.fromkeys([*names, *earlier, *broken])),
        tally((g.first, g.second, g.winner) for g in games),
        seed=event.seed,
    )
    rated = {rating.entry: rating for rating in fit.entries}
    tallies = _tallies(games, present)
    faults = store.faults()
    rows = []
    for name, problem in entries:
        last = len(names) + 1
        rating = rated.get(name)
        wins, draws, losses, total = tallies[name]
        rows.append(
            StandingRow(
                name,
                ranks.get(name, last),
                rating.rank_low if rating else last,
                rating.rank_high if rating else last,
                round(rating.elo, 1) if rating else 0.0,
                round(rating.low, 1) if rating else 0.0,
                round(rating.high, 1) if rating else 0.0,
                total,
                int(wins),
                int(draws),
                int(losses),
                *faults.get(name, (0, 0, 0)),
                problem or ("disqualified" if name in out else ""),
            )
        )
    rows.sort(key=lambda row: (row.rank, row.entry))
    counts = store.counts()
    planned = sum(n for state, n in counts.items() if state not in ("voided", "dropped"))
    edge = (fit.first_mover_elo, fit.first_mover_low, fit.first_mover_high, fit.even_draw_rate)
    return Status(
        counts.get("done", 0),
        planned,
        counts["voided"],
        tuple(rows),
        tuple(VoidGame(*game) for game in store.void_games()),
        FirstMover(*(round(value, 3) for value in edge)) if games else None,
    )


def _tallies(
    games: Iterable[StoredGame], present: Collection[str]
) -> Mapping[str, Sequence[float]]:
    """Wins, draws, losses and points of each entry. Games against an earlier version of an entry
    count for that version alone."""
    found: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0, 0.0])
    for game in games:
        pair = (game.first, game.second)
        for name, other, won in zip(pair, pair[::-1], points(game), strict=True):
            if other in present or name not in present:
                found[name][{1.0: 0, 0.5: 1, 0.0: 2}[won]] += 1
                found[name][3] += won
    return found


def pair_scores(games: Iterable[StoredGame], entry: str) -> list[int]:
    """How many pairs of games of one opening brought an entry 0, 0.5, 1, 1.5 and 2 points; pairs of
    which one game is missing are left out."""
    pairs: dict[tuple[int, int], list[float]] = defaultdict(list)
    for game in games:
        first, second = points(game)
        pairs[game.pair].append(first if game.first == entry else second)
    found = [0] * 5
    for scores in pairs.values():
        if len(scores) == 2:
            found[int(2 * sum(scores))] += 1
    return found

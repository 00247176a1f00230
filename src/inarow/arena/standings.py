"""How the games of a store add up: points, ranks, ratings, and what each entry did wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from inarow.arena.entries import EntryRow, EntryState
from inarow.arena.event import Event
from inarow.arena.games import StoredGame
from inarow.arena.pairing.format import Pairing, PairingResult, View, bye_result
from inarow.arena.ratings import Ratings, rate, tally
from inarow.arena.store import Store


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


def valid_games(games: Sequence[StoredGame], rows: Iterable[EntryRow]) -> list[StoredGame]:
    """The games that count: those of a disqualified entry are annulled, and stay on record."""
    out = disqualified(rows)
    return [game for game in games if not out & {game.first, game.second}]


def disqualified(rows: Iterable[EntryRow]) -> set[str]:
    """The entries that are out: they lost a game in a way that the conduct punishes so."""
    return {row.name for row in rows if row.state is EntryState.DISQUALIFIED}


def entries_that_moved(store: Store) -> set[str]:
    """The entries that made a legal move in some game."""
    found: set[str] = set()
    every = {row.name for row in store.entries()}
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


def played_pairings(
    pairings: Iterable[tuple[int, Pairing]],
    games: Iterable[StoredGame],
    games_each: int,
    names: Collection[str],
    ended: Mapping[int, float] = MappingProxyType({}),
) -> list[PairingResult]:
    """What the pairings among these entries brought. A pairing whose games were all void, or
    annulled, brought nothing and has been played all the same."""
    present = set(names)
    totals: dict[int, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for game in games:
        first, second = points(game)
        totals[game.pairing][game.first] += first
        totals[game.pairing][game.second] += second
    found = []
    for number, pairing in pairings:
        if pairing.second is None:
            if pairing.first in present:
                found.append(bye_result(pairing, games_each))
        elif pairing.first in present and pairing.second in present:
            one, other = totals[number][pairing.first], totals[number][pairing.second]
            found.append(PairingResult(pairing, one, other, ended.get(number, 0.0)))
    return found


def view_of(store: Store, event: Event, now_s: float = 0.0) -> View:
    """What the format of an event is told. Where entries come and go, pairings of those that play
    no more are in it too."""
    rows = store.entries()
    playing = [row.name for row in rows if row.playing]
    names = [row.name for row in rows] if event.format.open else playing
    games = valid_games(store.games(), rows)
    unfinished = store.unfinished()
    pairings = store.pairings()
    played = [(number, pairing) for number, pairing in pairings if number not in unfinished]
    ended = store.end_times() if event.format.open else {}
    return View(
        playing,
        played_pairings(played, games, event.games, names, ended),
        [pairing for number, pairing in pairings if number in unfinished],
        [row.name for row in rows if row.is_newest],
        {row.name: row for row in rows},
        cache(lambda: {one.entry: one for one in _fit(event, rows, games).entries}),
        cache(lambda: games),
        cache(store.faults),
        now_s,
    )


def status(store: Store) -> Status:
    """All that a store says of its event."""
    event = store.event()
    rows = store.entries()
    games = valid_games(store.games(), rows)
    fit = _fit(event, rows, games)
    rated = {rating.entry: rating for rating in fit.entries}
    names = [row.name for row in rows if not row.problem]
    view = replace(view_of(store, event), entries=names, ratings=lambda: rated)
    ranks = event.format.ranks(view)
    tallies = _tallies(games, {row.name for row in rows if row.is_newest})
    faults: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for (_, name), numbers in store.faults().items():
        faults[name] = [a + b for a, b in zip(faults[name], numbers, strict=True)]
    last = len(names) + 1
    standing_rows = []
    for row in rows:
        rating = rated.get(row.name)
        wins, draws, losses, total = tallies[row.name]
        late, invalid, crashed = faults[row.name]
        standing_rows.append(
            StandingRow(
                row.name,
                ranks.get(row.name, last),
                rating.rank_low if rating else last,
                rating.rank_high if rating else last,
                round(rating.elo, 1) if rating else 0.0,
                round(rating.low, 1) if rating else 0.0,
                round(rating.high, 1) if rating else 0.0,
                total,
                int(wins),
                int(draws),
                int(losses),
                late,
                invalid,
                crashed,
                row.problem,
            )
        )
    standing_rows.sort(key=lambda row: (row.rank, row.entry))
    counts = store.counts()
    edge = (fit.first_mover_elo, fit.first_mover_low, fit.first_mover_high, fit.even_draw_rate)
    return Status(
        counts.get("done", 0),
        planned_games(counts),
        counts["voided"],
        tuple(standing_rows),
        tuple(VoidGame(*game) for game in store.void_games()),
        FirstMover(*(round(value, 3) for value in edge)) if games else None,
    )


def planned_games(counts: Mapping[str, int]) -> int:
    """The number of games of a schedule, by ``Store.counts``."""
    return sum(number for state, number in counts.items() if state not in ("voided", "dropped"))


def _fit(event: Event, rows: Sequence[EntryRow], games: Sequence[StoredGame]) -> Ratings:
    """Whoever has played keeps its games and its rating, also an earlier version of an entry, and
    one that no longer works."""
    met = {name for game in games for name in (game.first, game.second)}
    names = [row.name for row in rows if not row.problem]
    names += [row.name for row in rows if row.name in met]
    results = ((game.first, game.second, game.winner) for game in games)
    scores = tally(results)
    return rate(list(dict.fromkeys(names)), scores, seed=event.seed, anchor=event.anchor)


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

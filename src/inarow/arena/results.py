"""What the games of a store come to: points, standings, and what each entry did wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from inarow.arena.formats.meeting import Meeting, Played, bye_result
from inarow.arena.ratings import rate, tally
from inarow.arena.store import Store
from inarow.arena.stored_game import StoredGame
from inarow.record import Termination


@dataclass(frozen=True)
class Row:
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
    standings: tuple[Row, ...]
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
    meetings: Sequence[tuple[int, Meeting]],
    games: Iterable[StoredGame],
    games_each: int,
    names: Collection[str],
) -> list[Played]:
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
            found.append(Played(meeting, total[meeting.first], total[meeting.second]))
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
            Row(
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

"""A format as a value: who meets next, who stands where, and how it is described.

    entries, played so far --format--> pairings of the next round --referee--> results --> ...

A format is asked again when a worker has nothing to play. Most formats name whole rounds, so they
name nothing until every pairing has been played, and the tournament is over when they name nothing
then. A ladder names a few pairings at a time and never ends by itself.

Ties are broken by what was played, in this order, and each is named in the record:

    points           a win 1, a draw a half
    direct           points in the pairings among those that are tied
    buchholz         the points of all opponents, added up
    sonneborn-berger the points of each opponent, times the share of the points taken from it
    wins             pairings won

Entries that agree in all of them share their rank.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from inarow.arena.entries import EntryRow, EntryState
from inarow.arena.games import StoredGame
from inarow.arena.ratings import Rating


class Pairing(NamedTuple):
    """Two entries in a round; ``first`` begins the first of their games. A bye has no second."""

    round: int
    first: str
    second: str | None
    stage: str = ""
    """What the round belongs to, such as ``final`` or ``play-off``; empty for the main part."""


class PairingResult(NamedTuple):
    """What a pairing brought: points of its games, a win 1 and a draw a half; ``ended`` is the Unix
    time of the last one."""

    pairing: Pairing
    first_points: float
    second_points: float
    ended: float = 0.0


def bye_result(pairing: Pairing, games: int) -> PairingResult:
    """A bye counts as all games won."""
    return PairingResult(pairing, float(games), 0.0)


def last_round(played: Sequence[PairingResult]) -> int:
    """The number of the last round that was played; 0 before the first."""
    return max((result.pairing.round for result in played), default=0)


def of_stage(played: Sequence[PairingResult], stage: str) -> list[PairingResult]:
    return [result for result in played if result.pairing.stage == stage]


TIE_BREAKS = ("points", "direct", "buchholz", "sonneborn-berger", "wins")


class Standing(NamedTuple):
    """An entry with its rank, which it may share, and the values that gave it."""

    entry: str
    rank: int
    points: float
    direct: float
    buchholz: float
    sonneborn_berger: float
    wins: int


def standings(entries: Sequence[str], played: Iterable[PairingResult]) -> list[Standing]:
    """The entries from the best on; those that share a rank in the order they were given in."""
    present = set(entries)
    results = [result for result in played if result.pairing.first in present]
    points: dict[str, float] = defaultdict(float)
    wins: dict[str, int] = defaultdict(int)
    taken: dict[tuple[str, str], float] = defaultdict(float)
    games: dict[tuple[str, str], float] = defaultdict(float)
    for pairing, first_points, second_points, _ in results:
        a, b = pairing.first, pairing.second
        points[a] += first_points
        wins[a] += first_points > second_points
        if b is None:
            continue
        points[b] += second_points
        wins[b] += second_points > first_points
        taken[a, b] += first_points
        taken[b, a] += second_points
        games[a, b] += first_points + second_points
        games[b, a] += first_points + second_points
    met: dict[str, list[str]] = defaultdict(list)
    for a, b in games:
        met[a].append(b)

    def values(entry: str) -> tuple[float, float, float, float, int]:
        direct = sum(
            taken[entry, other]
            for other in met[entry]
            if points[other] == points[entry] and other in present
        )
        buchholz = sum(points[other] for other in met[entry])
        berger = sum(
            points[other] * taken[entry, other] / games[entry, other]
            for other in met[entry]
            if games[entry, other]
        )
        return points[entry], direct, buchholz, round(berger, 6), wins[entry]

    rows = [(values(entry), entry) for entry in entries]
    rows.sort(key=lambda row: row[0], reverse=True)
    found: list[Standing] = []
    for number, (value, entry) in enumerate(rows, start=1):
        shared = found and rows[number - 2][0] == value
        found.append(Standing(entry, found[-1].rank if shared else number, *value))
    return found


class Change(NamedTuple):
    """A state that an entry comes to by its games, and why."""

    entry: str
    state: EntryState
    reason: str


@dataclass(frozen=True)
class View:
    """What a format is told of its event. ``entries`` may be paired, in the order of their seeds;
    ``everyone`` are all newest versions, also those that play no more. ``results`` are the pairings
    among ``entries`` that are played, byes included, ``running`` those that are not yet. The rest
    is computed when it is asked for: ratings of all that ever played, games as they ended, and the
    faults of an entry in a game (late, invalid, crashed)."""

    entries: Sequence[str]
    results: Sequence[PairingResult] = ()
    running: Sequence[Pairing] = ()
    everyone: Sequence[str] = ()
    rows: Mapping[str, EntryRow] = field(default_factory=dict)
    ratings: Callable[[], Mapping[str, Rating]] = dict
    games: Callable[[], Sequence[StoredGame]] = tuple
    faults: Callable[[], Mapping[tuple[str, str], tuple[int, int, int]]] = dict
    now_s: float = 0.0

    def person(self, entry: str) -> str:
        """The same for all versions of an entry."""
        return self.rows[entry].person if entry in self.rows else entry


SETTINGS: Mapping[str, tuple[int, int]] = {
    "rounds": (1, 1000),
    "best_of": (1, 99),
    "finalists": (2, 1000),
}
"""The settings that formats have, and their valid values."""


class Format(ABC):
    """A way to pair entries. Fields that are named in ``SETTINGS`` are set by events."""

    name: ClassVar[str]
    """As events and records have it."""
    tie_breaks: ClassVar[tuple[str, ...]] = TIE_BREAKS
    """By what equal entries are told apart, the points first; none where a bracket ranks them."""
    by_rounds: ClassVar[bool] = True
    """Whether nothing is named while a game is still to be played."""
    open: ClassVar[bool] = False
    """Whether entries may come while it is played."""

    @abstractmethod
    def next(self, view: View, room: int) -> list[Pairing]:
        """The next pairings; none when all is played, or while others must end first. A format
        that names no whole rounds names no more than ``room``."""

    def changes(self, view: View) -> list[Change]:
        """The entries that the games so far take out, or replace."""
        return []

    def ranks(self, view: View) -> dict[str, int]:
        """The rank of each entry, which it may share."""
        return {row.entry: row.rank for row in standings(view.entries, view.results)}

    def describe(self) -> str:
        """The format and its settings, in words."""
        return self.name

    def settings(self) -> dict[str, int | None]:
        """Its settings by their names."""
        return {name: getattr(self, name) for name in SETTINGS if hasattr(self, name)}


class RoundFormat(Format):
    """A format that names whole rounds, or all pairings at once."""

    def next(self, view: View, room: int) -> list[Pairing]:
        return [] if view.running else self.pairings(view.entries, view.results)

    @abstractmethod
    def pairings(self, entries: Sequence[str], played: Sequence[PairingResult]) -> list[Pairing]:
        """The next pairings; none when all is played. ``entries`` has those that still take part,
        ``played`` all pairings that count, byes included."""


def rounds_words(rounds: int | None) -> str:
    """``, 3 rounds``; nothing where the format decides."""
    return f", {rounds} round{'s' if rounds > 1 else ''}" if rounds else ""

"""A format as a value: who meets next, who stands where, and how it is described.

    entries, played so far --format--> pairings of the next round --referee--> results --> ...

A format is asked again when every pairing that it named has been played; no pairings means that the
tournament is over.

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
from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple


class Pairing(NamedTuple):
    """Two entries in a round; ``first`` begins the first of their games. A bye has no second."""

    round: int
    first: str
    second: str | None
    stage: str = ""
    """What the round belongs to, such as ``final`` or ``play-off``; empty for the main part."""


class PairingResult(NamedTuple):
    """What a meeting brought: points of its games, a win 1 and a draw a half."""

    meeting: Pairing
    first_points: float
    second_points: float


def bye_result(meeting: Pairing, games: int) -> PairingResult:
    """A bye counts as all games won."""
    return PairingResult(meeting, float(games), 0.0)


def last_round(played: Sequence[PairingResult]) -> int:
    """The number of the last round that was played; 0 before the first."""
    return max((result.meeting.round for result in played), default=0)


def of_stage(played: Sequence[PairingResult], stage: str) -> list[PairingResult]:
    return [result for result in played if result.meeting.stage == stage]


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
    results = [result for result in played if result.meeting.first in present]
    points: dict[str, float] = defaultdict(float)
    wins: dict[str, int] = defaultdict(int)
    taken: dict[tuple[str, str], float] = defaultdict(float)
    games: dict[tuple[str, str], float] = defaultdict(float)
    for meeting, first_points, second_points in results:
        a, b = meeting.first, meeting.second
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


class Settings(NamedTuple):
    """What an event says of its format: the rounds (None: as many as the format needs), of how many
    meetings the best decide a match, and how many play the final."""

    rounds: int | None = None
    best_of: int = 1
    finalists: int = 4


class Format(ABC):
    """A way to pair entries, which are given in the order of their seeds."""

    name: ClassVar[str]
    """As events and records have it."""
    tie_breaks: ClassVar[tuple[str, ...]] = TIE_BREAKS
    """By what equal entries are told apart, the points first; none where a bracket ranks them."""
    needs_first: ClassVar[bool] = False
    """Whether nothing can be played without the first entry."""

    @classmethod
    @abstractmethod
    def of(cls, settings: Settings) -> Format:
        """The format that an event asks for."""

    @abstractmethod
    def meetings(self, entries: Sequence[str], played: Sequence[PairingResult]) -> list[Pairing]:
        """The next meetings; none when all is played. ``entries`` has those that still take part,
        ``played`` all meetings that count, byes included."""

    def ranks(self, entries: Sequence[str], played: Sequence[PairingResult]) -> dict[str, int]:
        """The rank of each entry, which it may share."""
        return {row.entry: row.rank for row in standings(entries, played)}

    def describe(self) -> str:
        """The format and what was set, in words."""
        return self.name


def rounds_words(rounds: int | None) -> str:
    """``, 3 rounds``; nothing where the format decides."""
    return f", {rounds} round{'s' if rounds > 1 else ''}" if rounds else ""

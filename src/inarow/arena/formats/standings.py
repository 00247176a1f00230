"""Points and tie-breaks: who stands where.

Ties are broken by what was played, in this order, and each is named in the record:

    points           a win 1, a draw a half
    direct           points in the meetings among those that are tied
    buchholz         the points of all opponents, added up
    sonneborn-berger the points of each opponent, times the share of the points taken from it
    wins             meetings won

Entries that agree in all of them share their rank.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inarow.arena.formats.meeting import Played

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


def standings(entries: Sequence[str], played: Iterable[Played]) -> list[Standing]:
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

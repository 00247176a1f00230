"""Swiss rounds: those with equal points meet, and nobody twice while that can be avoided."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from inarow.arena.formats.matching import complete
from inarow.arena.formats.meeting import Meeting, Played, last_round, of_stage
from inarow.arena.formats.standings import standings


@dataclass(frozen=True)
class Swiss:
    """So many rounds; None for enough to tell the best one apart, and two more."""

    rounds: int | None = None
    name: str = "swiss"

    def rounds_for(self, count: int) -> int:
        """The rounds that so many entries play."""
        most = max(count - 1 + count % 2, 0)
        wanted = math.ceil(math.log2(max(count, 2))) + 2 if self.rounds is None else self.rounds
        return min(wanted, most) if self.rounds is None else wanted

    def meetings(self, entries: Sequence[str], played: Sequence[Played]) -> list[Meeting]:
        main = of_stage(played, "")
        number = last_round(main) + 1
        if number > self.rounds_for(len(entries)) or len(entries) < 2:
            return []
        order = [row.entry for row in standings(entries, main)]
        if number == 1:
            order = _halves(order)
        byes = []
        if len(order) % 2:
            resting = _bye(order, main)
            order.remove(resting)
            byes.append(Meeting(number, resting, None))
        begun = Counter(result.meeting.first for result in main if result.meeting.second)
        found = []
        for a, b in pairs(order, _met(main)):
            first, second = (a, b) if begun[a] <= begun[b] else (b, a)
            found.append(Meeting(number, first, second))
        return found + byes


def pairs(order: Sequence[str], met: Counter[frozenset[str]]) -> list[tuple[str, str]]:
    """Pairs an even number of entries, each with one close to it in the order. Pairs that have met
    are avoided as long as any pairing of all avoids them; then as few as possible are repeated,
    those that met least often."""
    count = len(order)
    partner = [-1] * count
    for most in range(max(met.values(), default=0) + 1):
        neighbours = [
            [b for b in _outwards(a, count) if met[frozenset((order[a], order[b]))] <= most]
            for a in range(count)
        ]
        for a in range(count):  # from the top: the next one that is free
            if partner[a] == -1:
                below = (b for b in neighbours[a] if b > a and partner[b] == -1)
                if (b := next(below, -1)) != -1:
                    partner[a], partner[b] = b, a
        complete(partner, neighbours)
        if -1 not in partner:
            break
    return [(order[a], order[b]) for a, b in enumerate(partner) if a < b]


def _outwards(place: int, count: int) -> list[int]:
    """The other places, the nearest first."""
    return sorted((other for other in range(count) if other != place), key=lambda b: abs(place - b))


def _met(played: Sequence[Played]) -> Counter[frozenset[str]]:
    return Counter(
        frozenset((result.meeting.first, result.meeting.second))
        for result in played
        if result.meeting.second is not None
    )


def _bye(order: Sequence[str], played: Sequence[Played]) -> str:
    """The last in the table among those that rested least often."""
    rested = Counter(result.meeting.first for result in played if result.meeting.second is None)
    least = min(rested[entry] for entry in order)
    return next(entry for entry in reversed(order) if rested[entry] == least)


def _halves(order: list[str]) -> list[str]:
    """By seeds at first: the best of the upper half meets the best of the lower half."""
    half = len(order) // 2
    upper, lower = order[:half], order[half : 2 * half]
    mixed = [entry for pair in zip(upper, lower, strict=True) for entry in pair]
    return mixed + order[2 * half :]

"""Swiss rounds: those with equal points meet, and nobody twice while that can be avoided; with a
final among the best, if it is wanted.

In the final everybody meets everybody, from no points. Where places 1 to 3 are shared after that,
those who share one meet again in play-offs until they differ, or until ``most_playoffs`` rounds did
not tell them apart.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from inarow.arena.pairing.format import (
    Pairing,
    PairingResult,
    RoundFormat,
    Standing,
    View,
    last_round,
    of_stage,
    rounds_words,
    standings,
)
from inarow.arena.pairing.matching import maximum_matching
from inarow.arena.pairing.round_robin import RoundRobin

_PLACES = 3


@dataclass(frozen=True)
class Swiss(RoundFormat):
    """So many rounds; None for enough to tell the best one apart, and two more."""

    rounds: int | None = None
    name = "swiss"

    def describe(self) -> str:
        return self.name + rounds_words(self.rounds)

    def rounds_for(self, count: int) -> int:
        """The rounds that so many entries play."""
        most = max(count - 1 + count % 2, 0)
        wanted = math.ceil(math.log2(max(count, 2))) + 2 if self.rounds is None else self.rounds
        return min(wanted, most) if self.rounds is None else wanted

    def pairings(self, entries: Sequence[str], played: Sequence[PairingResult]) -> list[Pairing]:
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
            byes.append(Pairing(number, resting, None))
        starts = Counter(result.pairing.first for result in main if result.pairing.second)
        found = []
        for a, b in pairs(order, _met(main)):
            first, second = (a, b) if starts[a] <= starts[b] else (b, a)
            found.append(Pairing(number, first, second))
        return found + byes


def pairs(order: Sequence[str], met: Counter[frozenset[str]]) -> list[tuple[str, str]]:
    """Pairs an even number of entries, each with one close to it in the order. Pairs that have met
    are avoided as long as any pairing of all avoids them; then as few as possible are repeated,
    those that met least often."""
    partner = [-1] * len(order)
    for most in range(max(met.values(), default=0) + 1):
        _extend(partner, order, met, most)
        if -1 not in partner:
            break
    return [(order[a], order[b]) for a, b in enumerate(partner) if a < b]


def _extend(
    partner: list[int], order: Sequence[str], met: Counter[frozenset[str]], most: int
) -> None:
    """Pairs as many as possible of those that have met no more than so often."""

    def may_meet(a: int, b: int) -> bool:
        return met[frozenset((order[a], order[b]))] <= most

    def neighbours(a: int) -> Iterator[int]:
        return (b for b in _outwards(a, len(order)) if may_meet(a, b))

    _pair_from_the_top(partner, may_meet)
    maximum_matching(partner, neighbours)


def _pair_from_the_top(partner: list[int], may_meet: Callable[[int, int], bool]) -> None:
    """Gives each place that is free, from the top, the next one below that is free and that it may
    meet. Of those that it may not meet there are as many as rounds, so few are passed over."""
    free = [place for place, other in enumerate(partner) if other == -1]
    after = dict(pairwise(free))  # among those that are still free
    for a in free:
        if partner[a] != -1:
            continue
        before, b = a, after.get(a, -1)
        while b != -1 and not may_meet(a, b):
            before, b = b, after.get(b, -1)
        if b != -1:
            partner[a], partner[b] = b, a
            after[before] = after.get(b, -1)


def _outwards(place: int, count: int) -> Iterator[int]:
    """The other places, the nearest first, and of two as near the one above."""
    for away in range(1, max(place, count - 1 - place) + 1):
        if away <= place:
            yield place - away
        if place + away < count:
            yield place + away


def _met(played: Sequence[PairingResult]) -> Counter[frozenset[str]]:
    return Counter(
        frozenset((result.pairing.first, result.pairing.second))
        for result in played
        if result.pairing.second is not None
    )


def _bye(order: Sequence[str], played: Sequence[PairingResult]) -> str:
    """The last in the table among those that rested least often."""
    rested = Counter(result.pairing.first for result in played if result.pairing.second is None)
    least = min(rested[entry] for entry in order)
    return next(entry for entry in reversed(order) if rested[entry] == least)


def _halves(order: list[str]) -> list[str]:
    """By seeds at first: the best of the upper half meets the best of the lower half."""
    half = len(order) // 2
    upper, lower = order[:half], order[half : 2 * half]
    mixed = [entry for pair in zip(upper, lower, strict=True) for entry in pair]
    return mixed + order[2 * half :]


@dataclass(frozen=True)
class SwissFinal(RoundFormat):
    """A Swiss tournament with a final of so many."""

    finalists: int = 4
    rounds: int | None = None
    most_playoffs: int = 3
    name = "swiss-final"

    def ranks(self, view: View) -> dict[str, int]:
        return {row.entry: row.rank for row in self.table(view.entries, view.results)}

    def describe(self) -> str:
        return f"{self.name}{rounds_words(self.rounds)}, final of {self.finalists}"

    def pairings(self, entries: Sequence[str], played: Sequence[PairingResult]) -> list[Pairing]:
        if swiss := Swiss(self.rounds).pairings(entries, played):
            return swiss
        best = self.best(entries, played)
        start = last_round(of_stage(played, ""))
        final = RoundRobin(stage="final", start=start).pairings(best, of_stage(played, "final"))
        return final or self._playoffs(best, played)

    def best(self, entries: Sequence[str], played: Sequence[PairingResult]) -> list[str]:
        """Those in the final, the best of the Swiss rounds first."""
        table = standings(entries, of_stage(played, ""))
        return [row.entry for row in table[: self.finalists]]

    def table(self, entries: Sequence[str], played: Sequence[PairingResult]) -> list[Standing]:
        """The finalists by final and play-offs, then the others by the Swiss rounds."""
        swiss = standings(entries, of_stage(played, ""))
        if not of_stage(played, "final"):
            return swiss
        best = [row.entry for row in swiss[: self.finalists]]
        ranked = self._ranked(best, played)
        others = [row._replace(rank=max(row.rank, len(best) + 1)) for row in swiss[len(best) :]]
        return [*ranked, *others]

    def _ranked(self, best: Sequence[str], played: Sequence[PairingResult]) -> list[Standing]:
        """The final by its points; those who have as many by their play-offs, or they share."""
        found: list[Standing] = []
        final = standings(best, of_stage(played, "final"))
        for _, rows in groupby(final, key=lambda row: row.points):
            group = {row.entry: row for row in rows}
            extra = [
                result
                for result in of_stage(played, "play-off")
                if result.pairing.first in group and result.pairing.second in group
            ]
            start = len(found)
            for place in standings(list(group), extra):
                found.append(group[place.entry]._replace(rank=start + place.rank))
        return found

    def _playoffs(self, best: Sequence[str], played: Sequence[PairingResult]) -> list[Pairing]:
        extra = of_stage(played, "play-off")
        rounds = {result.pairing.round for result in extra}
        if len(rounds) >= self.most_playoffs:
            return []
        number = last_round(played) + 1
        found = []
        for rank, rows in groupby(self._ranked(best, played), key=lambda row: row.rank):
            names = [row.entry for row in rows]
            if len(names) > 1 and rank <= _PLACES:
                found += [
                    pairing._replace(round=number, stage="play-off")
                    for pairing in RoundRobin().pairings(names, [])
                ]
        return found

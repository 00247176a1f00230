"""Everybody meets everybody; or one newcomer meets all the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from inarow.arena.pairing.format import Pairing, PairingResult, RoundFormat, View, rounds_words


@dataclass(frozen=True)
class RoundRobin(RoundFormat):
    """Each pair meets once a cycle; a pairing has games of both colours, so it is a double round
    robin. Rounds are made by the circle: one entry stays, the others turn around it.

        round 1   0 1 2      round 2   0 5 1
                  5 4 3                4 3 2
    """

    rounds: int = 1
    """How often each pair meets."""
    stage: str = ""
    start: int = 0
    """Rounds that were played before its own."""
    name = "round-robin"

    def describe(self) -> str:
        return self.name + (rounds_words(self.rounds) if self.rounds > 1 else "")

    def pairings(self, entries: Sequence[str], played: Sequence[PairingResult]) -> list[Pairing]:
        """All pairings at once that have not been played; later rounds need no earlier ones. When
        somebody is out, rounds are numbered anew, and no pair meets again for that."""
        return _left(self._all(entries), played)

    def _all(self, entries: Sequence[str]) -> list[Pairing]:
        circle: list[str | None] = list(entries)
        if len(circle) % 2:
            circle.append(None)
        found = []
        for number in range(self.rounds * (len(circle) - 1)):
            for place in range(len(circle) // 2):
                a, b = circle[place], circle[-1 - place]
                if a is None or b is None:
                    continue
                # The one that stays begins every other round, the others by their place.
                swapped = (number if place == 0 else place) % 2 == 1
                pair = (b, a) if swapped else (a, b)
                found.append(Pairing(self.start + number + 1, *pair, self.stage))
            circle.insert(1, circle.pop())
        return found


@dataclass(frozen=True)
class Gauntlet(RoundFormat):
    """The first entry meets each of the others, once a cycle."""

    rounds: int = 1
    """How often each pair meets."""
    name = "gauntlet"

    def next(self, view: View, room: int) -> list[Pairing]:
        """Nothing without the first entry."""
        alone = bool(view.everyone) and view.entries[:1] != view.everyone[:1]
        return [] if alone else super().next(view, room)

    def describe(self) -> str:
        return self.name + (rounds_words(self.rounds) if self.rounds > 1 else "")

    def pairings(self, entries: Sequence[str], played: Sequence[PairingResult]) -> list[Pairing]:
        """All pairings at once that have not been played."""
        wanted = [
            Pairing(cycle + 1, *((entries[0], other) if cycle % 2 == 0 else (other, entries[0])))
            for cycle in range(self.rounds)
            for other in entries[1:]
        ]
        return _left(wanted, played)


def _left(wanted: Sequence[Pairing], played: Sequence[PairingResult]) -> list[Pairing]:
    """The pairings of pairs that have met less often than they should have: the last ones."""
    met = Counter(_pair(result.pairing) for result in played)
    found = []
    for pairing in wanted:
        pair = _pair(pairing)
        met[pair] -= 1
        if met[pair] < 0:
            found.append(pairing)
    return found


def _pair(pairing: Pairing) -> tuple[str, str]:
    a, b = sorted((pairing.first, pairing.second or ""))
    return a, b

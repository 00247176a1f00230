"""Knockout: who loses a match is out.

A match is the best of N pairings; when it is level after those, one more decides, and after
``most_extra`` of them the better seed advances, which the standings report.

    seed 1 --+                    the bracket of four: the best two can meet in the final only,
             +-- winner --+       and entries that are missing to a power of two are byes of the
    seed 4 --+            |       best seeds
                          +-- winner
    seed 3 --+            |
             +-- winner --+
    seed 2 --+
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inarow.arena.pairing.format import Pairing, PairingResult, RoundFormat, View, last_round


@dataclass(frozen=True)
class Knockout(RoundFormat):
    """Matches of at most ``best_of`` pairings, and so many more to break a tie."""

    best_of: int = 1
    most_extra: int = 3
    name = "knockout"
    tie_breaks = ()

    def ranks(self, view: View) -> dict[str, int]:
        """The further it came in the bracket, the better an entry; those who went out in the same
        stage share a rank."""
        reached = self.reached(view.entries, view.results)
        return {one: 1 + sum(other > reached[one] for other in reached.values()) for one in reached}

    def describe(self) -> str:
        return f"{self.name}, best of {self.best_of}" if self.best_of > 1 else self.name

    def pairings(self, entries: Sequence[str], played: Sequence[PairingResult]) -> list[Pairing]:
        number = last_round(played) + 1
        found = []
        for a, b in self.matches(entries, played):
            mine = _between(a, b, played)
            if self._decided(mine, a) is None:
                pair = (a, b) if len(mine) % 2 == 0 else (b, a)
                extra = len(mine) >= self.best_of
                found.append(Pairing(number, *pair, "play-off" if extra else ""))
        return found

    def matches(
        self, entries: Sequence[str], played: Sequence[PairingResult]
    ) -> list[tuple[str, str]]:
        """The matches of the first stage of the bracket that is not decided; none at the end."""
        for stage in self._stages(entries, played):
            if open_matches := [(a, b) for a, b, winner in stage if winner is None]:
                return open_matches
        return []

    def reached(self, entries: Sequence[str], played: Sequence[PairingResult]) -> dict[str, int]:
        """The stage of the bracket that each entry has come to, from 0. Those who went out in one
        have come as far, however many pairings it took; who won is one further than the last."""
        found = dict.fromkeys(entries, 0)
        for number, stage in enumerate(self._stages(entries, played)):
            for a, b, winner in stage:
                found[a] = found[b] = number
                if winner is not None:
                    found[winner] = number + 1
        return found

    def _stages(
        self, entries: Sequence[str], played: Sequence[PairingResult]
    ) -> Iterator[list[tuple[str, str, str | None]]]:
        """The matches of each stage with their winners, the better seed first, up to the first that
        is not decided."""
        alive: list[str | None] = [
            entries[seed] if seed < len(entries) else None for seed in _bracket(len(entries))
        ]
        seeds = {entry: seed for seed, entry in enumerate(entries)}
        while len(alive) > 1:
            stage: list[tuple[str, str, str | None]] = []
            winners: list[str | None] = []
            for upper, lower in zip(alive[::2], alive[1::2], strict=True):
                if upper is None or lower is None:
                    winners.append(upper if lower is None else lower)
                    continue
                a, b = sorted((upper, lower), key=seeds.__getitem__)
                stage.append((a, b, self._winner(a, b, played)))
                winners.append(stage[-1][2])
            yield stage
            if any(winner is None for _, _, winner in stage):
                return
            alive = winners

    def _winner(self, a: str, b: str, played: Sequence[PairingResult]) -> str | None:
        """The winner of a match; ``a`` has the better seed."""
        won = self._decided(_between(a, b, played), a)
        return None if won is None else a if won else b

    def _decided(self, match: Sequence[PairingResult], a: str) -> bool | None:
        """Whether the better seed has won a match; None while that is open."""
        ahead = 0.0
        for number, (pairing, first, second, _) in enumerate(match, start=1):
            ahead += first - second if pairing.first == a else second - first
            games = first + second
            left = (self.best_of - number) * games
            if number < self.best_of and abs(ahead) > left:
                return ahead > 0
            if number >= self.best_of and ahead:
                return ahead > 0
        return True if len(match) >= self.best_of + self.most_extra else None


def _between(a: str, b: str, played: Sequence[PairingResult]) -> list[PairingResult]:
    return [result for result in played if {result.pairing.first, result.pairing.second} == {a, b}]


def _bracket(count: int) -> list[int]:
    """The seeds from top to bottom of the bracket, from 0; beyond the count there are byes."""
    seeds = [0]
    while len(seeds) < count:
        seeds = [seed for pair in seeds for seed in (pair, 2 * len(seeds) - 1 - pair)]
    return seeds

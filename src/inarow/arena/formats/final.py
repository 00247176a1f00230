"""Swiss rounds, then a final among the best: everybody there meets everybody, from no points.

Where places 1 to 3 are shared after that, those who share one meet again in play-offs until they
differ, or until ``most_playoffs`` rounds did not tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from inarow.arena.formats.format import Format, Settings, rounds_words
from inarow.arena.formats.meeting import Meeting, Played, last_round, of_stage
from inarow.arena.formats.round_robin import RoundRobin
from inarow.arena.formats.standings import Standing, standings
from inarow.arena.formats.swiss import Swiss

_PLACES = 3


@dataclass(frozen=True)
class SwissFinal(Format):
    """A Swiss tournament with a final of so many."""

    finalists: int
    rounds: int | None = None
    most_playoffs: int = 3
    name = "swiss-final"

    @classmethod
    def of(cls, settings: Settings) -> SwissFinal:
        return cls(settings.finalists, settings.rounds)

    def ranks(self, entries: Sequence[str], played: Sequence[Played]) -> dict[str, int]:
        return {row.entry: row.rank for row in self.table(entries, played)}

    def describe(self) -> str:
        return f"{self.name}{rounds_words(self.rounds)}, final of {self.finalists}"

    def meetings(self, entries: Sequence[str], played: Sequence[Played]) -> list[Meeting]:
        if swiss := Swiss(self.rounds).meetings(entries, played):
            return swiss
        best = self.best(entries, played)
        start = last_round(of_stage(played, ""))
        final = RoundRobin(stage="final", start=start).meetings(best, of_stage(played, "final"))
        return final or self._playoffs(best, played)

    def best(self, entries: Sequence[str], played: Sequence[Played]) -> list[str]:
        """Those in the final, the best of the Swiss rounds first."""
        table = standings(entries, of_stage(played, ""))
        return [row.entry for row in table[: self.finalists]]

    def table(self, entries: Sequence[str], played: Sequence[Played]) -> list[Standing]:
        """The finalists by final and play-offs, then the others by the Swiss rounds."""
        swiss = standings(entries, of_stage(played, ""))
        if not of_stage(played, "final"):
            return swiss
        best = [row.entry for row in swiss[: self.finalists]]
        ranked = self._ranked(best, played)
        others = [row._replace(rank=max(row.rank, len(best) + 1)) for row in swiss[len(best) :]]
        return [*ranked, *others]

    def _ranked(self, best: Sequence[str], played: Sequence[Played]) -> list[Standing]:
        """The final by its points; those who have as many by their play-offs, or they share."""
        found: list[Standing] = []
        final = standings(best, of_stage(played, "final"))
        for _, rows in groupby(final, key=lambda row: row.points):
            group = {row.entry: row for row in rows}
            extra = [
                result
                for result in of_stage(played, "play-off")
                if result.meeting.first in group and result.meeting.second in group
            ]
            start = len(found)
            for place in standings(list(group), extra):
                found.append(group[place.entry]._replace(rank=start + place.rank))
        return found

    def _playoffs(self, best: Sequence[str], played: Sequence[Played]) -> list[Meeting]:
        extra = of_stage(played, "play-off")
        begun = {result.meeting.round for result in extra}
        if len(begun) >= self.most_playoffs:
            return []
        number = last_round(played) + 1
        found = []
        for rank, rows in groupby(self._ranked(best, played), key=lambda row: row.rank):
            names = [row.entry for row in rows]
            if len(names) > 1 and rank <= _PLACES:
                found += [
                    meeting._replace(round=number, stage="play-off")
                    for meeting in RoundRobin().meetings(names, [])
                ]
        return found

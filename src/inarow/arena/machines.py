"""The machines on which an event is played, compared: one that keeps programs from their cores is
found, so that it gets no more games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_ENOUGH_GAMES = 6
_MUCH = 0.2
_TIMES_OTHERS = 3.0


@dataclass
class Tally:
    """What was played on one machine."""

    games: int = 0
    time_losses: int = 0
    wall_ms: float = 0.0
    stall_ms: float = 0.0

    @property
    def stall_share(self) -> float:
        """Of the time in which programs were asked, that in which they had no core."""
        return self.stall_ms / self.wall_ms if self.wall_ms else 0.0


class Machines:
    """Tallies by the name of the machine."""

    def __init__(self) -> None:
        self.tallies: dict[str, Tally] = {}

    def note(self, where: str, log: Mapping[str, Any]) -> None:
        """A game that was played somewhere, by its log."""
        tally = self.tallies.setdefault(machine_of(where), Tally())
        tally.games += 1
        for turn in log.get("turns", ()):
            tally.wall_ms += turn.get("wall_ms") or 0.0
            tally.stall_ms += turn.get("stall_ms") or 0.0
            tally.time_losses += turn.get("fault") == "late"

    def stalling(self) -> tuple[str, str] | None:
        """A machine that stalls while the others do not, and the words for it."""
        known = {name: tally for name, tally in self.tallies.items() if self._told_enough(tally)}
        for name, tally in known.items():
            others = [other for rival, other in known.items() if rival != name]
            wall_ms = sum(other.wall_ms for other in others)
            if not wall_ms:
                continue
            elsewhere = sum(other.stall_ms for other in others) / wall_ms
            share = tally.stall_share
            if share > _MUCH and share > _TIMES_OTHERS * elsewhere:
                why = (
                    f"programs waited for a core {share:.0%} of their time there,"
                    f" {elsewhere:.0%} elsewhere, and were late {tally.time_losses} times"
                )
                return name, why
        return None

    def _told_enough(self, tally: Tally) -> bool:
        return tally.games >= _ENOUGH_GAMES


def machine_of(where: str) -> str:
    """The machine of a worker."""
    return where.partition(", ")[0]

"""The machines on which an event is played, compared: one that keeps programs from their cores is
found, so that it gets no more games, and so is one on which the same programs are late more often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any

from inarow.arena.store import Store

_ENOUGH_GAMES = 6
_MUCH = 0.2
_TIMES_OTHERS = 3.0
_TIMES_LATE = 2.0
_DEVIATIONS = 3.0
_UNKNOWN = "unknown"


@dataclass
class Tally:
    """What was played on one machine. ``by_entry`` has the moves of each program, and how many of
    them were late."""

    games: int = 0
    void: int = 0
    wall_ms: float = 0.0
    stall_ms: float = 0.0
    by_entry: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def moves(self) -> int:
        return sum(moves for moves, _ in self.by_entry.values())

    @property
    def late(self) -> int:
        return sum(late for _, late in self.by_entry.values())

    @property
    def stall_share(self) -> float:
        """Of the time in which programs were asked, that in which they had no core."""
        return self.stall_ms / self.wall_ms if self.wall_ms else 0.0


@dataclass(frozen=True)
class MachineRow:
    """One machine in the table: its games with the void ones among them, the games under way, and
    in words what is wrong with it."""

    machine: str
    games: int
    void: int
    running: int
    moves: int
    late: int
    late_share: float
    stall_ms: float
    stall_share: float
    remark: str

    def as_json(self) -> dict[str, Any]:
        """An element of ``machines`` in ``inarow arena status --machines --json``."""
        return asdict(self)


class Machines:
    """Tallies by the name of the machine."""

    def __init__(self) -> None:
        self.tallies: dict[str, Tally] = {}

    def note(self, where: str, log: Mapping[str, Any], *, void: bool = False) -> None:
        """A game that was played somewhere, by its log."""
        tally = self.tallies.setdefault(machine_of(where), Tally())
        tally.games += 1
        tally.void += void
        players = (log.get("record") or {}).get("players") or ("", "")
        for turn in log.get("turns", ()):
            tally.wall_ms += turn.get("wall_ms") or 0.0
            tally.stall_ms += turn.get("stall_ms") or 0.0
            faults = [turn, *turn.get("earlier", ())]
            entry = players[turn.get("side", 0)]
            moves, late = tally.by_entry.get(entry, (0, 0))
            was_late = any(fault.get("fault") == "late" for fault in faults)
            tally.by_entry[entry] = (moves + 1, late + was_late)

    def stalling(self) -> dict[str, str]:
        """The machines that stall while the others do not, and the words for each."""
        found = {}
        known = self._known()
        all_wall_ms = sum(tally.wall_ms for tally in known.values())
        all_stall_ms = sum(tally.stall_ms for tally in known.values())
        for name, tally in known.items():
            wall_ms = all_wall_ms - tally.wall_ms
            if wall_ms <= 0:
                continue
            elsewhere = max(all_stall_ms - tally.stall_ms, 0.0) / wall_ms
            share = tally.stall_share
            if share > _MUCH and share > _TIMES_OTHERS * elsewhere:
                found[name] = (
                    f"programs waited for a core {share:.0%} of their time there,"
                    f" {elsewhere:.0%} elsewhere, and were late {tally.late} times"
                )
        return found

    def often_late(self) -> dict[str, str]:
        """The machines whose share of late moves stands out, and the words for each. Each program
        is compared with itself on the other machines, so that it does not matter who played where:
        late moves must be twice as many as at the rate of elsewhere, and more than three standard
        deviations (Mantel and Haenszel's, a stratum for each program) above what chance gives."""
        known = self._known()
        totals: dict[str, tuple[int, int]] = {}
        for tally in known.values():
            for entry, (moves, late) in tally.by_entry.items():
                before = totals.get(entry, (0, 0))
                totals[entry] = (before[0] + moves, before[1] + late)
        found = {}
        for name, tally in known.items():
            here = moves_here = 0
            by_chance = variance = at_their_rate = 0.0
            for entry, (moves, late) in tally.by_entry.items():
                all_moves, all_late = totals[entry]
                other_moves, other_late = all_moves - moves, all_late - late
                if not other_moves:
                    continue
                here, moves_here = here + late, moves_here + moves
                by_chance += moves * all_late / all_moves
                at_their_rate += moves * other_late / other_moves
                spread = all_late * (all_moves - all_late) / (all_moves**2 * (all_moves - 1))
                variance += moves * other_moves * spread
            stands_out = here - by_chance > _DEVIATIONS * sqrt(variance)
            if stands_out and here >= _TIMES_LATE * at_their_rate:
                found[name] = (
                    f"{here} of {moves_here} moves were late there, and"
                    f" {at_their_rate:.1f} of as many by the same programs elsewhere"
                )
        return found

    def rows(self, running: Mapping[str, int]) -> list[MachineRow]:
        """The table, by name; ``running`` has the games that are under way on each machine."""
        remarks = self.often_late()
        for name, why in self.stalling().items():
            remarks[name] = "; ".join(filter(None, (remarks.get(name), why)))
        return [
            _row(name, self.tallies.get(name, Tally()), running.get(name, 0), remarks.get(name, ""))
            for name in sorted({*self.tallies, *running})
        ]

    def _known(self) -> dict[str, Tally]:
        """Those on which enough was played to tell anything."""
        return {name: tally for name, tally in self.tallies.items() if tally.games >= _ENOUGH_GAMES}


class StoredMachines:
    """The machines of a store. Every game is read once, however often one looks."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._machines = Machines()
        self._read = {"logs": 0, "voids": 0}

    def rows(self) -> list[MachineRow]:
        """The table as the store stands now."""
        for table, last in self._read.items():
            for row, log, notes in self._store.plays_after(table, last):
                where = notes.get("where") or notes.get("machine") or _UNKNOWN
                self._machines.note(where, log, void=table == "voids")
                self._read[table] = row
        running = self._store.running().values()
        return self._machines.rows(Counter(machine_of(running_where(data)) for data in running))


def _row(name: str, tally: Tally, running: int, remark: str) -> MachineRow:
    moves, late = tally.moves, tally.late
    return MachineRow(
        machine=name,
        games=tally.games,
        void=tally.void,
        running=running,
        moves=moves,
        late=late,
        late_share=round(late / moves, 4) if moves else 0.0,
        stall_ms=round(tally.stall_ms, 1),
        stall_share=round(tally.stall_share, 4),
        remark=remark,
    )


def running_where(data: list[Any]) -> str:
    """Where a game is played, by what the store has of one that is under way."""
    return str(data[2]) if len(data) > 2 else _UNKNOWN


def machine_of(where: str) -> str:
    """The machine of a worker."""
    return where.partition(", ")[0]

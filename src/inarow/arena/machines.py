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
from inarow.referee.game_log import GameLog, SideStats

_ENOUGH_GAMES = 6
_MUCH = 0.2
_TIMES_OTHERS = 3.0
_TIMES_LATE = 2.0
_DEVIATIONS = 3.0
_UNKNOWN = "unknown"


@dataclass
class MachineStats:
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
    """Machines by name."""

    def __init__(self) -> None:
        self.by_name: dict[str, MachineStats] = {}

    def note(self, where: str, stats: Mapping[str, SideStats], *, void: bool = False) -> None:
        """Adds a game that was played there, by what each entry did in it."""
        machine = self.by_name.setdefault(machine_of(where), MachineStats())
        machine.games += 1
        machine.void += void
        for entry, side in stats.items():
            if not side.turns:
                continue
            machine.wall_ms += side.wall_ms
            machine.stall_ms += side.stall_ms
            moves, late = machine.by_entry.get(entry, (0, 0))
            machine.by_entry[entry] = (moves + side.turns, late + side.late_turns)

    def stalling(self) -> dict[str, str]:
        """The machines that stall while the others do not, and the words for each."""
        found = {}
        known = self._known()
        all_wall_ms = sum(machine.wall_ms for machine in known.values())
        all_stall_ms = sum(machine.stall_ms for machine in known.values())
        for name, machine in known.items():
            wall_ms = all_wall_ms - machine.wall_ms
            if wall_ms <= 0:
                continue
            elsewhere = max(all_stall_ms - machine.stall_ms, 0.0) / wall_ms
            share = machine.stall_share
            if share > _MUCH and share > _TIMES_OTHERS * elsewhere:
                found[name] = (
                    f"programs waited for a core {share:.0%} of their time there,"
                    f" {elsewhere:.0%} elsewhere, and were late {machine.late} times"
                )
        return found

    def often_late(self) -> dict[str, str]:
        """The machines whose share of late moves stands out, and the words for each. Each program
        is compared with itself on the other machines, so that it does not matter who played where:
        late moves must be twice as many as at the rate of elsewhere, and more than three standard
        deviations (Mantel and Haenszel's, a stratum for each program) above what chance gives."""
        known = self._known()
        totals: dict[str, tuple[int, int]] = {}
        for machine in known.values():
            for entry, (moves, late) in machine.by_entry.items():
                before = totals.get(entry, (0, 0))
                totals[entry] = (before[0] + moves, before[1] + late)
        found = {}
        for name, machine in known.items():
            here = moves_here = 0
            by_chance = variance = at_their_rate = 0.0
            for entry, (moves, late) in machine.by_entry.items():
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
            _row(
                name,
                self.by_name.get(name, MachineStats()),
                running.get(name, 0),
                remarks.get(name, ""),
            )
            for name in sorted({*self.by_name, *running})
        ]

    def _known(self) -> dict[str, MachineStats]:
        """Those on which enough was played to tell anything."""
        return {
            name: machine
            for name, machine in self.by_name.items()
            if machine.games >= _ENOUGH_GAMES
        }


class StoredMachines:
    """The machines of a store. Every game is read once, however often one looks."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._machines = Machines()
        self._read = {"logs": 0, "voids": 0}

    def rows(self) -> list[MachineRow]:
        """The table as the store stands now."""
        for table, last in self._read.items():
            for row, log, notes in self._store.logs_since(table, last):
                where = notes.get("where") or notes.get("machine") or _UNKNOWN
                stats = {} if log is None else stats_by_entry(log)
                self._machines.note(where, stats, void=table == "voids")
                self._read[table] = row
        running = self._store.live_games().values()
        return self._machines.rows(Counter(machine_of(game.where or _UNKNOWN) for game in running))


def _row(name: str, machine: MachineStats, running: int, remark: str) -> MachineRow:
    moves, late = machine.moves, machine.late
    return MachineRow(
        machine=name,
        games=machine.games,
        void=machine.void,
        running=running,
        moves=moves,
        late=late,
        late_share=round(late / moves, 4) if moves else 0.0,
        stall_ms=round(machine.stall_ms, 1),
        stall_share=round(machine.stall_share, 4),
        remark=remark,
    )


def stats_by_entry(log: GameLog) -> dict[str, SideStats]:
    """What each entry of a game did in it."""
    players = log.record.players or ("", "")
    return {name: log.stats(side) for side, name in enumerate(players)}


def machine_of(where: str) -> str:
    """The machine of a worker."""
    return where.partition(", ")[0]

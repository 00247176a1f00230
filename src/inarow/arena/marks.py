"""Marks by what an entry did in a tournament.

    kind = "bands"                      kind = "linear"        kind = "beaten"
    bands = [{ best = 3, marks = 2.0 },                        marks for the share of the other
             { share = 0.25, marks = 1.5 },  from all for      entries that it beat
             { share = 1.0, marks = 0.5 }]   the first to 0
                                             for the last

A band is for the ``best`` so many, or for a share of all. Those who share a rank share the better
mark. An entry that did not make one legal move gets 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from inarow.arena.games import StoredGame
from inarow.arena.standings import (
    StandingRow,
    entries_that_moved,
    points,
    status,
    valid_games,
)
from inarow.arena.store import Store
from inarow.errors import UserError
from inarow.text import truncate
from inarow.toml_files import read_toml

KINDS = ("bands", "linear", "beaten")
_MOST_MARKS = 1000


class Band(NamedTuple):
    """Ranks up to ``last`` of so many entries get these marks."""

    best: int | None
    share: float | None
    marks: float

    def holds(self, rank: int, count: int) -> bool:
        return rank <= (self.best if self.best is not None else (self.share or 0) * count)


@dataclass(frozen=True)
class MarkRule:
    """How places become marks."""

    kind: str = "linear"
    bands: tuple[Band, ...] = ()

    def mark(
        self, row: StandingRow, rows: Sequence[StandingRow], of: float, beaten: int, moved: bool
    ) -> Decimal:
        """The mark of one entry among all; ``beaten`` counts the opponents that it beat."""
        if not moved or row.problem:
            return Decimal(0)
        count = len(rows)
        if self.kind == "bands":
            value = next((band.marks for band in self.bands if band.holds(row.rank, count)), 0.0)
        elif self.kind == "linear":
            last = max(row.rank for row in rows)
            value = of if last == 1 else of * (last - row.rank) / (last - 1)
        else:
            value = of * beaten / max(count - 1, 1)
        return Decimal(str(min(value, of))).quantize(Decimal("0.01"), ROUND_HALF_UP)


def read_rule(name: str) -> MarkRule:
    """The rule of a TOML file; UserError names the file, the key and what it may be."""
    data = read_toml("rule", name)
    kind = data.get("kind")
    if kind not in KINDS:
        raise UserError(f"rule '{name}': kind is {kind!r}, expected one of {', '.join(KINDS)}")
    known = ("kind", "bands") if kind == "bands" else ("kind",)
    for key in data:
        if key not in known:
            raise UserError(
                f"rule '{name}': unrecognised key '{truncate(key)}'; a rule of kind {kind} has"
                f" {', '.join(known)}"
            )
    bands = data.get("bands", [])
    if not isinstance(bands, list) or (kind == "bands" and not bands):
        raise UserError(f"rule '{name}': bands must be a list")
    return MarkRule(kind, tuple(_band(name, band) for band in bands))


def _band(name: str, data: object) -> Band:
    if not isinstance(data, Mapping):
        raise UserError(f"rule '{name}': a band must be a table")
    best, share = data.get("best"), data.get("share")
    if (best is None) == (share is None) or set(data) - {"best", "share", "marks"}:
        raise UserError(f"rule '{name}': a band has best or share, and marks")
    if data.get("marks") is None:
        raise UserError(f"rule '{name}': a band has no marks")
    if best is not None and (isinstance(best, bool) or not isinstance(best, int) or best < 1):
        raise UserError(
            f"rule '{name}': best is {best!r} in a band, expected a whole number from 1"
        )
    if share is not None:
        _number(name, "share", share, 1)
    return Band(best, share, _number(name, "marks", data["marks"], _MOST_MARKS))


def _number(name: str, key: str, value: object, most: int) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 <= float(str(value)) <= most:
        raise UserError(
            f"rule '{name}': {key} is {truncate(repr(value))} in a band, expected 0 to {most}"
        )
    return float(str(value))


def beaten_by(games: Iterable[StoredGame]) -> dict[str, int]:
    """How many opponents each entry has beaten: more points than they in the games between them."""
    taken: dict[tuple[str, str], float] = {}
    for game in games:
        first, second = points(game)
        for a, b, won in ((game.first, game.second, first), (game.second, game.first, second)):
            taken[a, b] = taken.get((a, b), 0.0) + won
    found: dict[str, int] = {}
    for (a, b), won in taken.items():
        found[a] = found.get(a, 0) + (won > taken[b, a])
    return found


def tournament_marks(store: Store, rule: MarkRule, of: float) -> dict[str, Decimal]:
    """The mark of each entry of an event, of at most ``of``; an earlier version has none."""
    entries = store.entries()
    newest = {entry.name for entry in entries if entry.is_newest}
    rows = status(store).standings
    beaten = beaten_by(valid_games(store.games(), entries))
    moved = entries_that_moved(store)
    return {
        row.entry: rule.mark(row, rows, of, beaten.get(row.entry, 0), row.entry in moved)
        for row in rows
        if row.entry in newest
    }

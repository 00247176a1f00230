"""The games and the table of an event as files: JSON lines, CSV, text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from inarow.arena.aliases import Aliases
from inarow.arena.site.crosstable import crosstable
from inarow.arena.site.snapshot import Snapshot
from inarow.arena.store import Store
from inarow.arena.stored_game import StoredGame
from inarow.text import spreadsheet_cell

GAME_FIELDS = ("key", "round", "stage", "first", "second", "opening", "winner", "termination")


def games_jsonl(store: Store, games: Iterable[StoredGame], names: Aliases) -> Iterator[str]:
    """A line for each game: its row, record, turns, and the solver's verdicts if there are any."""
    for game in games:
        saved = store.log(game.key)
        if saved is not None:
            saved = saved._replace(log=names.redact(saved.log, game.first, game.second))
        data: dict[str, Any] = {
            **game._asdict(),
            "log": None if saved is None else saved.as_json(),
            "verdicts": store.kept("verdicts", game.key),
        }
        data["first"], data["second"] = names.name(game.first), names.name(game.second)
        data["detail"] = names.replace(data["detail"] or "")
        yield json.dumps(data, separators=(",", ":")) + "\n"


def games_csv(games: Iterable[StoredGame], names: Aliases) -> str:
    """A row for each game."""
    rows: list[list[object]] = []
    for game in games:
        row = {**game._asdict(), "first": names.name(game.first), "second": names.name(game.second)}
        rows.append([row[name] for name in GAME_FIELDS])
    return written(list(GAME_FIELDS), rows)


def games_text(snap: Snapshot) -> Iterator[str]:
    """A record in one line for each game, as every command of ours reads it."""
    for game in snap.games:
        saved = snap.store.log(game.key)
        if saved is not None:
            yield f"{snap.aliases.redact(saved.log, game.first, game.second).record}\n"


def standings_csv(snap: Snapshot) -> str:
    rows = [asdict(row) for row in snap.status.standings]
    for row in rows:
        row["entry"] = snap.aliases.name(row["entry"])
        row["problem"] = snap.aliases.replace(row["problem"])
    head = list(rows[0]) if rows else []
    return written(head, [list(row.values()) for row in rows])


def crosstable_csv(snap: Snapshot) -> str:
    """A line for each entry, a column for each: the points of their games, ``1 0.5``."""
    table = crosstable(snap)
    order = [row.entry for row in snap.status.standings]
    head = ["entry", *(snap.aliases.name(name) for name in order)]
    rows: list[list[object]] = [
        [
            snap.aliases.name(one),
            *(
                " ".join(
                    "-" if cell.points is None else f"{cell.points:g}"
                    for cell in table.get((one, other), [])
                )
                for other in order
            ),
        ]
        for one in order
    ]
    return written(head, rows)


def event_json(snap: Snapshot) -> str:
    """The event without where its entries came from, and the status."""
    data = snap.event.as_json()
    data["name"] = snap.title
    data["entries"] = [snap.aliases.name(entry.name) for entry in snap.event.entries]
    found = snap.status.as_json()
    for row in found["standings"]:
        row["entry"] = snap.aliases.name(row["entry"])
        row["problem"] = snap.aliases.replace(row["problem"])
    ties = list(snap.event.pairing.tie_breaks)
    whole = {"event": data, "tie_breaks": ties, "status": found}
    return json.dumps(whole, indent=1) + "\n"


def written(head: list[str], rows: Iterable[list[object]]) -> str:
    """CSV in which no cell is a formula to a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(spreadsheet_cell, head))
    for row in rows:
        writer.writerow(map(spreadsheet_cell, row))
    return text.getvalue()

"""Who did what against whom, and the files of an event: JSON lines, CSV, text."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from inarow.arena.aliases import Aliases
from inarow.arena.games import GameKey, StoredGame
from inarow.arena.site.snapshot import Snapshot
from inarow.arena.standings import points
from inarow.arena.store import Store
from inarow.text import spreadsheet_cell

GAME_FIELDS = ("key", "round", "stage", "first", "second", "opening", "winner", "termination")


class Cell(NamedTuple):
    """A game from one side: its key, and what it brought, None while it is to be played."""

    key: GameKey
    points: float | None
    annulled: bool = False


Table = dict[tuple[str, str], list[Cell]]


def crosstable(snap: Snapshot) -> Table:
    """The games of each pair of entries, in their order, from the side of the first."""
    found: Table = defaultdict(list)
    for game in snap.games:
        first, second = points(game)
        annulled = bool(snap.disqualified & {game.first, game.second})
        key = GameKey.parse(game.key)
        found[game.first, game.second].append(Cell(key, first, annulled))
        found[game.second, game.first].append(Cell(key, second, annulled))
    for planned in snap.open_games:
        for pair in ((planned.first, planned.second), (planned.second, planned.first)):
            found[pair].append(Cell(GameKey.parse(planned.key), None))
    for cells in found.values():
        cells.sort(key=lambda cell: cell.key)
    return found


def pairs_won(games: Iterable[Cell]) -> tuple[int, int]:
    """Of the pairs that were played whole, how many brought more than half."""
    pairs: dict[tuple[int, int], list[float]] = defaultdict(list)
    for cell in games:
        if cell.points is not None and not cell.annulled:
            pairs[cell.key.pair].append(cell.points)
    whole = [scores for scores in pairs.values() if len(scores) == 2]
    return sum(sum(scores) > 1 for scores in whole), len(whole)


def games_jsonl(store: Store, games: Iterable[StoredGame], names: Aliases) -> Iterator[str]:
    """A line for each game: its row, record, turns, and the solver's verdicts if there are any."""
    for game in games:
        saved = store.log(game.key)
        if saved is not None:
            saved = saved._replace(log=names.redact(saved.log, game.first, game.second))
        data: dict[str, Any] = {
            **game._asdict(),
            "log": None if saved is None else saved.as_json(),
            "verdicts": store.verdicts(game.key),
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
    return csv_text(list(GAME_FIELDS), rows)


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
    return csv_text(head, [list(row.values()) for row in rows])


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
    return csv_text(head, rows)


def event_json(snap: Snapshot) -> str:
    """The event without where its entries came from, and the status."""
    data = snap.event.as_json()
    data["name"] = snap.title
    data["entries"] = [snap.aliases.name(name) for name in snap.numbers]
    found = snap.status.as_json()
    for row in found["standings"]:
        row["entry"] = snap.aliases.name(row["entry"])
        row["problem"] = snap.aliases.replace(row["problem"])
    ties = list(snap.event.format.tie_breaks)
    whole = {"event": data, "tie_breaks": ties, "status": found}
    return json.dumps(whole, indent=1) + "\n"


def csv_text(head: list[str], rows: Iterable[list[object]]) -> str:
    """CSV in which no cell is a formula to a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(spreadsheet_cell, head))
    for row in rows:
        writer.writerow(map(spreadsheet_cell, row))
    return text.getvalue()


DOWNLOADS: Mapping[str, Callable[[Snapshot], Iterable[str]]] = {
    "games.jsonl": lambda snap: games_jsonl(snap.store, snap.games, snap.aliases),
    "games.csv": lambda snap: [games_csv(snap.games, snap.aliases)],
    "games.txt": games_text,
    "standings.csv": lambda snap: [standings_csv(snap)],
    "crosstable.csv": lambda snap: [crosstable_csv(snap)],
    "event.json": lambda snap: [event_json(snap)],
}
"""The files beside the pages, by name."""

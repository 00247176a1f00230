"""Who did what against whom: the two games of an opening side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from inarow.arena.site.markup import number, safe
from inarow.arena.site.snapshot import Snapshot
from inarow.arena.standings import StandingRow, points
from inarow.arena.stored_game import GameKey

MOST_SHOWN = 40
"""Entries of a crosstable on a page: the file has all."""


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
        annulled = bool(snap.out & {game.first, game.second})
        key = GameKey.parse(game.key)
        found[game.first, game.second].append(Cell(key, first, annulled))
        found[game.second, game.first].append(Cell(key, second, annulled))
    for planned in snap.open_games:
        for pair in ((planned.first, planned.second), (planned.second, planned.first)):
            found[pair].append(Cell(GameKey.parse(planned.key), None))
    for cells in found.values():
        cells.sort(key=lambda cell: cell.key)
    return found


def crosstable_markup(snap: Snapshot) -> str:
    """The table of the best entries; all where there are not too many."""
    rows = [row for row in snap.status.standings if row.entry in snap.by_entry or not row.problem]
    rows = rows[:MOST_SHOWN]
    table = crosstable(snap)
    head = "".join(
        f'<th title="{safe(snap.aliases.name(row.entry))}">{place}</th>'
        for place, row in enumerate(rows, start=1)
    )
    lines = [_line(place, row, rows, table, snap) for place, row in enumerate(rows, start=1)]
    return (
        '<div class="scroll"><table class="cross"><thead><tr><th class="h">Entry</th>'
        f'{head}<th class="rt">Pairs won</th></tr></thead><tbody>{"".join(lines)}</tbody></table>'
        "</div>\n"
    )


def _line(
    place: int, row: StandingRow, rows: Sequence[StandingRow], table: Table, snap: Snapshot
) -> str:
    cells, won, pairs = [], 0, 0
    for other in rows:
        if other.entry == row.entry:
            cells.append('<td class="self"></td>')
            continue
        games = table.get((row.entry, other.entry), [])
        cells.append(_cell(games))
    for other_name in snap.numbers:
        more, of = _pairs_won(table.get((row.entry, other_name), []))
        won, pairs = won + more, pairs + of
    name = safe(snap.aliases.name(row.entry))
    page = f"entries/{snap.numbers[row.entry]}.html"
    return (
        f'<tr><td class="n"><span class="small">{place}</span>'
        f'<a class="who" href="{page}">{name}</a></td>{"".join(cells)}'
        f'<td class="rt">{won}<span class="small"> of {pairs}</span></td></tr>\n'
    )


def _cell(games: list[Cell]) -> str:
    if not games:
        return "<td></td>"
    known = [cell.points for cell in games if cell.points is not None and not cell.annulled]
    share = sum(known) / len(known) if known else 0.5
    kind = "up" if share >= 0.75 else "down" if share <= 0.25 else ""
    parts, before = [], None
    for cell in games:
        if cell.key.pair != before:
            parts.append("<u>" if before is None else "</u> <u>")
            before = cell.key.pair
        parts.append(_game(cell))
    return f'<td class="{kind}"><span class="pr">{"".join(parts)}</u></span></td>'


def _game(cell: Cell) -> str:
    if cell.points is None:
        return "<i>·</i>"
    mark = "b" if cell.points == 1 else "i"
    gone = ' class="gone" title="annulled"' if cell.annulled else ""
    link = f"meetings/{cell.key.meeting}.html#g{cell.key}"
    return f'<a href="{link}"{gone}><{mark}>{number(cell.points)}</{mark}></a>'


def _pairs_won(games: list[Cell]) -> tuple[int, int]:
    """Of the pairs that were played whole, how many brought more than half."""
    pairs: dict[tuple[int, int], list[float]] = defaultdict(list)
    for cell in games:
        if cell.points is not None and not cell.annulled:
            pairs[cell.key.pair].append(cell.points)
    whole = [scores for scores in pairs.values() if len(scores) == 2]
    return sum(sum(scores) > 1 for scores in whole), len(whole)

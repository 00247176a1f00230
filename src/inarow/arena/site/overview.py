"""The first page of an event: how far it is, who stands where, who plays, who beat whom."""

from __future__ import annotations

from inarow.arena.site.board import board
from inarow.arena.site.crosstable import MOST_SHOWN, crosstable_markup
from inarow.arena.site.machine_table import machine_table
from inarow.arena.site.markup import badge, chip, heading, number, page, safe
from inarow.arena.site.snapshot import RunningGame, Snapshot, format_words, terms
from inarow.arena.standings import StandingRow
from inarow.arena.stored_game import StoredGame
from inarow.text import join_words, plural

_MINIS = 6
_AXIS = 120
_TIE_WORDS = {
    "direct": "the meetings among those tied",
    "buchholz": "the points of all opponents",
    "sonneborn-berger": "those of the opponents beaten",
    "wins": "meetings won",
}
FILES = ("games.jsonl", "games.csv", "games.txt", "standings.csv", "crosstable.csv", "event.json")


def overview(snap: Snapshot, *, live: bool = False, theme: str = "") -> str:
    body = (
        f"{_head(snap, live)}"
        f'<div class="arena"><div>{_standings(snap)}</div><div>{_minis(snap)}</div></div>\n'
        f"{machine_table(snap.machines)}"
        f'<div class="sec wide-sec">{_cross_head(snap)}{crosstable_markup(snap)}</div>\n'
        f"{_foot(snap)}"
    )
    return page(snap.title, body, live=live, theme=theme, kind="overview")


def _head(snap: Snapshot, live: bool) -> str:
    found = snap.status
    state = "Finished" if snap.finished else f"{found.done} of {found.total} games"
    if live and not snap.finished:
        state = f"<i></i>Live, {plural(len(snap.running), 'game')} running"
    share = 100 * found.done / found.total if found.total else 0
    void = f", {found.void} void and played again" if found.void else ""
    left = _left(snap)
    return (
        f'<div class="row base"><h1>{safe(snap.title)}</h1>'
        f'<span class="sub">{safe(terms(snap.event))}</span><span class="sp live">{state}</span>'
        f'</div>\n<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" role="img"'
        f' aria-label="{found.done} of {found.total} games played"><rect width="100" height="1"'
        f' class="rest"/><rect width="{share:.2f}" height="1" class="done"/></svg>\n'
        f'<div class="row small under"><span class="num">{found.done} of {found.total} games{void}'
        f"</span><span>{safe(format_words(snap.event))}</span>"
        f'<span class="sp num">{left}</span></div>\n'
    )


def _left(snap: Snapshot) -> str:
    """How long it will take, by how long it took so far."""
    pace = snap.store.pace()
    if snap.finished or pace is None or not snap.open_games:
        return ""
    minutes = pace * len(snap.open_games) / 60
    if minutes < 1.5:
        return "about a minute left"
    return f"about {minutes:.0f} min left" if minutes < 90 else f"about {minutes / 60:.0f} h left"


def _standings(snap: Snapshot) -> str:
    rows = snap.status.standings
    low = min((snap.rating(row)[1] for row in rows if not row.problem), default=1400)
    high = max((snap.rating(row)[2] for row in rows if not row.problem), default=1600)
    lines = "".join(_row(snap, row, low, max(high, low + 1)) for row in rows)
    return (
        heading("Standings", "rating with 95 % interval, 1500 is the field’s average")
        + '<div class="scroll"><table class="standings"><thead><tr><th class="rt">#</th>'
        "<th>rank, 95 %</th><th>Entry</th>"
        '<th class="rt">Rating</th><th><span class="vh">Interval</span></th>'
        '<th class="rt">Points</th><th class="rt">W-D-L</th>'
        f"<th>Incidents</th></tr></thead><tbody>{lines}</tbody></table></div>\n"
        f'<p class="row small legend">{badge("late", 0)}{badge("invalid", 0)}{badge("crashed", 0)}'
        f"<span>select a badge to see the moves</span></p>\n{_ties(snap)}"
    )


def _ties(snap: Snapshot) -> str:
    """By what those with equal points are told apart."""
    if not snap.event.pairing.tie_breaks:
        return '<p class="small">The further it came in the bracket, the better an entry.</p>\n'
    words = join_words([_TIE_WORDS[name] for name in snap.event.pairing.tie_breaks[1:]])
    return f'<p class="small">Equal points are told apart by {words}.</p>\n'


def _row(snap: Snapshot, row: StandingRow, low: int, high: int) -> str:
    number_of = snap.numbers[row.entry]
    link = f"entries/{number_of}.html"
    name = f'<a class="who" href="{link}">{safe(snap.aliases.name(row.entry))}</a>'
    incidents = "".join(
        badge(kind, count, f"{link}#faults")
        for kind in ("late", "invalid", "crashed")
        if (count := getattr(row, kind))
    )
    if row.problem:
        why = safe(snap.aliases.replace(row.problem)[:200])
        return (
            f'<tr class="gone" data-key="{number_of}"><td class="rt">–</td><td></td><td>{name}</td>'
            f'<td colspan="4" class="small problem-cell">{why}</td><td>{incidents}</td></tr>\n'
        )
    rating, below, above = snap.rating(row)
    return (
        f'<tr data-key="{number_of}"><td class="rt">{row.rank}</td>'
        f'<td class="small">{row.rank_low}–{row.rank_high}</td><td>{name}</td>'
        f'<td class="rt"><b>{rating}</b> <span class="small">±{(above - below) / 2:.0f}</span></td>'
        f"<td>{_whisker(rating, below, above, low, high)}</td>"
        f'<td class="rt">{number(row.points)}<span class="small">/{snap.score(row)}</span></td>'
        f'<td class="rt small">{row.wins}-{row.draws}-{row.losses}</td>'
        f"<td>{incidents or '–'}</td></tr>\n"
    )


def _whisker(rating: int, below: int, above: int, low: int, high: int) -> str:
    def x(value: int) -> float:
        return 4 + (_AXIS - 8) * (value - low) / (high - low)

    middle = f'<path class="axis" d="M{x(1500):.1f} 0V20"/>' if low <= 1500 <= high else ""
    return (
        f'<svg class="whisker" width="{_AXIS}" height="20" viewBox="0 0 {_AXIS} 20"'
        f' aria-hidden="true">{middle}<path d="M{x(below):.1f} 10H{x(above):.1f}'
        f'M{x(below):.1f} 6v8M{x(above):.1f} 6v8"/><circle cx="{x(rating):.1f}" cy="10" r="5"/>'
        "</svg>"
    )


def _minis(snap: Snapshot) -> str:
    if snap.running:
        shown = "".join(
            _running_mini(game, where=bool(snap.machines)) for game in snap.running[:_MINIS]
        )
        return heading("Playing now", "", "time of last move") + f'<div class="minis">{shown}</div>'
    last = list(snap.games)[-_MINIS:]
    if not last:
        return heading("Playing now") + '<p class="small">No game has been played yet.</p>'
    shown = "".join(_last_mini(snap, game) for game in reversed(last))
    return heading("Last games") + f'<div class="minis">{shown}</div>'


def _running_mini(game: RunningGame, *, where: bool) -> str:
    record = game.record
    lines = []
    for player in (1, 2):
        took = game.last_ms(player)
        turn = " turn" if record.end.to_move == player else ""
        ms = "" if took is None else f"{took:.0f} ms"
        lines.append(
            f'<div class="p{turn}">{chip(player)}<span>{safe(game.names[player - 1])}</span>'
            f'<span class="ms">{ms}</span></div>'
        )
    label = f"{game.names[0]} against {game.names[1]}, move {len(record.moves)}"
    last = record.positions[-2].landing(record.moves[-1]) if record.last_move is not None else None
    if where:
        lines.append(f'<div class="small">on {safe(game.machine)}</div>')
    drawing = board(record.end, label, last=last)
    return f'<div class="mini">{lines[0]}{drawing}{"".join(lines[1:])}</div>'


def _last_mini(snap: Snapshot, game: StoredGame) -> str:
    story = snap.story(game)
    if story is None:
        return ""
    lines = []
    for player in (1, 2):
        won = " turn" if game.winner == player else ""
        score = "½" if game.winner is None else "1" if game.winner == player else "0"
        lines.append(
            f'<div class="p{won}">{chip(player)}<span>{safe(story.names[player - 1])}</span>'
            f'<span class="ms">{score}</span></div>'
        )
    data = story.as_json()
    cells = story.steps[-1].cells if story.steps else ()
    drawing = board(
        story.record.end,
        f"{story.names[0]} against {story.names[1]}: {story.summary[0]}",
        last=cells[-1] if cells else None,
        lines=data["lines"],
    )
    link = f"meetings/{game.meeting}.html#g{game.key}"
    return f'<a class="mini" href="{link}">{lines[0]}{drawing}{lines[1]}</a>'


def _cross_head(snap: Snapshot) -> str:
    words = (
        "Row’s result against column. Two games of the same opening stand together; · is still to"
        " play."
    )
    if len(snap.status.standings) > MOST_SHOWN:
        words += f" The best {MOST_SHOWN}; the file has all."
    return heading("Crosstable", words, '<a href="crosstable.csv">CSV</a>', "crosstable")


def _foot(snap: Snapshot) -> str:
    event = snap.event
    analysed = len(snap.analysed)
    solver = f"solver’s verdicts on {analysed} of {plural(len(snap.games), 'game')}"
    links = "".join(f'<a href="{name}">{name}</a>' for name in FILES)
    return (
        f'<div class="foot"><span>seed {event.seed}</span><span>{solver}</span>{links}'
        '<a href="stage.html">Stage</a></div>\n'
    )

"""The standings of an event, as ``arena run`` and ``arena status`` print them."""

from __future__ import annotations

from inarow.arena.standings import Status
from inarow.cli.terminal import print_table
from inarow.running.submission import shown
from inarow.text import plural

_MOST_VOID = 20


def exit_status(found: Status) -> int:
    """1 if games of the event could not be played at all."""
    return 1 if found.void_games else 0


def print_status(found: Status) -> None:
    title = f"{found.done} of {found.total} games, {found.void} void"
    head = ["entry", "rank", "points", "won", "drawn", "lost", "late", "invalid", "crashed"]
    head += ["rating", "95% interval", "ranks", ""]
    rows = [
        [
            shown(row.entry, 40),
            str(row.rank),
            f"{row.points:g}",
            *map(str, (row.wins, row.draws, row.losses)),
            *map(str, (row.late, row.invalid, row.crashed)),
            f"{row.rating:+.0f}",
            f"{row.rating_low:+.0f} to {row.rating_high:+.0f}",
            f"{row.rank_low} to {row.rank_high}",
            shown(row.problem),
        ]
        for row in found.standings
    ]
    print_table(title, head, rows)
    if found.first_mover is not None:
        edge = found.first_mover
        print(
            f"moving first is worth {edge.elo:+.0f} Elo, between {edge.low:+.0f} and"
            f" {edge.high:+.0f}; two equal players draw {edge.draw_rate:.0%} of their games"
        )
    for game in found.void_games[:_MOST_VOID]:
        pair = f"{shown(game.first, 40)} - {shown(game.second, 40)}"
        print(f"game {game.game} ({pair}) could not be played: {shown(game.reason, 300)}")
    if len(found.void_games) > _MOST_VOID:
        print(f"and {plural(len(found.void_games) - _MOST_VOID, 'more game')}")

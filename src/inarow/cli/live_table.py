"""A table that is drawn anew in its place while something goes on, on standard error."""

from __future__ import annotations

import os
import shutil
import sys
import time

from inarow.arena.standings import status
from inarow.arena.store import Store
from inarow.running.submission import shown

_LEAST_S = 0.5
_NAME = 32
_AROUND = 5
"""Lines of a terminal that are not rows of the table."""


def can_be_drawn() -> bool:
    """Whether standard error is a terminal in which lines can be written over."""
    return sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"


class LiveTable:
    """Standings and games under way of a store. The table takes at most a tenth of the time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lines = 0
        self._next_s = 0.0

    def show(self, words: str) -> None:
        """Draws it, if it is time; ``words`` are the line below."""
        began_s = time.monotonic()
        if began_s < self._next_s:
            return
        size = shutil.get_terminal_size()
        lines = [line[: max(size.columns - 1, 20)] for line in self._drawn(words, size.lines)]
        self.wipe()
        print("\n".join(lines), file=sys.stderr, flush=True)
        self._lines = len(lines)
        ended_s = time.monotonic()
        self._next_s = ended_s + max(_LEAST_S, 10 * (ended_s - began_s))

    def wipe(self) -> None:
        """Takes the table away."""
        if self._lines:
            print(f"\x1b[{self._lines}A\r\x1b[J", end="", file=sys.stderr, flush=True)
            self._lines = 0

    def _drawn(self, words: str, height: int) -> list[str]:
        found = status(self._store)
        room = max(height - _AROUND, 3)
        head = f"{'#':>4}  {'entry':<{_NAME}} {'points':>7} {'W-D-L':>9} {'rating':>7}   95 %"
        lines = [head]
        for row in found.standings[:room]:
            record = f"{row.wins}-{row.draws}-{row.losses}"
            ends = f"{row.rating_low:+.0f} to {row.rating_high:+.0f}"
            faults = row.late + row.invalid + row.crashed
            lines.append(
                f"{row.rank:>4}  {shown(row.entry, _NAME):<{_NAME}} {row.points:>7g} {record:>9}"
                f" {row.rating:>+7.0f}   {ends}{f'  {faults} faults' if faults else ''}"
            )
        if len(found.standings) > room:
            lines.append(f"      and {len(found.standings) - room} more")
        running = self._store.live_games()
        names = {one.key: f"{one.first} - {one.second}" for one in self._store.open_games()}
        playing = [
            f"{shown(names[key], 40)} (move {len(game.moves)})"
            for key, game in running.items()
            if key in names
        ]
        lines.append(f"playing: {', '.join(playing) or '...'}")
        return [*lines, words]

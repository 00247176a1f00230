"""Plays an event for a command: builds the entries, shows how far it is, says who does not play."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable

from inarow.arena.entries import Entry, ready
from inarow.arena.event import Event
from inarow.arena.play_event import Progress, play_event
from inarow.arena.store import Store
from inarow.cli.executors import executor_of, where_words
from inarow.cli.live_table import LiveTable, can_be_drawn
from inarow.cli.progress import ProgressLines, StatusLine
from inarow.players.named import NAMED
from inarow.running.entries import shown


def run_entries(
    args: Namespace,
    store: Store,
    event: Event,
    words: Callable[[Progress], str],
    checked: Callable[[list[Entry]], None] = lambda entries: None,
    *,
    table: bool = False,
) -> None:
    """Plays what is left of an event with ``--jobs`` and ``--no-sandbox``. ``words`` says how
    far it is; ``checked`` may refuse the entries once they are built. On a terminal a ``table`` of
    the standings is kept in its place."""
    lines = ProgressLines[str](lambda text: text)
    line = LiveTable(store) if table and can_be_drawn() else StatusLine()

    def watch(progress: Progress) -> None:
        text = words(progress) + where_words(executor)
        line.show(text)
        if not sys.stderr.isatty():
            lines(text)

    building = StatusLine()

    def built(done: int, total: int) -> None:
        building.show(f"{done} of {total} entries are built")
        if not sys.stderr.isatty():
            lines(f"{done} of {total} entries are built")

    try:
        programs = any(source.source not in NAMED for source in event.entries)
        with executor_of(
            args.on, args.jobs, sandboxed=programs and not args.no_sandbox
        ) as executor:
            built(0, len(event.entries))
            entries = ready(event, executor, sandboxed=not args.no_sandbox, watch=built)
            building.wipe()
            checked(entries)
            for entry in entries:
                if entry.problem:
                    problem = f"{shown(entry.name)} does not play: {shown(entry.problem, 120)}"
                    print(problem, file=sys.stderr)
            play_event(
                store,
                event,
                entries,
                executor,
                jobs=args.jobs,
                sandboxed=not args.no_sandbox,
                watch=watch,
            )
    finally:
        building.wipe()
        line.wipe()

"""An event for a command: its options, its entries built, how far it is, who does not play."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from inarow.arena.builds import Entry, admit, build_entries, check_playable
from inarow.arena.entries import EntrySpec, check_sources
from inarow.arena.event import Event
from inarow.arena.openings import openings_for
from inarow.arena.scheduler import Progress, play_event
from inarow.arena.store import Store
from inarow.cli.executors import add_cluster, executor_of, where_words
from inarow.cli.live_table import LiveTable, can_be_drawn
from inarow.cli.options import (
    add_jobs,
    add_no_sandbox,
    add_set,
    milliseconds,
    settings,
    time_arg,
)
from inarow.cli.parser import Parser
from inarow.cli.progress import ProgressLines, StatusLine
from inarow.players.named import NAMED
from inarow.running.submission import shown
from inarow.text import join_words, plural

_KEYS, _TABLES = ("adapter", "finalists", "best_of", "anchor"), ("conduct", "options")
"""What ``--set`` may name; what a table has is checked when the event is read."""


def add_event_options(parser: Parser) -> None:
    """What events and matches are both told: who plays what, by which clock, and where."""
    parser.add_argument("--course", metavar="COURSE", help="whose programs play")
    parser.add_argument("--game", metavar="NAME", help="game (default: the course's, or connect4)")
    parser.add_argument(
        "--move-time", type=time_arg, metavar="TIME", help="time limit of a move (default: course)"
    )
    add_set(parser, "set a field of the event, such as conduct.time_ms=60000")
    add_jobs(parser, "play N games in parallel", 1)
    add_cluster(parser)
    parser.more.add_argument(
        "--new-version",
        action="store_true",
        help="enter a changed program next to its earlier version",
    )
    add_no_sandbox(parser.more)


def given_fields(args: Namespace, more: Sequence[str] = ()) -> dict[str, Any]:
    """The fields of an event that its options give: those of all events, and ``more``."""
    names = ("course", "game", *more)
    given = {name: value for name in names if (value := getattr(args, name)) is not None}
    given |= settings(args.set, _KEYS, _TABLES)
    if args.move_time is not None:
        given.setdefault("conduct", {})["turn_ms"] = milliseconds(args.move_time)
    return given


def open_store(path: str | Path, event: Event, specs: Sequence[EntrySpec]) -> Store:
    """The store of an event, old or new. What the event names is checked before one is made."""
    check_sources(specs)
    openings_for(event)
    store = Store(path)
    try:
        store.create(event, specs)
    except BaseException:
        store.close()
        raise
    return store


def saved_words(store: Store) -> str:
    """How many games of a store are safe, for those who stop it."""
    done = store.counts().get("done", 0)
    return f"{plural(done, 'game')} {'is' if done == 1 else 'are'} saved"


def _some(files: Sequence[str]) -> str:
    names = [shown(name, 60) for name in files[:3]]
    more = len(files) - len(names)
    return join_words([*names, plural(more, "more file")] if more else names)


def run_entries(
    args: Namespace,
    store: Store,
    event: Event,
    specs: Sequence[EntrySpec],
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
        text = progress.waiting or words(progress) + where_words(executor)
        line.show(text)
        if not sys.stderr.isatty():
            lines(text)

    building = StatusLine()

    def built(done: int, total: int) -> None:
        building.show(f"{done} of {total} entries are built")
        if not sys.stderr.isatty():
            lines(f"{done} of {total} entries are built")

    try:
        programs = any(spec.source not in NAMED for spec in specs)
        with executor_of(
            args.cluster, args.jobs, sandboxed=programs and not args.no_sandbox
        ) as executor:
            built(0, len(specs))
            entries = build_entries(
                event, specs, executor, sandboxed=not args.no_sandbox, on_progress=built
            )
            building.wipe()
            checked(entries)
            sandboxed = not args.no_sandbox
            check_playable(event, entries, sandboxed=sandboxed)
            _, earlier = admit(store, entries, new_version=args.new_version)
            for old in earlier:
                print(f"the games of the earlier version go by '{shown(old)}'", file=sys.stderr)
            for entry in entries:
                if entry.hashed and args.store:
                    print(
                        f"{shown(entry.name)} is a command: when this is resumed, changes of"
                        f" {_some(entry.hashed)} are noticed, changes of other files are not",
                        file=sys.stderr,
                    )
                if entry.problem:
                    problem = f"{shown(entry.name)} does not play: {shown(entry.problem, 120)}"
                    print(problem, file=sys.stderr)
            play_event(
                store,
                entries,
                executor,
                jobs=args.jobs,
                sandboxed=sandboxed,
                on_progress=watch,
            )
    finally:
        building.wipe()
        line.wipe()

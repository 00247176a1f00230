"""``inarow arena run``: a tournament, played or resumed."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

from inarow.arena.entries import EntrySpec
from inarow.arena.event import UNNAMED, Event, read_event, tournament_from_dict
from inarow.arena.pairing import FORMATS
from inarow.arena.scheduler import Progress
from inarow.arena.standings import status
from inarow.cli.event_run import (
    add_event_options,
    given_fields,
    open_store,
    run_entries,
    saved_words,
)
from inarow.cli.interrupts import SAME_COMMAND, interrupt_note
from inarow.cli.options import add_json, int_arg
from inarow.cli.parser import Parser
from inarow.cli.standings import exit_status, print_status
from inarow.errors import UserError
from inarow.players.named import NAMED
from inarow.running.submission import shown

# Fields of an event that have an option here alone.
_FIELDS = ("format", "rounds", "games", "seed", "openings")


def add_arguments(parser: Parser) -> None:
    parser.usage = (
        "inarow arena run EVENT.toml [options]\ninarow arena run ENTRY ENTRY... [options]"
    )
    parser.description = """\
Play a tournament. It is described by a TOML file, or by options and entries: files, directories,
zips, commands, or built-in players such as level:4, perfect and random. Every game is saved when it
ends; the same command resumes the tournament."""
    parser.add_argument("entries", nargs="+", metavar="EVENT|ENTRY", help="an event, or entries")
    parser.add_argument(
        "--format",
        choices=tuple(FORMATS),
        metavar="NAME",
        help=f"{', '.join(FORMATS)} (default: round-robin)",
    )
    parser.add_argument(
        "--rounds", type=int_arg, metavar="N", help="Swiss rounds, or cycles of a round robin"
    )
    parser.add_argument(
        "--games", type=int_arg, metavar="N", help="games of a pairing (default: 2)"
    )
    parser.add_argument(
        "--openings", metavar="WHICH", help="none, balanced:MOVES or a file (default: none)"
    )
    add_event_options(parser)
    parser.add_argument(
        "--seed",
        type=int_arg,
        metavar="N",
        help="seed of openings and built-in players (default: 0)",
    )
    parser.add_argument(
        "--class", dest="class_file", metavar="FILE", help="class.toml: who takes part"
    )
    parser.add_argument("--store", metavar="FILE", help="database (default: EVENT.db)")
    add_json(parser, "the status as one JSON object at the end")


def run(args: Namespace) -> int:
    return run_event(args, *event_of(args))


def event_of(args: Namespace) -> tuple[Event, list[EntrySpec]]:
    """The event of a file, or the one that the options describe."""
    given = given_fields(args, _FIELDS)
    words = list(args.entries)
    file = words.pop(0) if words[0].endswith(".toml") else None
    if file and given:
        raise UserError("an event file has all settings: change it instead of giving options")
    if file and words and not args.class_file:
        raise UserError("an event file lists its entries: name only it, or --class too")
    students: list[dict[str, str]] = []
    if args.class_file:
        from inarow.cli.event_class import class_entries
        from inarow.marking.grading.class_file import read_class

        folders = [word for word in words if word not in NAMED]
        staging = Path(f"{args.store or 'class'}.entries")
        students, findings = class_entries(read_class(args.class_file), folders, staging)
        for finding in findings:
            print(f"inarow arena run: {shown(finding, 200)}", file=sys.stderr)
        words = [word for word in words if word in NAMED]
    entries = [*students, *_named_entries(words)]
    if file:
        return read_event(file, entries)
    return tournament_from_dict({"name": UNNAMED, **given, "entries": entries})


def _named_entries(sources: list[str]) -> list[dict[str, str]]:
    """Entries by the names of their files, numbered where two are alike."""
    names: dict[str, int] = {}
    entries = []
    for source in sources:
        name = Path(source).name or source
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            name = f"{name} ({names[name]})"
        entries.append({"name": name, "source": source})
    return entries


def run_event(args: Namespace, event: Event, specs: list[EntrySpec]) -> int:
    """Plays an event in its store and shows the table."""
    path = args.store or f"{_plain_name(event.name)}.db"
    with open_store(path, event, specs) as store:
        with interrupt_note(lambda: f"{saved_words(store)} in '{path}'; {SAME_COMMAND}"):
            run_entries(args, store, event, specs, _words, table=True)
        found = status(store)
    if args.json:
        print(json.dumps(found.as_json()))
    else:
        print_status(found)
    return exit_status(found)


def _words(progress: Progress) -> str:
    game = progress.game
    ended = "" if game is None else f"; game {game.key} ended by {game.termination.lower()}"
    return f"{progress.done} of {progress.total} games{ended.replace('_', ' ')}"


def _plain_name(name: str) -> str:
    """A name that can be one of a file."""
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in name).strip(".") or "event"

"""``inarow arena``: a tournament from its event to its table."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from inarow.arena.aliases import aliases_for, real_names
from inarow.arena.entries import EntrySpec
from inarow.arena.event import UNNAMED, Event, read_event, tournament_from_dict
from inarow.arena.machines import MachineRow, StoredMachines
from inarow.arena.pairing import FORMATS
from inarow.arena.replay import build_replay
from inarow.arena.scheduler import Progress
from inarow.arena.site.tables import games_csv, games_jsonl
from inarow.arena.standings import Status, status
from inarow.arena.store import Store
from inarow.arena.verdicts import game_verdicts
from inarow.cli.event_marks import add_marks_arguments, run_marks
from inarow.cli.event_run import (
    add_event_options,
    given_fields,
    open_store,
    run_entries,
    saved_words,
)
from inarow.cli.event_site import add_site_arguments, run_site
from inarow.cli.interrupts import SAME_COMMAND, interrupt_note
from inarow.cli.option_types import whole
from inarow.cli.terminal import print_table
from inarow.errors import UserError
from inarow.move_text import format_move
from inarow.players.named import NAMED
from inarow.running.submission import shown
from inarow.text import plural

# Fields of an event that have an option here alone.
_FIELDS = ("format", "rounds", "finalists", "best_of", "games", "seed", "openings")


_MOST_VOID = 20


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """\
run plays an event, or goes on with it after any stop: every game is in the store the moment it
ends, and none is played twice. status shows the table, rate the ratings, replay one game, export
all games, site writes pages."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add_run(actions.add_parser("run", help="play an event, or go on with it"))
    for name, words in (
        ("status", "how far an event is, and who stands where"),
        ("rate", "ratings with their intervals, and the first mover's advantage"),
    ):
        action = actions.add_parser(name, help=words, description=f"Show {words}.")
        action.add_argument("store", metavar="FILE", help="the store of an event")
        action.add_argument("--json", action="store_true", help="print one JSON object")
        if name == "status":
            action.add_argument(
                "--machines",
                action="store_true",
                help="also compare the machines: games, late moves, time without a core",
            )
    replay = actions.add_parser(
        "replay", help="show one game", description="Show one game as it was played and timed."
    )
    replay.add_argument("store", metavar="FILE", help="the store of an event")
    replay.add_argument("game", metavar="GAME", help="its key, as export and run print it")
    replay.add_argument("--json", action="store_true", help="print the record and the log")
    replay.add_argument(
        "--comment", action="store_true", help="say what each move did, by the solver, in sentences"
    )
    add_marks_arguments(actions.add_parser("marks", help="marks by rank"))
    export = actions.add_parser(
        "export", help="all games", description="Print all games, one a line."
    )
    export.add_argument("store", metavar="FILE", help="the store of an event")
    export.add_argument("--csv", action="store_true", help="as CSV instead of JSON lines")
    export.add_argument(
        "--with-ids", action="store_true", help="leave the students' ids in names and texts"
    )
    add_site_arguments(actions.add_parser("site", help="pages that open from a disk"))
    names = actions.add_parser(
        "names",
        help="the pseudonyms of the pages",
        description="Show which entry is behind which pseudonym of the pages; for staff.",
    )
    names.add_argument("store", metavar="FILE", help="the store of an event")
    names.add_argument("--json", action="store_true", help="print one JSON object")


def add_run(parser: ArgumentParser) -> None:
    """The options of ``run``."""
    parser.usage = "inarow arena run EVENT.toml | --course C --format F ENTRY... [options]"
    parser.description = """\
Play an event. It is a TOML file, or is given by options and entries: files, folders, zips,
commands, or players of ours such as level:4, perfect and random. The same command goes on after
any stop."""
    parser.add_argument("entries", nargs="+", metavar="EVENT|ENTRY", help="an event, or who plays")
    add_event_options(parser)
    parser.add_argument("--format", choices=tuple(FORMATS), help="default round-robin")
    for option, words in (
        ("--rounds", "rounds of a Swiss event, or cycles of a round robin"),
        ("--finalists", "how many play the final of swiss-final (default 4)"),
        ("--best-of", "meetings of a knockout match (default 1)"),
        ("--games", "games of a meeting, colours swapped (default 2)"),
        ("--seed", "of openings and of players of ours (default 0)"),
    ):
        parser.add_argument(option, type=whole, metavar="N", help=words)
    parser.add_argument(
        "--openings", metavar="WHICH", help="none, balanced:MOVES or a file with a line each"
    )
    parser.add_argument(
        "--class",
        dest="class_file",
        metavar="FILE",
        help="class.toml: who takes part, by folders as services download them or by its table",
    )
    parser.add_argument("--store", metavar="FILE", help="default EVENT.db")
    parser.add_argument("--json", action="store_true", help="print the status as JSON at the end")


def run(args: Namespace) -> int:
    if args.action == "run":
        return run_event(args, *event_of(args))
    if args.action == "site":
        return run_site(args)
    if args.action == "marks":
        return run_marks(args)
    with Store.open(args.store) as store:
        if args.action == "replay":
            if args.comment and not args.json:
                return _comment(store, args.game)
            return _replay(store, args.game, as_json=args.json)
        if args.action == "export":
            return _export(store, as_csv=args.csv, ids=args.with_ids)
        if args.action == "names":
            return _names(store, as_json=args.json)
        found = status(store)
        wanted = args.action == "status" and args.machines
        machines = StoredMachines(store).rows() if wanted else None
    if args.json:
        more = {} if machines is None else {"machines": [row.as_json() for row in machines]}
        print(json.dumps({**found.as_json(), **more}))
        return _exit_status(found)
    _print_status(found, ratings=args.action == "rate")
    if machines is not None:
        _print_machines(machines)
    return _exit_status(found)


def event_of(args: Namespace) -> tuple[Event, list[EntrySpec]]:
    """The event of a file, or the one that the options describe."""
    given = given_fields(args, _FIELDS)
    words = list(args.entries)
    file = words.pop(0) if words[0].endswith(".toml") else None
    if file and given:
        raise UserError("an event file says all: change it instead of giving options")
    if file and words and not args.class_file:
        raise UserError("an event file says who plays: name only it, or --class as well")
    students: list[dict[str, str]] = []
    if args.class_file:
        from inarow.cli.event_class import class_entries
        from inarow.marking.grading.class_file import read_class

        folders = [word for word in words if word not in NAMED]
        staging = Path(f"{args.store or 'class'}.entries")
        students, findings = class_entries(read_class(args.class_file), folders, staging)
        for finding in findings:
            print(f"inarow arena: {shown(finding, 200)}", file=sys.stderr)
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
        _print_status(found, ratings=False)
    return _exit_status(found)


def _exit_status(found: Status) -> int:
    """1 if games of the event could not be played at all."""
    return 1 if found.void_games else 0


def _words(progress: Progress) -> str:
    game = progress.game
    ended = "" if game is None else f"; game {game.key} ended by {game.termination.lower()}"
    return f"{progress.done} of {progress.total} games{ended.replace('_', ' ')}"


def _plain_name(name: str) -> str:
    """A name that can be one of a file."""
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in name).strip(".") or "event"


def _print_status(found: Status, *, ratings: bool) -> None:
    title = f"{found.done} of {found.total} games, {found.void} void"
    if ratings:
        head = ["entry", "rank", "rating", "95 % interval", "ranks"]
        rows = [
            [
                shown(row.entry, 40),
                str(row.rank),
                f"{row.rating:+.0f}",
                f"{row.rating_low:+.0f} to {row.rating_high:+.0f}",
                f"{row.rank_low} to {row.rank_high}",
            ]
            for row in found.standings
        ]
    else:
        head = ["entry", "rank", "points", "won", "drawn", "lost", "late", "invalid", "crashed", ""]
        rows = [
            [
                shown(row.entry, 40),
                str(row.rank),
                f"{row.points:g}",
                *map(str, (row.wins, row.draws, row.losses)),
                *map(str, (row.late, row.invalid, row.crashed)),
                shown(row.problem),
            ]
            for row in found.standings
        ]
    print_table(title, head, rows)
    if ratings and found.first_mover is not None:
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


def _print_machines(machines: list[MachineRow]) -> None:
    head = ["machine", "running", "played", "void", "moves", "late", "share", "waited for a core"]
    rows = [
        [
            shown(row.machine, 40),
            *map(str, (row.running, row.games, row.void, row.moves, row.late)),
            f"{row.late_share:.1%}",
            f"{row.stall_ms / 1000:.1f} s, {row.stall_share:.1%}",
        ]
        for row in machines
    ]
    print()
    print_table(plural(len(machines), "machine"), head, rows)
    for row in machines:
        if row.remark:
            print(f"{shown(row.machine, 40)}: {row.remark}.")


def _comment(store: Store, key: str) -> int:
    """A game in sentences. What the solver says is kept in the store."""
    saved = store.log(key)
    game = next((game for game in store.games() if game.key == key), None)
    if saved is None or game is None:
        raise UserError(f"game '{shown(key)}' has not been played")
    found = store.verdicts(key)
    if found is None:
        store.save_verdicts(key, found := game_verdicts(saved.log.record.as_json()))
    event = store.event()
    names = real_names([row.name for row in store.entries()], ids=True)
    story = build_replay(game, saved.log, found, event.conduct, event.course, names)
    print(f"{story.names[0]} (first) against {story.names[1]}")
    for number, step in enumerate(story.steps, start=1):
        for sentence in step.sentences:
            print(f"{number:3} {shown(sentence, 300)}")
    print("\n".join(shown(sentence, 300) for sentence in story.summary))
    return 0


def _replay(store: Store, key: str, *, as_json: bool) -> int:
    saved = store.log(key)
    if saved is None:
        raise UserError(f"game '{shown(key)}' has not been played")
    if as_json:
        print(json.dumps(saved.as_json()))
        return 0
    record = saved.log.record
    print(record.end)
    print(record)
    for number, turn in enumerate(saved.log.turns, start=1):
        effort, fault = turn.measured, turn.fault
        took = f"{effort.wall_ms:.0f} ms"
        cpu = "" if effort.cpu_ms is None else f", {effort.cpu_ms:.0f} ms of CPU"
        stones = " ".join(format_move(record.game, stone) for stone in turn.stones)
        detail = f": {shown(fault.detail)}" if fault and fault.detail else ""
        who = shown(record.players[turn.side]) if record.players else turn.side
        print(f"{number:3} {who}: {stones or turn.verdict} ({took}{cpu}){detail}")
    if record.result is not None:
        result = record.result
        print(result.score, result.termination.value, shown(result.detail))
    return 0


def _export(store: Store, *, as_csv: bool, ids: bool) -> int:
    games = store.games()
    names = real_names([row.name for row in store.entries()], ids=ids)
    if as_csv:
        print(games_csv(games, names), end="")
        return 0
    for line in games_jsonl(store, games, names):
        print(line, end="")
    return 0


def _names(store: Store, *, as_json: bool) -> int:
    called = aliases_for(store).called
    if as_json:
        print(json.dumps({"names": called}))
    else:
        rows = [[shown(name, 40), word] for name, word in called.items()]
        print_table("pseudonyms of the pages", ["entry", "called"], rows)
    return 0

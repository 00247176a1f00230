"""``inarow arena status``, ``replay``, ``export`` and ``names``: what a store holds."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import TYPE_CHECKING

from inarow.arena.store import Store
from inarow.cli.parser import Parser
from inarow.cli.terminal import print_table
from inarow.errors import UserError
from inarow.move_text import format_move
from inarow.running.submission import shown
from inarow.text import plural

if TYPE_CHECKING:
    from inarow.arena.machines import MachineRow


def _add_store(parser: Parser) -> None:
    parser.add_argument("store", metavar="FILE", help="database of an event")


def add_status_arguments(parser: Parser) -> None:
    _add_store(parser)
    parser.add_argument(
        "--machines",
        action="store_true",
        help="also compare the machines: games, late moves, CPU wait",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run_status(args: Namespace) -> int:
    from inarow.arena.standings import status
    from inarow.cli.standings import exit_status, print_status

    machines = None
    with Store.open(args.store) as store:
        found = status(store)
        if args.machines:
            from inarow.arena.machines import StoredMachines

            machines = StoredMachines(store).rows()
    if args.json:
        more = {} if machines is None else {"machines": [row.as_json() for row in machines]}
        print(json.dumps({**found.as_json(), **more}))
        return exit_status(found)
    print_status(found)
    if machines is not None:
        _print_machines(machines)
    return exit_status(found)


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


def add_replay_arguments(parser: Parser) -> None:
    parser.description = "Show one game as it was played and timed."
    _add_store(parser)
    parser.add_argument("game", metavar="GAME", help="game id such as 1.1; see arena export")
    parser.add_argument("--json", action="store_true", help="print the record and the log")
    parser.add_argument("--comment", action="store_true", help="explain each move, with the solver")


def run_replay(args: Namespace) -> int:
    with Store.open(args.store) as store:
        if args.comment and not args.json:
            return _comment(store, args.game)
        return _replay(store, args.game, as_json=args.json)


def _comment(store: Store, key: str) -> int:
    """A game in sentences. What the solver says is kept in the store."""
    from inarow.arena.aliases import real_names
    from inarow.arena.replay import build_replay
    from inarow.arena.verdicts import game_verdicts

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


def add_export_arguments(parser: Parser) -> None:
    parser.description = "Print all games, one per line."
    _add_store(parser)
    parser.add_argument("--csv", action="store_true", help="print CSV instead of JSON lines")
    parser.add_argument(
        "--with-ids", action="store_true", help="keep the students' ids in names and texts"
    )


def run_export(args: Namespace) -> int:
    with Store.open(args.store) as store:
        return _export(store, as_csv=args.csv, ids=args.with_ids)


def _export(store: Store, *, as_csv: bool, ids: bool) -> int:
    from inarow.arena.aliases import real_names
    from inarow.arena.site.tables import games_csv, games_jsonl

    games = store.games()
    names = real_names([row.name for row in store.entries()], ids=ids)
    if as_csv:
        print(games_csv(games, names), end="")
        return 0
    for line in games_jsonl(store, games, names):
        print(line, end="")
    return 0


def add_names_arguments(parser: Parser) -> None:
    parser.description = "Show which entry has which pseudonym on the pages; for staff only."
    _add_store(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run_names(args: Namespace) -> int:
    with Store.open(args.store) as store:
        return _names(store, as_json=args.json)


def _names(store: Store, *, as_json: bool) -> int:
    from inarow.arena.aliases import aliases_for

    called = aliases_for(store).called
    if as_json:
        print(json.dumps({"names": called}))
    else:
        rows = [[shown(name, 40), word] for name, word in called.items()]
        print_table("pseudonyms of the pages", ["entry", "called"], rows)
    return 0

"""``inarow timing``: CPU time and nodes against depth, minimax beside alpha-beta."""

from __future__ import annotations

import csv
import json
import sys
from argparse import Namespace
from typing import Any

from inarow._core import Position
from inarow.cli.interrupts import Interrupted
from inarow.cli.options import add_json, int_arg, time_arg
from inarow.cli.parser import Parser
from inarow.cli.position import FORMS, PositionArg, add_position, read_position
from inarow.cli.progress import StatusLine
from inarow.cli.terminal import print_table, require_writable, write_output
from inarow.errors import UserError
from inarow.game import name_of
from inarow.move_text import format_move
from inarow.render.timing_chart import timing_chart
from inarow.text import require_range
from inarow.textbook.spec import SearchSpec, usual_spec
from inarow.textbook.timing import ALGORITHMS, Measurement, Method, measure_depths

_SHOW_PROGRESS_S = 2.0
FIELDS = (
    "algorithm",
    "depth",
    "move",
    "value",
    "nodes",
    "cpu_s",
    "nodes_per_s",
    "effective_branching_factor",
)


def add_arguments(parser: Parser) -> None:
    parser.description = f"""\
Measure the CPU time and the nodes of minimax and alpha-beta at each depth.

{FORMS}"""
    add_position(parser)
    parser.add_argument(
        "--depth", type=int_arg, default=10, metavar="N", help="measure depths 1 to N (default: 10)"
    )
    parser.add_argument(
        "--cpu-time",
        type=time_arg,
        default=5.0,
        metavar="TIME",
        help="stop an algorithm before it uses more CPU time in all (default: 5s)",
    )
    parser.add_argument(
        "--repeat", type=int_arg, default=1, metavar="N", help="median of N runs (default: 1)"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--reuse",
        action="store_true",
        help="let the native search reuse subtrees: same answers and counts, less time",
    )
    how.add_argument(
        "--python", action="store_true", help="time the readable Python search instead"
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--csv", action="store_true", help="print CSV")
    add_json(output, "JSON")
    parser.add_argument("--svg", metavar="FILE", help="write a chart too; - prints only that")


def run(args: Namespace) -> int:
    chosen = read_position(args)
    require_range("--depth", args.depth, 1)
    require_range("--repeat", args.repeat, 1)
    if args.svg == "-" and (args.csv or args.json):
        raise UserError("--svg - fills standard output, so --csv and --json cannot go there too")
    if args.svg is not None:
        require_writable(args.svg)
    method = Method(args.python, args.reuse, args.repeat)
    measurements: list[Measurement] = []
    try:
        _measure(chosen.pos, method, args, measurements)
    except KeyboardInterrupt as interrupt:
        _print(measurements, chosen, method, args)
        raise Interrupted("only the searches above were measured") from interrupt
    _print(measurements, chosen, method, args)
    return 0


def _measure(pos: Position, method: Method, args: Namespace, found: list[Measurement]) -> None:
    """Append each measurement as it is made, so that an interrupt loses nothing."""
    course = usual_spec(pos.game)
    deepest = min(args.depth, max(pos.game.cells - pos.stone_count, 1))
    spent, line = 0.0, StatusLine()

    def progress(spec: SearchSpec, expected_s: float) -> None:
        if spent + expected_s > _SHOW_PROGRESS_S:
            line.show(f"{spec.algorithm}, depth {spec.depth}, about {expected_s:.0f} s")

    try:
        for algorithm in ALGORITHMS:
            spec = course.replace(algorithm=algorithm)
            for measured in measure_depths(pos, spec, method, deepest, args.cpu_time, progress):
                found.append(measured)
                spent += measured.cpu_s * method.repeat
    finally:
        line.wipe()


def _print(found: list[Measurement], chosen: PositionArg, method: Method, args: Namespace) -> None:
    if args.svg is not None:
        write_output(args.svg, timing_chart(found, _title(chosen), _note(method)))
    if args.csv:
        writer = csv.DictWriter(sys.stdout, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(_row(measured, chosen) for measured in found)
    elif args.json:
        data = {
            "game": name_of(chosen.pos.game),
            "position": chosen.pos.text,
            "search": "python" if method.python else "native",
            "reuse": method.reuse,
            "repeat": method.repeat,
            "measurements": [_row(measured, chosen) for measured in found],
        }
        print(json.dumps(data, indent=1))
    elif args.svg != "-":
        _print_table(found, chosen, method)


def _row(measured: Measurement, chosen: PositionArg) -> dict[str, Any]:
    rate = measured.nodes_per_s
    result, game = measured.result, chosen.pos.game
    move = None
    if result.move is not None:
        move = format_move(game, result.move, chosen.first_column)
    values = (
        measured.algorithm,
        measured.depth,
        move,
        result.value,
        result.nodes,
        round(measured.cpu_s, 6),
        None if rate is None else round(rate),
        round(measured.branching, 3),
    )
    return dict(zip(FIELDS, values, strict=True))


def _print_table(found: list[Measurement], chosen: PositionArg, method: Method) -> None:
    header = ["algorithm", "depth", "move", "nodes", "CPU s", "nodes/s", "branching"]
    rows: list[list[str]] = []
    for before, measured in zip([None, *found], found, strict=False):
        if before is not None and before.algorithm != measured.algorithm:
            rows.append([])
        row = _row(measured, chosen)
        rows.append(
            [
                measured.algorithm,
                str(measured.depth),
                row["move"] or "none",
                f"{row['nodes']}",
                f"{measured.cpu_s:.6f}",
                "" if row["nodes_per_s"] is None else f"{row['nodes_per_s']}",
                f"{measured.branching:.2f}",
            ]
        )
    print_table(f"{_title(chosen)}\n{_note(method)}", header, rows)


def _title(chosen: PositionArg) -> str:
    stones = chosen.pos.stone_count
    where = "the empty board" if stones == 0 else f"a position with {stones} stones"
    return f"Minimax and alpha-beta, {name_of(chosen.pos.game)} from {where}"


def _note(method: Method) -> str:
    search = "Python search" if method.python else "native search"
    if method.reuse:
        search += " with reuse of subtrees"
    times = "" if method.repeat == 1 else f", median of {method.repeat} runs"
    return f"{search}, CPU time{times}; nodes are terminal tests, the root included"

"""``inarow perft``: count the nodes of the move tree, exactly, at any size."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from inarow._core import Position, perft
from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.options import add_json, int_arg
from inarow.cli.parser import Parser
from inarow.cli.position import FORMS, add_position, read_position
from inarow.cli.progress import status_line
from inarow.game import name_of
from inarow.move_text import format_move
from inarow.text import require_range


def add_arguments(parser: Parser) -> None:
    parser.description = f"""\
Count the nodes of the move tree down to DEPTH plies, exactly, on a board of any size.

{FORMS}"""
    parser.add_argument(
        "depth",
        type=int_arg,
        metavar="DEPTH",
        help="plies below the position; deep ones take long and up to 1 GB",
    )
    add_position(parser)
    parser.add_argument(
        "--leaves", action="store_true", help="count only the nodes at exactly DEPTH"
    )
    parser.add_argument("--divide", action="store_true", help="count below each first move too")
    add_json(parser)


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    chosen = read_position(args)
    pos = chosen.pos
    require_range("depth", args.depth, 0)
    divided: dict[str, int] = {}
    with status_line(f"Counting to depth {args.depth}; Ctrl-C to stop") as line:
        total = _count(pos, args.depth, args.leaves)
        if args.divide and args.depth > 0:
            moves = pos.legal_moves()
            for done, first in enumerate(moves):
                line.show(f"Counting first moves {done}/{len(moves)}; Ctrl-C to stop")
                count = _count(pos.play(first), args.depth - 1, args.leaves)
                divided[format_move(pos.game, first, chosen.first_column)] = count
    if args.json:
        data: dict[str, Any] = {
            "game": name_of(pos.game),
            "position": pos.text,
            "depth": args.depth,
            "counts": "leaves" if args.leaves else "all nodes",
            "nodes": total,
        }
        if args.divide:
            data["divide"] = divided
        print(json.dumps(data, indent=1))
        return 0
    for text, count in divided.items():
        print(f"{text}: {count}")
    if divided and not args.leaves:
        print("root: 1")
    print(f"total: {total}" if args.divide else total)
    return 0


def _count(pos: Position, depth: int, leaves: bool) -> int:
    """All nodes of the tree, or those at exactly that depth (0 if the board ends before it)."""
    by_depth = perft(pos, min(depth, pos.game.cells))  # no game is longer than that
    if not leaves:
        return sum(by_depth)
    return by_depth[depth] if depth < len(by_depth) else 0

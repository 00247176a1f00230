"""``inarow perft``: count the nodes of the move tree, exactly, at any size."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from inarow._core import Position, perft
from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.option_types import whole
from inarow.cli.position_arguments import add_position_arguments, chosen_record
from inarow.cli.progress import status_line
from inarow.game import name_of
from inarow.move_text import format_move
from inarow.text import require_range


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "depth",
        type=whole,
        metavar="DEPTH",
        help="plies below the position; each one takes several times as long, deep ones up to 1 GB",
    )
    parser.add_argument(
        "--leaves",
        action="store_true",
        help="count only the nodes at exactly DEPTH, the usual perft, and not all down to it",
    )
    parser.add_argument("--divide", action="store_true", help="a count for each first move as well")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_position_arguments(parser)


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    chosen = chosen_record(args)
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
                divided[format_move(pos.game, first, chosen.base)] = count
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
    for move, count in divided.items():
        print(f"{move}: {count}")
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

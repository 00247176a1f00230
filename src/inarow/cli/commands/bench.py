"""``inarow bench``: search a fixed list of positions; the total of their nodes is the signature.

A change that should not change what is searched keeps the signature; one that moves it says why.
To cover another search, add a workload: a name and a function that returns how many nodes it took.
"""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from inarow._core import Position
from inarow.game import game_named
from inarow.move_text import play_moves
from inarow.textbook import native
from inarow.textbook.spec import COMP3308, MAXCONNECT4, SearchSpec

POSITIONS = (
    "",
    "4",
    "44",
    "4444",
    "12345671",
    "1122334",
    "444444",
    "23164421",
    "553372713217",
    "6737322336767731",
    "5637752445344223377111",
    "7577454111651457357213162442",
)
"""Openings, middle games and boards with full columns, as columns from 1 to 7."""


class Workload(NamedTuple):
    """Something to search; ``nodes`` does it and counts."""

    name: str
    nodes: Callable[[], int]


def _textbook(game: str, spec: SearchSpec) -> int:
    """The plain search of every position."""
    start = Position(game_named(game))
    return sum(native.run(play_moves(start, moves), spec, reuse=False).nodes for moves in POSITIONS)


WORKLOADS = (
    Workload(
        "connect4 minimax depth 6",
        partial(_textbook, "connect4", COMP3308.replace(algorithm="minimax", depth=6)),
    ),
    Workload(
        "connect4 alpha-beta depth 9", partial(_textbook, "connect4", COMP3308.replace(depth=9))
    ),
    Workload(
        "maxconnect4 minimax depth 5",
        partial(_textbook, "maxconnect4", MAXCONNECT4.replace(algorithm="minimax", depth=5)),
    ),
    Workload(
        "maxconnect4 alpha-beta depth 7",
        partial(_textbook, "maxconnect4", MAXCONNECT4.replace(depth=7)),
    ),
)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    measured: list[tuple[str, int, float]] = []
    for workload in WORKLOADS:
        start = time.process_time()
        nodes = workload.nodes()
        measured.append((workload.name, nodes, time.process_time() - start))
    signature = sum(nodes for _, nodes, _ in measured)
    cpu_s = sum(seconds for _, _, seconds in measured)
    if args.json:
        workloads = [
            {"name": name, "nodes": nodes, "cpu_s": round(seconds, 6)}
            for name, nodes, seconds in measured
        ]
        data = {"signature": signature, "cpu_s": round(cpu_s, 6), "workloads": workloads}
        print(json.dumps(data, indent=1))
        return 0
    width = max(len(name) for name, _, _ in measured)
    for name, nodes, seconds in [*measured, ("signature", signature, cpu_s)]:
        print(f"{name.ljust(width)}  {nodes:>12} nodes  {seconds:8.3f} s CPU")
    return 0

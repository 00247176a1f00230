"""``inarow dev bench``: searches a fixed list of positions; the sum of nodes is the signature.

A change that should not change what is searched keeps the signature; one that moves it says why.
To cover another search, add a workload: a name and a function that returns how many nodes it took,
the same on every machine: one thread, fresh tables, no clock.
"""

from __future__ import annotations

import json
import time
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from inarow._core import (
    CountedSolver,
    FallingPlayer,
    FallingSolver,
    FreeEngine,
    Position,
    counted_choose,
)
from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.options import add_json
from inarow.cli.parser import Parser
from inarow.game import game_named
from inarow.move_text import play_moves
from inarow.textbook import native
from inarow.textbook.spec import usual_spec

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

FREE_LINES = (
    "8.8",
    "8.8,8.9,9.9",
    "8.8,9.9,8.9,7.7,8.7,8.6",
    "8.8,7.8,9.9,7.7,10.10,6.6,7.9,9.7",
    "8.8,8.9,9.8,10.8,7.9,10.6,9.9,9.10,7.7",
)
"""Openings of free boards, row and column from the top left."""

TABLE_MB = 16
NO_CLOCK_S = 3600.0


class Workload(NamedTuple):
    """Something to search; ``nodes`` does it and counts."""

    name: str
    nodes: Callable[[], int]


class Measured(NamedTuple):
    """What a workload took."""

    name: str
    nodes: int
    cpu_s: float


def total(name: str, parts: list[Measured]) -> Measured:
    return Measured(name, sum(part.nodes for part in parts), sum(part.cpu_s for part in parts))


def _textbook(game: str, algorithm: str, depth: int) -> int:
    """The plain search of every position by the usual rules of the game."""
    start = Position(game_named(game))
    spec = usual_spec(start.game).replace(algorithm=algorithm, depth=depth)
    return sum(native.run(play_moves(start, moves), spec, reuse=False).nodes for moves in POSITIONS)


def _falling_solver(moves: tuple[str, ...]) -> int:
    """The exact scores of these positions, one after the other with one table."""
    game = game_named("connect4")
    solver = FallingSolver(game, TABLE_MB)
    return sum(solver.solve(play_moves(Position(game), line))[2] for line in moves)


def _falling_player(depth: int) -> int:
    """The player's deepening of every position that goes on, without the solver."""
    start = Position(game_named("connect4"))
    player = FallingPlayer(start.game)
    positions = [play_moves(start, moves) for moves in POSITIONS]
    return sum(player.choose(pos, NO_CLOCK_S, depth)[3] for pos in positions if not pos.is_over)


def _counted_player(depth: int) -> int:
    """The player's search of every position to a depth."""
    start = Position(game_named("maxconnect4"))
    return sum(counted_choose(play_moves(start, moves), depth)[2] for moves in POSITIONS)


def _counted_solver(game: str) -> int:
    """The exact value of an empty board."""
    board = game_named(game)
    return CountedSolver(board, TABLE_MB).solve(Position(board))[2]


def _free_player(game: str, lines: tuple[str, ...], depth: int) -> int:
    """The player's search of these positions to a depth."""
    board = game_named(game)
    engine = FreeEngine(board, TABLE_MB)
    start = Position(board)
    return sum(engine.choose(play_moves(start, line), NO_CLOCK_S, depth)[3] for line in lines)


TEXTBOOK = tuple(
    Workload(f"{game} {algorithm} depth {depth}", partial(_textbook, game, algorithm, depth))
    for game, algorithm, depth in (
        ("connect4", "minimax", 6),
        ("connect4", "alpha-beta", 9),
        ("maxconnect4", "minimax", 5),
        ("maxconnect4", "alpha-beta", 7),
    )
)
"""The searches that obey a course's rules to the node."""

STRONG = (
    Workload("connect4 solver", partial(_falling_solver, POSITIONS[-5:])),
    Workload("connect4 player depth 10", partial(_falling_player, 10)),
    Workload("maxconnect4 player depth 8", partial(_counted_player, 8)),
    Workload("maxconnect4:6x4 solver", partial(_counted_solver, "maxconnect4:6x4")),
    Workload("gomoku player depth 4", partial(_free_player, "gomoku", FREE_LINES, 4)),
    Workload("connect6 player depth 4", partial(_free_player, "connect6", FREE_LINES, 4)),
)
"""The searches that may do anything."""

WORKLOADS = (*TEXTBOOK, *STRONG)


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Search a fixed list of positions with every search, solver and player, and print the nodes of each
workload. Their sum is the signature: it changes only if what is searched changes."""
    add_json(parser)


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    measured: list[Measured] = []
    for workload in WORKLOADS:
        start = time.process_time()
        nodes = workload.nodes()
        measured.append(Measured(workload.name, nodes, time.process_time() - start))
    textbook = total("textbook", measured[: len(TEXTBOOK)])
    signature = total("signature", measured)
    if args.json:
        workloads = [
            {"name": name, "nodes": nodes, "cpu_s": round(seconds, 6)}
            for name, nodes, seconds in measured
        ]
        data = {
            "signature": signature.nodes,
            "textbook": textbook.nodes,
            "cpu_s": round(signature.cpu_s, 6),
            "workloads": workloads,
        }
        print(json.dumps(data, indent=1))
        return 0
    width = max(len(name) for name, _, _ in measured)
    for name, nodes, seconds in [*measured, textbook, signature]:
        print(f"{name.ljust(width)}  {nodes:>12} nodes  {seconds:8.3f} s CPU")
    return 0

"""Our solver and BitBully's core on the same positions: python -m benchmarks.connect4_solver

One thread, no book, mean CPU time of a position. The table is kept between the positions of the
first two sets and cleared, untimed, before each position of the others. Both solvers take turns, so
that noise meets both, and the median of the ratios is printed beside its bounds. `pip install
bitbully` for the peer; without it only our own figures are shown.

The bounds were set beside the fastest public solvers, which are not to be had from PyPI: on one
core the best of them took 2.99 us, 49.3 us, 1.85 ms, 0.298 ms, 89 ms, 1.63 s and 39.3 s a position
of these sets, and our version 0.2.0 1.31 us, 19.5 us, 0.78 ms, 0.043 ms, 24 ms, 0.42 s and 7.6 s.
The first three must come down to 0.38 of the best and should reach a third, the empty board must
take 6.5 s and should reach 5, and nothing may be slower than it was. Multiplied by what 0.2.0 took
beside BitBully, these are ratios to BitBully, which any machine can measure.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.measure import Claim, TableParser, report
from inarow import Game, Position
from inarow._core import FallingSolver

DATA = Path(__file__).parents[1] / "tests" / "data" / "connect4-positions"


@dataclass
class Set:
    name: str
    file: str | None
    count: int
    keep_table: bool
    before: float
    """What version 0.2.0 took, over BitBully."""
    must: float
    """Over what version 0.2.0 took."""
    reach: float | None
    repeats: int


SETS = [
    Set("L3_R1 end easy", "L3_R1", 1000, True, 0.12, 1.14 / 1.31, 0.997 / 1.31, 5),
    Set("L2_R1 middle easy", "L2_R1", 1000, True, 0.067, 18.7 / 19.5, 16.4 / 19.5, 5),
    Set("L2_R2 middle medium", "L2_R2", 200, False, 0.12, 0.70 / 0.78, 0.617 / 0.78, 3),
    Set("L1_R1 begin easy", "L1_R1", 100, False, 0.005, 1, None, 3),
    Set("L1_R2 begin medium", "L1_R2", 40, False, 0.15, 1, None, 3),
    Set("L1_R3 begin hard", "L1_R3", 20, False, 0.13, 1, None, 1),
    Set("empty board", None, 1, False, 0.026, 6.5 / 7.6, 5 / 7.6, 1),
]


@dataclass
class Measured:
    cpu_us: float
    nodes: float


def positions_of(chosen: Set) -> list[tuple[str, int]]:
    """Moves and the known score of the first positions of a file."""
    if chosen.file is None:
        return [("", 1)]
    lines = (DATA / f"Test_{chosen.file}.txt").read_text().splitlines()[: chosen.count]
    return [(line.split()[0], int(line.split()[1])) for line in lines]


def played(moves: str) -> Position:
    pos = Position(Game())
    for move in moves:
        pos = pos.play(int(move) - 1)
    return pos


def measure_ours(chosen: Set, known: list[tuple[str, int]]) -> Measured:
    boards = [played(moves) for moves, _ in known]
    answers, cpu_ns = FallingSolver(Game()).time_batch(boards, not chosen.keep_table)
    wrong = sum(answer[0] != score for answer, (_, score) in zip(answers, known, strict=True))
    if wrong:
        raise SystemExit(f"{chosen.name}: {wrong} wrong scores")
    return Measured(
        cpu_ns / 1e3 / len(answers),
        statistics.fmean(answer[1] for answer in answers),
    )


def measure_peer(core: Any, chosen: Set, known: list[tuple[str, int]]) -> Measured:
    boards = []
    for moves, _ in known:
        board = core.BoardCore()
        board.setBoard([int(move) - 1 for move in moves])
        boards.append(board)
    solver = core.BitBullyCore()
    solver.resetNodeCounter()
    spent = 0
    if chosen.keep_table:
        started = time.thread_time_ns()
        for board in boards:
            solver.mtdf(board, 0)
        spent = time.thread_time_ns() - started
    else:
        for board in boards:
            solver.resetTranspositionTable()
            started = time.thread_time_ns()
            solver.mtdf(board, 0)
            spent += time.thread_time_ns() - started
    return Measured(spent / 1e3 / len(boards), solver.getNodeCounter() / len(boards))


def measure(chosen: Set, core: Any) -> Claim:
    """The ratio of the times, or ours alone without the peer."""
    known = positions_of(chosen)
    ours, peers = [], []
    for _ in range(chosen.repeats):
        ours.append(measure_ours(chosen, known))
        if core is not None:
            peers.append(measure_peer(core, chosen, known))
    what = f"{chosen.name}, {len(known)} positions"
    our_us = statistics.median(our.cpu_us for our in ours)
    note = f"ours {time_text(our_us)}, {ours[0].nodes:.1f} nodes"
    if not peers:
        return Claim(what, our_us, "us CPU", note=note)
    peer_us = statistics.median(peer.cpu_us for peer in peers)
    return Claim(
        what,
        statistics.median(our.cpu_us / peer.cpu_us for our, peer in zip(ours, peers, strict=True)),
        "x",
        must=chosen.must * chosen.before,
        reach=None if chosen.reach is None else chosen.reach * chosen.before,
        note=f"{note}; BitBully {time_text(peer_us)}, {peers[0].nodes:.1f} nodes",
    )


def time_text(us: float) -> str:
    return f"{us:.2f} us" if us < 1e3 else f"{us / 1e3:.2f} ms" if us < 1e6 else f"{us / 1e6:.2f} s"


def two_threads(count: int) -> list[Claim]:
    """Two threads over one on hard positions, tables cleared: on the wall, which needs two free
    cores, and by the CPU time of each of the two, which a busy machine does not change much."""
    wall, cpu = [], []
    for moves, _ in positions_of(SETS[5])[:count]:
        spent = []
        for threads in (1, 2):
            solver = FallingSolver(Game())
            started = time.monotonic(), time.process_time()
            solver.solve(played(moves), threads=threads)
            spent.append((time.monotonic() - started[0], time.process_time() - started[1]))
        wall.append(spent[1][0] / spent[0][0])
        cpu.append(spent[1][1] / spent[0][1] / 2)
    what, (busy, *_) = f"mean of {count} positions of L1_R3", os.getloadavg()
    return [
        Claim(f"{what}, wall time", statistics.fmean(wall), "x", note=f"at load {busy:.1f}"),
        Claim(f"{what}, CPU time a thread", statistics.fmean(cpu), "x", must=1.0, reach=0.55),
    ]


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_argument("--sets", help="part of a name, such as L2; default all")
    table.add_argument("--all-lines", action="store_true", help="ours alone, every known position")
    table.add_argument("--threads", action="store_true", help="only two threads against one")
    return table


def main() -> int:
    args = parser().options()
    if args.threads:
        return report("two threads over one", two_threads(1 if args.quick else 8), args)
    try:
        from bitbully import bitbully_core as core
    except ImportError:
        core = None
    chosen = [item for item in SETS if not args.sets or args.sets in item.name]
    if args.quick:
        chosen = [replace(item, count=5, repeats=1) for item in chosen if item.repeats > 1]
    if args.all_lines:
        core = None
        for item in chosen:
            item.count, item.repeats = 1000, 1
    title = "the solver's CPU time a position over BitBully's"
    return report(title, [measure(item, core) for item in chosen], args)


if __name__ == "__main__":
    sys.exit(main())

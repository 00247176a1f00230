"""Our solver and BitBully's core on the same positions: python -m benchmarks.connect4_solver

One thread, no book, mean CPU time of a position. The table is kept between the positions of the
first two sets and cleared, untimed, before each position of the others. Both solvers take turns, so
that noise meets both, and the median of the ratios is printed beside its bound. `pip install
bitbully` for the peer; without it only our own figures are shown.
"""

from __future__ import annotations

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
    must: float
    reach: float
    repeats: int


SETS = [
    Set("L3_R1 end easy", "L3_R1", 1000, True, 0.27, 0.16, 5),
    Set("L2_R1 middle easy", "L2_R1", 1000, True, 0.12, 0.075, 5),
    Set("L2_R2 middle medium", "L2_R2", 200, False, 0.28, 0.17, 3),
    Set("L1_R1 begin easy", "L1_R1", 100, False, 0.016, 0.009, 3),
    Set("L1_R2 begin medium", "L1_R2", 40, False, 0.33, 0.21, 3),
    Set("L1_R3 begin hard", "L1_R3", 20, False, 0.25, 0.15, 1),
    Set("empty board", None, 1, False, 0.08, 0.046, 1),
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
        must=chosen.must,
        reach=chosen.reach,
        note=f"{note}; BitBully {time_text(peer_us)}, {peers[0].nodes:.1f} nodes",
    )


def time_text(us: float) -> str:
    return f"{us:.2f} us" if us < 1e3 else f"{us / 1e3:.2f} ms" if us < 1e6 else f"{us / 1e6:.2f} s"


def two_threads(repeats: int) -> float:
    """Wall time with two threads over wall time with one, on a hard position; tables cleared."""
    pos = played(positions_of(SETS[5])[0][0])
    ratios = []
    for _ in range(repeats):
        spent = []
        for threads in (1, 2):
            solver = FallingSolver(Game())
            started = time.monotonic()
            solver.solve(pos, threads=threads)
            spent.append(time.monotonic() - started)
        ratios.append(spent[1] / spent[0])
    return statistics.median(ratios)


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_argument("--sets", help="part of a name, such as L2; default all")
    table.add_argument("--all-lines", action="store_true", help="ours alone, every known position")
    table.add_argument("--threads", action="store_true", help="only two threads against one")
    return table


def main() -> int:
    args = parser().options()
    if args.threads:
        claim = Claim("first position of L1_R3", two_threads(1 if args.quick else 5), "x", must=1.0)
        return report("two threads over one, wall time", [claim], args)
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

"""The speed of the course programs and the textbook search: python -m benchmarks.foundation"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import Claim, TableParser, child_cpu_s, command, median_cpu_s, report
from inarow import Game, Position
from inarow.export.connectfour import connectfour_file
from inarow.textbook import COMP3308, reference, run

EMPTY = ",".join(["......."] * 6)


def start_up(repeats: int) -> list[Claim]:
    """Strict commands against bare Python, interleaved so that both meet the same noise."""
    with tempfile.TemporaryDirectory() as folder:
        calls = {
            "ConnectFour (A 4)": ([command("ConnectFour"), EMPTY, "red", "A", "4"], b""),
            "maxconnect4 (one-move, depth 3)": (
                [command("maxconnect4"), "one-move", "none", f"{folder}/out.txt", "3"],
                b"",
            ),
            "Lab7Part1 (7 x 7, one move)": ([command("Lab7Part1")], b"7\nB\n"),
            "Lab7Part2 (7 x 7, asked for n)": ([command("Lab7Part2")], b"7\n"),
        }
        bare: list[float] = []
        measured: dict[str, list[float]] = {name: [] for name in calls}
        for _ in range(repeats):
            bare.append(child_cpu_s([sys.executable, "-c", "pass"]))
            for name, (argv, stdin) in calls.items():
                measured[name].append(child_cpu_s(argv, stdin))
    yardstick = statistics.median(bare)
    return [
        Claim(
            f"{name} / python -c pass",
            statistics.median(times) / yardstick,
            "x",
            must=1.6,
            reach=1.3,
            note=f"{1e3 * statistics.median(times):.1f} / {1e3 * yardstick:.1f} ms",
        )
        for name, times in measured.items()
    ]


class Deep(NamedTuple):
    """A depth, and the seconds of CPU time that it must and would take."""

    depth: int
    must: float | None = None
    reach: float | None = None


def deep_answers(repeats: int, deepest: int) -> list[Claim]:
    rows = [
        ("M", Deep(10, 1.0)),
        ("M", Deep(12, 8.0, 2.0)),
        ("A", Deep(12, 1.0)),
        ("M", Deep(14, reach=3600.0)),
        ("A", Deep(14, reach=5.0)),
    ]
    return [
        Claim(
            f"ConnectFour EMPTY red {algorithm} {row.depth}",
            median_cpu_s(
                [command("ConnectFour"), EMPTY, "red", algorithm, str(row.depth)],
                repeats if row.depth < 14 else 1,
            ),
            "s CPU",
            must=row.must,
            reach=row.reach,
        )
        for algorithm, row in rows
        if row.depth <= deepest
    ]


def exported_file(repeats: int) -> list[Claim]:
    """The file of plain Python that inarow export connectfour writes; 0.26 s is 0.45 times what it
    took before it remembered what it had found out about a set of stones."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ConnectFour.py"
        file.write_text(connectfour_file(), encoding="utf-8")
        seconds = median_cpu_s([sys.executable, str(file), EMPTY, "red", "A", "8"], repeats)
    return [Claim("the exported ConnectFour.py EMPTY red A 8", seconds, "s CPU", must=0.26)]


def perft(repeats: int, deepest: int) -> list[Claim]:
    return [
        Claim(
            f"inarow perft {row.depth}",
            median_cpu_s(
                [command("inarow"), "perft", str(row.depth)], repeats if row.depth < 14 else 1
            ),
            "s CPU",
            must=row.must,
            reach=row.reach,
        )
        for row in (Deep(12, 2.0), Deep(14, reach=10.0))
        if row.depth <= deepest
    ]


def native_against_python(repeats: int) -> list[Claim]:
    """Nodes a second of both textbook searches on the same tree, no reuse."""
    pos = Position(Game())
    claims = []
    for algorithm in ("minimax", "alpha-beta"):
        ratios = []
        for _ in range(repeats):
            rates = []
            for search, depth in (
                (lambda p, s: run(p, s, reuse=False), 8 if algorithm == "minimax" else 10),
                (reference.run, 4 if algorithm == "minimax" else 5),
            ):
                spec = COMP3308.replace(algorithm=algorithm, depth=depth)
                started = time.process_time()
                nodes = search(pos, spec).nodes
                rates.append(nodes / (time.process_time() - started))
            ratios.append(rates[0] / rates[1])
        note = f"last run {rates[0] / 1e6:.1f} M / {rates[1] / 1e3:.1f} k nodes a second"
        claims.append(
            Claim(
                f"native / Python textbook, {algorithm}",
                statistics.median(ratios),
                "x",
                must=100.0,
                at_least=True,
                note=note,
            )
        )
    return claims


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_sample("--repeats", full=5, quick=1)
    table.add_sample("--deepest", full=14, quick=12, help="depth of the searches (default 14)")
    return table


def main() -> int:
    args = parser().options()
    claims = start_up(4 * args.repeats) + deep_answers(args.repeats, args.deepest)
    claims += exported_file(args.repeats)
    claims += perft(args.repeats, args.deepest) + native_against_python(args.repeats)
    return report("course programs and textbook search", claims, args)


if __name__ == "__main__":
    sys.exit(main())

"""What a Ray cluster costs and gives: python -m benchmarks.cluster [--positions N] [--games N]

Games of one second, handed out as an event does, take hardly longer through Ray than they do in a
process of this machine; the same positions are solved on two nodes beside one; and what comes out
is the same bit for bit. Nodes are made on this machine, with one core each.
"""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from pathlib import Path

from benchmarks.measure import Claim, TableParser, report
from inarow.cli.line_solver import LineAnswer, LineSolver
from inarow.executor import Executor, LocalExecutor, Task, ordered
from inarow.limits import Limits, SolverOptions

ROOT = Path(__file__).parents[1]
POSITIONS = ROOT / "tests" / "data" / "connect4-positions" / "Test_L1_R2.txt"
_LINES_A_TASK = 16


def solved(executor: Executor, count: int) -> tuple[float, list[tuple[str, ...]]]:
    """Wall seconds and answers, without the times in them, of so many positions."""
    rows = POSITIONS.read_text().splitlines()
    lines = [rows[number % len(rows)].split()[0] for number in range(count)]
    solver = LineSolver("connect4", Limits(), SolverOptions(book=False, lines=False))
    parts = range(0, count, _LINES_A_TASK)
    tasks = [
        Task("inarow.cli.line_solver:answers", (solver, at + 1, lines[at : at + _LINES_A_TASK]))
        for at in parts
    ]
    began_s = time.monotonic()
    found: list[LineAnswer] = [
        answer for part in ordered(executor, tasks, len(tasks)) for answer in part
    ]
    spent_s = time.monotonic() - began_s
    return spent_s, [tuple((answer.text or "").split()[:2]) for answer in found]


def lost_s(executor: Executor, games: int) -> float:
    """Of tasks that take one second each, one at a time on one core: what is lost with each of
    them, from the dispatch of the first to the end of the last."""
    tasks = iter(range(games))

    def hand_out() -> None:
        number = next(tasks, None)
        if number is not None:
            executor.submit(str(number), Task("time:sleep", (1.0,)))

    began_s = time.monotonic()
    hand_out()
    ended = 0
    while ended < games:  # as an event does: the next is handed out when one has ended
        next(executor.results())
        ended += 1
        hand_out()
    return (time.monotonic() - began_s) / games - 1.0


def claims(positions: int, games: int) -> list[Claim]:
    sys.path.insert(0, str(ROOT / "tests" / "helpers"))
    from inarow.cluster.ray_executor import RayExecutor
    from ray_cluster import ray_cluster

    with LocalExecutor(1) as here:
        _, expected = solved(here, positions)
        without = lost_s(here, games)
    spent_s, same = {}, True
    with ray_cluster(1) as cluster:
        for nodes in (1, 2):
            if nodes == 2:
                cluster.add()
            with RayExecutor(cluster.address) as executor:
                executor.ready()
                solved(executor, _LINES_A_TASK * nodes)  # both are awake
                spent_s[nodes], answers = solved(executor, positions)
                same = same and answers == expected
                if nodes == 1:
                    lost = 100 * (lost_s(executor, games) - without)
    return [
        Claim("a game of 1 s takes longer by", lost, "%", must=2.0, note="than without Ray"),
        Claim(
            f"2 nodes beside 1 on {positions} positions",
            spent_s[1] / spent_s[2],
            "x",
            at_least=True,
            note="both on this machine, whatever else it does",
        ),
        Claim("answers that differ from those without Ray", 0.0 if same else 1.0, "", must=0),
    ]


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_sample("--positions", full=1000, quick=64, help="to solve (default 1000)")
    table.add_sample("--games", full=10, quick=2, help="tasks of a second (default 10)")
    return table


def main() -> int:
    args = parser().options()
    if find_spec("ray") is None:
        print("the cluster: Ray is not installed (pip install 'inarow[ray]'), nothing measured")
        return 0
    return report("the cluster", claims(args.positions, args.games), args)


if __name__ == "__main__":
    sys.exit(main())

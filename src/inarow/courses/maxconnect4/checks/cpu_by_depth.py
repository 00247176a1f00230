"""CPU time against depth, measured by us: user and system time of the program at depths 1 to N,
beside our own minimax and alpha-beta from the same board. Evidence, shown beside the marks; it
passes if the program moves at all.

args = ["one-move", "input.txt", "output.txt", "DEPTH"]    the last word is replaced
options = { deepest = 10 }

Depths end at the first that does not end within the limit.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Any

from inarow._core import Position
from inarow.courses.maxconnect4.checks.one_move import require_one_move, start_of
from inarow.marking.checks.check import Check, Judgement, abnormal_exit
from inarow.marking.results import CPU_BY_DEPTH, ResourceUsage, Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Test
from inarow.running.program import Program
from inarow.textbook.spec import usual_spec
from inarow.textbook.timing import ALGORITHMS, Method, measure_depths
from inarow.textbook.tree_rules import Algorithm

_USUAL_DEEPEST = 10
_OURS_S = 1.0


def judge_cpu_by_depth(test: Test, program: Program, runner: Runner) -> Judgement:
    """Runs the program at one depth after the other."""
    start = start_of(test)
    deepest = int(test.options.get("deepest", _USUAL_DEEPEST))
    ours = {algorithm: _ours(start, algorithm, deepest) for algorithm in ALGORITHMS}
    rows: list[dict[str, Any]] = []
    used, problem = ResourceUsage(), ("", "")
    for depth in range(1, deepest + 1):
        args = (*test.args[:-1], str(depth))
        ran = runner.run(program, args, test.limits, files=test.files, wanted=(test.args[2],))
        fault = abnormal_exit(ran.report)
        if fault is None and not ran.files:
            fault = "NO_FILE", f"writes no {test.args[2]} at depth {depth}"
        if fault is not None:
            problem = fault
            rows.append({"depth": depth, "ended": ran.report.verdict.name})
            break
        report = ran.report
        used = max(used, ran.used, key=lambda one: one.cpu_s)
        rows.append(
            {
                "depth": depth,
                "user_s": round(report.cpu_s - report.system_s, 6),
                "system_s": round(report.system_s, 6),
                **{
                    f"{algorithm}_{word}": value
                    for algorithm in ALGORITHMS
                    for word, value in ours[algorithm].get(depth, {}).items()
                },
            }
        )
    facts = {CPU_BY_DEPTH: rows}
    if len(rows) == 1 and problem[0]:
        return Judgement(Verdict.FAIL, *problem, used=used, facts=facts)
    ended = f"depth {rows[-1]['depth']} does not end in time" if problem[0] else "all ended"
    return Judgement(
        Verdict.PASS, "", f"depths 1 to {deepest}: {ended}", Decimal(1), used=used, facts=facts
    )


@lru_cache(maxsize=64)
def _ours(pos: Position, algorithm: Algorithm, deepest: int) -> dict[int, dict[str, float]]:
    """CPU seconds and nodes of our own search by depth, as far as a moment allows."""
    spec = usual_spec(pos.game).replace(algorithm=algorithm)
    return {
        measured.depth: {"s": round(measured.cpu_s, 6), "nodes": measured.result.nodes}
        for measured in measure_depths(pos, spec, Method(), deepest, _OURS_S)
    }


CHECK = Check(
    "CPU time against depth", judge_cpu_by_depth, {"deepest": int}, require_one_move, slow=True
)

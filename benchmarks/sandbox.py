"""What a sandbox costs: python -m benchmarks.sandbox [--launches N] [--asks N] [--kills N]

Launches of a C program and of Python are counted in CPU time of all processes that take part, the
launcher's and ours included, beside a bare posix_spawn of the same C program in the same run; how
many two cores can do in a second follows from it, and what the wall clock saw stands beside it. A
persistent engine is thawed, asked, answers and is frozen again; asks in which it or we had to wait
for a core do not count, so that the machine need not be quiet. At last a referee is killed at
random moments.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.killed_referee import leftovers
from benchmarks.measure import Claim, TableParser, report
from inarow.running import launcher
from inarow.running.languages.language import MissingTool, Tool
from inarow.running.launcher import NativeSandbox
from inarow.running.program import Launch, RunLimits
from inarow.running.sandbox import probe_tier
from inarow.running.toolchain import Toolchain

_HELLO = '#include <stdio.h>\nint main(void) { puts("3"); return 0; }\n'
_ECHO = """
#include <stdio.h>
int main(void) {
  char line[256];
  setvbuf(stdout, NULL, _IONBF, 0);
  while (fgets(line, sizeof line, stdin)) puts("3");
}
"""
_SHORT_STALL_S = 40e-6
_AT_ONCE = 4


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_sample("--launches", 600, 10, help="launches of a program in a row")
    table.add_sample("--asks", 5000, 50, help="questions to a persistent engine")
    table.add_sample("--kills", 100, 2, help="referees that are killed")
    return table


def main() -> int:
    args = parser().options()
    tiers = [tier for tier in (1, 2) if probe_tier(tier).works]
    if not tiers:
        print("no sandbox works here, see inarow doctor", file=sys.stderr)
        return 1
    toolchain = Toolchain()
    gcc, python = toolchain.tool("gcc"), toolchain.tool("python")
    if isinstance(gcc, MissingTool) or isinstance(python, MissingTool):
        print("gcc or Python is missing, see inarow doctor", file=sys.stderr)
        return 1
    claims: list[Claim] = []
    with tempfile.TemporaryDirectory(prefix="inarow-bench-") as folder:
        box = Path(folder)
        box.chmod(0o755)
        for name, source in (("hello", _HELLO), ("echo", _ECHO)):
            (box / f"{name}.c").write_text(source)
            subprocess.run([gcc.command[0], "-O2", "-o", box / name, box / f"{name}.c"], check=True)
        (box / "hello.py").write_text("print(3)\n")
        for tier in tiers:
            claims += _launches(tier, box, gcc, python, args.launches)
            claims += _asks(tier, box, gcc, args.asks)
    claims.append(_kills(tiers, args.kills))
    return report("The sandbox", claims, args)


def _launches(tier: int, box: Path, gcc: Tool, python: Tool, count: int) -> list[Claim]:
    sandbox = NativeSandbox(tier)
    c = Launch(("/box/hello",), box=box, readable=gcc.runtime)
    py = Launch(
        (*python.command, "/box/hello.py"),
        box=box,
        readable=python.readable,
        interpreter=python.interpreter,
        environment=python.environment,
    )

    def run(launch: Launch) -> None:
        done = sandbox.run(launch)
        assert done.stdout == b"3\n", done

    bare_s = min(_cpu_s(lambda: _bare(box / "hello"), count) for _ in range(3))
    c_s = min(_launched_cpu_s(tier, lambda: run(c), count) for _ in range(3))
    py_s = _launched_cpu_s(tier, lambda: run(py), max(count // 10, 5))
    judged = tier == 1
    return [
        Claim(f"tier {tier}: bare posix_spawn of a C program", bare_s * 1000, "ms CPU"),
        Claim(f"tier {tier}: launch of the same C program", c_s * 1000, "ms CPU"),
        Claim(
            f"tier {tier}: launch over posix_spawn",
            c_s / bare_s,
            "times",
            must=3.0 if judged else None,
            reach=1.6 if judged else None,
        ),
        Claim(
            f"tier {tier}: C launches in a second of two cores",
            2 / c_s,
            "",
            must=400 if judged else None,
            reach=800 if judged else None,
            at_least=True,
            note=f"wall clock, machine as it is: {_rate(run, c, count):.0f}",
        ),
        Claim(
            f"tier {tier}: Python launches in a second of two cores",
            2 / py_s,
            "",
            must=80 if judged else None,
            reach=120 if judged else None,
            at_least=True,
            note=f"wall clock, machine as it is: {_rate(run, py, max(count // 10, 5)):.0f}",
        ),
    ]


def _cpu_now_s() -> float:
    return sum(
        sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )


def _cpu_s(work: Callable[[], None], count: int) -> float:
    """CPU seconds of one, ours and those of processes that have ended."""
    before_s = _cpu_now_s()
    for _ in range(count):
        work()
    return (_cpu_now_s() - before_s) / count


def _launched_cpu_s(tier: int, work: Callable[[], None], count: int) -> float:
    """The same with a launcher, whose time is known when it has ended."""
    launcher.close_launchers()
    work()  # starts one and makes its view
    before_s = _cpu_now_s() + launcher.launcher_of(tier).cpu_s
    for _ in range(count):
        work()
    launcher.close_launchers()
    return (_cpu_now_s() - before_s) / count


def _bare(program: Path) -> None:
    reader, writer = os.pipe()
    pid = os.posix_spawn(program, ["hello"], {}, file_actions=[(os.POSIX_SPAWN_DUP2, writer, 1)])
    os.close(writer)
    assert os.read(reader, 100) == b"3\n"
    os.close(reader)
    os.waitpid(pid, 0)


def _rate(run: Callable[[Launch], None], launch: Launch, count: int) -> float:
    """Launches a second, several at once."""
    run(launch)
    began_s = time.perf_counter()
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        list(pool.map(run, [launch] * count))
    return count / (time.perf_counter() - began_s)


def _asks(tier: int, box: Path, gcc: Tool, count: int) -> list[Claim]:
    """Thaw, ask, answer, freeze."""
    program = NativeSandbox(tier).start(
        Launch(("/box/echo",), box=box, readable=gcc.runtime, limits=RunLimits(wall_s=None))
    )
    quiet_s: list[float] = []
    try:
        for _ in range(count):
            wait, cpu_s = program.cpu_wait(), program.usage().cpu_s
            wait.begin(time.monotonic())
            began_s = time.perf_counter()
            program.thaw()
            program.send("go")
            reply = program.receive(time.monotonic() + 60)
            program.freeze()
            spent_s = time.perf_counter() - began_s
            assert reply is not None and reply.text == b"3"
            wait.look(time.monotonic(), answer=True)
            if wait.wait_s(spent_s, program.usage().cpu_s - cpu_s) <= _SHORT_STALL_S:
                quiet_s.append(spent_s)
    finally:
        program.stop(0)
    quiet_s.sort()
    note = f"{len(quiet_s)} of {count} without waiting for a core"
    if not quiet_s:
        return [Claim(f"tier {tier}: no ask without a stall", 0, "ms", note=note)]
    return [
        Claim(f"tier {tier}: thaw, ask, answer, freeze: median", _share(quiet_s, 0.5), "ms"),
        Claim(
            f"tier {tier}: thaw, ask, answer, freeze: 99th percentile",
            _share(quiet_s, 0.99),
            "ms",
            must=0.2,
            note=note,
        ),
    ]


def _share(sorted_s: list[float], share: float) -> float:
    return sorted_s[int(share * (len(sorted_s) - 1))] * 1000


def _kills(tiers: list[int], count: int) -> Claim:
    dice = random.Random(15)
    left = [
        what
        for number in range(count)
        for what in leftovers(tiers[number % len(tiers)], dice.uniform(0.0, 1.0))
    ]
    return Claim(
        f"left by {count} referees that were killed",
        len(left),
        "things",
        must=0,
        note="; ".join(left[:3]),
    )


if __name__ == "__main__":
    sys.exit(main())

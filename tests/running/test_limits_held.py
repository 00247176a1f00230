"""Limits that are about other processes than the program's first: those that a compiler starts, and
those of others, which want the same core."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from builds import build_report
from inarow.course import find_course
from inarow.running.build import BUILD_LIMITS
from inarow.running.cache import FolderCache
from inarow.running.languages.language import MissingTool
from inarow.running.submission import Submission
from inarow.running.toolchain import Toolchain
from sandboxes import needed

pytestmark = pytest.mark.process

ENDLESS = {
    "reads without end": '#include "/dev/urandom"\n',
    "doubles a macro": "".join(f"#define X{n} X{n - 1} X{n - 1}\n" for n in range(1, 60))
    + "#define X0 1+\nint x = X59 0;\n",
}


@pytest.mark.parametrize("tier", [1, 2])
@pytest.mark.parametrize("source", ENDLESS.values(), ids=ENDLESS)
def test_a_compiler_is_held_to_the_processor_time_of_all_its_processes(
    tier: int, source: str, tmp_path: Path
) -> None:
    sandbox, toolchain = needed(tier), Toolchain()
    if isinstance(toolchain.tool("gcc"), MissingTool):
        pytest.skip("gcc does not work here")
    tmp_path.chmod(0o755)
    limits = replace(BUILD_LIMITS, cpu_s=0.5)
    submission = Submission("x.c", {"ConnectFour.c": source.encode()})
    report = build_report(
        submission,
        find_course("comp3308").programs,
        toolchain,
        sandbox,
        limits=limits,
        cache=FolderCache("images", tmp_path),
    )
    assert 0.5 < report.cpu_s < 0.9, report


# Three sessions that never rest on the core of a program which needs half of its limit.
CROWDED = """
import json, os, sys, tempfile
from pathlib import Path
from benchmarks.fair_clock import Behaviour, compiled, judge_of, load, worker
from inarow.running.sandbox import choose_sandbox

os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
with tempfile.TemporaryDirectory() as name:
    folder, sandbox = compiled(Path(name)), choose_sandbox(int(sys.argv[2]))
    half = worker(folder, Behaviour('works 50 %', 0.5), 20.0)
    with judge_of(sys.argv[1], half, sandbox, 20.0) as judge:
        judge()
        with load(3, folder):
            found = [judge() for _ in range(3)]
print(json.dumps([[late, used.wall_ms, used.cpu_ms, used.stall_ms] for late, used in found]))
"""


@pytest.mark.parametrize(("adapter", "tier"), [("argv", 1), ("engine", 2)])
def test_nobody_is_late_for_want_of_a_core(adapter: str, tier: int) -> None:
    needed(tier)
    if isinstance(Toolchain().tool("gcc"), MissingTool):
        pytest.skip("gcc does not work here")
    words = [sys.executable, "-c", CROWDED, adapter, str(tier)]
    root = Path(__file__).parents[2]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=root)
    found = json.loads(done.stdout)
    assert not any(late for late, *_ in found), found
    assert any(wall_ms > 20 for _, wall_ms, *_ in found), "nobody had to wait"

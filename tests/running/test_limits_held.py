"""Limits and figures that are about processes other than the program's first: those that a compiler
starts, and ours before the program is there."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from inarow.running.build import build
from inarow.running.cache import FolderCache
from inarow.running.compiler import BUILD_LIMITS
from inarow.running.courses import COURSES
from inarow.running.outcome import RunReport
from inarow.running.submission import Submission
from inarow.running.toolchain import MissingTool, Toolchain
from sandboxes import sandbox_of

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
    sandbox, toolchain = sandbox_of(tier), Toolchain()
    if sandbox is None or isinstance(toolchain.tool("gcc"), MissingTool):
        pytest.skip(f"tier {tier} or gcc does not work here")
    tmp_path.chmod(0o755)
    limits = replace(BUILD_LIMITS, cpu_s=0.5)
    submission = Submission("x.c", {"ConnectFour.c": source.encode()})
    report = build(
        submission,
        COURSES["comp3308"],
        toolchain,
        sandbox,
        limits=limits,
        cache=FolderCache("images", tmp_path),
    )
    assert isinstance(report, RunReport)
    assert 0.5 < report.cpu_s < 0.9, report


# A referee that gets hardly any of its core, so that its programs wait before they are executed.
STARVED = """
import json, os, subprocess, sys
from pathlib import Path
from inarow.running.launch import Launch
from inarow.running.native_sandbox import NativeSandbox

seen = tuple(Path(name) for name in ("/bin/sleep", "/lib", "/lib64", "/usr/lib"))
launch = Launch(("/bin/sleep", "0.01"), readable=tuple(path for path in seen if path.exists()))
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
spin = [sys.executable, "-S", "-c", "while True: pass"]
others = [subprocess.Popen(spin) for _ in range(3)]
try:
    os.nice(19)
    reports = [NativeSandbox(int(sys.argv[1])).run(launch) for _ in range(6)]
    print(json.dumps([[r.wall_s, r.cpu_s, r.stall_s] for r in reports]))
finally:
    for process in others:
        process.kill()
        process.wait()
"""


@pytest.mark.parametrize("tier", [1, 2])
def test_the_stall_begins_with_the_program(tier: int) -> None:
    if sandbox_of(tier) is None:
        pytest.skip(f"tier {tier} does not work here")
    words = [sys.executable, "-c", STARVED, str(tier)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    for wall_s, cpu_s, stall_s in json.loads(done.stdout):
        # It slept so long; the processor time has what our own steps to the program took. A longer
        # sleep would meet our looks at its folder, which may wait for a core meanwhile.
        assert stall_s + cpu_s + 0.01 < wall_s + 0.002

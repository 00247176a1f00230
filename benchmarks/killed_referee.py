"""What is left when a referee is killed while it runs programs: everything must be gone once the
next one has started. ``python -m benchmarks.killed_referee TIER`` is such a referee."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from inarow.running.launcher import PROGRAM, NativeSandbox
from inarow.running.program import Launch, RunLimits

_GONE_WITHIN_S = 10.0
_SHELL = Path("/bin/sh")
_SEEN = tuple(
    path
    for path in (_SHELL, Path("/bin/sleep"), Path("/lib"), Path("/lib64"), Path("/usr/lib"))
    if path.exists()
)


def referee(tier: int) -> None:
    """Runs programs without end: short ones, one that stays, and one that starts others."""
    sandbox = NativeSandbox(tier)
    mark = {"MARK": os.environ["XDG_RUNTIME_DIR"]}
    nothing = Launch(
        (f"/box/{PROGRAM.name}", "nothing"),
        box=PROGRAM.parent,
        readable=_SEEN,
        environment=mark,
    )
    family = Launch(
        (str(_SHELL), "-c", "sleep 100 & sleep 101 & echo there > /tmp/file; sleep 102"),
        readable=_SEEN,
        limits=RunLimits(wall_s=0.05, processes=8),
        environment=mark,
    )
    sandbox.start(Launch((str(_SHELL), "-c", "read line"), readable=_SEEN, environment=mark))
    threads = [
        threading.Thread(target=_run_forever, args=(sandbox, launch))
        for launch in (nothing, family)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _run_forever(sandbox: NativeSandbox, launch: Launch) -> None:
    while True:
        sandbox.run(launch)


def leftovers(tier: int, moment_s: float) -> list[str]:
    """Kills a referee after so many seconds, starts another one, and lists what the first left:
    processes, mounts, control groups, files."""
    with tempfile.TemporaryDirectory(prefix="inarow-kill-") as folder:
        Path(folder).chmod(0o711)
        state = Path(folder) / "inarow"
        variables = {**os.environ, "XDG_RUNTIME_DIR": folder, "TMPDIR": folder}
        mounts = Path("/proc/self/mounts").read_text()
        killed = subprocess.Popen(
            [sys.executable, "-m", __name__, str(tier)], env=variables, cwd=_root()
        )
        time.sleep(moment_s)
        groups = _groups_of(state)
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait()
        groups |= _groups_of(state)
        subprocess.run(
            [sys.executable, "-c", _ONE_LAUNCH, str(tier)], env=variables, check=True, cwd=_root()
        )
        until_s = time.monotonic() + _GONE_WITHIN_S
        while (found := _found(folder, groups)) and time.monotonic() < until_s:
            time.sleep(0.02)
        if Path("/proc/self/mounts").read_text() != mounts:
            found.append("a mount")
        return found


_ONE_LAUNCH = """
import sys
from inarow.running.sandbox import probe_tier
assert probe_tier(int(sys.argv[1])).works
"""


def _root() -> Path:
    return Path(__file__).parents[1]


def _groups_of(state: Path) -> set[str]:
    found = set()
    for note in state.glob("*/group"):
        try:
            found |= set(note.read_text().splitlines())
        except OSError:
            continue  # it has been tidied away meanwhile
    return found - {""}


def _found(folder: str, groups: set[str]) -> list[str]:
    found = [f"group {path}" for path in groups if Path(path).exists()]
    found += [f"file {path}" for path in (Path(folder) / "inarow").iterdir()]
    found += [f"file {path}" for path in Path(folder).iterdir() if path.name != "inarow"]
    # The launcher has the folder among its words, its programs in their environment.
    for process in Path("/proc").glob("[0-9]*"):
        for name in ("cmdline", "environ"):
            try:
                if folder.encode() in (process / name).read_bytes():
                    found.append(f"process {process.name}")
            except OSError:
                continue
    return [what for what in found if what != f"process {os.getpid()}"]


if __name__ == "__main__":
    referee(int(sys.argv[1]))

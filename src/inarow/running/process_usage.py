"""What a living process has used, as the system counts it; nothing where it does not tell."""

from __future__ import annotations

import re
import time
from pathlib import Path

from inarow.running.outcome import Usage

_PEAK = re.compile(rb"^VmHWM:\s*(\d+) kB", re.MULTILINE)
_STATE = re.compile(rb"^State:\s*(\w)", re.MULTILINE)
_SLEEPS = re.compile(rb"^voluntary_ctxt_switches:\s*(\d+)", re.MULTILINE)


def usage_of(pid: int) -> Usage:
    status = _status(pid)
    sleeps, state = _SLEEPS.search(status), _STATE.search(status)
    return Usage(
        cpu_seconds_of(pid),
        stall_seconds_of(pid),
        _peak_mb(status),
        sleeps=int(sleeps[1]) if sleeps else None,
        asleep=state is not None and state[1] != b"R",
    )


def sleeps_of(pid: int) -> int | None:
    """How often its first thread has gone to sleep of its own accord."""
    found = _SLEEPS.search(_status(pid))
    return int(found[1]) if found else None


def cpu_seconds_of(pid: int) -> float:
    """Processor time of all its threads, those that have ended too."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except (AttributeError, OSError):
        return 0.0


def stall_seconds_of(pid: int) -> float:
    """How long its first thread has waited for a core."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_bytes().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def wants_core(pid: int) -> bool:
    """Whether one of its threads runs, or would if it had a core."""
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return False
    for thread in threads:
        try:
            if (thread / "stat").read_bytes().rpartition(b") ")[2][:1] == b"R":
                return True
        except OSError:
            continue
    return False


def peak_mb_of(pid: int) -> float:
    return _peak_mb(_status(pid))


def _status(pid: int) -> bytes:
    try:
        with open(f"/proc/{pid}/status", "rb", buffering=0) as file:  # noqa: PTH123 - for each line
            return file.read()
    except OSError:
        return b""


def _peak_mb(status: bytes) -> float:
    found = _PEAK.search(status)
    return int(found[1]) / 1024 if found else 0.0

"""What a living process has used, as the system counts it; nothing where it does not tell."""

from __future__ import annotations

import re
import time
from pathlib import Path

from inarow.running.outcome import Rest, Usage

_PEAK = re.compile(rb"^VmHWM:\s*(\d+) kB", re.MULTILINE)
_STATE = re.compile(rb"^State:\s*(\w)", re.MULTILINE)
_SLEEPS = re.compile(rb"^voluntary_ctxt_switches:\s*(\d+)", re.MULTILINE)


def usage_of(pid: int) -> Usage:
    status = _status(pid)
    return Usage(cpu_seconds_of(pid), stall_seconds_of(pid), _peak_mb(status), rest=_rest(status))


def rest_of(pid: int) -> Rest | None:
    return _rest(_status(pid))


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


def _rest(status: bytes) -> Rest | None:
    sleeps, state = _SLEEPS.search(status), _STATE.search(status)
    return Rest(int(sleeps[1]), state[1] != b"R") if sleeps and state else None


def _peak_mb(status: bytes) -> float:
    found = _PEAK.search(status)
    return int(found[1]) / 1024 if found else 0.0

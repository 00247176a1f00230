"""What a living process has used, as the system counts it; nothing where it does not tell."""

from __future__ import annotations

import re
import time

from inarow.running.outcome import Usage

_PEAK = re.compile(rb"^VmHWM:\s*(\d+) kB", re.MULTILINE)
_PARENT = re.compile(rb"^PPid:\s*(\d+)", re.MULTILINE)


def usage_of(pid: int) -> Usage:
    return Usage(cpu_seconds_of(pid), 0.0, peak_mb_of(pid))


def parent_of(pid: int) -> int:
    """The process that it was started by, or given to; 0 where the system does not tell."""
    found = _PARENT.search(_status(pid))
    return int(found[1]) if found else 0


def cpu_seconds_of(pid: int) -> float:
    """Processor time of all its threads, those that have ended too."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except (AttributeError, OSError):
        return 0.0


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

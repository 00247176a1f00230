"""What a living process has used, as the system counts it; nothing where it does not tell."""

from __future__ import annotations

import os
import re
import time

from inarow.running.result import Usage

_TICK_S = 1 / os.sysconf("SC_CLK_TCK")
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


def cpu_seconds_below(keeper: int) -> float:
    """Processor time of every process below one, and of those that they have waited for."""
    return sum(cpu_seconds_of(pid) + _waited_for_s(pid) for pid in pids_below(keeper))


def pids_below(pid: int) -> list[int]:
    found = _children(pid)
    for child in found:
        found += _children(child)  # which are looked at in their turn
    return found


def peak_mb_of(pid: int) -> float:
    return _peak_mb(_status(pid))


def _children(pid: int) -> list[int]:
    """Those that each of its threads has started."""
    found: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")  # noqa: PTH208 - for each answer
    except OSError:
        return found
    for thread in threads:
        found += map(int, _read(f"/proc/{pid}/task/{thread}/children").split())
    return found


def _waited_for_s(pid: int) -> float:
    """Processor time of the processes that it has waited for."""
    fields = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return (int(fields[13]) + int(fields[14])) * _TICK_S if len(fields) > 14 else 0.0


def _read(path: str) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - for each answer
            return file.read()
    except OSError:
        return b""


def _status(pid: int) -> bytes:
    return _read(f"/proc/{pid}/status")


def _peak_mb(status: bytes) -> float:
    found = _PEAK.search(status)
    return int(found[1]) / 1024 if found else 0.0

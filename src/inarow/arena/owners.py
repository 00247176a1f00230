"""Whose lease it is: a process by machine, number and beginning, and whether it still runs."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def this_process() -> str:
    """This process, by a name that no other has or will have."""
    return f"{platform.node()}/{os.getpid()}/{_begun(os.getpid())}"


def lives(owner: str | None) -> bool:
    """Whether the process of a lease runs. One of another machine is believed to."""
    node, pid, begun = (owner or "//").rsplit("/", 2)
    return node != platform.node() or (pid.isdigit() and _begun(int(pid)) == begun)


def _begun(pid: int) -> str:
    """When a process began, in a word that no other process of this machine has beside its number;
    empty if it does not run, or where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        pass
    else:
        return "" if fields[0] in "ZX" else fields[19]
    if Path("/proc/self/stat").exists():
        return ""
    try:
        os.kill(pid, 0)
    except OSError:
        return ""
    return "0"

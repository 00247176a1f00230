"""Leases: which run plays a game, and until when.

A run renews its lease while it lives, every few seconds, in a thread of its own. A lease that is no
longer renewed expires, so the games of a run on a machine that went away, was renamed, or whose
store was copied are taken over. A process of this same machine that has ended is noticed at once.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import threading
import time
import uuid
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

LEASE_S = 60.0
"""How long a lease holds that nobody renews."""
_RENEW_S = 10.0

TABLE = """
CREATE TABLE IF NOT EXISTS leases (
  token TEXT PRIMARY KEY, host TEXT NOT NULL, process TEXT NOT NULL, expires REAL NOT NULL)"""


class LeaseRow(NamedTuple):
    """A lease as the store has it."""

    token: str
    host: str
    process: str
    expires: float

    @property
    def left_s(self) -> float:
        """Seconds until it expires; 0 if its run is over. An end later than any that is written
        comes from another clock, and does not count."""
        if not isinstance(self.expires, float) or not isinstance(self.process, str):
            return 0.0  # written by something else
        left_s = self.expires - time.time()
        if not 0 < left_s <= LEASE_S + _RENEW_S or not _may_live(self.process):
            return 0.0
        return left_s


class Lease:
    """The lease of one open store, renewed from the first game it takes until it is given back."""

    def __init__(self, path: Path) -> None:
        self.token = uuid.uuid4().hex
        self._path = path
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def row(self) -> LeaseRow:
        """What the store has to hold now."""
        host = platform.node() or "this machine"
        return LeaseRow(self.token, host, _process(os.getpid()), time.time() + LEASE_S)

    def keep(self) -> None:
        """Renews it from now on."""
        if self._thread is None:
            self._over.clear()
            self._thread = threading.Thread(target=self._renew, name="lease", daemon=True)
            self._thread.start()

    def drop(self) -> None:
        """Renews it no longer."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._over.set()
            thread.join()

    def _renew(self) -> None:
        while not self._over.wait(_RENEW_S):
            # A store that is busy or full now is asked again; meanwhile the lease still holds.
            with suppress(sqlite3.OperationalError), closing(self._opened()) as db, db:
                row = (time.time() + LEASE_S, self.token)
                db.execute("UPDATE leases SET expires = ? WHERE token = ?", row)

    def _opened(self) -> sqlite3.Connection:
        """A connection of its own; a file that was removed is not made anew."""
        return sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=rw", uri=True)


def _process(pid: int) -> str:
    """A process by its machine since boot, its process table, PID and start."""
    return "/".join((*_machine(), str(pid), _start_of(pid)))


def _machine() -> tuple[str, str]:
    """This machine since it started, whatever its name, and the table of its processes that we see;
    without these, its name."""
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return boot, str(Path("/proc/self/ns/pid").readlink())
    return platform.node(), ""


def _may_live(process: str) -> bool:
    """Whether a process may still run; only one of this machine can be seen to have ended."""
    machine, _, rest = process.partition("/")
    table, _, rest = rest.partition("/")
    pid, _, start = rest.partition("/")
    return (machine, table) != _machine() or (pid.isdigit() and _start_of(int(pid)) == start)


def _start_of(pid: int) -> str:
    """When a process started, as text that no other process of this machine with its PID has; empty
    if it does not run, or where the system does not report it."""
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

"""Tier none: a plain process with the rights of whoever starts it.

Time, processor time and output are bounded; everything else is as the system has it.
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from inarow.errors import UserError
from inarow.running.collector import Collector
from inarow.running.ending import Ending, report_of
from inarow.running.launch import BOX, TMP, WORK, Launch, told_of_host
from inarow.running.outcome import RunReport, Usage
from inarow.running.pipes import close_all, made_ends
from inarow.running.process_usage import peak_mb_of, stall_seconds_of, usage_of
from inarow.running.running_program import ProgramEnds, RunningProgram

_TICK_S = 0.02
_MB_OF_MAXRSS = 1024.0 if sys.platform != "darwin" else 1024.0 * 1024.0


class PlainSandbox:
    """A ``Sandbox`` that is none."""

    tier = None

    def run(self, launch: Launch, stdin: bytes = b"") -> RunReport:
        try:
            ends, keeper = _started(launch)
        except (OSError, ValueError) as error:
            ending = Ending(None, None, Usage(0, 0, 0), 0, fault=_reason(launch, error))
            return report_of(ending, launch.limits, None)
        return Collector(ends, keeper, launch.limits).collected(stdin)

    def start(self, launch: Launch) -> RunningProgram:
        try:
            ends, keeper = _started(launch)
        except (OSError, ValueError) as error:
            raise UserError(_reason(launch, error)) from None
        return RunningProgram(ends, keeper, launch.limits)


def _reason(launch: Launch, error: OSError | ValueError) -> str:
    why = error.strerror if isinstance(error, OSError) else error
    return f"program '{launch.argv[0]}' cannot be started: {why}"


def _started(launch: Launch) -> tuple[ProgramEnds, PlainKeeper]:
    tmp = Path(tempfile.mkdtemp(prefix="inarow-"))
    ends, theirs = made_ends(launch.terminal)
    try:
        return ends, PlainKeeper(launch, theirs, tmp)
    except (OSError, ValueError):
        close_all(ends)
        shutil.rmtree(tmp, ignore_errors=True)
        raise
    finally:
        close_all(theirs)


class PlainKeeper:
    """A process in a session of its own, which is killed with its group."""

    tier = None

    def __init__(self, launch: Launch, theirs: tuple[int, int, int], tmp: Path) -> None:
        self._tmp = tmp
        places = {TMP: tmp}
        if launch.box is not None:
            places[BOX] = launch.box
        if launch.workdir is not None:
            places[WORK] = launch.workdir
        self._process = subprocess.Popen(
            told_of_host(launch, places),
            stdin=theirs[0],
            stdout=theirs[1],
            stderr=theirs[2],
            cwd=launch.workdir or launch.box,
            env=launch.whole_environment | {"HOME": str(tmp), "TMPDIR": str(tmp)},
            start_new_session=True,
        )
        self.pid = self._process.pid
        self.began_s = time.monotonic()
        self._ending: Ending | None = None
        self._stall_s = 0.0
        # The system counts what we hold when a program is started as the program's own peak.
        self._inherited_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MB_OF_MAXRSS
        self._seen_mb = peak_mb_of(self.pid)
        self._pidfd = os.pidfd_open(self.pid) if hasattr(os, "pidfd_open") else -1

    def fileno(self) -> int:
        return self._pidfd

    def ending(self, wait_s: float) -> Ending | None:
        deadline_s = time.monotonic() + wait_s
        while self._ending is None:
            # The system forgets how long a process waited for a core when it is reaped.
            if self._has_ended():
                self._stall_s = max(self._stall_s, stall_seconds_of(self.pid))
            self._seen_mb = max(self._seen_mb, peak_mb_of(self.pid))
            pid, status, used = os.wait4(self.pid, os.WNOHANG)
            if pid:
                peak_mb = used.ru_maxrss / _MB_OF_MAXRSS
                known = peak_mb > self._inherited_mb
                self._note(
                    status, used.ru_utime + used.ru_stime, peak_mb if known else self._seen_mb
                )
                break
            left_s = deadline_s - time.monotonic()
            if left_s <= 0:
                break
            if self._pidfd >= 0:
                _wait_readable(self._pidfd, left_s)
            else:
                time.sleep(min(left_s, _TICK_S))
        return self._ending

    def _has_ended(self) -> bool:
        if not hasattr(os, "waitid"):
            return False
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.pid, flags) is not None

    def kill(self) -> Ending:
        if self._ending is None:
            self._stall_s = stall_seconds_of(self.pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        while self._ending is None:
            self.ending(1)
        shutil.rmtree(self._tmp, ignore_errors=True)
        return self._ending

    def freeze(self) -> None:
        os.killpg(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.killpg(self.pid, signal.SIGCONT)

    def usage(self) -> Usage:
        return usage_of(self.pid) if self._ending is None else self._ending.usage

    def _note(self, status: int, cpu_s: float, peak_mb: float) -> None:
        wall_s = time.monotonic() - self.began_s
        code = os.waitstatus_to_exitcode(status)
        self._process.returncode = code
        usage = Usage(cpu_s, self._stall_s, peak_mb)
        self._ending = Ending(
            None if code < 0 else code, -code if code < 0 else None, usage, wall_s
        )
        close_all((self._pidfd,))
        self._pidfd = -1


def _wait_readable(fd: int, wait_s: float) -> None:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    poll.poll(wait_s * 1000)

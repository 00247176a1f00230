"""Tier none: a plain process with the rights of whoever starts it.

Time, processor time and output are bounded; everything else is as the system has it.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from inarow.errors import UserError
from inarow.running.ending import Ending, Limit, report_of
from inarow.running.launch import BOX, TMP, WORK, Launch, told_of_host
from inarow.running.outcome import RunReport, Usage
from inarow.running.pipes import close_all, made_ends
from inarow.running.process_usage import cpu_seconds_of, stall_seconds_of, usage_of
from inarow.running.running_program import ProgramEnds, RunningProgram

_TICK_S = 0.02
_DRAIN_S = 0.05
_CHUNK = 65536
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
        return _Collector(ends, keeper, launch).collected(stdin)

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
            told_of_host(launch.argv, places),
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
        self._pidfd = os.pidfd_open(self.pid) if hasattr(os, "pidfd_open") else -1

    def fileno(self) -> int:
        return self._pidfd

    def ending(self, wait_s: float) -> Ending | None:
        deadline_s = time.monotonic() + wait_s
        while self._ending is None:
            # The system forgets how long a process waited for a core when it is reaped.
            if self._has_ended():
                self._stall_s = max(self._stall_s, stall_seconds_of(self.pid))
            pid, status, used = os.wait4(self.pid, os.WNOHANG)
            if pid:
                self._note(status, used.ru_utime + used.ru_stime, used.ru_maxrss / _MB_OF_MAXRSS)
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


class _Collector:
    """Runs a program once: feeds it, keeps what it writes, ends it at its limits."""

    def __init__(self, ends: ProgramEnds, keeper: PlainKeeper, launch: Launch) -> None:
        self._ends = ends
        self._keeper = keeper
        self._limits = launch.limits
        self._kept = {ends.stdout: bytearray(), ends.stderr: bytearray()}
        self._reading = {fd for fd in self._kept if fd >= 0}
        self._most = launch.limits.output_kb * 1024
        self._truncated = False
        self._first_line_s: float | None = None

    def collected(self, stdin: bytes) -> RunReport:
        limit: Limit = ""
        ending = None
        left = memoryview(stdin)
        feeding = True
        while ending is None and not limit:
            if feeding and not left and self._ends.stdin != self._ends.stdout:
                os.close(self._ends.stdin)
                feeding = False
            poll = select.poll()
            for fd in (self._reading | {self._keeper.fileno()}) - {-1}:
                poll.register(fd, select.POLLIN)
            if feeding and left:
                poll.register(self._ends.stdin, select.POLLOUT)
            poll.poll(_TICK_S * 1000)
            if feeding and left:
                left = self._fed(left)
            self._read()
            ending = self._keeper.ending(0)
            limit = "" if ending is not None else self._limit_met()
        if self._truncated and ending is not None:
            limit = "output"
        ended = self._keeper.kill()
        until_s = time.monotonic() + _DRAIN_S
        while self._reading and time.monotonic() < until_s and self._read():
            pass
        limit = "output" if self._truncated else limit
        open_ends = tuple(self._ends)[0 if feeding else 1 :]
        close_all(open_ends)
        return report_of(
            ended._replace(limit=limit, first_line_s=self._first_line_s),
            self._limits,
            None,
            bytes(self._kept[self._ends.stdout]),
            bytes(self._kept.get(self._ends.stderr, b"")) if self._ends.stderr >= 0 else b"",
            self._truncated,
        )

    def _fed(self, left: memoryview) -> memoryview:
        try:
            return left[os.write(self._ends.stdin, left[:_CHUNK]) :]
        except BlockingIOError:
            return left
        except OSError:
            return left[:0]

    def _read(self) -> bool:
        """Reads what is there, within the bound; whether there was anything."""
        some = False
        for fd in list(self._reading):
            try:
                data = os.read(fd, _CHUNK)
            except BlockingIOError:
                continue
            except OSError:
                data = b""
            if not data:
                self._reading.discard(fd)
                continue
            some = True
            kept = self._kept[fd]
            kept += data
            if fd == self._ends.stdout and self._first_line_s is None and b"\n" in data:
                self._first_line_s = time.monotonic() - self._keeper.began_s
            if len(kept) > self._most:
                del kept[self._most :]
                self._truncated = True
        return some

    def _limit_met(self) -> Limit:
        limits = self._limits
        if self._truncated:
            return "output"
        if limits.cpu_s is not None and cpu_seconds_of(self._keeper.pid) > limits.cpu_s:
            return "cpu"
        spent_s = time.monotonic() - self._keeper.began_s
        return "wall" if limits.wall_s is not None and spent_s > limits.wall_s else ""

"""The process that holds a leash: ``leash.py`` says what for. It imports little, since it is
started with every program."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
import time
from typing import Any, NamedTuple

from inarow._core import adopt_orphans, die_with_parent

KILL_FOR_S = 2.0
_NOT_STARTED = 127
_FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _Reaped(NamedTuple):
    """What is known of the program at its end, ``None`` before; processor time is of all."""

    status: int | None = None
    cpu_s: float = 0.0
    peak: int = 0
    ended_s: float = 0.0
    system_s: float = 0.0


class _Holder:
    def __init__(self, control: int, reports: int) -> None:
        self._control, self._reports = control, reports
        self._program = 0
        self._reaped = _Reaped()

    def hold(self) -> None:
        task = self._task()
        scratch = task["scratch"]
        try:
            if scratch is not None:
                os.mkdir(scratch, 0o700)  # noqa: PTH102 - this imports little
        except OSError as error:
            self._tell({"error": error.errno})
            return
        try:
            self._hold(task)
        finally:
            if scratch is not None:
                _remove(scratch)

    def _hold(self, task: dict[str, Any]) -> None:
        for number in _FORWARDED:
            signal.signal(number, signal.SIG_IGN)  # whoever holds the other end decides
        adopt_orphans()
        wakes, woken = os.pipe()
        os.set_blocking(woken, False)
        signal.signal(signal.SIGCHLD, lambda signum, frame: None)
        signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
        began_s = self._start(task)
        if began_s is None:
            return
        for fd in (0, 1, 2):
            os.close(fd)
        while self._reaped.status is None:
            ready, _, _ = select.select([self._control, wakes], [], [])
            if wakes in ready:
                os.read(wakes, 4096)
            self._reap()
            if self._control in ready:
                break
        self._kill_all()
        reaped = self._reaped
        self._tell(
            {
                "status": reaped.status,
                "cpu_s": reaped.cpu_s,
                "system_s": reaped.system_s,
                "peak": reaped.peak,
                "inherited": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
                "wall_s": reaped.ended_s - began_s,
            }
        )

    def _task(self) -> dict[str, Any]:
        said = b""
        while not said.endswith(b"\n"):
            piece = os.read(self._control, 65536)
            if not piece:
                os._exit(_NOT_STARTED)
            said += piece
        task: dict[str, Any] = json.loads(said)
        return task

    def _start(self, task: dict[str, Any]) -> float | None:
        """Executes the program; when that was, or None if it cannot be."""
        told, tells = os.pipe()
        holder = os.getpid()
        self._program = os.fork()
        if self._program == 0:
            for number in (*_FORWARDED, signal.SIGPIPE, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            die_with_parent()
            if os.getppid() != holder:
                os._exit(_NOT_STARTED)
            os.setsid()
            try:
                os.set_inheritable(self._control, False)
                os.set_inheritable(self._reports, False)
                if task["folder"] is not None:
                    os.chdir(task["folder"])
                os.execvpe(task["argv"][0], task["argv"], task["environment"])
            except OSError as error:
                os.write(tells, str(error.errno).encode())
            os._exit(_NOT_STARTED)
        os.close(tells)
        problem = os.read(told, 20)  # which ends when the program has been executed
        began_s = time.monotonic()
        os.close(told)
        if problem:
            self._tell({"error": int(problem)})
            return None
        self._tell({"pid": self._program, "began_s": began_s})
        return began_s

    def _tell(self, report: dict[str, Any]) -> None:
        try:
            os.write(self._reports, json.dumps(report).encode() + b"\n")
        except OSError:
            return  # nobody listens any more, as the control pipe will show

    def _reap(self) -> None:
        """Takes note of everybody who has ended."""
        try:
            while True:
                pid, status, used = os.wait4(-1, os.WNOHANG)
                if pid == 0:
                    return
                cpu_s = self._reaped.cpu_s + used.ru_utime + used.ru_stime
                system_s = self._reaped.system_s + used.ru_stime
                self._reaped = self._reaped._replace(cpu_s=cpu_s, system_s=system_s)
                if pid == self._program:
                    peak, now_s = used.ru_maxrss, time.monotonic()
                    self._reaped = _Reaped(status, cpu_s, peak, now_s, system_s)
        except ChildProcessError:
            return

    def _kill_all(self) -> None:
        """Kills every descendant."""
        until_s = time.monotonic() + KILL_FOR_S
        if self._reaped.status is None:
            _kill(self._program)
        while time.monotonic() < until_s:
            left = descendants(os.getpid())
            for pid in left:
                _kill(pid)
            self._reap()
            if not left and self._reaped.status is not None:
                return
            time.sleep(0.002)


def descendants(pid: int) -> list[int]:
    """The processes below one, as the system tells them now; none where it does not."""
    children: dict[int, list[int]] = {}
    try:
        numbers = [name for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208
    except OSError:
        return []
    for number in numbers:
        fields = _read(f"/proc/{number}/stat").rpartition(b")")[2].split()
        if len(fields) > 1 and fields[0] not in (b"Z", b"X"):
            children.setdefault(int(fields[1]), []).append(int(number))
    found, at = [pid], 0
    while at < len(found):
        found += children.get(found[at], [])
        at += 1
    return found[1:]


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        return


def _remove(folder: str) -> None:
    """With all that is in it, as far as that can be; no link is followed."""
    for path, folders, files in os.walk(folder, topdown=False):
        for name in (*folders, *files):
            place = f"{path}/{name}"
            try:
                (os.rmdir if name in folders and not os.path.islink(place) else os.unlink)(place)  # noqa: PTH114
            except OSError:
                continue
    try:
        os.rmdir(folder)  # noqa: PTH106
    except OSError:
        return


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""


def main() -> None:
    _Holder(int(sys.argv[1]), int(sys.argv[2])).hold()
    os._exit(0)

"""A program on a leash: neither it nor anything it starts outlives whoever started it.

    inarow coordinate --- leash --- the program --- its children, wherever they went
            |               |
            '-- control ----'

The leash is a small process of ``main`` between the two. It has the program
as its child and adopts every descendant that loses its parent, those in sessions of their own
included. When the other end of the control pipe is closed, be it on purpose or because its owner
was killed, and when the program itself ends, it kills whatever is left and ends as the program did.
Standard streams are the program's: the leash neither reads nor writes them.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

_KILL_FOR_S = 2.0
_NOT_STARTED = 127


class Leashed:
    """A started program and the end of its leash. Raises OSError or ValueError if it cannot be
    started; ``process`` is the leash, which ends as the program does."""

    def __init__(self, argv: Sequence[str]) -> None:
        control, self._control = os.pipe()
        told, tells = os.pipe()
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _start(), str(control), str(tells), *argv],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                pass_fds=(control, tells),
            )
        except BaseException:
            os.close(self._control)
            os.close(told)
            raise
        finally:
            os.close(control)
            os.close(tells)
        with os.fdopen(told, "rb") as file:  # which ends when the program has been started
            problem = file.read(20)
        if problem:
            self.release()
            number = int(problem)
            raise OSError(number, os.strerror(number))

    def release(self) -> None:
        """Ends the program, and everything that it started, at once."""
        if self._control >= 0:
            os.close(self._control)
            self._control = -1
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(2 * _KILL_FOR_S)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def __del__(self) -> None:
        if self._control >= 0:
            os.close(self._control)


def _start() -> str:
    """The program of the leash: modules come from where ours do, never from the directory that we
    happen to be in."""
    return f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import main; main()"


def descendants(pid: int) -> list[int]:
    """The processes below one, as the system tells them now; none where it does not."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir() if Path("/proc/self/stat").exists() else ():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
                if fields[0] not in "ZX":
                    children.setdefault(int(fields[1]), []).append(int(folder.name))
    found, at = [pid], 0
    while at < len(found):
        found += children.get(found[at], [])
        at += 1
    return found[1:]


def _hold(control: int, tells: int, argv: list[str]) -> int:
    """The leash itself: the exit status of the program, or minus the signal that ended it."""
    from inarow._core import adopt_orphans, die_with_parent

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # whoever holds the other end decides
    adopt_orphans()
    wakes, woken = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.signal(signal.SIGCHLD, lambda signum, frame: None)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    leash = os.getpid()
    program = os.fork()
    if program == 0:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        die_with_parent()
        if os.getppid() != leash:
            os._exit(_NOT_STARTED)
        os.close(control)
        os.set_inheritable(tells, False)
        try:
            os.execvp(argv[0], argv)
        except OSError as error:
            os.write(tells, str(error.errno).encode())
        os._exit(_NOT_STARTED)
    os.close(tells)
    for fd in (0, 1, 2):
        os.close(fd)
    status = None
    while status is None:
        ready, _, _ = select.select([control, wakes], [], [])
        if wakes in ready:
            os.read(wakes, 4096)
        status = _reaped(program)
        if control in ready:
            break
    ended = _kill_all(program)
    return os.waitstatus_to_exitcode(ended if status is None else status)


def _reaped(program: int) -> int | None:
    """Takes note of everybody who has ended; the status of the program if it is among them."""
    found = None
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == program:
                found = status
    return found


def _kill_all(program: int) -> int:
    """Kills every descendant; the status of the program, if it was alive."""
    status, until_s = 0, time.monotonic() + _KILL_FOR_S
    with contextlib.suppress(ProcessLookupError):
        os.kill(program, signal.SIGKILL)
    while time.monotonic() < until_s:
        left = descendants(os.getpid())
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        found = _reaped(program)
        status = status if found is None else found
        if not left:
            break
        time.sleep(0.005)
    return status


def main() -> None:
    status = _hold(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
    if status < 0:
        with contextlib.suppress(OSError):  # as for SIGKILL
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status & 0xFF)

"""Tiers 1 and 2: programs started and kept by the native launcher."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import socket
from dataclasses import replace
from pathlib import Path

from inarow._core import CpuWait
from inarow.errors import UserError
from inarow.running.collector import Collector
from inarow.running.ending import Ending, report_of
from inarow.running.launch import Launch
from inarow.running.launcher import (
    Heard,
    Launcher,
    fault_of,
    launcher_of,
    received_report,
    received_start,
)
from inarow.running.outcome import RunReport, RunVerdict, Usage
from inarow.running.pipes import close_all, made_ends
from inarow.running.process_usage import (
    cpu_seconds_below,
    cpu_seconds_of,
    parent_of,
    usage_of,
)
from inarow.running.running_program import RunningProgram

# What the launcher may need beyond a program's own limit before we call it a fault.
_SLACK_S = 30.0
_NO_PROCESSES = (
    "if the program tried to start a process, that was refused: in tier 2 an ordinary user needs"
    " Linux 6.12 for it"
)
_PIPE_BYTES = 65536
_NUMBER = re.compile(rb"^Pid:\s*(\d+)", re.MULTILINE)
_USED = re.compile(rb"usage_usec (\d+)")
_TEXT_BYTES = 1024


class NativeSandbox:
    """A ``Sandbox`` of tier 1 or 2."""

    def __init__(self, tier: int, bubblewrap: str = "") -> None:
        self._tier = tier
        self._bubblewrap = bubblewrap

    @property
    def tier(self) -> int:
        return self._tier

    @property
    def launcher(self) -> Launcher:
        """Who starts its programs; started itself if it does not run. Raises LauncherError."""
        return launcher_of(self._tier, self._bubblewrap)

    def run(self, launch: Launch, stdin: bytes = b"") -> RunReport:
        fds: list[int] = []
        try:
            if launch.terminal:
                return self._run_on_terminal(launch, stdin)
            fds.append(_filled(stdin))
            with self.launcher.request(launch, tuple(fds), collect=True) as channel:
                close_all(tuple(fds))
                fds.clear()
                wall_s = launch.limits.wall_s
                channel.settimeout(None if wall_s is None else wall_s + _SLACK_S)
                heard = received_report(channel)
        except (OSError, UserError) as error:
            heard = Heard(fault_of(str(error)))
        finally:
            close_all(tuple(fds))
        report = report_of(
            heard.ending, launch.limits, self._tier, heard.stdout, heard.stderr, heard.truncated
        )
        return self._with_refusal(report, launch)

    def _with_refusal(self, report: RunReport, launch: Launch) -> RunReport:
        """Says of a program that failed where it was refused processes it had asked for."""
        silent = report.verdict is RunVerdict.OK and not report.stdout
        if launch.profile == "build" or not (silent or report.verdict is RunVerdict.CRASH):
            return report
        if not launch.may_fork or self.launcher.starts_processes:
            return report
        reason = f"{report.reason}; {_NO_PROCESSES}" if report.reason else _NO_PROCESSES
        return replace(report, reason=reason)

    def start(self, launch: Launch) -> RunningProgram:
        ends, theirs = made_ends(launch.terminal)
        try:
            keeper = NativeKeeper(self.launcher, launch, theirs)
        except BaseException:
            close_all(ends)
            raise
        finally:
            close_all(theirs)
        return RunningProgram(ends, keeper, launch.limits)

    def _run_on_terminal(self, launch: Launch, stdin: bytes) -> RunReport:
        ends, theirs = made_ends(terminal=True)
        try:
            keeper = NativeKeeper(self.launcher, launch, theirs)
        except BaseException:
            close_all(ends)
            raise
        finally:
            close_all(theirs)
        return Collector(ends, keeper, launch.limits).collected(stdin)


class NativeKeeper:
    """A program that the launcher keeps for us, at the other end of a channel."""

    def __init__(self, launcher: Launcher, launch: Launch, theirs: tuple[int, int, int]) -> None:
        self.tier = launcher.tier
        self._channel = launcher.request(launch, theirs, collect=False)
        self._forks = launch.may_fork
        self._ending: Ending | None = None
        self._pidfd = -1
        self._group = _Group(-1)
        self._channel.settimeout(_SLACK_S)
        try:
            begun, fds = received_start(self._channel)
        except OSError as error:
            self._channel.close()
            raise UserError(f"the launcher does not answer: {error}") from None
        if begun != b"S":
            fault = received_report(self._channel, begun).ending.fault
            self._channel.close()
            raise UserError(fault)
        self._pidfd, *rest = fds
        try:
            self._group = _Group(rest[0] if rest else -1)
            self.pid = _number_of(self._pidfd)
        except OSError as error:
            self._channel.close()
            close_all((self._pidfd, *rest))
            raise UserError(f"the launcher's program cannot be watched: {error}") from None
        self._above = parent_of(self.pid)
        self._unseen_before_s = self._unseen_s(self._seen_s())

    def fileno(self) -> int:
        return self._channel.fileno()

    def ending(self, wait_s: float) -> Ending | None:
        if self._ending is None:
            poll = select.poll()
            poll.register(self._channel, select.POLLIN)
            if poll.poll(max(wait_s, 0) * 1000):
                self._hear()
        return self._ending

    def kill(self) -> Ending:
        if self._ending is None:
            self._group.freeze(False)  # a frozen keeper hears nothing
            with contextlib.suppress(OSError):
                self._channel.shutdown(socket.SHUT_WR)
            self._hear()
        assert self._ending is not None
        return self._ending

    def freeze(self) -> None:
        if self._ending is None and not self._group.freeze(True):
            self._signal(signal.SIGSTOP, b"F")

    def thaw(self) -> None:
        if self._ending is None and not self._group.freeze(False):
            self._signal(signal.SIGCONT, b"T")

    def usage(self) -> Usage:
        if self._ending is not None:
            return self._ending.usage
        seen_s = self._seen_s()
        unseen_s = self._unseen_s(seen_s) - self._unseen_before_s
        return usage_of(self.pid)._replace(cpu_s=seen_s + max(unseen_s, 0.0))

    def cpu_wait(self) -> CpuWait:
        return CpuWait(self.pid, self._above)

    def _seen_s(self) -> float:
        """CPU time of the processes that live, and of those that they have waited for."""
        return cpu_seconds_below(self._above) if self._forks else cpu_seconds_of(self.pid)

    def _unseen_s(self, seen_s: float) -> float:
        """CPU time that the group counts beside these, and beside the keeper's."""
        if not self._forks:
            return 0.0
        keeper_s = cpu_seconds_of(self._above)
        used_s = self._group.used_s()
        return 0.0 if used_s is None else used_s - keeper_s - seen_s

    def _signal(self, number: signal.Signals, letter: bytes) -> None:
        with contextlib.suppress(OSError):
            signal.pidfd_send_signal(self._pidfd, number)
            if self._forks:
                self._channel.send(letter)  # the keeper reaches what the program has started

    def _hear(self) -> None:
        self._ending = received_report(self._channel).ending
        self._channel.close()
        close_all((self._pidfd,))
        self._group.close()

    def __del__(self) -> None:
        self._group.freeze(False)  # its keeper must see that nobody waits any more
        self._group.close()


class _Group:
    """A program's control group, of which each file may be missing; without a folder all are."""

    def __init__(self, folder: int) -> None:
        self._fds: dict[str, int] = {}
        if folder < 0:
            return
        for name, mode in (("cpu.stat", os.O_RDONLY), ("cgroup.freeze", os.O_RDWR)):
            with contextlib.suppress(FileNotFoundError, PermissionError):
                self._fds[name] = os.open(name, mode | os.O_CLOEXEC, dir_fd=folder)
        os.close(folder)

    def freeze(self, frozen: bool) -> bool:
        """Freezes or resumes all of its processes; False if signals must do that."""
        fd = self._fds.get("cgroup.freeze", -1)
        if fd >= 0:
            os.pwrite(fd, b"1" if frozen else b"0", 0)
        return fd >= 0

    def used_s(self) -> float | None:
        fd = self._fds.get("cpu.stat", -1)
        found = _USED.search(os.pread(fd, _TEXT_BYTES, 0)) if fd >= 0 else None
        return int(found[1]) / 1e6 if found else None

    def close(self) -> None:
        close_all(tuple(self._fds.values()))
        self._fds = {}


def _number_of(pidfd: int) -> int:
    """The process of a descriptor, by its number here; 0 if it is gone."""
    found = _NUMBER.search(Path(f"/proc/self/fdinfo/{pidfd}").read_bytes())
    return int(found[1]) if found else 0


def _filled(stdin: bytes) -> int:
    """A descriptor from which a program reads these bytes and then the end."""
    if not stdin:
        return os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC)
    if len(stdin) <= _PIPE_BYTES:
        reader, writer = os.pipe()
        os.write(writer, stdin)
        os.close(writer)
        return reader
    memory = os.memfd_create("stdin")
    try:
        with open(memory, "wb", closefd=False) as file:
            file.write(stdin)
        return os.open(f"/proc/self/fd/{memory}", os.O_RDONLY | os.O_CLOEXEC)
    finally:
        os.close(memory)

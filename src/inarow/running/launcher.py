"""The native launcher: a small process of its own, one for each tier that we use, which starts
programs and keeps them. ``native/sandbox/protocol.hpp`` has what is said. Tier 0 is no sandbox:
a plain process, bounded in time and output.

The launcher ends with us, however we end, and everything it started ends with it.
"""

from __future__ import annotations

import array
import atexit
import contextlib
import os
import re
import select
import signal
import socket
import struct
import subprocess
import tempfile
import threading
from dataclasses import replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

import inarow
from inarow._core import CpuWait
from inarow.errors import UserError
from inarow.protocols.lines import printable
from inarow.running.cache import others_can_enter
from inarow.running.process import RunningProgram, close_all, open_stdio
from inarow.running.process_usage import (
    cpu_seconds_below,
    cpu_seconds_of,
    parent_of,
    usage_of,
)
from inarow.running.program import Launch
from inarow.running.result import (
    Limit,
    ProcessExit,
    RunReport,
    RunVerdict,
    Spent,
    Usage,
    make_report,
)

PROGRAM = Path(inarow.__file__).parent / "_sandbox" / "inarow-sandbox"

_HELLO_S = 60.0
_END_S = 5.0
_LONGEST_REQUEST = 200_000
_HEAD = struct.Struct("=c15q")
_LIMITS: tuple[Limit, ...] = (
    *("", "wall", "cpu", "memory", "output", "stopped", "files", "processes"),
)
_MOST_FDS = 4
_NO_PROCESSES = ", no processes"
_PIECE = 1 << 16

# What the launcher may need beyond a program's own limit before we call it a fault.
_SLACK_S = 30.0
_REFUSED_PROCESSES = (
    "if the program tried to start a process, that was refused: in tier 2 an ordinary user needs"
    " Linux 6.12 for it"
)
_PIPE_BYTES = 65536
_NUMBER = re.compile(rb"^Pid:\s*(\d+)", re.MULTILINE)
_USED = re.compile(rb"usage_usec (\d+)")
_TEXT_BYTES = 1024


class LauncherError(UserError):
    """The launcher cannot serve here; the message is the reason alone."""


class Launcher:
    """A running launcher of a tier. Its methods may be called from any thread."""

    def __init__(self, tier: int) -> None:
        if not PROGRAM.is_file():
            raise LauncherError("there is no launcher for this system")
        self.tier = tier
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # What it says on standard error, which is nothing unless it fails.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the launcher
        with theirs:
            self._process = subprocess.Popen(
                [
                    *("inarow-sandbox", "serve", str(theirs.fileno())),
                    *(str(tier), str(state_folder())),
                ],
                executable=PROGRAM,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                pass_fds=(theirs.fileno(),),
                env={},
                cwd="/",
                start_new_session=True,
            )
        self._socket = ours
        ours.settimeout(_HELLO_S)
        try:
            words = ours.recv(4096).decode(errors="replace").strip("\0")
        except OSError:
            words = ""
        if not words.startswith("ok "):
            said = self._last_words()
            if not words:
                self._process.kill()
            self.close()
            raise LauncherError(f"{words or 'the launcher did not start'}{said}")
        self.words = words.removeprefix("ok ")
        ours.settimeout(None)

    def request(self, launch: Launch, fds: tuple[int, ...], *, collect: bool) -> socket.socket:
        """Asks for a program to be started; the channel on which is told what became of it."""
        message = encoded_request(launch, collect=collect)
        if len(message) > _LONGEST_REQUEST:
            raise LauncherError("what the program may see has too many paths for a sandbox")
        channel, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self._socket, [message], [theirs.fileno(), *fds])
            except OSError as error:
                channel.close()
                reason = f"the launcher has ended: {error.strerror}{self._last_words()}"
                raise LauncherError(reason) from None
        return channel

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read(_PIECE).splitlines()
        return f", saying '{printable(lines[-1], 200)}'" if lines else ""

    @property
    def memory(self) -> str:
        """What bounds the memory of its programs."""
        return self.words.partition("memory: ")[2].removesuffix(_NO_PROCESSES)

    @property
    def starts_processes(self) -> bool:
        """Whether a program may start others."""
        return not self.words.endswith(_NO_PROCESSES)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def cpu_s(self) -> float:
        """Processor time of the launcher itself so far, without its programs."""
        return cpu_seconds_of(self._process.pid)

    @property
    def alive(self) -> bool:
        """Whether it takes requests. One that was killed has closed its socket before the system
        says that it has ended."""
        poll = select.poll()
        poll.register(self._socket, 0)
        return self._process.poll() is None and not poll.poll(0)

    def close(self) -> None:
        """Ends every program of the launcher, and the launcher when it has removed its files. Many
        files may take longer than this waits; a launcher that was killed then would leave them."""
        self._socket.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_S)
        self._errors.close()


def encoded_request(launch: Launch, *, collect: bool) -> bytes:
    limits = launch.limits
    texts = [f"a{word}" for word in launch.argv]
    texts += [f"e{name}={value}" for name, value in launch.whole_environment.items()]
    texts += [f"r{path}" for path in launch.readable]
    if launch.interpreter is not None:
        texts.append(f"i{launch.interpreter.absolute()}")
    if launch.box is not None:
        texts.append(f"b{launch.box.absolute()}")
    if launch.workdir is not None:
        texts.append(f"w{launch.workdir.absolute()}")
    if launch.profile == "build":
        texts.append("f")
    if launch.profile == "engine":
        texts.append("h")
    if collect:
        texts.append("c")
        if launch.terminal:
            texts.append("t")
        if limits.wall_s is not None:
            texts.append(f"W{max(int(limits.wall_s * 1e9), 1)}")
        if limits.used_s is not None:
            texts.append(f"U{max(int(limits.used_s * 1e9), 1)}")
    if limits.cpu_s is not None:
        texts.append(f"C{max(int(limits.cpu_s * 1e9), 1)}")
    texts += [
        f"M{limits.memory_mb << 20}",
        f"O{limits.output_kb << 10}",
        f"T{limits.tmp_mb << 20}",
        f"P{limits.processes}",
        f"N{limits.files}",
    ]
    return b"".join(os.fsencode(text) + b"\0" for text in texts)


def read_start(channel: socket.socket) -> tuple[bytes, list[int]]:
    """The first byte that the launcher says of a program, and the descriptors it comes with."""
    size = struct.calcsize("i") * _MOST_FDS
    data, ancillary, _, _ = channel.recvmsg(1, socket.CMSG_SPACE(size), socket.MSG_CMSG_CLOEXEC)
    fds = array.array("i")
    for level, kind, content in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            fds.frombytes(content[: len(content) - len(content) % fds.itemsize])
    return data, list(fds)


class FinalReport(NamedTuple):
    """What a channel told at its end."""

    ending: ProcessExit
    stdout: bytes = b""
    stderr: bytes = b""
    truncated: bool = False


def read_report(channel: socket.socket, begun: bytes = b"") -> FinalReport:
    """The report that ends a channel. A channel that ends before it is an internal error. Waits as
    long as the socket's time-out."""
    pieces = [begun]
    try:
        while piece := channel.recv(_PIECE):
            pieces.append(piece)
    except ConnectionResetError:
        pass  # it ended with a request to freeze still unread; the whole report came before
    except OSError as error:
        return FinalReport(fault_exit(f"the launcher does not answer: {error}"))
    data = b"".join(pieces)
    if len(data) < _HEAD.size or data[:1] != b"R":
        return FinalReport(fault_exit("the launcher ended before the program did"))
    _, code, number, limit, wall, cpu, system, *rest = _HEAD.unpack_from(data)
    stall, peak, line, line_cpu, line_stall, cut, *sizes = rest
    ends = list(accumulate(sizes, initial=_HEAD.size))
    stdout, stderr, fault = (data[begin:end] for begin, end in pairwise(ends))
    ending = ProcessExit(
        exit_code=None if code < 0 else code,
        signal=None if number < 0 else number,
        usage=Usage(cpu / 1e9, stall / 1e9, peak / 1024, system / 1e9),
        wall_s=wall / 1e9,
        limit=_LIMITS[limit],
        fault=fault.decode(errors="replace"),
        first_line=None if line < 0 else Spent(line / 1e9, line_cpu / 1e9, line_stall / 1e9),
    )
    return FinalReport(ending, stdout, stderr, bool(cut))


def fault_exit(sentence: str) -> ProcessExit:
    return ProcessExit(None, None, Usage(0, 0, 0), 0, fault=sentence)


def state_folder() -> Path:
    """Where launchers keep what they have in the system, for the next one to clean up. Programs of
    tier 2 have their own folders there."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime and Path(runtime).is_dir() and others_can_enter(Path(runtime)):
        return Path(runtime) / "inarow"
    folder = Path(tempfile.gettempdir()).resolve()
    return (folder if others_can_enter(folder) else Path("/tmp")) / f"inarow-{os.geteuid()}"


class _Launchers:
    """One launcher a tier in this process; a process that was forked from us has its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._started: dict[int, Launcher] = {}
        self._owner = os.getpid()
        os.register_at_fork(after_in_child=self._forget)

    def of(self, tier: int) -> Launcher:
        with self._lock:
            launcher = self._started.get(tier)
            if launcher is None or not launcher.alive:
                launcher = self._started[tier] = Launcher(tier)
            return launcher

    def close(self) -> None:
        if os.getpid() == self._owner:
            for launcher in self._started.values():
                with contextlib.suppress(OSError):
                    launcher.close()
            self._started.clear()

    def _forget(self) -> None:
        self._lock = threading.Lock()
        for launcher in self._started.values():
            launcher._socket.close()
        self._started = {}
        self._owner = os.getpid()


_launchers = _Launchers()
atexit.register(_launchers.close)


def launcher_of(tier: int) -> Launcher:
    """The launcher of a tier, started when first asked for. Raises LauncherError."""
    return _launchers.of(tier)


def close_launchers() -> None:
    """Ends the launchers of this process; the next launch starts one anew."""
    _launchers.close()


class NativeSandbox:
    """A ``Sandbox`` of tier 1 or 2, or none: tier 0."""

    def __init__(self, tier: int) -> None:
        self._tier = tier

    @property
    def tier(self) -> int | None:
        return self._tier or None

    @property
    def launcher(self) -> Launcher:
        """Who starts its programs; started itself if it does not run. Raises LauncherError."""
        return launcher_of(self._tier)

    def run(self, launch: Launch, stdin: bytes = b"") -> RunReport:
        fds: list[int] = []
        try:
            fds.append(_filled(stdin))
            if launch.terminal:
                ours, theirs = open_stdio(terminal=True)
                fds += [ours.stdout, theirs[0]]
            with self.launcher.request(launch, tuple(fds), collect=True) as channel:
                close_all(tuple(fds))
                fds.clear()
                wall_s = launch.limits.wall_s
                channel.settimeout(None if wall_s is None else wall_s + _SLACK_S)
                final = read_report(channel)
        except (OSError, UserError) as error:
            final = FinalReport(fault_exit(str(error)))
        finally:
            close_all(tuple(fds))
        report = make_report(
            final.ending, launch.limits, self.tier, final.stdout, final.stderr, final.truncated
        )
        return self._with_refusal(report, launch)

    def _with_refusal(self, report: RunReport, launch: Launch) -> RunReport:
        """Says of a program that failed where it was refused processes it had asked for."""
        silent = report.verdict is RunVerdict.OK and not report.stdout
        if launch.profile == "build" or not (silent or report.verdict is RunVerdict.CRASH):
            return report
        if not launch.may_fork or self.launcher.starts_processes:
            return report
        reason = f"{report.reason}; {_REFUSED_PROCESSES}" if report.reason else _REFUSED_PROCESSES
        return replace(report, reason=reason)

    def start(self, launch: Launch) -> RunningProgram:
        ends, theirs = open_stdio(launch.terminal)
        try:
            process = SandboxedProcess(self.launcher, launch, theirs)
        except BaseException:
            close_all(ends)
            raise
        finally:
            close_all(theirs)
        return RunningProgram(ends, process, launch.limits)


class SandboxedProcess:
    """A program that the launcher keeps for us, at the other end of a channel."""

    def __init__(self, launcher: Launcher, launch: Launch, theirs: tuple[int, int, int]) -> None:
        self.tier = launcher.tier or None
        self._channel = launcher.request(launch, theirs, collect=False)
        self._forks = launch.may_fork or self.tier is None
        self._ending: ProcessExit | None = None
        self._pidfd = -1
        self._group = _Group(-1)
        self._channel.settimeout(_SLACK_S)
        try:
            begun, fds = read_start(self._channel)
        except OSError as error:
            self._channel.close()
            raise UserError(f"the launcher does not answer: {error}") from None
        if begun != b"S":
            fault = read_report(self._channel, begun).ending.fault
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

    def ending(self, wait_s: float) -> ProcessExit | None:
        if self._ending is None:
            poll = select.poll()
            poll.register(self._channel, select.POLLIN)
            if poll.poll(max(wait_s, 0) * 1000):
                self._hear()
        return self._ending

    def kill(self) -> ProcessExit:
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
        self._ending = read_report(self._channel).ending
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

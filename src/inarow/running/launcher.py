"""The native launcher: a small process of its own, one for each tier that we use, which starts
programs and keeps them. ``native/sandbox/request.hpp`` and ``report.hpp`` have what is said.

The launcher ends with us, however we end, and everything it started ends with it.
"""

from __future__ import annotations

import array
import atexit
import contextlib
import os
import select
import socket
import struct
import subprocess
import tempfile
import threading
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

import inarow
from inarow.errors import UserError
from inarow.protocols.lines import printable
from inarow.running.ending import Ending, Limit
from inarow.running.launch import Launch
from inarow.running.outcome import Spent, Usage
from inarow.running.process_usage import cpu_seconds_of
from inarow.running.reach import within_reach

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


class LauncherError(UserError):
    """The launcher cannot serve here; the message is the reason alone."""


class Launcher:
    """A running launcher of a tier; with ``bubblewrap``, the path of that program, tier 1 is made
    by it. Its methods may be called from any thread."""

    def __init__(self, tier: int, bubblewrap: str = "") -> None:
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
                    *(str(tier), str(state_folder()), *([bubblewrap] if bubblewrap else [])),
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
    if collect:
        texts.append("c")
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


def received_start(channel: socket.socket) -> tuple[bytes, list[int]]:
    """The first byte that the launcher says of a program, and the descriptors it comes with."""
    size = struct.calcsize("i") * _MOST_FDS
    data, ancillary, _, _ = channel.recvmsg(1, socket.CMSG_SPACE(size), socket.MSG_CMSG_CLOEXEC)
    fds = array.array("i")
    for level, kind, content in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            fds.frombytes(content[: len(content) - len(content) % fds.itemsize])
    return data, list(fds)


class Heard(NamedTuple):
    """What a channel told at its end."""

    ending: Ending
    stdout: bytes = b""
    stderr: bytes = b""
    truncated: bool = False


def received_report(channel: socket.socket, begun: bytes = b"") -> Heard:
    """The report that ends a channel. A channel that ends before it is an internal error. Waits as
    long as the socket's time-out."""
    pieces = [begun]
    try:
        while piece := channel.recv(_PIECE):
            pieces.append(piece)
    except ConnectionResetError:
        pass  # it ended with a request to freeze still unread; the whole report came before
    except OSError as error:
        return Heard(fault_of(f"the launcher does not answer: {error}"))
    data = b"".join(pieces)
    if len(data) < _HEAD.size or data[:1] != b"R":
        return Heard(fault_of("the launcher ended before the program did"))
    _, code, number, limit, wall, cpu, system, *rest = _HEAD.unpack_from(data)
    stall, peak, line, line_cpu, line_stall, cut, *sizes = rest
    ends = list(accumulate(sizes, initial=_HEAD.size))
    stdout, stderr, fault = (data[begin:end] for begin, end in pairwise(ends))
    ending = Ending(
        exit_code=None if code < 0 else code,
        signal=None if number < 0 else number,
        usage=Usage(cpu / 1e9, stall / 1e9, peak / 1024, system / 1e9),
        wall_s=wall / 1e9,
        limit=_LIMITS[limit],
        fault=fault.decode(errors="replace"),
        first_line=None if line < 0 else Spent(line / 1e9, line_cpu / 1e9, line_stall / 1e9),
    )
    return Heard(ending, stdout, stderr, bool(cut))


def fault_of(sentence: str) -> Ending:
    return Ending(None, None, Usage(0, 0, 0), 0, fault=sentence)


def state_folder() -> Path:
    """Where launchers keep what they have in the system, for the next one to clean up. Programs of
    tier 2 have their own folders there."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime and Path(runtime).is_dir() and within_reach(Path(runtime)):
        return Path(runtime) / "inarow"
    folder = Path(tempfile.gettempdir()).resolve()
    return (folder if within_reach(folder) else Path("/tmp")) / f"inarow-{os.geteuid()}"


class _Launchers:
    """One launcher a tier in this process; a process that was forked from us has its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._started: dict[tuple[int, str], Launcher] = {}
        self._owner = os.getpid()
        os.register_at_fork(after_in_child=self._forget)

    def of(self, tier: int, bubblewrap: str) -> Launcher:
        key = tier, bubblewrap
        with self._lock:
            launcher = self._started.get(key)
            if launcher is None or not launcher.alive:
                launcher = self._started[key] = Launcher(tier, bubblewrap)
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


def launcher_of(tier: int, bubblewrap: str = "") -> Launcher:
    """The launcher of a tier, started when first asked for. Raises LauncherError."""
    return _launchers.of(tier, bubblewrap)


def close_launchers() -> None:
    """Ends the launchers of this process; the next launch starts one anew."""
    _launchers.close()

"""A program that is asked again and again, and that may do anything.

Nothing reads its output while nobody waits for it: what it writes then stays in the pipe, where the
system bounds it. A line without end is cut, and of standard error only the last bytes are kept.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import termios
import time
import tty
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from inarow._core import CpuWait
from inarow.errors import UserError
from inarow.protocols.dialogue import EngineEndedError, EnginePlayer, Reply
from inarow.protocols.lines import LineSplitter
from inarow.running.program import Launch, RunLimits
from inarow.running.result import ProcessExit, RunReport, Usage, describe_exit, make_report

END_OF_INPUT = b"\x04"
"""To a terminal of ``open_stdio``."""
_CHUNK = 65536
_STDERR_TAIL = 4096
_PATIENCE_S = 0.5
# Reads that empty a pipe, whatever pieces it is in.
_PIPE_CHUNKS = 32
_MOST_UNSENT = 1 << 20


class ProcessHandle(Protocol):
    """The process side of a ``RunningProgram``; the sandboxes and the plain process have one."""

    @property
    def tier(self) -> int | None: ...

    def ending(self, wait_s: float) -> ProcessExit | None:
        """How it ended, waiting so long for it; None if it still runs."""

    def kill(self) -> ProcessExit:
        """Ends it and everything it started, now; how it ended. May be called again."""

    def freeze(self) -> None: ...
    def thaw(self) -> None: ...
    def usage(self) -> Usage: ...

    def cpu_wait(self) -> CpuWait:
        """Measures what all that it has started waits for cores, from when it is told to."""


class Stdio(NamedTuple):
    """Our ends of a program's descriptors, which must not block. On a terminal the first two are
    the same and there is no third."""

    stdin: int
    stdout: int
    stderr: int = -1


class Chunk(NamedTuple):
    """Bytes as they came, and when, on the clock of ``time.monotonic``."""

    data: bytes
    arrived_s: float


class RunningProgram:
    """An ``EngineLink`` over bytes; it owns its descriptors. Not for two threads at once."""

    def __init__(self, ends: Stdio, process: ProcessHandle, limits: RunLimits) -> None:
        self._ends = ends
        self._process = process
        self._limits = limits
        self._open = {fd for fd in ends if fd >= 0}
        self._splitter = LineSplitter()
        self._lines: deque[Reply] = deque()
        self._at_end = False
        self._stderr_tail = b""
        self._unsent = bytearray()
        self._report: RunReport | None = None
        self._poll = select.poll()
        for fd in {ends.stdout, ends.stderr} - {-1}:
            self._poll.register(fd, select.POLLIN)

    @property
    def tier(self) -> int | None:
        return self._process.tier

    def send(self, line: str) -> None:
        """Sends a line. What does not fit into the pipe is sent as the program reads, while it is
        listened to. On a program that leaves a mebibyte unread whole lines are lost: no answer will
        come."""
        self.send_bytes(line.encode() + b"\n")

    def send_bytes(self, data: bytes) -> None:
        try:
            if self._ends.stdin not in self._open:
                raise BrokenPipeError
            if len(self._unsent) + len(data) <= _MOST_UNSENT:
                self._unsent += data
            self._send_rest()
        except OSError:
            raise EngineEndedError(self._words_of_end()) from None

    def _send_rest(self) -> None:
        """Writes as much of what is unsent as the pipe takes, and watches for room for the rest."""
        with contextlib.suppress(BlockingIOError):
            while self._unsent:
                del self._unsent[: os.write(self._ends.stdin, self._unsent)]
        if self._ends.stdin == self._ends.stdout:
            return  # a terminal, which is always watched for what it says
        if self._unsent:
            self._poll.register(self._ends.stdin, select.POLLOUT)
        else:
            self._forget_stdin()

    def _forget_stdin(self) -> None:
        with contextlib.suppress(KeyError):
            self._poll.unregister(self._ends.stdin)

    def receive(self, deadline_s: float) -> Reply | None:
        """The next line, or None if there is none by the deadline."""
        while not self._lines:
            if self._at_end:
                raise EngineEndedError(self._words_of_end())
            arrival = self._next(deadline_s)
            if arrival is None:
                return None
            self._keep(arrival)
            if not self._lines and not self._at_end and arrival.arrived_s >= deadline_s:
                return None  # however long its line is yet to be
        return self._lines.popleft()

    def read_bytes(self, deadline_s: float) -> Chunk | None:
        """The next bytes, whatever they are, or None if there are none by the deadline. Lines that
        ``receive`` has begun are not given again: use the one or the other."""
        if not self._at_end:
            arrival = self._next(deadline_s)
            if arrival is None or arrival.data:
                return arrival
            self._at_end = True
        raise EngineEndedError(self._words_of_end())

    def discard_pending(self) -> None:
        """Forgets what has arrived but was not asked for: a pipe full, since a program that writes
        without end fills it as fast as it is read."""
        self._lines.clear()
        for _ in range(_PIPE_CHUNKS):
            arrival = None if self._at_end else self._next(0)
            if arrival is None:
                return
            if arrival.data:
                self._splitter.skip(arrival.data)
            else:
                self._keep(arrival)
                self._lines.clear()

    def close_input(self) -> None:
        if self._ends.stdin != self._ends.stdout:
            self._unsent.clear()
            self._forget_stdin()
            self._close(self._ends.stdin)

    def freeze(self) -> None:
        """It uses no processor time from now on, until ``thaw``."""
        self._process.freeze()

    def thaw(self) -> None:
        self._process.thaw()

    def usage(self) -> Usage:
        """What it has used until now."""
        return self._process.usage() if self._report is None else self._report.usage

    def cpu_wait(self) -> CpuWait:
        """Measures what it waits for cores, from when that is told to."""
        return self._process.cpu_wait()

    def stop(self, grace_s: float) -> bool:
        """Ends the program and everything it started; whether it ended by itself in time."""
        if self._report is not None:
            return True
        self._lines.clear()
        if grace_s > 0:
            self.close_input()
        with contextlib.suppress(OSError):
            self._process.thaw()
        deadline_s = time.monotonic() + grace_s
        ending = self._process.ending(0)
        while ending is None and time.monotonic() < deadline_s:
            if self._at_end:
                ending = self._process.ending(max(deadline_s - time.monotonic(), 0))
            else:
                self._drain_once(min(deadline_s, time.monotonic() + 0.05))
                ending = self._process.ending(0)
        by_itself = ending is not None
        if ending is None:
            ending = self._process.kill()._replace(limit="stopped")
        else:
            self._process.kill()
        self._finish_stderr()
        self._report = make_report(
            ending, self._limits, self._process.tier, stderr=self._stderr_tail
        )
        for fd in list(self._open):
            self._close(fd)
        return by_itself

    def report(self) -> RunReport:
        """What happened; after ``stop``."""
        assert self._report is not None, "the program has not been stopped"
        return self._report

    def _next(self, deadline_s: float) -> Chunk | None:
        """The next bytes of standard output, empty at its end; None at the deadline."""
        while True:
            wait_s = max(deadline_s - time.monotonic(), 0) if deadline_s else 0
            ready = self._poll.poll(min(wait_s * 1000, 1e9))
            if not ready:
                return None
            for fd, _ in ready:
                if fd == self._ends.stderr:
                    self._read_stderr()
                elif fd == self._ends.stdin != self._ends.stdout:
                    self._feed()
            if any(fd == self._ends.stdout for fd, _ in ready):
                data = _read(self._ends.stdout)
                if data is not None:
                    return Chunk(data, time.monotonic())
            elif time.monotonic() >= deadline_s:
                return None  # whatever it goes on to say on standard error

    def _feed(self) -> None:
        try:
            self._send_rest()
        except OSError:  # it reads no more; its end, or its answer, says the rest
            self._unsent.clear()
            self._forget_stdin()

    def _keep(self, arrival: Chunk) -> None:
        if arrival.data:
            texts = self._splitter.feed(arrival.data)
        else:
            texts = self._splitter.finish()
            self._at_end = True
            self._poll.unregister(self._ends.stdout)
        self._lines.extend(Reply(text, arrival.arrived_s) for text in texts)

    def _drain_once(self, deadline_s: float) -> None:
        arrival = self._next(deadline_s)
        if arrival is not None and not arrival.data:
            self._at_end = True
            self._poll.unregister(self._ends.stdout)

    def _read_stderr(self) -> None:
        data = _read(self._ends.stderr)
        if data is None:
            return
        if not data:
            self._poll.unregister(self._ends.stderr)
            self._close(self._ends.stderr)
        self._stderr_tail = (self._stderr_tail + data)[-_STDERR_TAIL:]

    def _finish_stderr(self) -> None:
        """What the pipe still holds of standard error; whoever holds it open is not waited for."""
        for _ in range(16):
            if self._ends.stderr not in self._open:
                break
            before = self._stderr_tail
            self._read_stderr()
            if self._stderr_tail == before:
                break

    def _words_of_end(self) -> str:
        """How the program ended, with its last words: a clause to follow its name."""
        if self._report is not None:
            return self._report.reason or "has ended"
        ending = self._process.ending(_PATIENCE_S)
        if ending is None:
            return "closed its output"
        self._finish_stderr()
        return describe_exit(ending, self._stderr_tail)

    def _close(self, fd: int) -> None:
        if fd in self._open:
            self._open.discard(fd)
            os.close(fd)


def _read(fd: int) -> bytes | None:
    """Bytes, empty at the end; None if there are none just now."""
    try:
        return os.read(fd, _CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""  # a terminal whose other side is closed says so by an error


def open_stdio(terminal: bool) -> tuple[Stdio, tuple[int, int, int]]:
    """Our ends, which do not block, and the program's three, which are to be closed here when it
    has them. A terminal echoes nothing and changes no byte; it hands on whole lines, so that it can
    tell of the end of input, which ``END_OF_INPUT`` is to it."""
    if terminal:
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        settings = termios.tcgetattr(theirs)
        settings[3] |= termios.ICANON
        settings[6] = [b"\0"] * len(settings[6])
        settings[6][termios.VEOF] = END_OF_INPUT
        termios.tcsetattr(theirs, termios.TCSANOW, settings)
        os.set_blocking(ours, False)
        return Stdio(ours, ours), (theirs, theirs, theirs)
    opened: list[int] = []
    try:
        for _ in range(3):
            opened += os.pipe()
    except OSError:
        for fd in opened:
            os.close(fd)
        raise
    in_read, in_write, out_read, out_write, err_read, err_write = opened
    for fd in (in_write, out_read, err_read):
        os.set_blocking(fd, False)
    return Stdio(in_write, out_read, err_read), (in_read, out_write, err_write)


def close_all(fds: tuple[int, ...]) -> None:
    for fd in {fd for fd in fds if fd >= 0}:
        with contextlib.suppress(OSError):
            os.close(fd)


def start_engine(argv: Sequence[str]) -> RunningProgram:
    """An engine that is asked by lines; it ends with us, and with it everything that it started.
    Raises UserError if it cannot be started."""
    from inarow.running.sandbox import choose_sandbox

    launch = Launch(tuple(argv), workdir=Path.cwd(), profile="engine", environment=dict(os.environ))
    try:
        return choose_sandbox("none").start(launch)
    except UserError as error:
        reason = str(error).removeprefix(f"program '{argv[0]}' ")
        raise UserError(f"engine '{argv[0]}' {reason}") from None


@contextmanager
def program_player(protocol: str, argv: Sequence[str], index: int = 0) -> Iterator[EnginePlayer]:
    """A program that speaks a protocol of the registry, as a player; it is ended with the block."""
    from inarow.protocols.registry import PROTOCOLS

    process = start_engine(argv)
    try:
        yield PROTOCOLS[protocol].player(process, index)
    finally:
        process.stop(0)

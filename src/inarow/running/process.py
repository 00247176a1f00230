"""One external program that speaks a line protocol, and that may do anything.

Two threads read its standard output and standard error. What they keep is bounded: a program that
prints more lines than are asked for is made to wait, a line without end is cut, and of standard
error only the last bytes stay. The program is on a leash (``leash.py``): it ends with us, and with
it everything that it started.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from inarow.errors import UserError
from inarow.protocols.dialogue import DialoguePlayer, EngineEndedError, Reply
from inarow.protocols.lines import LineSplitter, printable
from inarow.protocols.registry import PROTOCOLS
from inarow.running.leash import Leashed

_WAITING_LINES = 1000
_STDERR_TAIL = 4096


class EngineProcess:
    """A running program. Times are those of ``time.monotonic``."""

    def __init__(self, argv: Sequence[str]) -> None:
        try:
            self._leashed = Leashed(argv)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise UserError(f"engine '{argv[0]}' cannot be started: {reason}") from None
        self._process = self._leashed.process
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._stdin = self._process.stdin
        # A program that does not read must not be able to hold us up.
        os.set_blocking(self._stdin.fileno(), False)
        self._changed = threading.Condition()
        self._lines: deque[Reply] = deque()
        self._at_end = False
        self._closing = False
        self._stderr_tail = b""
        self._threads = [
            threading.Thread(target=target, args=(stream.fileno(),), daemon=True)
            for target, stream in (
                (self._read_stdout, self._process.stdout),
                (self._read_stderr, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: str) -> None:
        """Sends a line, which must be shorter than a pipe takes at once (4096 bytes). It is lost on
        a program that has left so much unread that its pipe is full: no answer will come."""
        try:
            os.write(self._stdin.fileno(), line.encode() + b"\n")
        except BlockingIOError:
            return
        except OSError:
            raise EngineEndedError(self._end()) from None

    def receive(self, deadline_s: float) -> Reply | None:
        """The next line, or None if there is none by the deadline."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._lines or self._at_end, max(deadline_s - time.monotonic(), 0)
            )
            if self._lines:
                self._changed.notify_all()
                return self._lines.popleft()
            if not self._at_end:
                return None
        raise EngineEndedError(self._end())

    def discard_pending(self) -> None:
        """Forgets the lines that have arrived but were not asked for."""
        with self._changed:
            self._lines.clear()
            self._changed.notify_all()

    def close_input(self) -> None:
        with contextlib.suppress(OSError):
            self._stdin.close()

    def stop(self, grace_s: float) -> bool:
        """Ends the program and everything it started; whether it ended by itself in time."""
        with self._changed:
            self._closing = True
            self._lines.clear()
            self._changed.notify_all()
        self.close_input()
        by_itself = True
        try:
            self._process.wait(grace_s)
        except subprocess.TimeoutExpired:
            by_itself = False
        finally:
            self._leashed.release()
        # A thread stays behind only where the system does not tell who is whose child.
        for thread, stream in zip(
            self._threads, (self._process.stdout, self._process.stderr), strict=True
        ):
            thread.join(0.2)
            if stream and not thread.is_alive():
                stream.close()
        return by_itself

    def _end(self) -> str:
        """How the program ended, with its last words: a clause to follow its name."""
        try:
            status = self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            return "closed its output"
        self._threads[1].join(0.2)
        if status >= 0:
            end = f"ended with exit status {status}"
        else:
            end = f"was ended by {_signal_name(-status)}"
        words = [line for line in self._stderr_tail.splitlines() if line.strip()]
        return f"{end}, saying '{printable(words[-1].strip(), 200)}'" if words else end

    def _read_stdout(self, fd: int) -> None:
        splitter = LineSplitter()
        while data := _read(fd):
            self._keep(splitter.feed(data))
        self._keep(splitter.finish())
        with self._changed:
            self._at_end = True
            self._changed.notify_all()

    def _keep(self, texts: list[bytes]) -> None:
        arrived_s = time.monotonic()
        for text in texts:
            with self._changed:
                self._changed.wait_for(lambda: self._closing or len(self._lines) < _WAITING_LINES)
                if self._closing:
                    return
                self._lines.append(Reply(text, arrived_s))
                self._changed.notify_all()

    def _read_stderr(self, fd: int) -> None:
        while data := _read(fd):
            self._stderr_tail = (self._stderr_tail + data)[-_STDERR_TAIL:]


@contextmanager
def program_player(protocol: str, argv: Sequence[str], index: int = 0) -> Iterator[DialoguePlayer]:
    """A program that speaks a protocol of the registry, as a player; it is ended with the block."""
    process = EngineProcess(argv)
    try:
        yield PROTOCOLS[protocol].player(process, index)
    finally:
        process.stop(0)


def _read(fd: int) -> bytes:
    try:
        return os.read(fd, 65536)
    except OSError:
        return b""


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

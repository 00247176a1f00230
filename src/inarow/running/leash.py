"""A program on a leash: neither it nor anything it starts outlives whoever started it.

    referee --- leash --- the program --- its children, wherever they went
       |          |
       |-control->|    what to start; once it is closed, everything is ended
       |<-reports-|    when the program runs, and how it ended

The leash (``leash_holder.py``) is a small process between the two. It has the program as its child
and adopts every descendant that loses its parent, those in sessions of their own included. When
the referee's end of the control pipe is closed, be it on purpose or because the referee was killed,
and when the program itself ends, it kills whatever is left, reports and ends. Standard streams are
the program's: the leash neither reads nor writes them.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inarow.running.leash_holder import KILL_FOR_S


class Leashed:
    """A started program and the end of its leash. Raises OSError or ValueError if it cannot be
    started. ``scratch`` is a folder that is made for it and gone with it; ``pid`` is the program's,
    the leader of a session of its own, ``began_s`` when it was executed, on the clock of
    ``time.monotonic``."""

    def __init__(
        self,
        argv: Sequence[str],
        streams: tuple[int, int, int],
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
        scratch: Path | None = None,
    ) -> None:
        variables = dict(os.environ if environment is None else environment)
        if any("\0" in text for text in (*argv, *variables.values())):
            raise ValueError("embedded null byte")
        control, self._control = os.pipe()
        self._reports, reports = os.pipe()
        self._said = b""
        stdin, stdout, stderr = streams
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-S", "-c", _start(), str(control), str(reports)],
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
                pass_fds=(control, reports),
            )
        except BaseException:
            self._close()
            raise
        finally:
            os.close(control)
            os.close(reports)
        task = {
            "argv": list(argv),
            "folder": None if folder is None else str(folder),
            "environment": variables,
            "scratch": None if scratch is None else str(scratch),
        }
        try:
            with contextlib.suppress(BrokenPipeError):
                _write_all(self._control, json.dumps(task).encode() + b"\n")
            begun = self._heard()
            if begun is None:
                raise OSError(0, "its leash has ended")
            if "error" in begun:
                raise OSError(begun["error"], os.strerror(begun["error"]))
        except BaseException:
            self.release()
            self._close()
            raise
        self.pid: int = begun["pid"]
        self.began_s: float = begun["began_s"]

    def fileno(self) -> int:
        """A descriptor that can be read when the program has ended; -1 after ``ended`` said so."""
        return self._reports

    def ended(self, wait_s: float | None) -> dict[str, Any] | None:
        """How the program ended, waiting so long for it; None if it still runs. An empty report
        means that its leash ended before it could tell."""
        if self._reports < 0:
            return {}
        poll = select.poll()
        poll.register(self._reports, select.POLLIN)
        if not poll.poll(None if wait_s is None else max(wait_s, 0) * 1000):
            return None
        report = self._heard()
        self._process.wait()
        self._close()
        return report or {}

    def release(self) -> None:
        """Ends the program, and everything that it started, at once."""
        if self._control >= 0:
            os.close(self._control)
            self._control = -1
        try:
            self._process.wait(2 * KILL_FOR_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _heard(self) -> dict[str, Any] | None:
        """The next report, which comes in one piece or not at all."""
        while b"\n" not in self._said:
            piece = os.read(self._reports, 4096)
            if not piece:
                return None
            self._said += piece
        line, _, self._said = self._said.partition(b"\n")
        report: dict[str, Any] = json.loads(line)
        return report

    def _close(self) -> None:
        for fd in (self._control, self._reports):
            if fd >= 0:
                os.close(fd)
        self._control = self._reports = -1

    def __del__(self) -> None:
        if hasattr(self, "_reports"):
            self._close()


def _start() -> str:
    """The program of the leash: modules come from where ours do, never from the directory that we
    happen to be in."""
    return (
        f"import sys; sys.path[:] = {sys.path!r}; from inarow.running.leash_holder import main;"
        " main()"
    )


def _write_all(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]

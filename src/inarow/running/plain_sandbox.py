"""Tier none: a plain process with the rights of whoever starts it, on a leash.

Time, processor time and output are bounded; everything else is as the system has it.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inarow._core import CpuWait
from inarow.errors import UserError
from inarow.running.collector import Collector
from inarow.running.launcher import parent_of, peak_mb_of, usage_of
from inarow.running.leash import Leashed
from inarow.running.process import RunningProgram, Stdio, close_all, open_stdio
from inarow.running.program import Launch, RunLimits, host_argv
from inarow.running.result import ProcessExit, RunReport, Usage, make_report

_MB_OF_MAXRSS = 1024.0 if sys.platform != "darwin" else 1024.0 * 1024.0


class PlainSandbox:
    """A ``Sandbox`` that is none."""

    tier = None

    def run(self, launch: Launch, stdin: bytes = b"") -> RunReport:
        try:
            ends, keeper = _started(launch)
        except (OSError, ValueError) as error:
            ending = ProcessExit(None, None, Usage(0, 0, 0), 0, fault=_reason(launch, error))
            return make_report(ending, launch.limits, None)
        return Collector(ends, keeper, launch.limits).collected(stdin)

    def start(self, launch: Launch) -> RunningProgram:
        try:
            ends, keeper = _started(launch)
        except (OSError, ValueError) as error:
            raise UserError(_reason(launch, error)) from None
        return RunningProgram(ends, keeper, launch.limits)


def started_at_home(argv: Sequence[str]) -> RunningProgram:
    """A program of our own, in our folder and with our environment. Raises OSError or ValueError if
    it cannot be started."""
    ends, theirs = open_stdio(terminal=False)
    try:
        keeper = PlainProcess(Leashed(argv, theirs))
    except (OSError, ValueError):
        close_all(ends)
        raise
    finally:
        close_all(theirs)
    return RunningProgram(ends, keeper, RunLimits())


def _reason(launch: Launch, error: OSError | ValueError) -> str:
    why = error.strerror if isinstance(error, OSError) else error
    return f"program '{launch.argv[0]}' cannot be started: {why}"


def _started(launch: Launch) -> tuple[Stdio, PlainProcess]:
    tmp = Path(tempfile.gettempdir(), f"inarow-{secrets.token_hex(8)}")
    ends, theirs = open_stdio(launch.terminal)
    words, variables = host_argv(launch, tmp)
    try:
        folder = launch.workdir or launch.box
        return ends, PlainProcess(Leashed(words, theirs, folder, variables, tmp))
    except (OSError, ValueError):
        close_all(ends)
        raise
    finally:
        close_all(theirs)


class PlainProcess:
    """A process in a session of its own, held by a leash."""

    tier = None

    def __init__(self, leashed: Leashed) -> None:
        self._leashed = leashed
        self._ending: ProcessExit | None = None
        self.pid = leashed.pid
        self.began_s = leashed.began_s
        self._above = parent_of(self.pid)
        self._seen_mb = peak_mb_of(self.pid)

    def fileno(self) -> int:
        return self._leashed.fileno()

    def ending(self, wait_s: float) -> ProcessExit | None:
        if self._ending is None:
            self._seen_mb = max(self._seen_mb, peak_mb_of(self.pid))
            report = self._leashed.ended(wait_s)
            if report is not None:
                self._ending = self._told(report)
        return self._ending

    def kill(self) -> ProcessExit:
        if self._ending is None:
            self._seen_mb = max(self._seen_mb, peak_mb_of(self.pid))
            self._leashed.release()
            self._ending = self._told(self._leashed.ended(None) or {})
        return self._ending

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def usage(self) -> Usage:
        return usage_of(self.pid) if self._ending is None else self._ending.usage

    def cpu_wait(self) -> CpuWait:
        return CpuWait(self.pid, self._above)

    def _signal(self, number: signal.Signals) -> None:
        if self._ending is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, number)

    def _told(self, report: dict[str, Any]) -> ProcessExit:
        if report.get("status") is None:
            return ProcessExit(None, None, Usage(0, 0, 0), 0, fault="the program's leash has ended")
        code = os.waitstatus_to_exitcode(report["status"])
        # The system counts what the leash held as the program's own peak.
        known = report["peak"] > report["inherited"]
        peak_mb = report["peak"] / _MB_OF_MAXRSS if known else self._seen_mb
        usage = Usage(report["cpu_s"], 0.0, peak_mb, report["system_s"])
        number = -code if code < 0 else None
        return ProcessExit(None if code < 0 else code, number, usage, report["wall_s"])

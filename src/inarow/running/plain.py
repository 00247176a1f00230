"""No sandbox, where there is no native launcher, as on macOS: a program in a process group of its
own, bounded in time and output. What leaves the group, or outlives the referee, is not found."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from inarow._core import CpuWait
from inarow.errors import UserError
from inarow.protocols.dialogue import EngineEndedError
from inarow.running.process import END_OF_INPUT, RunningProgram, Stdio, close_all, open_stdio
from inarow.running.process_usage import usage_of
from inarow.running.program import BOX, PYTHON, TMP, WORK, Launch, RunLimits
from inarow.running.result import Limit, ProcessExit, RunReport, Spent, Usage, make_report

_TICK_S = 0.02
_MB_OF_MAXRSS = 1024.0 if sys.platform != "darwin" else 1024.0 * 1024.0


class PlainSandbox:
    """A ``Sandbox`` that is none."""

    tier = None

    def run(self, launch: Launch, stdin: bytes = b"") -> RunReport:
        with tempfile.TemporaryFile() as given:
            given.write(stdin)
            given.seek(0)
            try:
                ends, process = _start(launch, given.fileno())
            except UserError as error:
                fault = ProcessExit(None, None, Usage(0, 0, 0), 0, fault=str(error))
                return make_report(fault, launch.limits, None)
            typed = stdin if launch.terminal else b""
            return _run_to_end(RunningProgram(ends, process, launch.limits), process, launch, typed)

    def start(self, launch: Launch) -> RunningProgram:
        return RunningProgram(*_start(launch), launch.limits)


class PlainProcess:
    """A process group, with an empty folder in place of ``/tmp``."""

    tier = None

    def __init__(self, launch: Launch, stdio: tuple[int, int, int]) -> None:
        self._exit: ProcessExit | None = None
        self._tmp = Path(tempfile.mkdtemp(prefix="inarow-"))
        argv, variables = _host_argv(launch, self._tmp)
        stdin, stdout, stderr = stdio
        try:
            self._process = subprocess.Popen(
                argv,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                cwd=launch.workdir or launch.box or self._tmp,
                env=variables,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            shutil.rmtree(self._tmp, ignore_errors=True)
            why = error.strerror if isinstance(error, OSError) else error
            raise UserError(f"program '{launch.argv[0]}' cannot be started: {why}") from None
        self._began_s = time.monotonic()
        self.pid = self._process.pid

    def ending(self, wait_s: float) -> ProcessExit | None:
        until_s = time.monotonic() + wait_s
        while self._exit is None:
            pid, status, used = os.wait4(self.pid, os.WNOHANG)
            if pid != 0:
                code = self._process.returncode = os.waitstatus_to_exitcode(status)
                self._exit = ProcessExit(
                    None if code < 0 else code,
                    -code if code < 0 else None,
                    Usage(
                        used.ru_utime + used.ru_stime,
                        0.0,
                        used.ru_maxrss / _MB_OF_MAXRSS,
                        used.ru_stime,
                    ),
                    time.monotonic() - self._began_s,
                )
            elif time.monotonic() >= until_s:
                break
            else:
                time.sleep(0.002)
        return self._exit

    def kill(self) -> ProcessExit:
        self._signal(signal.SIGKILL)
        while (ended := self.ending(1)) is None:
            continue
        shutil.rmtree(self._tmp, ignore_errors=True)
        return ended

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def usage(self) -> Usage:
        return usage_of(self.pid) if self._exit is None else self._exit.usage

    def cpu_wait(self) -> CpuWait:
        return CpuWait(self.pid, 0)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS says so of a zombie
            os.killpg(self.pid, number)


def _start(launch: Launch, stdin: int = -1) -> tuple[Stdio, PlainProcess]:
    ends, theirs = open_stdio(launch.terminal)
    given = stdin >= 0 and not launch.terminal
    try:
        return ends, PlainProcess(launch, (stdin, *theirs[1:]) if given else theirs)
    except UserError:
        close_all(ends)
        raise
    finally:
        close_all(theirs)


def _run_to_end(
    program: RunningProgram, process: PlainProcess, launch: Launch, typed: bytes
) -> RunReport:
    limits, began_s = launch.limits, time.monotonic()
    most, kept = limits.output_kb * 1024, bytearray()
    limit: Limit = ""
    first_line: Spent | None = None
    while not limit:
        try:
            if launch.terminal:
                program.send_bytes(typed or END_OF_INPUT)
                typed = b""
            arrival = program.read_bytes(time.monotonic() + _TICK_S)
        except EngineEndedError:
            if process.ending(_TICK_S) is not None:
                break
            arrival = None
        if arrival is not None:
            kept += arrival.data
            if first_line is None and b"\n" in arrival.data:
                wall_s = arrival.arrived_s - began_s
                first_line = Spent(wall_s, process.usage().cpu_s, 0.0)
        limit = "output" if len(kept) > most else _limit_met(limits, began_s, process)
    ended = process.kill()
    program.stop(0)
    stderr = program.report().stderr
    ended = ended._replace(limit=limit or ended.limit, first_line=first_line)
    return make_report(ended, limits, None, bytes(kept[:most]), stderr, len(kept) > most)


def _limit_met(limits: RunLimits, began_s: float, process: PlainProcess) -> Limit:
    wall_s, cpu_s = time.monotonic() - began_s, process.usage().cpu_s
    if limits.cpu_s is not None and cpu_s > limits.cpu_s:
        return "cpu"
    longest_s = min((s for s in (limits.wall_s, limits.used_s) if s is not None), default=wall_s)
    return "wall" if wall_s > longest_s else ""


def _host_argv(launch: Launch, tmp: Path) -> tuple[list[str], dict[str, str]]:
    """The words and the variables, with ``/python``, ``/box``, ``/work`` and ``/tmp`` as the host
    has them, as the launcher does it (``native/sandbox/workspace.hpp``)."""
    variables = launch.whole_environment
    if launch.profile == "engine":
        return list(launch.argv), variables
    folders = {PYTHON: launch.interpreter, BOX: launch.box, WORK: launch.workdir, TMP: tmp}
    places = {inside: folder for inside, folder in folders.items() if folder is not None}
    program, *words = launch.argv
    own = {inside: folder for inside, folder in places.items() if inside != TMP}
    argv = [_host_path(program, own, launch.readable)]
    argv += [_host_path(word, places, launch.readable) for word in words]
    return argv, {
        name: _host_path(value, places, launch.readable) for name, value in variables.items()
    }


def _host_path(word: str, places: Mapping[str, Path], readable: tuple[Path, ...]) -> str:
    if any(Path(word).is_relative_to(path) for path in readable):
        return word
    for inside, outside in places.items():
        if word == inside or word.startswith(f"{inside}/"):
            return str(outside) + word[len(inside) :]
    return word

"""What happened to a program that was run: a verdict, its reason, and what it used."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, NamedTuple

from inarow.protocols.lines import printable
from inarow.running.program import RunLimits


class RunVerdict(Enum):
    """How a run ended; the value is the sentence for people, the name the one for records."""

    OK = "ended by itself with exit status 0"
    TIMEOUT = "was stopped at its time limit"
    CPU_LIMIT = "used more processor time than it may"
    MEMORY_LIMIT = "needed more memory than it may use"
    OUTPUT_LIMIT = "wrote more than it may"
    CRASH = "crashed"
    EXIT_STATUS = "was not successful"
    COMPILE_ERROR = "could not be built"
    REJECTED = "was not accepted as a submission"
    NOT_RUN = "could not be run on this machine"
    REFEREE_FAULT = "was not run because of a fault of the referee's"


class Spent(NamedTuple):
    """What a program had used at some moment: wall time, CPU time and CPU wait."""

    wall_s: float
    cpu_s: float
    stall_s: float


class Usage(NamedTuple):
    """What a program has used so far. Known at its end alone: ``stall_s``, its CPU wait, and
    ``system_s``, the part of its processor time that the system worked for it."""

    cpu_s: float
    stall_s: float
    peak_mb: float
    system_s: float = 0.0


@dataclass(frozen=True)
class RunReport:
    """One run. ``wall_s`` begins when the program is executed, not when its sandbox is made.

    ``exit_code`` is None where a signal ended the program, ``signal`` is that signal's name where
    the program met it by itself; ``first_line`` is what it had used when the first line of standard
    output was whole. ``tier`` is the sandbox's, None for none."""

    verdict: RunVerdict
    reason: str = ""
    exit_code: int | None = None
    signal: str | None = None
    wall_s: float = 0.0
    cpu_s: float = 0.0
    stall_s: float = 0.0
    peak_mb: float = 0.0
    stdout: bytes = b""
    stderr: bytes = b""
    truncated: bool = False
    tier: int | None = None
    first_line: Spent | None = None
    system_s: float = 0.0

    @property
    def usage(self) -> Usage:
        return Usage(self.cpu_s, self.stall_s, self.peak_mb, self.system_s)

    @property
    def spent(self) -> Spent:
        """What it had used at its end."""
        return Spent(self.wall_s, self.cpu_s, self.stall_s)

    @property
    def is_referee_fault(self) -> bool:
        """Whether the run says nothing of the program."""
        return self.verdict in (RunVerdict.REFEREE_FAULT, RunVerdict.NOT_RUN)

    @property
    def failed(self) -> bool:
        """Whether the program ended before its limits, and not well."""
        return self.verdict in (RunVerdict.CRASH, RunVerdict.EXIT_STATUS)

    @property
    def sentence(self) -> str:
        """The verdict in words, with its reason: a clause to follow the program's name."""
        return f"{self.verdict.value}: {self.reason}" if self.reason else self.verdict.value

    def as_json(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict.name,
            "reason": self.reason,
            "exit_code": self.exit_code,
            "signal": self.signal,
            "wall_s": round(self.wall_s, 6),
            "cpu_s": round(self.cpu_s, 6),
            "stall_s": round(self.stall_s, 6),
            "peak_mb": round(self.peak_mb, 3),
            "stdout": self.stdout.decode("utf-8", "backslashreplace"),
            "stderr": self.stderr.decode("utf-8", "backslashreplace"),
            "truncated": self.truncated,
            "tier": self.tier,
        }


Limit = Literal["", "wall", "cpu", "memory", "output", "stopped", "files", "processes"]

_NEAR = 0.8
_LAST_WORDS = 2000
_MUCH_LONGER = 1.1
_OF_SYSTEM = (
    # Tools, the system, its loader.
    *(rb"virtual memory exhausted", rb"Cannot allocate memory"),
    rb"failed to map segment from shared object",
)


class _Phrases(NamedTuple):
    """What languages say on standard error: of refused memory, of an exception that nobody caught,
    and for some of these the line that tells most of it."""

    out_of_memory: re.Pattern[bytes]
    uncaught: re.Pattern[bytes]
    raised: list[tuple[re.Pattern[bytes], re.Pattern[bytes]]]


@cache
def _phrases() -> _Phrases:
    """Of all languages, which are not loaded before a program has failed."""
    from inarow.running.languages import ALL

    def any_of(patterns: Iterable[bytes]) -> re.Pattern[bytes]:
        return re.compile(b"|".join(filter(None, patterns)), re.MULTILINE)

    return _Phrases(
        any_of((*(one.out_of_memory for one in ALL), *_OF_SYSTEM)),
        any_of(one.uncaught for one in ALL),
        [(any_of([one.uncaught]), any_of([one.raised])) for one in ALL if one.raised],
    )


class ProcessExit(NamedTuple):
    """``limit`` is the bound at which the program was ended, ``stopped`` if it was asked to."""

    exit_code: int | None
    signal: int | None
    usage: Usage
    wall_s: float
    limit: Limit = ""
    fault: str = ""
    first_line: Spent | None = None


def make_report(
    ending: ProcessExit,
    limits: RunLimits,
    tier: int | None,
    stdout: bytes = b"",
    stderr: bytes = b"",
    truncated: bool = False,
) -> RunReport:
    """The report of a run; pure."""
    verdict, reason = _verdict(ending, limits, stderr)
    return RunReport(
        verdict=verdict,
        reason=reason,
        exit_code=ending.exit_code,
        signal=None if ending.signal is None or ending.limit else signal_name(ending.signal),
        # What was read before the end may have been looked at just after it.
        wall_s=max(ending.wall_s, ending.first_line.wall_s if ending.first_line else 0.0),
        cpu_s=ending.usage.cpu_s,
        stall_s=ending.usage.stall_s,
        peak_mb=ending.usage.peak_mb,
        stdout=stdout,
        stderr=stderr,
        truncated=truncated,
        tier=tier,
        first_line=ending.first_line,
        system_s=ending.usage.system_s,
    )


def _verdict(ending: ProcessExit, limits: RunLimits, stderr: bytes) -> tuple[RunVerdict, str]:
    cpu_s = ending.usage.cpu_s
    if ending.fault:
        return RunVerdict.REFEREE_FAULT, ending.fault
    if ending.limit == "output":
        return RunVerdict.OUTPUT_LIMIT, f"more than {limits.output_kb} kB"
    over_cpu = limits.cpu_s is not None and cpu_s > limits.cpu_s
    if ending.limit == "cpu" or over_cpu:
        return RunVerdict.CPU_LIMIT, f"{cpu_s:.2f} s of {limits.cpu_s or 0:g} s"
    if ending.limit == "memory":
        return RunVerdict.MEMORY_LIMIT, f"more than {limits.memory_mb} MB"
    if ending.limit == "wall":
        return RunVerdict.TIMEOUT, _still_running(ending, limits) + _out_of_memory(stderr)
    if ending.limit == "stopped":
        return RunVerdict.OK, "stopped by the referee"
    if ending.limit == "files" or ending.signal == signal.SIGXFSZ:
        return RunVerdict.OUTPUT_LIMIT, f"files of more than {limits.tmp_mb} MB, or too many"
    if ending.limit == "processes":
        return RunVerdict.CRASH, f"started more than {limits.processes} processes and threads"
    failed = ending.signal is not None or ending.exit_code != 0
    if failed and (ending.usage.peak_mb > _NEAR * limits.memory_mb or _said_out_of_memory(stderr)):
        return RunVerdict.MEMORY_LIMIT, f"{limits.memory_mb} MB, {describe_exit(ending, stderr)}"
    if failed:
        crashed = ending.signal is not None or _phrases().uncaught.search(stderr)
        verdict = RunVerdict.CRASH if crashed else RunVerdict.EXIT_STATUS
        return verdict, describe_exit(ending, stderr)
    return RunVerdict.OK, ""


def _still_running(ending: ProcessExit, limits: RunLimits) -> str:
    """Its limit; with what it waited for a core where that made its time much longer."""
    limit_s, wall_s = limits.used_s or limits.wall_s or 0.0, ending.wall_s
    if limits.used_s is None or wall_s < _MUCH_LONGER * limit_s:
        return f"still running after {limit_s:g} s"
    used_s = wall_s - ending.usage.stall_s
    return f"used {used_s:.2f} s of {wall_s:.2f} s, CPU wait left out, where it had {limit_s:g} s"


def _said_out_of_memory(stderr: bytes) -> bool:
    """In its last words, or where it says what was raised before it says at length where."""
    return any(map(_phrases().out_of_memory.search, (stderr[-_LAST_WORDS:], _telling(stderr))))


def _out_of_memory(stderr: bytes) -> str:
    """Of a program that hangs since one of its threads was refused memory: what it said then."""
    if not _said_out_of_memory(stderr):
        return ""
    return f", after it said '{telling_line(stderr)}'"


def describe_exit(ending: ProcessExit, stderr: bytes) -> str:
    """A clause to follow the program's name, with its last words."""
    if ending.fault:
        return f"was lost: {ending.fault}"
    if ending.limit == "stopped":
        return "was stopped"
    if ending.signal is not None:
        end = f"was ended by {signal_name(ending.signal)}"
    else:
        end = f"ended with exit status {ending.exit_code}"
    words = telling_line(stderr)
    return f"{end}, saying '{words}'" if words else end


def telling_line(stderr: bytes) -> str:
    """The line of standard error that tells most of a crash: what was raised, not where."""
    return printable(_telling(stderr), 200)


def _telling(stderr: bytes) -> bytes:
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    text = b"\n".join(lines)
    raised = [
        found
        for uncaught, line in _phrases().raised
        if uncaught.search(text) and (found := line.search(text))
    ]
    if raised:
        first = min(raised, key=lambda found: found.start())
        return first[first.lastindex or 0]
    return lines[-1] if lines else b""


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

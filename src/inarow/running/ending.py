"""How a process ended, as the system tells it, and the verdict that follows.

The rules: a limit of the launcher's that was met decides; then the processor time that was used;
then the signal or the exit status. **Memory** is bounded by address space, so a program that meets
the bound is refused memory and ends as it likes. It is a MEMORY_LIMIT, and no CRASH, if it failed
and either the system's group ran out of memory, or its peak was within a fifth of the limit, or the
last of its standard error is what its language says when memory is refused.
"""

from __future__ import annotations

import re
import signal
from typing import Literal, NamedTuple

from inarow.protocols.lines import printable
from inarow.running.languages import ALL
from inarow.running.outcome import RunReport, RunVerdict, Spent, Usage
from inarow.running.run_limits import RunLimits

Limit = Literal["", "wall", "cpu", "memory", "output", "stopped", "files", "processes"]

_NEAR = 0.8
# The last three: tools, the system, its loader.
_OUT_OF_MEMORY = re.compile(
    b"|".join(
        (
            *(one.out_of_memory for one in ALL if one.out_of_memory),
            *(rb"virtual memory exhausted", rb"Cannot allocate memory"),
            rb"failed to map segment from shared object",
        )
    ),
    re.MULTILINE,
)
_LAST_WORDS = 2000
_UNCAUGHT = re.compile(b"|".join(one.uncaught for one in ALL if one.uncaught), re.MULTILINE)
_RAISED = [
    (re.compile(one.uncaught, re.MULTILINE), re.compile(one.raised, re.MULTILINE))
    for one in ALL
    if one.raised
]
_MUCH_LONGER = 1.1


class Ending(NamedTuple):
    """``limit`` is the bound at which the program was ended, ``stopped`` if it was asked to."""

    exit_code: int | None
    signal: int | None
    usage: Usage
    wall_s: float
    limit: Limit = ""
    fault: str = ""
    first_line: Spent | None = None


def report_of(
    ending: Ending,
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


def _verdict(ending: Ending, limits: RunLimits, stderr: bytes) -> tuple[RunVerdict, str]:
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
        return RunVerdict.MEMORY_LIMIT, f"{limits.memory_mb} MB, {how_it_ended(ending, stderr)}"
    if failed:
        crashed = ending.signal is not None or _UNCAUGHT.search(stderr)
        verdict = RunVerdict.CRASH if crashed else RunVerdict.EXIT_STATUS
        return verdict, how_it_ended(ending, stderr)
    return RunVerdict.OK, ""


def _still_running(ending: Ending, limits: RunLimits) -> str:
    """Its limit; with what it waited for a core where that made its time much longer."""
    limit_s, wall_s = limits.used_s or limits.wall_s or 0.0, ending.wall_s
    if limits.used_s is None or wall_s < _MUCH_LONGER * limit_s:
        return f"still running after {limit_s:g} s"
    used_s = wall_s - ending.usage.stall_s
    return f"used {used_s:.2f} s of {wall_s:.2f} s, CPU wait left out, where it had {limit_s:g} s"


def _said_out_of_memory(stderr: bytes) -> bool:
    """In its last words, or where it says what was raised before it says at length where."""
    return any(map(_OUT_OF_MEMORY.search, (stderr[-_LAST_WORDS:], _telling(stderr))))


def _out_of_memory(stderr: bytes) -> str:
    """Of a program that hangs since one of its threads was refused memory: what it said then."""
    if not _said_out_of_memory(stderr):
        return ""
    return f", after it said '{telling_line(stderr)}'"


def how_it_ended(ending: Ending, stderr: bytes) -> str:
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
        for uncaught, line in _RAISED
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

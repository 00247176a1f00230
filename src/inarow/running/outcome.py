"""What happened to a program that was run: a verdict, its reason, and what it used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple


class RunVerdict(Enum):
    """How a run ended; the value is the sentence for people, the name the one for records."""

    OK = "ended by itself with exit status 0"
    INVALID = "gave an answer that is not allowed"
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

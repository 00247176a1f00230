"""The one way to run a program of somebody else's, and which of the tiers does it.

Tier 1 shows a program a file system, a process table and a network of its own; tier 2 only bounds
what it may do with the host's. Tier none is the plain process, for those who ask for it.
"""

from __future__ import annotations

import os
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from inarow.errors import UserError
from inarow.running.program import Launch
from inarow.running.result import RunReport, RunVerdict

if TYPE_CHECKING:
    from inarow.running.launcher import NativeSandbox
    from inarow.running.process import RunningProgram

_FORCED = "INAROW_SANDBOX"


class Sandbox(Protocol):
    """Where programs are run. Both methods may be called from any thread, at once."""

    @property
    def tier(self) -> int | None:
        """1 or 2; None: no sandbox at all."""

    def run(self, launch: Launch, stdin: bytes = b"") -> RunReport:
        """Runs a program to its end and says what happened. Nothing of it is left afterwards. A
        fault of ours is a verdict too, ``REFEREE_FAULT``."""

    def start(self, launch: Launch) -> RunningProgram:
        """Starts a program that is asked again and again, until it is stopped. Raises UserError
        where it cannot be started."""


class NoSandboxError(UserError):
    """Programs cannot be run safely here, or not in the tier that was asked for."""


def choose_sandbox(tier: int | Literal["none"] | None = None) -> Sandbox:
    """The sandbox of a tier; without one that of ``INAROW_SANDBOX``, or else the best that a real
    launch shows to work. Raises NoSandboxError; ``"none"`` is chosen only by asking for it."""
    asked = tier if tier is not None else _forced()
    if asked == "none":
        return _no_sandbox()
    probes = [probe_tier(number) for number in ((1, 2) if asked is None else (asked,))]
    for probe in probes:
        if probe.sandbox is not None:
            return probe.sandbox
    reasons = "; ".join(f"tier {probe.tier}: {probe.why}" for probe in probes)
    raise NoSandboxError(
        f"programs cannot be run safely on this machine ({reasons}), and they are run without a"
        f" sandbox only if {_FORCED}=none or --no-sandbox says so"
    )


def _no_sandbox() -> Sandbox:
    """Plain processes, kept by the launcher where there is one for this system."""
    from inarow.running.launcher import PROGRAM, NativeSandbox

    if PROGRAM.is_file():
        return NativeSandbox(0)
    from inarow.running.plain import PlainSandbox

    return PlainSandbox()


def _forced() -> int | Literal["none"] | None:
    word = os.environ.get(_FORCED, "")
    if word in ("1", "2"):
        return int(word)
    if word == "none":
        return "none"
    if word:
        raise UserError(f"{_FORCED} is '{word}', and must be 1, 2 or none")
    return None


# Where the launcher is not linked statically, its libraries are here.
_LIBRARIES = (Path("/lib"), Path("/lib64"), Path("/usr/lib"), Path("/usr/lib64"))
_TRIES = 5


class Probe(NamedTuple):
    """A tier, whether it works, why not or how, what a launch of the least program costs, the
    sandbox, and what bounds memory in it."""

    tier: int
    works: bool
    why: str
    launch_ms: float | None = None
    sandbox: NativeSandbox | None = None
    memory: str = ""


@cache
def probe_tier(tier: int) -> Probe:
    """Tries a tier, once in the life of this process."""
    from inarow.running.launcher import PROGRAM, LauncherError, NativeSandbox

    sandbox = NativeSandbox(tier)
    try:
        launcher = sandbox.launcher
    except LauncherError as error:
        return Probe(tier, False, str(error))
    # The file by its own path: its folder may be closed to the user that programs run as.
    launch = Launch((str(PROGRAM), "nothing"), readable=(PROGRAM, *_LIBRARIES))
    spent_s = []
    for _ in range(_TRIES):
        began_s = time.perf_counter()
        report = sandbox.run(launch)
        spent_s.append(time.perf_counter() - began_s)
        if report.verdict is not RunVerdict.OK:
            return Probe(tier, False, report.reason)
    return Probe(tier, True, launcher.words, min(spent_s) * 1000, sandbox, launcher.memory)

"""Which tiers work on this machine: each is tried by a real launch."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

from inarow.running.launch import BOX, Launch
from inarow.running.launcher import PROGRAM, LauncherError, launcher_of
from inarow.running.native_sandbox import NativeSandbox
from inarow.running.outcome import RunVerdict

# Where the launcher is not linked statically, its libraries are here.
_LIBRARIES = (Path("/lib"), Path("/lib64"), Path("/usr/lib"), Path("/usr/lib64"))
_TRIES = 5


class Probe(NamedTuple):
    """A tier, whether it works, why not or how, and what a launch of the least program costs."""

    tier: int
    works: bool
    why: str
    launch_ms: float | None = None


@cache
def probed(tier: int) -> Probe:
    """Tries a tier, once in the life of this process."""
    try:
        launcher = launcher_of(tier)
    except LauncherError as error:
        return Probe(tier, False, str(error))
    launch = Launch((f"{BOX}/{PROGRAM.name}", "nothing"), box=PROGRAM.parent, readable=_LIBRARIES)
    sandbox = NativeSandbox(tier)
    spent_s = []
    for _ in range(_TRIES):
        began_s = time.perf_counter()
        report = sandbox.run(launch)
        spent_s.append(time.perf_counter() - began_s)
        if report.verdict is not RunVerdict.OK:
            return Probe(tier, False, report.reason)
    return Probe(tier, True, launcher.words, min(spent_s) * 1000)

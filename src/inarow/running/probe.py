"""Which tiers work on this machine: each is tried by a real launch."""

from __future__ import annotations

import os
import shutil
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

from inarow.running.launch import Launch
from inarow.running.launcher import PROGRAM, LauncherError
from inarow.running.native_sandbox import NativeSandbox
from inarow.running.outcome import RunVerdict

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
def probed(tier: int) -> Probe:
    """Tries a tier, once in the life of this process. Tier 1 is made by bubblewrap where it can and
    our launcher cannot; not for root, who can do all that bubblewrap can, and whose threads the
    kernel would not count."""
    probe = _tried(NativeSandbox(tier))
    bubblewrap = shutil.which("bwrap")
    if probe.works or tier != 1 or bubblewrap is None or _is_root():
        return probe
    other = _tried(NativeSandbox(tier, str(Path(bubblewrap).resolve())))
    why = other.why if other.works else f"{probe.why}; bubblewrap: {other.why}"
    return other._replace(why=why)


def _is_root() -> bool:
    return os.geteuid() == 0


def _tried(sandbox: NativeSandbox) -> Probe:
    tier = sandbox.tier
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

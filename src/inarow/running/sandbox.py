"""The one way to run a program of somebody else's, and which of the tiers does it.

Tier 1 shows a program a file system, a process table and a network of its own; tier 2 only bounds
what it may do with the host's. Tier none is the plain process, for those who ask for it.
"""

from __future__ import annotations

import os
from typing import Literal, Protocol

from inarow.errors import UserError
from inarow.running.launch import Launch
from inarow.running.outcome import RunReport
from inarow.running.running_program import RunningProgram

Tier = Literal[1, 2]
FORCED = "INAROW_SANDBOX"


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


def chosen_sandbox(tier: int | Literal["none"] | None = None) -> Sandbox:
    """The sandbox of a tier; without one that of ``INAROW_SANDBOX``, or else the best that a real
    launch shows to work. Raises NoSandboxError; ``"none"`` is chosen only by asking for it."""
    from inarow.running.plain_sandbox import PlainSandbox
    from inarow.running.probe import probed

    asked = tier if tier is not None else _forced()
    if asked == "none":
        return PlainSandbox()
    probes = [probed(number) for number in ((1, 2) if asked is None else (asked,))]
    for probe in probes:
        if probe.sandbox is not None:
            return probe.sandbox
    reasons = "; ".join(f"tier {probe.tier}: {probe.why}" for probe in probes)
    raise NoSandboxError(
        f"programs cannot be run safely on this machine ({reasons}), and they are run without a"
        f" sandbox only if {FORCED}=none or --no-sandbox says so"
    )


def _forced() -> int | Literal["none"] | None:
    word = os.environ.get(FORCED, "")
    if word in ("1", "2"):
        return int(word)
    if word == "none":
        return "none"
    if word:
        raise UserError(f"{FORCED} is '{word}', and must be 1, 2 or none")
    return None

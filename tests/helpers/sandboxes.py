"""The sandboxes that work on this machine, for tests that hold in each of them."""

from __future__ import annotations

import shutil
from functools import cache
from typing import Literal

import pytest

from inarow.running.launch import Launch
from inarow.running.native_sandbox import NativeSandbox
from inarow.running.outcome import RunVerdict
from inarow.running.probe import probed
from inarow.running.sandbox import NoSandboxError, Sandbox, chosen_sandbox
from system_paths import system_python

Tier = int | Literal["none"]


@cache
def sandbox_of(tier: Tier) -> Sandbox | None:
    """The sandbox of a tier; None if it does not work here."""
    try:
        return chosen_sandbox(tier)
    except NoSandboxError:
        return None


def working_tiers() -> list[Tier]:
    """The tiers that work, the plain process last."""
    tiers: tuple[Tier, ...] = (1, 2, "none")
    return [tier for tier in tiers if sandbox_of(tier) is not None]


def missing(tier: int) -> str:
    """Why a tier does not work here, in a line; empty if it does."""
    probe = probed(tier)
    return "" if probe.works else f"sandbox tier {tier} does not work here: {probe.why}"


def none_works() -> str:
    """Why no tier works here, in a line; empty if one does."""
    return "" if probed(1).works or probed(2).works else "no tier of the sandbox works here"


def needed(tier: int) -> NativeSandbox:
    """The sandbox of a tier; skips the test where it does not work."""
    found = probed(tier).sandbox
    if found is None:
        pytest.skip(missing(tier))
    return found


def bubblewrap() -> NativeSandbox:
    """Tier 1 made by bubblewrap; skips the test where that does not work."""
    path = shutil.which("bwrap")
    if path is None:
        pytest.skip("bubblewrap is not installed here")
    found = NativeSandbox(1, path)
    program, seen = system_python()
    report = found.run(Launch((program, "-I", "-c", "pass"), readable=seen))
    if report.verdict is not RunVerdict.OK:
        pytest.skip(f"bubblewrap does not work here: {report.reason}")
    return found

"""The sandboxes that work on this machine, for tests that hold in each of them."""

from __future__ import annotations

from functools import cache
from typing import Literal

import pytest

from inarow.running.launcher import NativeSandbox
from inarow.running.sandbox import NoSandboxError, Sandbox, choose_sandbox, probe_tier

Tier = int | Literal["none"]


@cache
def sandbox_of(tier: Tier) -> Sandbox | None:
    """The sandbox of a tier; None if it does not work here."""
    try:
        return choose_sandbox(tier)
    except NoSandboxError:
        return None


def working_tiers() -> list[Tier]:
    """The tiers that work, the plain process last."""
    tiers: tuple[Tier, ...] = (1, 2, "none")
    return [tier for tier in tiers if sandbox_of(tier) is not None]


def missing(tier: int) -> str:
    """Why a tier does not work here, in a line; empty if it does."""
    probe = probe_tier(tier)
    return "" if probe.works else f"sandbox tier {tier} does not work here: {probe.why}"


def none_works() -> str:
    """Why no tier works here, in a line; empty if one does."""
    return "" if probe_tier(1).works or probe_tier(2).works else "no tier of the sandbox works here"


def needed(tier: int) -> NativeSandbox:
    """The sandbox of a tier; skips the test where it does not work."""
    found = probe_tier(tier).sandbox
    if found is None:
        pytest.skip(missing(tier))
    return found

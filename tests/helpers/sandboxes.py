"""The sandboxes that work on this machine, for tests that hold in each of them."""

from __future__ import annotations

from functools import cache
from typing import Literal

from inarow.running.sandbox import NoSandboxError, Sandbox, chosen_sandbox

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

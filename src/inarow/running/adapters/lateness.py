"""A late answer as the fault that the referee hears of."""

from __future__ import annotations

from inarow.players.seat import ClockKind, Effort, ForfeitError
from inarow.record import Termination


def late_fault(
    effort: Effort, limit_ms: float, clock: ClockKind, *, answered: bool
) -> ForfeitError:
    """What was late, by which clock, and what it had."""
    cpu_ms = effort.cpu_ms or 0.0
    over_cpu = clock is ClockKind.CPU and cpu_ms > limit_ms
    if over_cpu:
        detail = f"used {cpu_ms:.0f} ms of CPU"
    elif answered:
        detail = f"took {effort.wall_ms:.0f} ms, {cpu_ms:.0f} ms of them CPU,"
    else:
        detail = f"did not answer in {effort.wall_ms:.0f} ms,"
    return ForfeitError(
        Termination.TIME,
        f"{detail} where it had {limit_ms:.0f} ms",
        limit_ms,
        verdict="CPU_LIMIT" if over_cpu else "",
        effort=effort,
    )

"""What a program may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any

from inarow.errors import UserError
from inarow.words import shortened

_MOST_SECONDS, _MOST_WHOLE = 86_400, 1_000_000


@dataclass(frozen=True)
class RunLimits:
    """The bounds of one run. Tier none holds time, processor time and output alone.

    ``wall_s`` bounds a program that runs once (None: no bound, for what answers questions and is
    given a deadline with each of them); ``memory_mb`` is address space, ``output_kb`` each of
    standard output and standard error, ``tmp_mb`` what can be written to files in all,
    ``used_s`` bounds wall time less CPU wait, and at least the CPU time (``clock.py``),
    ``processes`` how many processes and threads there may be at once, together (1: no other
    process, and 64 threads) and ``files`` how many descriptors each process may have. Time, memory
    and output are bounded for all processes together. A build may always start processes."""

    wall_s: float | None = 10.0
    cpu_s: float | None = None
    memory_mb: int = 512
    output_kb: int = 64
    tmp_mb: int = 16
    processes: int = 32
    files: int = 64
    used_s: float | None = None

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None and not value > 0:
                raise UserError(f"limit {name} is {value:g}, and must be above 0")


def limits_of(what: str, given: Mapping[str, Any], base: RunLimits) -> RunLimits:
    """The limits of a table, and those of ``base`` where it has none."""
    known = {item.name: getattr(base, item.name) for item in fields(RunLimits)}
    for name, value in given.items():
        if name not in known:
            raise UserError(f"{what} has a limit '{shortened(name)}': expected {', '.join(known)}")
        whole = not name.endswith("_s")
        most = _MOST_SECONDS if whole is False else _MOST_WHOLE
        number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
        if not number or not 0 < value <= most or (whole and value != int(value)):
            kind = "a whole number" if whole else "a number"
            raise UserError(
                f"{what} has limit {name} = {value}, expected {kind} above 0, at most {most}"
            )
        known[name] = int(value) if whole else float(value)
    return RunLimits(**known)

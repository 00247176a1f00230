"""How far a search may go, be it a player's or an analysis, how it goes there, and how it tells of
its progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass

from inarow.errors import UserError

MOST_THREADS = 64

Progress = Callable[[int], "bool | None"]
"""Called several times a second with the nodes so far; returning False cancels the search."""


@dataclass(frozen=True)
class Limits:
    """A search ends with its answer or with the first limit; None is no limit.

    Where a game can only be judged, no ``time_s`` means a second; a player without a limit takes
    its usual time. ``depth`` is for players, ``nodes`` for exact solvers; the analysis of free
    boards goes by time alone.
    """

    time_s: float | None = None
    depth: int | None = None
    _: KW_ONLY
    nodes: int | None = None

    def __post_init__(self) -> None:
        time_s = self.time_s
        if time_s is not None and not (isinstance(time_s, int | float) and time_s >= 0):
            raise UserError(f"time_s is {time_s!r}, expected None or a number from 0")
        _require_whole("depth", self.depth, 0)
        _require_whole("nodes", self.nodes, 0)


@dataclass(frozen=True, kw_only=True)
class SolverOptions:
    """How an exact solver searches; only how soon it answers hangs on them."""

    threads: int = 1
    book: bool = True
    """Whether what was computed once (opening book, settled values, memory) may answer."""
    lines: bool = True
    """Whether the best line of a move is wanted, where that takes a search."""
    table_mb: int | None = None
    """Memory for a solver's table, where it is not the solver's own choice."""

    def __post_init__(self) -> None:
        _require_whole("table_mb", self.table_mb, 1)
        _require_whole("threads", self.threads, 1)
        if self.threads > MOST_THREADS:
            raise UserError(f"threads is {self.threads}, expected 1 to {MOST_THREADS}")


def _require_whole(name: str, value: object, least: int) -> None:
    if value is not None and not (isinstance(value, int) and value >= least):
        raise UserError(f"{name} is {value!r}, expected a whole number from {least}")


UNLIMITED = Limits()
USUAL = SolverOptions()

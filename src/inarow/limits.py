"""How far a search may go, be it a player's or an analysis, and how it tells of its progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass

MOST_THREADS = 64

Progress = Callable[[int], "bool | None"]
"""Called several times a second with the nodes so far; returning False cancels the search."""


@dataclass(frozen=True)
class Limits:
    """A search ends with its answer or with the first limit; None is no limit.

    Where a game can only be judged, no ``time_s`` means a second; a player without a limit takes
    its usual time. ``depth`` is for players, the fields below it are for the analysis.
    """

    time_s: float | None = None
    depth: int | None = None
    _: KW_ONLY
    nodes: int | None = None
    threads: int = 1
    book: bool = True
    """Whether what was computed once (opening book, settled values, memory) may answer."""
    lines: bool = True
    """Whether the best line of a move is wanted, where that takes a search."""
    table_mb: int | None = None
    """Memory for a solver's table, where it is not the solver's own choice."""

    def __post_init__(self) -> None:
        if not 1 <= self.threads <= MOST_THREADS:
            raise ValueError(f"threads is {self.threads}, expected 1 to {MOST_THREADS}")


UNLIMITED = Limits()

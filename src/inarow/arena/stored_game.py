"""A game of a tournament: as it is to be played, and as it ended."""

from __future__ import annotations

from typing import NamedTuple


class PlannedGame(NamedTuple):
    """A game that is to be played; ``opening`` is a line of moves."""

    key: str
    first: str
    second: str
    opening: str
    attempt: int = 1


class StoredGame(NamedTuple):
    """A game as it ended. ``winner`` is 1 for the one that began, 2, or None."""

    key: str
    round: int
    stage: str
    first: str
    second: str
    opening: str
    winner: int | None
    termination: str
    detail: str
    attempt: int
    meeting: int

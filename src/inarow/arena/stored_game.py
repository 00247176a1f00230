"""A game of a tournament: its key, the game as planned, as it ended, and its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from inarow.referee.game_log import GameLog


class GameKey(NamedTuple):
    """The key of a game, ``12.3`` in text: its meeting, and its number in it from 1."""

    meeting: int
    number: int

    @classmethod
    def parse(cls, text: str) -> GameKey:
        meeting, _, number = text.partition(".")
        return cls(int(meeting), int(number))

    @property
    def pair(self) -> tuple[int, int]:
        """The same for the two games of one opening."""
        return self.meeting, (self.number - 1) // 2

    def __str__(self) -> str:
        return f"{self.meeting}.{self.number}"


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

    @property
    def number(self) -> int:
        """Its number in its meeting, from 1."""
        return GameKey.parse(self.key).number

    @property
    def pair(self) -> tuple[int, int]:
        """The same for the two games of one opening."""
        return GameKey.parse(self.key).pair


class SavedLog(NamedTuple):
    """The log of a game, and how it was played: machine, sandbox, builds, seed."""

    log: GameLog
    notes: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The object in exports and of ``inarow arena replay --json``."""
        return {**self.log.as_json(), "notes": dict(self.notes)}

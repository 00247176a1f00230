"""A game of an event: its key, as planned, while it is played, as it ended, and its log."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from inarow.record import Termination
from inarow.referee.game_log import GameLog, SideStats


class GameKey(NamedTuple):
    """The key of a game, ``12.3`` in text: its pairing, and its number in it from 1."""

    pairing: int
    number: int

    @classmethod
    def parse(cls, text: str) -> GameKey:
        pairing, _, number = text.partition(".")
        return cls(int(pairing), int(number))

    @property
    def pair(self) -> tuple[int, int]:
        """The same for the two games of one opening."""
        return self.pairing, (self.number - 1) // 2

    def __str__(self) -> str:
        return f"{self.pairing}.{self.number}"


class PlannedGame(NamedTuple):
    """A game that is to be played; ``opening`` is a line of moves. ``numbers`` are those of the
    rows of both entries."""

    key: str
    first: str
    second: str
    opening: str
    attempt: int = 1
    numbers: tuple[int, int] = (0, 0)


class LiveGame(NamedTuple):
    """A game that is being played: its moves, what each took, and the machine and worker."""

    key: str
    moves: tuple[int, ...]
    times_ms: tuple[float | None, ...]
    where: str = ""


class FinishedGame(NamedTuple):
    """A game that a worker has played. ``log`` is its text of JSON, written where it was played:
    whoever runs the event only stores it. ``stats`` has what each side did."""

    key: str
    attempt: int
    winner: int | None
    termination: str
    detail: str
    log: str
    notes: dict[str, Any]
    stats: tuple[SideStats, SideStats]

    @classmethod
    def from_log(
        cls, key: str, attempt: int, log: GameLog, notes: Mapping[str, Any]
    ) -> FinishedGame:
        result = log.record.result
        assert result is not None
        return cls(
            key,
            attempt,
            result.winner,
            result.termination.name,
            result.detail,
            json.dumps(log.as_json(), separators=(",", ":")),
            dict(notes),
            (log.stats(0), log.stats(1)),
        )

    @property
    def is_void(self) -> bool:
        return self.termination == Termination.VOID.name


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
    pairing: int

    @property
    def loser(self) -> str | None:
        return {1: self.second, 2: self.first, None: None}[self.winner]

    @property
    def number(self) -> int:
        """Its number in its pairing, from 1."""
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

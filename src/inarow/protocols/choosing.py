"""A seat as a player: ``choose`` by asking for turns of a game that positions are taken to follow.

choose(pos) --> the record that leads to pos --> begin(terms, side) if it is another game
                                             --> turn(record, clocks, limit)
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import permutations

from inarow._core import Position
from inarow.errors import IllegalMoveError
from inarow.limits import Limits
from inarow.players.base import Choice
from inarow.players.seat import Answer, Terms
from inarow.record import Record

LONGEST_MS = 2**31 - 1
_USUAL_MEMORY_MB = 350
_MOST_NEW_STONES = 4


class ChoosesByTurns(ABC):
    """What makes a ``Player`` of a ``Seat``."""

    def __init__(self) -> None:
        self._so_far: Record | None = None
        self._planned: dict[Position, int] = {}

    @abstractmethod
    def begin(self, terms: Terms, side: int) -> None:
        """Another game begins."""

    @abstractmethod
    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        """Asks for the stones of a turn, within a limit."""

    def choose(self, pos: Position, limit: Limits, rng: random.Random) -> Choice:
        """Any player's ``choose``. Positions that follow each other are one game; the program is
        told of another one otherwise. Raises ForfeitError for what it does wrong."""
        if pos in self._planned:
            return Choice(self._planned.pop(pos))
        time_ms = LONGEST_MS if limit.time_s is None else limit.time_s * 1000
        record = None if self._so_far is None else _followed(self._so_far, pos)
        if record is None:
            record = _followed(Record(Position(pos.game)), pos) or Record(pos)
            self.begin(Terms(pos.game, time_ms, time_ms, _USUAL_MEMORY_MB), pos.to_move - 1)
        answer = self.turn(record, (time_ms, time_ms), time_ms)
        self._planned.clear()
        for stone in answer.stones:
            if record.result is not None:
                break  # a stone after the one that wins is not laid
            self._planned[record.end] = stone
            if record.end.landing(stone) is None:
                break  # the caller says what is wrong with it
            record = record.extended(stone)
        self._so_far = record
        return Choice(self._planned.pop(pos), answer.value)


def _followed(record: Record, pos: Position) -> Record | None:
    """The record with the few moves that lead from its end to a position; None if none do."""
    if pos.game != record.game:
        return None
    game, end = pos.game, record.end
    new = [
        cell % game.cols if game.gravity else cell
        for cell in range(game.cells)
        if end.at(*divmod(cell, game.cols)) != pos.at(*divmod(cell, game.cols))
    ]
    for order in permutations(new) if len(new) <= _MOST_NEW_STONES else ():
        longer = record
        try:
            for move in order:
                longer = longer.extended(move)
        except IllegalMoveError:
            continue
        if longer.end == pos:
            return longer
    return None

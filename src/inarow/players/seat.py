"""Who sits at a board, as a referee sees it: a player of ours and a program from outside alike.

    begin(terms, side), then for each turn of this side turn(record, clocks, limit), then end()

Whatever costs a seat its move or its game is one exception, ``ForfeitError``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from inarow._core import Game, Outcome
from inarow.limits import Limits
from inarow.players.base import Player
from inarow.players.budget import thinking_ms, turn_ms
from inarow.record import Record, Termination


class ForfeitError(Exception):
    """Something that a seat did, or did not do, and that its conduct makes it pay for. ``detail``
    is a clause to follow its name; ``used_ms`` is the time it took, where that is known."""

    def __init__(self, termination: Termination, detail: str, used_ms: float = 0.0) -> None:
        super().__init__(detail)
        self.termination, self.detail, self.used_ms = termination, detail, used_ms


class Terms(NamedTuple):
    """What both sides play under: milliseconds for the game and at most for one turn."""

    game: Game
    time_ms: float
    turn_ms: float
    memory_mb: int


class Answer(NamedTuple):
    """The stones of one turn, which may be wrong, and the time they took. ``value`` is the seat's
    own opinion, in its own unit."""

    stones: tuple[int, ...]
    used_ms: float
    value: float | None = None


@runtime_checkable
class Seat(Protocol):
    """One side at the board. ``turn`` is called when it is to move at the end of the record."""

    name: str

    def begin(self, terms: Terms, side: int) -> None: ...
    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer: ...
    def end(self, *, answers: bool) -> None: ...


class PlayerSeat:
    """Seats a player of ours: it is asked for one stone after the other."""

    def __init__(self, player: Player, rng: random.Random, now: Callable[[], float]) -> None:
        self.name = player.name
        self._player, self._rng, self._now = player, rng, now

    def begin(self, terms: Terms, side: int) -> None:
        """A player of ours needs no telling."""

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        began_s = self._now()
        pos = record.end
        mover, stones = pos.to_move, []
        moves_left = (pos.game.cells - pos.stone_count + 1) // 2
        budget_ms = min(thinking_ms(clocks_ms[mover - 1], moves_left), turn_ms(limit_ms))
        limit = Limits(time_s=budget_ms / 1000 / pos.left)
        value = None
        while pos.outcome() is Outcome.ONGOING and pos.to_move == mover:
            choice = self._player.choose(pos, limit, self._rng)
            stones.append(choice.move)
            value = choice.value
            if pos.landing(choice.move) is None:
                break  # the referee says what is wrong with it
            pos = pos.play(choice.move)
        return Answer(tuple(stones), max(self._now() - began_s, 0.0) * 1000, value)

    def end(self, *, answers: bool) -> None:
        """Nothing is left behind."""


def seated(player: Player | Seat, rng: random.Random, now: Callable[[], float]) -> Seat:
    return player if isinstance(player, Seat) else PlayerSeat(player, rng, now)

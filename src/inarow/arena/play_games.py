"""The games of one meeting that share an opening, played one after the other in a worker."""

from __future__ import annotations

import hashlib
import platform
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from inarow import __version__
from inarow._core import Game, Position
from inarow.arena.entries import Entry, close_seat
from inarow.arena.stored_game import PlannedGame
from inarow.executor import report
from inarow.players.conduct import Conduct
from inarow.players.seat import Seat
from inarow.record import Record
from inarow.referee.game_log import GameLog, SideStats, Turn
from inarow.referee.referee import OnTurn, play_game, stop_seats
from inarow.running.sandbox import Sandbox, choose_sandbox


@dataclass(frozen=True)
class Job:
    """All that it takes to play some games: nothing is looked up elsewhere."""

    game: Game
    conduct: Conduct
    games: tuple[PlannedGame, ...]
    entries: tuple[Entry, ...]
    seed: int
    sandboxed: bool = True


class FinishedGame(NamedTuple):
    """A game that has ended, ready for the store."""

    key: str
    attempt: int
    winner: int | None
    termination: str
    detail: str
    log: dict[str, Any]
    notes: dict[str, Any]
    stats: dict[str, SideStats]
    """What each entry did in it."""


class LiveGame(NamedTuple):
    """A game that is being played, for those who watch: its moves, and what each took."""

    key: str
    moves: tuple[int, ...]
    times_ms: tuple[float | None, ...]


_NEWS_S = 0.25
"""Between two reports of one game."""


def play_games(job: Job) -> Iterator[FinishedGame]:
    """Plays the games of a job; each is handed on the moment it ends."""
    programs = any(entry.program is not None for entry in job.entries)
    sandbox = choose_sandbox(None if job.sandboxed else "none") if programs else None
    here = [entry if sandbox is None else entry.here(sandbox) for entry in job.entries]
    by_name = {entry.name: entry for entry in here}
    for planned in job.games:
        log = _played(job, planned, [by_name[planned.first], by_name[planned.second]], sandbox)
        result = log.record.result
        assert result is not None
        notes = {
            "images": [by_name[name].image for name in (planned.first, planned.second)],
            "tier": None if sandbox is None else sandbox.tier,
            "sandboxed": job.sandboxed,
            "machine": platform.node(),
            "inarow": __version__,
            "seed": job.seed,
        }
        yield FinishedGame(
            planned.key,
            planned.attempt,
            result.winner,
            result.termination.name,
            result.detail,
            log.as_json(),
            notes,
            {name: log.stats(side) for side, name in enumerate((planned.first, planned.second))},
        )


def _played(job: Job, planned: PlannedGame, pair: list[Entry], sandbox: Sandbox | None) -> GameLog:
    start = Position(job.game)
    opening = Record.from_moves(start, planned.opening).moves if planned.opening else ()
    rng = random.Random(_seed(job.seed, planned.key))
    seats = [entry.seated(job.game, sandbox) for entry in pair]
    try:
        watch = _reporter(planned.key)
        log = play_game(start, seats, job.conduct, opening, watch, rng=rng)
        stop_seats([seat for seat in seats if isinstance(seat, Seat)], log.record)
    finally:
        for seat in seats:
            close_seat(seat)
    return GameLog(log.record.with_players(pair[0].name, pair[1].name), log.turns)


def _reporter(key: str) -> OnTurn:
    """Tells whoever runs the event how far a game is, now and then."""
    last_s = time.monotonic()

    def watch(record: Record, turn: Turn) -> None:
        nonlocal last_s
        now_s = time.monotonic()
        if now_s - last_s >= _NEWS_S:
            last_s = now_s
            times = record.times_ms or (None,) * len(record.moves)
            report(LiveGame(key, record.moves, times))

    return watch


def _seed(seed: int, key: str) -> int:
    """The same game has the same chances, in whatever order games are played."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{key}".encode()).digest()[:8], "big")

"""The games of one meeting that share an opening, played one after the other in a worker."""

from __future__ import annotations

import hashlib
import platform
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from inarow import __version__
from inarow._core import Game, Position
from inarow.arena.conduct import Conduct
from inarow.arena.entries import Entry, released
from inarow.arena.game_log import GameLog
from inarow.arena.referee import play_logged, say_goodbye
from inarow.arena.store import PlannedGame
from inarow.players.seat import Seat
from inarow.record import Record, Termination
from inarow.running.sandbox import Sandbox, chosen_sandbox


@dataclass(frozen=True)
class Job:
    """All that it takes to play some games: nothing is looked up elsewhere."""

    game: Game
    conduct: Conduct
    games: tuple[PlannedGame, ...]
    entries: tuple[Entry, ...]
    seed: int
    sandboxed: bool = True


class PlayedGame(NamedTuple):
    """A game that has ended, ready for the store."""

    key: str
    attempt: int
    winner: int | None
    termination: str
    detail: str
    log: dict[str, Any]
    notes: dict[str, Any]
    faults: dict[str, tuple[int, int, int]]
    """Late, invalid and crashed turns of each entry that had any."""


def play_games(job: Job) -> Iterator[PlayedGame]:
    """Plays the games of a job; each is handed on the moment it ends."""
    by_name = {entry.name: entry for entry in job.entries}
    programs = any(entry.program is not None for entry in job.entries)
    sandbox = chosen_sandbox(None if job.sandboxed else "none") if programs else None
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
        yield PlayedGame(
            planned.key,
            planned.attempt,
            result.winner,
            result.termination.name,
            result.detail,
            log.as_json(),
            notes,
            {
                name: numbers
                for side, name in enumerate((planned.first, planned.second))
                if any(numbers := _faults(log, side))
            },
        )


def _faults(log: GameLog, side: int) -> tuple[int, int, int]:
    kinds = [fault.termination for fault in log.faults(side)]
    late = kinds.count(Termination.TIME)
    crashed = kinds.count(Termination.CRASH)
    return late, len(kinds) - late - crashed, crashed


def _played(job: Job, planned: PlannedGame, pair: list[Entry], sandbox: Sandbox | None) -> GameLog:
    start = Position(job.game)
    opening = Record.from_moves(start, planned.opening).moves if planned.opening else ()
    rng = random.Random(_seed(job.seed, planned.key))
    seats = [entry.seated(job.game, sandbox) for entry in pair]
    try:
        log = play_logged(start, seats, job.conduct, opening, rng=rng)
        say_goodbye([seat for seat in seats if isinstance(seat, Seat)], log.record)
    finally:
        for seat in seats:
            released(seat)
    return GameLog(log.record.with_players(pair[0].name, pair[1].name), log.turns)


def _seed(seed: int, key: str) -> int:
    """The same game has the same chances, in whatever order games are played."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{key}".encode()).digest()[:8], "big")

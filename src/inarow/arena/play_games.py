"""The games of one pairing that share an opening, played one after the other in a worker."""

from __future__ import annotations

import hashlib
import platform
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inarow import __version__
from inarow._core import Game, Position
from inarow.arena.builds import Entry, close_seat
from inarow.arena.games import FinishedGame, LiveGame, PlannedGame
from inarow.executor import Task, report
from inarow.players.conduct import Conduct
from inarow.players.seat import Seat
from inarow.record import Record
from inarow.referee.game_log import GameLog, Turn
from inarow.referee.referee import OnTurn, play_game, stop_seats
from inarow.running.sandbox import Sandbox, choose_sandbox


@dataclass(frozen=True)
class GameJob:
    """All that it takes to play some games: nothing is looked up elsewhere. ``entries`` has both by
    the numbers of their rows."""

    game: Game
    conduct: Conduct
    games: tuple[PlannedGame, ...]
    entries: Mapping[int, Entry]
    seed: int
    sandboxed: bool = True

    @property
    def key(self) -> str:
        """A unique key: a game that is repeated may be under way at the same time as its pair."""
        return f"{self.games[0].key} attempt {self.games[0].attempt}"

    def task(self) -> Task:
        """What a worker is asked for; its results go to ``scheduler.record``."""
        return Task("inarow.arena.play_games:play_games", (self,))

    def names(self, key: str) -> tuple[str, str]:
        """The names of both entries in a game."""
        return next((game.first, game.second) for game in self.games if game.key == key)


_REPORT_S = 0.25
"""Between two reports of one game."""


def play_games(job: GameJob) -> Iterator[FinishedGame]:
    """Plays the games of a job; yields each as soon as it ends."""
    programs = any(entry.program is not None for entry in job.entries.values())
    sandbox = choose_sandbox(None if job.sandboxed else "none") if programs else None
    here = {
        number: entry if sandbox is None else entry.unpack_here(sandbox)
        for number, entry in job.entries.items()
    }
    for planned in job.games:
        pair = [here[number] for number in planned.numbers]
        notes = {
            "images": [entry.image for entry in pair],
            "tier": None if sandbox is None else sandbox.tier,
            "sandboxed": job.sandboxed,
            "machine": platform.node(),
            "inarow": __version__,
            "seed": job.seed,
        }
        log = _play_game(job, planned, pair, sandbox)
        yield FinishedGame.from_log(planned.key, planned.attempt, log, notes)


def _play_game(
    job: GameJob, planned: PlannedGame, pair: list[Entry], sandbox: Sandbox | None
) -> GameLog:
    start = Position(job.game)
    opening = Record.from_moves(start, planned.opening).moves if planned.opening else ()
    rng = random.Random(_seed(job.seed, planned.key))
    seats = [entry.seated(job.game, sandbox) for entry in pair]
    try:
        on_turn = _reporter(planned.key)
        log = play_game(start, seats, job.conduct, opening, on_turn, rng=rng)
        stop_seats([seat for seat in seats if isinstance(seat, Seat)], log.record)
    finally:
        for seat in seats:
            close_seat(seat)
    return GameLog(log.record.with_players(planned.first, planned.second), log.turns)


def _reporter(key: str) -> OnTurn:
    """Reports how far a game is, now and then."""
    last_s = time.monotonic()

    def on_turn(record: Record, turn: Turn) -> None:
        nonlocal last_s
        now_s = time.monotonic()
        if now_s - last_s >= _REPORT_S:
            last_s = now_s
            times = record.times_ms or (None,) * len(record.moves)
            report(LiveGame(key, record.moves, times))

    return on_turn


def _seed(seed: int, key: str) -> int:
    """The same game has the same chances, in whatever order games are played."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{key}".encode()).digest()[:8], "big")

"""A field of entries whose strengths are known: their results are drawn, and no game is played.

A pair's results follow the model of the ratings (``native/ratings/fit.hpp``), with draws and an
advantage of the first mover. Everything else is the real thing: formats, the driver, the store.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from inarow import Game, Position
from inarow.arena.games import FinishedGame
from inarow.arena.pairing.format import (
    Pairing,
    PairingResult,
    RoundFormat,
    bye_result,
    standings,
)
from inarow.arena.play_games import GameJob
from inarow.arena.ratings import ELO, rate, tally
from inarow.executor import Task, TaskResult
from inarow.players.seat import Effort
from inarow.record import Record, Result, Termination
from inarow.referee.game_log import GameLog, SideStats, Turn

SPREAD_ELO = 400.0
"""The standard deviation of strengths: an assumption, to be seen beside every result."""
FIRST_MOVER_ELO = 35.0
EVEN_DRAW_RATE = 0.1
_NU = 2 * EVEN_DRAW_RATE / (1 - EVEN_DRAW_RATE)
_CORES_A_MACHINE = 16
_TEMPLATES = 50
_NO_STATS = (SideStats(), SideStats())


class Field:
    """Entries in an order that says nothing of their strengths."""

    def __init__(self, count: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.entries = [f"entry-{number:06}" for number in range(count)]
        self.strength = {entry: self.rng.gauss(0, SPREAD_ELO) / ELO for entry in self.entries}
        self.true_order = sorted(self.entries, key=lambda entry: -self.strength[entry])
        self.games: list[tuple[str, str, int | None]] = []
        """All that were drawn of pairings: first mover, second mover, winner."""

    def winner(self, first: str, second: str) -> int | None:
        """Of one game: 1 for the one that began, 2, or None for a draw."""
        d = self.strength[first] + FIRST_MOVER_ELO / ELO - self.strength[second]
        up, down = math.exp(d / 2), math.exp(-d / 2)
        drawn = self.rng.random() * (up + down + _NU)
        return 1 if drawn < up else 2 if drawn < up + down else None

    def played(self, pairing: Pairing) -> PairingResult:
        """A pairing of two games, colours swapped."""
        if pairing.second is None:
            return bye_result(pairing, 2)
        first = 0.0
        for swapped in (False, True):
            pair = (pairing.first, pairing.second)
            one, other = pair[:: -1 if swapped else 1]
            winner = self.winner(one, other)
            self.games.append((one, other, winner))
            first += 0.5 if winner is None else float((winner == 1) != swapped)
        return PairingResult(pairing, first, 2 - first)

    def tournament(
        self, chosen: RoundFormat, entries: Sequence[str]
    ) -> tuple[list[PairingResult], float]:
        """All pairings of a tournament among some of them, and the CPU seconds in which its last
        round was paired."""
        played: list[PairingResult] = []
        last_s = 0.0
        while True:
            began_s = time.process_time()
            pairings = chosen.pairings(entries, played)
            if not pairings:
                return played, last_s
            last_s = time.process_time() - began_s
            played += [self.played(pairing) for pairing in pairings]

    def found(self, ranking: Sequence[str], best: int) -> float:
        """The share of the so many best by strength that stand among as many first."""
        return len({*self.true_order[:best]} & {*ranking[:best]}) / best

    def agreement(self, ranking: Sequence[str], pairs: int = 100_000) -> float:
        """Kendall's tau of a ranking and the truth; of pairs that are drawn, where there are more
        than so many."""
        count = len(ranking)
        every = count * (count - 1) // 2
        chosen = (
            combinations(ranking, 2)
            if every <= pairs
            else (
                (ranking[a], ranking[b])
                for a, b in (sorted(self.rng.sample(range(count), 2)) for _ in range(pairs))
            )
        )
        right = sum(self.strength[upper] > self.strength[lower] for upper, lower in chosen)
        return 2 * right / min(every, pairs) - 1


def ranked(entries: Sequence[str], played: Sequence[PairingResult]) -> list[str]:
    """The entries as the table has them."""
    return [row.entry for row in standings(entries, played)]


def rated(entries: Sequence[str], games: Iterable[tuple[str, str, int | None]]) -> list[str]:
    """The entries by their ratings."""
    rows = rate(entries, tally(games)).entries
    return [row.entry for row in sorted(rows, key=lambda row: -row.elo)]


class DrawnGames:
    """An executor that answers at once: games of a job are drawn, and look like those of programs
    that were played on some core of many machines."""

    remote = False

    def __init__(self, field: Field, cores: int, moves: int) -> None:
        self.field, self.cores = field, cores
        self.under_way: deque[tuple[str, GameJob]] = deque()
        self.logs = [_log(moves, field.rng) for _ in range(_TEMPLATES)]
        self.games = 0

    @property
    def width(self) -> int:
        return self.cores

    def submit(self, key: str, task: Task) -> None:
        self.under_way.append((key, task.arguments[0]))

    def results(self) -> Iterator[TaskResult]:
        while self.under_way:
            yield from self.poll()

    def poll(self, timeout_s: float | None = None) -> list[TaskResult]:
        """The results of one job."""
        found = []
        if self.under_way:
            key, job = self.under_way.popleft()
            core = self.games // 2 % self.cores
            machine, worker = divmod(core, _CORES_A_MACHINE)
            where = f"10.0.{machine // 250}.{machine % 250} 0a1b2c3d, worker {worker + 1}"
            for planned in job.games:
                self.games += 1
                winner = self.field.winner(planned.first, planned.second)
                ended = Termination.DRAW if winner is None else Termination.LINE
                log = self.logs[self.games % _TEMPLATES]
                log = {
                    **log,
                    "record": {**log["record"], "players": [planned.first, planned.second]},
                }
                text = json.dumps(log, separators=(",", ":"))
                notes = {
                    "images": ["0" * 64] * 2,
                    "tier": 1,
                    "sandboxed": True,
                    "machine": f"node-{machine}",
                    "inarow": "0.0.0",
                    "seed": job.seed,
                }
                game = FinishedGame(
                    planned.key, planned.attempt, winner, ended.name, "", text, notes, _NO_STATS
                )
                found.append(TaskResult(key, game, None, where, last=False))
            found.append(TaskResult(key, None, None, where))
        return found

    def cancel(self, key: str) -> None:
        self.under_way = deque(item for item in self.under_way if item[0] != key)

    def drain(self, machine: str, why: str) -> None:
        """No machine stalls here."""

    def close(self) -> None:
        self.under_way.clear()


def _log(moves: int, rng: random.Random) -> dict[str, Any]:
    """What a referee writes down of a game of so many moves by programs: legal, but drawn."""
    while True:
        record = Record(Position(Game()))
        turns: list[Turn] = []
        while len(turns) < moves and record.pos.legal_moves():
            move = rng.choice(record.pos.legal_moves())
            took_ms = rng.uniform(50, 950)
            effort = Effort(took_ms, took_ms * 0.98, took_ms * 0.01, rng.uniform(5, 90))
            turns.append(Turn(len(turns) % 2, (move,), took_ms, 1000.0, None, None, effort))
            record = record.with_move(move, took_ms)
        if len(turns) == moves:
            break
    if record.result is None:
        record = record.with_result(Result(1, Termination.TIME, ""))
    return GameLog(record, tuple(turns)).as_json()

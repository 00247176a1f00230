"""Plays an event to its end: plans, hands out, writes down, and goes on after any stop.

format --meetings--> store --lease--> executor --games--> store --results--> format
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inarow.arena.builds import enter
from inarow.arena.entries import Entry
from inarow.arena.event import Event
from inarow.arena.machines import Machines, machine_of
from inarow.arena.openings import openings_for
from inarow.arena.play_games import FinishedGame, Job, LiveGame
from inarow.arena.standings import played_meetings, valid_games
from inarow.arena.store import Store
from inarow.arena.stored_game import PlannedGame
from inarow.errors import UserError
from inarow.executor import Executor, Task, TaskResult, WorkerLostError
from inarow.record import Termination
from inarow.text import plural

_POLL_S = 0.5


class MatchEndedError(Exception):
    """Raised by a watcher who has seen enough; what is under way is given back."""


@dataclass
class Progress:
    """What has just happened, for those who watch: a game that ended, or the run that is waited
    for."""

    done: int
    total: int
    game: FinishedGame | None = None
    waiting: str = ""


def play_event(
    store: Store,
    event: Event,
    entries: Sequence[Entry],
    executor: Executor,
    *,
    jobs: int = 1,
    sandboxed: bool = True,
    watch: Callable[[Progress], None] = lambda progress: None,
) -> None:
    """Plays what is left of an event. Whatever stops it, the same call goes on where it was. Raises
    whatever a worker fails at: only a worker that is lost, and a machine of a cluster that cannot
    play, make a game void."""
    enter(store, entries)
    _Run(store, event, entries, executor, jobs, sandboxed, watch).all()


class _Run:
    def __init__(
        self,
        store: Store,
        event: Event,
        entries: Sequence[Entry],
        executor: Executor,
        jobs: int,
        sandboxed: bool,
        watch: Callable[[Progress], None],
    ) -> None:
        self.store, self.event, self.executor = store, event, executor
        self.jobs, self.sandboxed, self.watch = jobs, sandboxed, watch
        self.entries = {entry.name: entry for entry in entries}
        self.under_way: dict[str, list[PlannedGame]] = {}
        self.openings = openings_for(event)
        self.done = self.total = 0
        self.next_count_s = 0.0
        self.machines = Machines()

    def all(self) -> None:
        try:
            while True:
                if not self._hand_out() and not self._plan():
                    if self._others_play():
                        self.watch(self._waiting())
                        time.sleep(_POLL_S)
                        continue
                    return
                self._collect()
        finally:
            self.store.release()

    def _hand_out(self) -> bool:
        """Keeps every worker busy; whether anything is under way."""
        out = self.store.disqualified()
        most = max(self.jobs, self.executor.width)
        while len(self.under_way) < most and (games := self.store.lease(out)):
            # A game that is played again may be handed out while its pair is still under way.
            key = f"{games[0].key} attempt {games[0].attempt}"
            self.under_way[key] = games
            self.executor.submit(
                key, Task("inarow.arena.play_games:play_games", (self._job(games),))
            )
        return bool(self.under_way)

    def _job(self, games: list[PlannedGame]) -> Job:
        pair = (self.entries[games[0].first], self.entries[games[0].second])
        return Job(
            self.event.game,
            self.event.conduct,
            tuple(games),
            pair,
            self.event.seed,
            self.sandboxed,
        )

    def _plan(self) -> bool:
        """Asks the format for more, when all that it named has been played; whether there is."""
        if self._others_play():
            return False
        games = self.store.games()
        out = self.store.disqualified()
        names = [name for name, problem in self.store.entries() if not problem and name not in out]
        if self.event.pairing.needs_first and names[:1] != [self.event.entries[0].name]:
            return False
        meetings = self.store.meetings()
        played = played_meetings(meetings, valid_games(games), self.event.games, names)
        found = self.event.pairing.meetings(names, played)
        for meeting in found:
            pair = f"{self.event.seed}/{meeting.round}/{meeting.first}/{meeting.second}"
            openings = self.openings.lines(self.event.games, random.Random(pair))
            self.store.plan(meeting, openings)
        return bool(found)

    def _others_play(self) -> bool:
        counts = self.store.counts()
        return bool(counts.get("leased", 0) or counts.get("waiting", 0))

    def _collect(self) -> None:
        """Writes down what comes until a worker is free."""
        for done in self.executor.results():
            if isinstance(done.value, LiveGame):
                self.store.keep("running", done.value.key, (*done.value[1:], done.where))
            elif done.value is not None:
                self._write(done.value, done.where)
            if not done.last:
                continue
            left = self.under_way.pop(done.key)
            if done.error is not None:
                self._failed(done)
                for game in left:
                    notes = {"where": done.where}
                    self.store.void(game.key, game.attempt, str(done.error)[-2000:], {}, notes)
            return

    def _failed(self, done: TaskResult) -> None:
        """Ends the run for an error that playing again would meet again."""
        if isinstance(done.error, UserError) and self.executor.remote:
            self.executor.drain(machine_of(done.where), str(done.error))
        elif done.error is not None and not isinstance(done.error, WorkerLostError):
            raise done.error

    def _write(self, game: FinishedGame, where: str) -> None:
        notes = {**game.notes, "where": where}
        void = game.termination == Termination.VOID.name
        self.machines.note(where, game.stats, void=void)
        for machine, why in self.machines.stalling().items():
            self.executor.drain(machine, why)
        if void:
            self.store.void(game.key, game.attempt, game.detail, game.log, notes)
        else:
            self.store.finish(
                game.key,
                game.winner,
                game.termination,
                game.detail,
                game.log,
                notes,
                {name: side.faults for name, side in game.stats.items() if any(side.faults)},
            )
        self.watch(self._progress(game))

    def _waiting(self) -> Progress:
        """Which run has the games that are left, and when they are taken from it."""
        counts = self.store.counts()
        runs = self.store.other_runs()
        leased = plural(counts.get("leased", 0), "game")
        words = [
            f"waiting for another run on {run.host}, which plays the last {leased}"
            f" (taken over in {run.left_s:.0f} s unless it renews its lease)"
            for run in runs
        ]
        done = counts.get("done", 0)
        return Progress(done, done + counts.get("leased", 0), waiting="; ".join(words))

    def _progress(self, game: FinishedGame) -> Progress:
        """How far the event is. Games are counted anew at most for a tenth of the time: between,
        other runs of the same store are not seen."""
        began_s = time.monotonic()
        if began_s >= self.next_count_s:
            counts = self.store.counts()
            self.done = counts.get("done", 0)
            self.total = sum(n for state, n in counts.items() if state not in ("voided", "dropped"))
            ended_s = time.monotonic()
            self.next_count_s = ended_s + 10 * (ended_s - began_s)
        elif game.termination != Termination.VOID.name:
            self.done += 1
        return Progress(self.done, max(self.total, self.done), game)

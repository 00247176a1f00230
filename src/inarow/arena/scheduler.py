"""Plays an event to its end, or as long as it goes on: plans, dispatches, records, and resumes
after any stop.

    plan      format --pairings--> database
    next_job  database --lease--> executor --> a worker plays the games of one opening
    record    worker --results--> database --> the states of entries

Each is a function of the database. ``play_event`` is the loop of ``inarow arena run`` and
``match``; whatever shares its workers with other work has a loop of its own.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from inarow.arena.builds import Entry, admit
from inarow.arena.games import FinishedGame, LiveGame
from inarow.arena.machines import Machines, machine_of
from inarow.arena.openings import openings_for
from inarow.arena.play_games import GameJob
from inarow.arena.standings import planned_games, view_of
from inarow.arena.store import Store
from inarow.errors import UserError
from inarow.executor import Executor, TaskResult, WorkerLostError
from inarow.text import plural

_POLL_S = 0.5


class MatchEndedError(Exception):
    """Raised by ``on_progress`` to stop; what is under way is given back."""


@dataclass
class Progress:
    """What has just happened: a game that ended, or the run that is waited for."""

    done: int
    total: int
    game: FinishedGame | None = None
    waiting: str = ""


def plan(store: Store, room: int = 1, now_s: float | None = None) -> int:
    """Asks the format for pairings, about ``room`` of them where it names no whole rounds; how many
    it named. Entries that their games take out play no more."""
    event = store.event()
    if event.format.by_rounds and store.unfinished():
        return 0
    view = view_of(store, event, time.time() if now_s is None else now_s)
    if changes := event.format.changes(view):
        store.apply(changes)
        view = view_of(store, event, view.now_s)
    found = event.format.next(view, room)
    openings = openings_for(event) if found else None
    for pairing in found:
        assert openings is not None
        words = f"{event.seed}/{pairing.round}/{pairing.first}/{pairing.second}"
        store.plan(pairing, openings.lines(event.games, random.Random(words)))
    return len(found)


def next_job(
    store: Store, roster: Mapping[int, Entry], *, sandboxed: bool = True, room: int = 1
) -> GameJob | None:
    """Leases the next games of one opening, and plans more where none waits; None if there is
    nothing to play now. ``roster`` has the built entries by the numbers of their rows. The lease
    holds while this process lives, or until ``store.release()``."""
    games = store.lease()
    if not games:
        if not plan(store, room):
            return None
        games = store.lease()
    if not games:
        return None
    event = store.event()
    pair = {number: roster[number] for number in games[0].numbers}
    return GameJob(event.game, event.conduct, tuple(games), pair, event.seed, sandboxed)


def record(
    store: Store, job: GameJob, result: TaskResult, *, retry: type[Exception] = WorkerLostError
) -> FinishedGame | None:
    """Writes down what a worker says of a job: how far a game is, a game that ended, or that the
    worker was lost. The game that ended, if one did. After an error of the kind ``retry`` or a lost
    worker the games that are left are void, and played again; any other error is raised."""
    value = result.value
    if isinstance(value, LiveGame):
        store.save_live(value._replace(where=result.where))
    elif isinstance(value, FinishedGame):
        if value.is_void:
            store.void(value.key, value.attempt, value.detail, value, result.where)
        else:
            store.finish(value, result.where)
        return value
    if result.error is not None:
        if not isinstance(result.error, (WorkerLostError, retry)):
            raise result.error
        leased = store.leased_games()
        for game in job.games:
            if (game.key, game.attempt) in leased:
                reason = str(result.error)[-2000:]
                store.void(game.key, game.attempt, reason, None, result.where)
    return None


def play_event(
    store: Store,
    entries: Sequence[Entry],
    executor: Executor,
    *,
    jobs: int = 1,
    sandboxed: bool = True,
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> None:
    """Plays what is left of an event. Whatever stops it, the same call resumes it. Raises whatever
    a worker fails at: only a worker that is lost, and a machine of a cluster that cannot play, make
    a game void."""
    roster, _ = admit(store, entries)
    under_way: dict[str, GameJob] = {}
    machines, counter = Machines(), _Counter(store)
    try:
        while True:
            while (room := max(jobs, executor.width) - len(under_way)) > 0:
                job = next_job(store, roster, sandboxed=sandboxed, room=room)
                if job is None:
                    break
                under_way[job.key] = job
                executor.submit(job.key, job.task())
            if not under_way:
                if not store.unfinished():
                    return
                on_progress(_waiting(store))
                time.sleep(_POLL_S)
                continue
            for result in executor.poll():
                if isinstance(result.error, UserError) and executor.remote:
                    executor.drain(machine_of(result.where), str(result.error))
                retry = UserError if executor.remote else WorkerLostError
                game = record(store, under_way[result.key], result, retry=retry)
                if game is not None:
                    _note_machine(machines, under_way[result.key], game, result.where, executor)
                    on_progress(counter.progress(game))
                if result.last:
                    del under_way[result.key]
    finally:
        store.release()


def _note_machine(
    machines: Machines, job: GameJob, game: FinishedGame, where: str, executor: Executor
) -> None:
    """Gives no more games to machines on which programs wait for a core."""
    machines.note(where, dict(zip(job.names(game.key), game.stats, strict=True)), void=game.is_void)
    for machine, why in machines.stalling().items():
        executor.drain(machine, why)


def _waiting(store: Store) -> Progress:
    """Which run has the games that are left, and when they are taken from it."""
    counts = store.counts()
    leased = counts.get("leased", 0)
    words = [
        f"waiting for another run on {run.host}, which plays the last {plural(leased, 'game')}"
        f" (taken over in {run.left_s:.0f} s unless it renews its lease)"
        for run in store.other_runs()
    ]
    done = counts.get("done", 0)
    return Progress(done, done + leased, waiting="; ".join(words))


class _Counter:
    """How far an event is. Games are plural anew at most for a tenth of the time: between, other
    runs of the same store are not seen."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._done = self._total = 0
        self._next_s = 0.0

    def progress(self, game: FinishedGame) -> Progress:
        began_s = time.monotonic()
        if began_s >= self._next_s:
            counts = self._store.counts()
            self._done = counts.get("done", 0)
            self._total = planned_games(counts)
            ended_s = time.monotonic()
            self._next_s = ended_s + 10 * (ended_s - began_s)
        elif not game.is_void:
            self._done += 1
        return Progress(self._done, max(self._total, self._done), game)

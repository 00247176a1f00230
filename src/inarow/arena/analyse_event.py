"""Asks the solver about every game of a store, each once; what it said stays in the store."""

from __future__ import annotations

import time
from collections.abc import Callable

from inarow.arena.store import Store
from inarow.arena.verdicts import read_failure
from inarow.executor import Executor, Task
from inarow.words import shortened

Watch = Callable[[int, int], None]
"""Called with the games that have verdicts, and with all."""


def analyse_event(
    store: Store,
    executor: Executor,
    *,
    jobs: int = 1,
    most_s: float | None = None,
    watch: Watch = lambda done, total: None,
) -> int:
    """Asks about the games that have no verdicts yet, for so many seconds at most; the number of
    games that are left. Whatever stops it, the next call goes on. Where the solver fails the store
    keeps why (``verdicts.read_failure``)."""
    keys = [game.key for game in store.games()]
    known = store.kept_names("verdicts")
    waiting = [key for key in keys if key not in known]
    done, total = len(keys) - len(waiting), len(keys)
    end_s = None if most_s is None else time.monotonic() + most_s
    queue = iter(waiting)
    under_way: set[str] = set()

    def submit() -> None:
        while len(under_way) < 2 * jobs and (end_s is None or time.monotonic() < end_s):
            key = next(queue, None)
            if key is None:
                return
            saved = store.log(key)
            if saved is None:
                continue
            under_way.add(key)
            record = saved.log.record.to_json()
            executor.submit(key, Task("inarow.arena.verdicts:game_verdicts", (record,)))

    submit()
    while under_way:
        for found in executor.results():
            under_way.discard(found.key)
            failed = {"error": _reason(found.error)}
            store.keep("verdicts", found.key, failed if found.value is None else found.value)
            done += 1
            watch(done, total)
            if end_s is not None and time.monotonic() >= end_s:
                for key in list(under_way):
                    executor.cancel(key)
                return total - done
            submit()
    return total - done


def failures(store: Store) -> list[str]:
    """The games that the solver failed at, each with the reason."""
    query = "SELECT name FROM verdicts WHERE data LIKE '{\"error\"%' ORDER BY name"
    found = {name: read_failure(store.kept("verdicts", name)) for (name,) in store.rows(query)}
    return [f"game {name}: {reason}" for name, reason in found.items() if reason]


def _reason(error: Exception | None) -> str:
    """The last line of a traceback, or all of a sentence."""
    lines = str(error).strip().splitlines()
    return shortened(lines[-1] if lines else "no reason was given")

"""Results in the order of their tasks, from an executor that ends them in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from inarow.executor import Executor, Task


def in_order(executor: Executor, tasks: Iterable[Task], ahead: int) -> Iterator[Any]:
    """What each task returns. ``tasks`` is read no further than ``ahead`` tasks beyond the first
    whose result is due, so that a stream of them takes no more memory than a few. An error of a
    task is raised when its turn comes."""
    source = iter(tasks)
    submitted = due = 0
    ended = {}

    def hand_out() -> None:
        nonlocal submitted
        while submitted < due + ahead and (task := next(source, None)) is not None:
            executor.submit(str(submitted), task)
            submitted += 1

    hand_out()
    for done in executor.results():
        ended[int(done.key)] = done
        while due in ended:
            first = ended.pop(due)
            due += 1
            if first.error is not None:
                raise first.error
            yield first.value
        hand_out()

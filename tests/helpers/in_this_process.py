"""An executor without workers, for tests of what is done and not of who does it: to start a worker
takes longer than most of these."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from inspect import isgenerator

from inarow.errors import UserError
from inarow.executor import Task, TaskResult


class OneByOne:
    """Answers ``poll`` with one of its results at a time."""

    _left: Iterator[TaskResult] | None = None

    def results(self) -> Iterator[TaskResult]:
        raise NotImplementedError

    def poll(self, timeout_s: float | None = None) -> list[TaskResult]:
        if self._left is None:
            self._left = self.results()
        result = next(self._left, None)
        if result is None:
            self._left = None
        return [] if result is None else [result]


class InThisProcess(OneByOne):
    """Does each task when its result is asked for."""

    remote = False

    def __init__(self, jobs: int = 1) -> None:
        self.width = jobs
        self._tasks: deque[tuple[str, Task]] = deque()

    def __enter__(self) -> InThisProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, key: str, task: Task) -> None:
        self._tasks.append((key, task))

    def results(self) -> Iterator[TaskResult]:
        while self._tasks:
            key, task = self._tasks.popleft()
            try:
                value = task.run()
                if isgenerator(value):
                    for part in value:
                        yield TaskResult(key, part, None, "here", last=False)
                    value = None
                yield TaskResult(key, value, None, "here")
            except UserError as error:
                yield TaskResult(key, None, error, "here")

    def cancel(self, key: str) -> None:
        self._tasks = deque(item for item in self._tasks if item[0] != key)

    def drain(self, machine: str, why: str) -> None:
        """There is but this one."""

    def close(self) -> None:
        self._tasks.clear()

"""Tasks dispatched by key; results come back in any order, wherever they are done.

    submit(key, Task("module:function", arguments))
    for result in results(): ...        as they come; more may be submitted meanwhile
    poll(timeout_s)                     those that have come, for a loop that has other work too
    cancel(key), close()

``LocalExecutor`` uses processes of this machine, each with one task at a time. A task that fails
says so in its ``TaskResult``. A worker that dies loses only its own task, which is tried again; a
task that ends its worker three times fails, with the reason, and the rest goes on. Workers die with
their parent, however that ends.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import signal
import socket
import subprocess
import sys
import time
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from inspect import isgenerator
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, Protocol

from inarow.errors import UserError

TRIES = 3
"""How many workers a task may end before it fails."""
_STOP_S = 5.0


class Task(NamedTuple):
    """A function by its name, ``package.module:function``, and arguments that can be pickled."""

    function: str
    arguments: tuple[Any, ...] = ()

    def run(self) -> Any:
        """What the function returns, in this process."""
        module, _, name = self.function.partition(":")
        return getattr(import_module(module), name)(*self.arguments)


class TaskResult(NamedTuple):
    """What a task returned, by its key, or why it returned nothing. A function that yields values
    has a ``TaskResult`` for each as it comes, and a last one without a value."""

    key: str
    value: Any
    error: Exception | None
    where: str
    """The machine and the worker."""
    last: bool = True


class Shared:
    """A value that many tasks carry: it is sent to each machine once."""

    def __init__(self, value: Any, digest: str = "") -> None:
        self.value = value
        self.digest = digest or hashlib.sha256(pickle.dumps(value)).hexdigest()


class TaskError(Exception):
    """A task raised an error that is not the user's; the message has its traceback."""


class WorkerLostError(Exception):
    """A task ended its worker as often as it was tried."""


class Executor(Protocol):
    """Where tasks are done."""

    remote: bool
    """Whether workers may have other disks than this process: then tasks carry all they need."""

    @property
    def width(self) -> int:
        """How many tasks run at once, as far as is known now."""
        ...

    def submit(self, key: str, task: Task) -> None:
        """Dispatches a task; its key must not be under way."""
        ...

    def results(self) -> Iterator[TaskResult]:
        """The tasks as they end, until none is under way."""
        ...

    def poll(self, timeout_s: float | None = None) -> list[TaskResult]:
        """The results that have come; waits for the first, at most so long. Empty if none came, or
        no task is under way."""
        ...

    def cancel(self, key: str) -> None:
        """Stops a task, whose result never comes; a key that is not under way is ignored."""
        ...

    def drain(self, machine: str, why: str) -> None:
        """Gives no more work to a machine, unless it is the last one."""
        ...

    def close(self) -> None:
        """Stops everything that is under way."""
        ...


class Results(ABC):
    """The results of an executor, which come in several at a time."""

    def __init__(self) -> None:
        self._results: deque[TaskResult] = deque()
        self._keys: set[str] = set()
        """Of the tasks under way."""

    def results(self) -> Iterator[TaskResult]:
        while True:
            while self._results:
                yield self._results.popleft()
            if not self._keys:
                return
            self._receive(None)

    def poll(self, timeout_s: float | None = None) -> list[TaskResult]:
        end_s = None if timeout_s is None else time.monotonic() + timeout_s
        while self._keys and not self._results:
            left_s = None if end_s is None else max(end_s - time.monotonic(), 0.0)
            self._receive(left_s)
            if left_s == 0.0:
                break
        found = list(self._results)
        self._results.clear()
        return found

    @abstractmethod
    def _receive(self, timeout_s: float | None) -> None:
        """Adds what has come to the results; waits for something, at most so long."""


def ordered(executor: Executor, tasks: Iterable[Task], ahead: int) -> Iterator[Any]:
    """What each task returns. ``tasks`` is read no further than ``ahead`` tasks beyond the first
    whose result is due, so that a stream of them takes no more memory than a few. An error of a
    task is raised when its turn comes."""
    source = iter(tasks)
    submitted = due = 0
    ended = {}

    def submit_next() -> None:
        nonlocal submitted
        while submitted < due + ahead and (task := next(source, None)) is not None:
            executor.submit(str(submitted), task)
            submitted += 1

    submit_next()
    for done in executor.results():
        ended[int(done.key)] = done
        while due in ended:
            first = ended.pop(due)
            due += 1
            if first.error is not None:
                raise first.error
            yield first.value
        submit_next()


class LocalExecutor(Results):
    """Worker processes of this machine; they are started when there is work for them."""

    remote = False

    def __init__(self, jobs: int) -> None:
        if jobs < 1:
            raise UserError(f"jobs is {jobs}, expected 1 or more")
        super().__init__()
        self._jobs = jobs
        self._waiting: deque[tuple[str, Task]] = deque()
        self._workers: list[_Worker] = []
        self._losses: dict[str, int] = {}

    @property
    def width(self) -> int:
        return self._jobs

    def __enter__(self) -> LocalExecutor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, key: str, task: Task) -> None:
        if key in self._keys:
            raise ValueError(f"task '{key}' is under way already")
        self._keys.add(key)
        self._waiting.append((key, task))
        self._dispatch()

    def cancel(self, key: str) -> None:
        self._keys.discard(key)
        self._results = deque(result for result in self._results if result.key != key)
        self._waiting = deque(item for item in self._waiting if item[0] != key)
        for worker in list(self._workers):
            if worker.work and worker.work[0] == key:
                self._stop(worker)

    def drain(self, machine: str, why: str) -> None:
        """There is only this machine."""

    def close(self) -> None:
        self._waiting.clear()
        self._keys.clear()
        for worker in list(self._workers):
            self._stop(worker)

    def _dispatch(self) -> None:
        while self._waiting:
            worker = next((worker for worker in self._workers if worker.work is None), None)
            if worker is None and len(self._workers) < self._jobs:
                taken = {worker.number for worker in self._workers}
                number = next(n for n in range(1, self._jobs + 1) if n not in taken)
                worker = _Worker(number)
                self._workers.append(worker)
            if worker is None:
                return
            key, task = self._waiting.popleft()
            worker.begin(key, task)

    def _receive(self, timeout_s: float | None) -> None:
        self._dispatch()
        ready = wait([worker.line for worker in self._workers if worker.work], timeout_s)
        for worker in [worker for worker in self._workers if worker.line in ready]:
            result = self._read(worker)
            self._dispatch()
            if result is not None:
                self._results.append(result)

    def _read(self, worker: _Worker) -> TaskResult | None:
        """The next result from a worker; None if its task is tried again."""
        assert worker.work is not None
        key, task = worker.work
        try:
            value, error, last = worker.line.recv()
            if not last:
                return TaskResult(key, value, error, worker.where, last=False)
        except (EOFError, OSError):
            worker.work = None
            reason = self._stop(worker)
            self._losses[key] = self._losses.get(key, 0) + 1
            if self._losses[key] < TRIES:
                self._waiting.appendleft((key, task))
                return None
            value, error = None, WorkerLostError(f"its worker {reason}, {TRIES} times")
        worker.work = None
        self._keys.discard(key)
        self._losses.pop(key, None)
        return TaskResult(key, value, error, worker.where)

    def _stop(self, worker: _Worker) -> str:
        self._workers.remove(worker)
        return worker.end()


class _Worker:
    """One process, at the other end of a socket."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.where = f"{platform.node() or 'this machine'}, worker {number}"
        self.work: tuple[str, Task] | None = None
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START, str(theirs.fileno()), str(os.getpid()), *sys.path],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                # A Ctrl-C at the terminal is for the parent, which ends the workers.
                start_new_session=True,
            )
        self.line = Connection(ours.detach())

    def begin(self, key: str, task: Task) -> None:
        self.work = (key, task)
        try:
            self.line.send(task)
        except OSError:
            return  # it has died, as the next reading will show

    def end(self) -> str:
        """Stops the process; how it ended, if it did so by itself: it closes its line first."""
        self.line.close()
        try:
            status = self._process.wait(_STOP_S if self.work is None else 0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            return "was ended"
        return f"ended with status {status}" if status >= 0 else f"was ended by signal {-status}"


def report(value: Any) -> None:
    """Sends a value of the task under way, as a function does by yielding one: for code that cannot
    yield where it has news. Outside of a worker nothing happens."""
    for listener in _listeners:
        listener(value)


def on_report(listener: Callable[[Any], None]) -> None:
    """Sets who receives what the tasks of this worker report."""
    _listeners[:] = [listener]


_listeners: list[Callable[[Any], None]] = []

_START = "import sys; sys.path[:] = sys.argv[3:]; import inarow.executor as e; e.serve()"


def serve() -> None:
    """The loop of a worker: one task after the other, until its line is closed."""
    from inarow._core import die_with_parent

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    if os.getppid() != int(sys.argv[2]):
        return  # the parent has ended before that held
    line = Connection(int(sys.argv[1]))
    on_report(lambda value: line.send((value, None, False)))
    while True:
        try:
            task = line.recv()
        except EOFError:
            return
        line.send(_answer(task, line))


def _answer(task: Task, line: Connection) -> tuple[Any, Exception | None, bool]:
    """The last message on a task; what it yields before is sent at once."""
    try:
        value = task.run()
        if isgenerator(value):
            for part in value:
                line.send((part, None, False))
            value = None
        pickle.dumps(value)
        return value, None, True
    except UserError as error:
        return None, error, True
    except Exception:
        return None, TaskError(traceback.format_exc()), True

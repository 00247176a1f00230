"""Work that is handed out by key and comes back in any order, wherever it is done.

    submit(key, Task("module:function", arguments))
    for done in results(): ...          as they come; more may be submitted meanwhile
    cancel(key), close()

At home work is done in processes of this machine, each with one task at a time. A task that fails
says so in its ``Done``. A worker that dies takes only its own task with it, which is tried again; a
task that ends its worker three times is a fault, with its reason, and the rest goes on. Workers die
with their parent, however that ends.
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
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import isgenerator
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, Protocol

from inarow.errors import UserError

TRIES = 3
"""How often a task may take its worker with it."""
_PARTING_S = 5.0


class Task(NamedTuple):
    """A function by its name, ``package.module:function``, and arguments that can be pickled."""

    function: str
    arguments: tuple[Any, ...] = ()

    def run(self) -> Any:
        """What the function returns, in this process."""
        module, _, name = self.function.partition(":")
        return getattr(import_module(module), name)(*self.arguments)


class Done(NamedTuple):
    """What came of a task, by its key: what it returned, or why it returned nothing. A function
    that yields values has a ``Done`` for each as it comes, and a last one without a value."""

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
    """A task raised something that is not the user's mistake; the message has its traceback."""


class WorkerLostError(Exception):
    """A task ended its worker as often as it was tried."""


class Executor(Protocol):
    """Where work is done."""

    remote: bool
    """Whether workers may have other disks than this process: then tasks carry all they need."""

    @property
    def width(self) -> int:
        """How many tasks are done at once, as far as is known now."""
        ...

    @property
    def ahead(self) -> int:
        """How many tasks are best under way, so that no worker waits for its next."""
        ...

    def submit(self, key: str, task: Task) -> None:
        """Hands out a task; its key must not be under way."""
        ...

    def results(self) -> Iterator[Done]:
        """The tasks as they end, until none is under way."""
        ...

    def cancel(self, key: str) -> None:
        """Ends a task, whose result never comes; a key that is not under way is fine."""
        ...

    def drain(self, machine: str, why: str) -> None:
        """Gives no more work to a machine, unless it is the last one."""
        ...

    def close(self) -> None:
        """Ends everything that is under way."""
        ...


class LocalExecutor:
    """Worker processes of this machine; they are started when there is work for them."""

    remote = False

    def __init__(self, jobs: int) -> None:
        if jobs < 1:
            raise UserError(f"jobs is {jobs}, expected 1 or more")
        self._jobs = jobs
        self._waiting: deque[tuple[str, Task]] = deque()
        self._workers: list[_Worker] = []
        self._losses: dict[str, int] = {}
        self._keys: set[str] = set()

    @property
    def width(self) -> int:
        return self._jobs

    @property
    def ahead(self) -> int:
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
        self._hand_out()

    def results(self) -> Iterator[Done]:
        while self._keys:
            self._hand_out()
            ready = wait([worker.line for worker in self._workers if worker.work])
            for worker in [worker for worker in self._workers if worker.line in ready]:
                done = self._ended(worker)
                self._hand_out()
                if done is not None:
                    yield done

    def cancel(self, key: str) -> None:
        self._keys.discard(key)
        self._waiting = deque(item for item in self._waiting if item[0] != key)
        for worker in list(self._workers):
            if worker.work and worker.work[0] == key:
                self._dismiss(worker)

    def drain(self, machine: str, why: str) -> None:
        """There is but this one."""

    def close(self) -> None:
        self._waiting.clear()
        self._keys.clear()
        for worker in list(self._workers):
            self._dismiss(worker)

    def _hand_out(self) -> None:
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

    def _ended(self, worker: _Worker) -> Done | None:
        """What a worker has to say; None if its task is tried again."""
        assert worker.work is not None
        key, task = worker.work
        try:
            value, error, last = worker.line.recv()
            if not last:
                return Done(key, value, error, worker.where, last=False)
        except (EOFError, OSError):
            worker.work = None
            reason = self._dismiss(worker)
            self._losses[key] = self._losses.get(key, 0) + 1
            if self._losses[key] < TRIES:
                self._waiting.appendleft((key, task))
                return None
            value, error = None, WorkerLostError(f"its worker {reason}, {TRIES} times")
        worker.work = None
        self._keys.discard(key)
        self._losses.pop(key, None)
        return Done(key, value, error, worker.where)

    def _dismiss(self, worker: _Worker) -> str:
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
        """Ends the process; how it ended, if it did so by itself: it closes its line first."""
        self.line.close()
        try:
            status = self._process.wait(_PARTING_S if self.work is None else 0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            return "was ended"
        return f"ended with status {status}" if status >= 0 else f"was ended by signal {-status}"


def report(value: Any) -> None:
    """Hands on a value of the task that is under way, as a function does by yielding one: for work
    that cannot yield where it knows something. Outside of a worker nothing happens."""
    for hear in _hears:
        hear(value)


def reports_to(hear: Callable[[Any], None]) -> None:
    """Whoever works here hears from now on what tasks report."""
    _hears[:] = [hear]


_hears: list[Callable[[Any], None]] = []

_START = "import sys; sys.path[:] = sys.argv[3:]; import inarow.executor as e; e.serve()"


def serve() -> None:
    """What a worker does: one task after the other, until its line is closed."""
    from inarow._core import die_with_parent

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    if os.getppid() != int(sys.argv[2]):
        return  # the parent has ended before that held
    line = Connection(int(sys.argv[1]))
    reports_to(lambda value: line.send((value, None, False)))
    while True:
        try:
            task = line.recv()
        except EOFError:
            return
        line.send(_answer(task, line))


def _answer(task: Task, line: Connection) -> tuple[Any, Exception | None, bool]:
    """The last word on a task; what it yields before is sent at once."""
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

"""What runs on a machine of a cluster: one actor per core, with one task at a time.

    run(blob, shared)    begins a task
    replies()            waits for what the task has to say since the last call

Calls arrive on two threads of Ray's; tasks run on a thread of their own. Ray is needed here only to
fetch what tasks share.
"""

from __future__ import annotations

import io
import os
import pickle
import platform
import sys
import traceback
from collections.abc import Callable, Mapping
from inspect import isgenerator
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from inarow import __version__
from inarow.errors import UserError
from inarow.executor import Shared, Task, TaskError, on_report

CONCURRENT_CALLS = 2
"""One call waits for replies while another brings the next task."""


class WorkerActor:
    """One core of a machine."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[tuple[bytes, Mapping[str, Any]]] = SimpleQueue()
        self._replies: SimpleQueue[bytes] = SimpleQueue()
        self._fetched: dict[str, Any] = {}
        self._thread: Thread | None = None

    def info(self, *, sandboxed: bool) -> dict[str, Any]:
        """What this machine is, and its sandbox if untrusted programs are to run."""
        found: dict[str, Any] = {
            "host": platform.node(),
            "inarow": __version__,
            "python": platform.python_version(),
            "process": os.getpid(),
            "tier": None,
            "why": "",
        }
        if sandboxed:
            from inarow.running.sandbox import NoSandboxError, choose_sandbox

            try:
                found["tier"] = choose_sandbox().tier
                found["why"] = "" if found["tier"] else "INAROW_SANDBOX=none is set there"
            except (NoSandboxError, UserError) as error:
                found["why"] = str(error)
        return found

    def run(self, blob: bytes, shared: Mapping[str, Any]) -> None:
        """Begins a pickled task; ``shared`` has references, by digest, to what it shares."""
        if self._thread is None:
            self._thread = Thread(target=self._work, name="work", daemon=True)
            self._thread.start()
        self._tasks.put((blob, shared))

    def replies(self) -> list[bytes]:
        """Waits for at least one reply: a pickled value, error, and whether it is the last one of
        the task. They are pickled here, so that what cannot be pickled is a fault of the task."""
        found = [self._replies.get()]
        while True:
            try:
                found.append(self._replies.get_nowait())
            except Empty:
                return found

    def _work(self) -> None:
        try:
            while True:
                self._do(*self._tasks.get())
        finally:  # what would end a process of its own ends this one
            os._exit(1)

    def _do(self, blob: bytes, shared: Mapping[str, Any]) -> None:
        def reply(value: Any, error: Exception | None = None, last: bool = False) -> None:
            self._replies.put(pickle.dumps((value, error, last)))

        on_report(reply)
        try:
            value = _unpickled(blob, lambda digest: self._fetch(digest, shared)).run()
            if isgenerator(value):
                for part in value:
                    reply(part)
                value = None
            reply(value, last=True)
        except UserError as error:
            reply(None, error, last=True)
        except Exception:
            reply(None, TaskError(traceback.format_exc()), last=True)

    def _fetch(self, digest: str, shared: Mapping[str, Any]) -> Any:
        """A value that tasks share: sent once to each machine, fetched once by each actor."""
        if digest not in self._fetched:
            import ray

            self._fetched[digest] = pickle.loads(ray.get(shared[digest]))
        return self._fetched[digest]


class _Pickler(pickle.Pickler):
    """Leaves out what is shared."""

    def __init__(self, file: io.BytesIO, on_shared: Callable[[Shared], None]) -> None:
        super().__init__(file)
        self._on_shared = on_shared

    def persistent_id(self, obj: object) -> str | None:
        if not isinstance(obj, Shared):
            return None
        self._on_shared(obj)
        return obj.digest


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, fetch: Callable[[str], Any]) -> None:
        super().__init__(file)
        self._fetch = fetch

    def persistent_load(self, digest: str) -> Shared:
        return Shared(self._fetch(digest), digest)


def pickled(task: Task) -> tuple[bytes, list[Shared]]:
    """A task without the values it shares with others, and these values."""
    file = io.BytesIO()
    shared: list[Shared] = []
    _Pickler(file, shared.append).dump(task)
    return file.getvalue(), shared


def _unpickled(blob: bytes, fetch: Callable[[str], Any]) -> Task:
    task: Task = _Unpickler(io.BytesIO(blob), fetch).load()
    return task


def required_version() -> str:
    """What must be the same on all machines."""
    return f"inarow {__version__} with Python {sys.version_info[0]}.{sys.version_info[1]}"

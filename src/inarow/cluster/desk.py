"""What runs on a machine of a cluster: one desk for each core that works for us, with one task at a
time. It knows nothing of Ray but how to fetch what tasks share."""

from __future__ import annotations

import io
import os
import pickle
import platform
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from inspect import isgenerator
from typing import Any

from inarow import __version__
from inarow.errors import UserError
from inarow.executor import Shared, Task, TaskError

Answer = tuple[Any, "Exception | None", bool]
"""What came, why nothing came, and whether it is the last of its task."""


class Desk:
    """A task is begun, and asked for more until it has said its last. Answers are pickled here, so
    that whoever cannot read one knows that it is the task's."""

    def __init__(self) -> None:
        self._parts: Iterator[Any] | None = None
        self._fetched: dict[str, Any] = {}

    def about(self, *, sandboxed: bool) -> dict[str, Any]:
        """What this machine is, and its sandbox if programs of others are to be run."""
        said: dict[str, Any] = {
            "host": platform.node(),
            "inarow": __version__,
            "python": platform.python_version(),
            "process": os.getpid(),
            "tier": None,
            "why": "",
        }
        if sandboxed:
            from inarow.running.sandbox import NoSandboxError, chosen_sandbox

            try:
                said["tier"] = chosen_sandbox().tier
                said["why"] = "" if said["tier"] else "INAROW_SANDBOX=none is set there"
            except (NoSandboxError, UserError) as error:
                said["why"] = str(error)
        return said

    def begin(self, blob: bytes, shared: Mapping[str, Any]) -> bytes:
        """Begins a task; its first answer. ``shared`` are references by digest."""

        def run() -> Answer:
            value = _unpickled(blob, lambda digest: self._fetch(digest, shared)).run()
            if not isgenerator(value):
                return value, None, True
            self._parts = value
            return self._next()

        self._parts = None
        return _answered(run)

    def more(self) -> bytes:
        """The next answer of a task that has not said its last."""
        return _answered(self._next)

    def _next(self) -> Answer:
        assert self._parts is not None
        for part in self._parts:
            return part, None, False
        return None, None, True

    def _fetch(self, digest: str, shared: Mapping[str, Any]) -> Any:
        """A value that tasks share: fetched once by each desk, sent once to each machine."""
        if digest not in self._fetched:
            import ray

            self._fetched[digest] = pickle.loads(ray.get(shared[digest]))
        return self._fetched[digest]


def _answered(run: Callable[[], Answer]) -> bytes:
    try:
        return pickle.dumps(run())
    except UserError as error:
        return pickle.dumps((None, error, True))
    except Exception:
        return pickle.dumps((None, TaskError(traceback.format_exc()), True))


class _Pickler(pickle.Pickler):
    """Leaves out what is shared."""

    def __init__(self, file: io.BytesIO, keep: Callable[[Shared], None]) -> None:
        super().__init__(file)
        self._keep = keep

    def persistent_id(self, obj: object) -> str | None:
        if not isinstance(obj, Shared):
            return None
        self._keep(obj)
        return obj.digest


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, fetch: Callable[[str], Any]) -> None:
        super().__init__(file)
        self._fetch = fetch

    def persistent_load(self, digest: str) -> Shared:
        return Shared(self._fetch(digest), digest)


def pickled(task: Task) -> tuple[bytes, list[Shared]]:
    """A task without what it shares with others, and that."""
    file = io.BytesIO()
    shared: list[Shared] = []
    _Pickler(file, shared.append).dump(task)
    return file.getvalue(), shared


def _unpickled(blob: bytes, fetch: Callable[[str], Any]) -> Task:
    task: Task = _Unpickler(io.BytesIO(blob), fetch).load()
    return task


def same_kind() -> str:
    """What must be the same on all machines."""
    return f"inarow {__version__} with Python {sys.version_info[0]}.{sys.version_info[1]}"

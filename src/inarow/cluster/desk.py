"""What runs on a machine of a cluster: one desk for each core that works for us. It does one task
at a time and may be given the next one meanwhile, so that it never waits for us between two. It
knows nothing of Ray but how to fetch what tasks share.

    give([1 ..., 2 ...])    tasks, begun in the order of their numbers
    take_back(2)            unless it has begun
    answers([3 ...])        gives, and waits for whatever there is to say since it was last asked

Calls come on threads of Ray's, in any order; all tasks are done on one thread of ours.
"""

from __future__ import annotations

import io
import os
import pickle
import platform
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from inspect import isgenerator
from threading import Condition, Thread
from typing import Any, NamedTuple

from inarow import __version__
from inarow.errors import UserError
from inarow.executor import Shared, Task, TaskError, reports_to

CALLS_AT_A_TIME = 3
"""One waits for answers, while others bring and take back."""


class Given(NamedTuple):
    """A task, pickled, with references by digest to what it shares. Numbers count from 1."""

    number: int
    blob: bytes
    shared: Mapping[str, Any]


class Answer(NamedTuple):
    """What a desk has to say of a task, by its number: ``pickled`` is what came, why nothing came
    and whether it is the last of its task. It is pickled here, so that what cannot be is the task's
    fault. Without it the task was to be taken back, and ``begun`` says whether it was too late."""

    number: int
    pickled: bytes | None
    begun: bool = True


class Desk:
    def __init__(self) -> None:
        self._changed = Condition()
        self._given: dict[int, Given | None] = {}
        """Tasks that wait, by number; None in the place of one that was taken back."""
        self._next = 1
        self._answers: list[Answer] = []
        self._fetched: dict[str, Any] = {}
        self._thread: Thread | None = None

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

    def give(self, tasks: Sequence[Given]) -> None:
        with self._changed:
            if self._thread is None:
                self._thread = Thread(target=self._work, name="work", daemon=True)
                self._thread.start()
            for given in tasks:
                if given.number >= self._next:  # else it was taken back before it came
                    self._given.setdefault(given.number, given)
            self._changed.notify_all()

    def take_back(self, number: int) -> None:
        """The answer says whether it has begun."""
        with self._changed:
            begun = number < self._next
            if not begun:
                self._given[number] = None
            self._answers.append(Answer(number, None, begun))
            self._changed.notify_all()

    def answers(self, tasks: Sequence[Given]) -> list[Answer]:
        """Waits until there is at least one."""
        self.give(tasks)
        with self._changed:
            self._changed.wait_for(lambda: self._answers)
            said, self._answers = self._answers, []
            return said

    def _work(self) -> None:
        try:
            while True:
                with self._changed:
                    self._changed.wait_for(lambda: self._next in self._given)
                    given = self._given.pop(self._next)
                    self._next += 1
                if given is not None:
                    self._do(*given)
        finally:  # whatever would end a process of its own ends this one
            os._exit(1)

    def _do(self, number: int, blob: bytes, shared: Mapping[str, Any]) -> None:
        def say(value: Any, error: Exception | None = None, last: bool = False) -> None:
            answer = Answer(number, pickle.dumps((value, error, last)))
            with self._changed:
                self._answers.append(answer)
                self._changed.notify_all()

        reports_to(say)
        try:
            value = _unpickled(blob, lambda digest: self._fetch(digest, shared)).run()
            if isgenerator(value):
                for part in value:
                    say(part)
                value = None
            say(value, last=True)
        except UserError as error:
            say(None, error, last=True)
        except Exception:
            say(None, TaskError(traceback.format_exc()), last=True)

    def _fetch(self, digest: str, shared: Mapping[str, Any]) -> Any:
        """A value that tasks share: fetched once by each desk, sent once to each machine."""
        if digest not in self._fetched:
            import ray

            self._fetched[digest] = pickle.loads(ray.get(shared[digest]))
        return self._fetched[digest]


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

"""As much of Ray as the executor uses, in this process, so that a test decides when workers die.
The workers are real, and their tasks wait here for the test, by name:

    Task("pretended_ray:held", ("a",))    has begun if held_tasks["a"].begun is set, and
                                          returns "a" once held_tasks["a"].may_end is set
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import Future
from threading import Event, Lock, Thread
from types import SimpleNamespace
from typing import Any

from inarow.cluster.actor import WorkerActor
from inarow.executor import report


class LostError(Exception):
    """What Ray says of an actor that died."""


class Held:
    def __init__(self) -> None:
        self.begun, self.may_end = Event(), Event()


held_tasks: defaultdict[str, Held] = defaultdict(Held)


def held(name: str) -> str:
    held_tasks[name].begun.set()
    held_tasks[name].may_end.wait()
    return name


def parts(name: str) -> Iterator[str]:
    report(f"{name} reports")
    yield f"{name} yields"


class PretendedRay:
    """``stillborn`` is how many workers die before they have said anything."""

    exceptions = SimpleNamespace(RayError=LostError, RaySystemError=LostError)

    def __init__(self, *machines: str, stillborn: int = 0) -> None:
        self.machines = list(machines)
        self.actors: list[PretendedActor] = []
        self.stillborn = stillborn
        self.broken = False
        """Whether the connection is."""
        strategy = SimpleNamespace(NodeAffinitySchedulingStrategy=SimpleNamespace)
        self.util = SimpleNamespace(scheduling_strategies=strategy)

    def nodes(self) -> list[dict[str, Any]]:
        alive = {"Alive": True, "Resources": {"CPU": 1}}
        return [{"NodeID": name, "NodeManagerHostname": "pc", **alive} for name in self.machines]

    def remote(self, _: type) -> PretendedRay:
        return self

    def options(self, **options: Any) -> Any:
        def made() -> PretendedActor:
            actor = PretendedActor(self, options["scheduling_strategy"].node_id)
            self.actors.append(actor)
            if len(self.actors) <= self.stillborn:
                actor.die()
            return actor

        return SimpleNamespace(remote=made)

    def on(self, machine: str) -> PretendedActor:
        """The worker that lives there."""
        return next(actor for actor in self.actors if actor.machine == machine and actor.lives)

    def kill(self, actor: PretendedActor) -> None:
        actor.die()

    def put(self, value: Any) -> Any:
        return value

    def shutdown(self) -> None:
        for task in held_tasks.values():
            task.may_end.set()
        held_tasks.clear()


class PretendedActor:
    def __init__(self, ray: PretendedRay, machine: str) -> None:
        self.ray, self.machine, self.lives = ray, machine, True
        self._worker = WorkerActor()
        self._lock = Lock()
        self._unanswered: list[Future[Any]] = []

    def die(self) -> None:
        with self._lock:
            self.lives = False
            for future in self._unanswered:
                future.set_exception(LostError("it died\nunexpectedly"))
            self._unanswered.clear()

    def __getattr__(self, method: str) -> Any:
        def called(*words: Any, **named: Any) -> Any:
            if self.ray.broken:
                raise ConnectionError("the client is shutting down")
            future: Future[Any] = Future()
            with self._lock:
                self._unanswered.append(future)

            def answer() -> None:
                found = getattr(self._worker, method)(*words, **named)
                with self._lock:
                    if future in self._unanswered:
                        self._unanswered.remove(future)
                        future.set_result(found)

            if not self.lives:
                self.die()
            elif method == "replies":
                Thread(target=answer, daemon=True).start()
            else:
                answer()
            return SimpleNamespace(future=lambda: future)

        return SimpleNamespace(remote=called)

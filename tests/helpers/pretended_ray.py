"""As much of Ray as the executor uses, in this process, so that a test decides what desks do and
when they die."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any


class LostError(Exception):
    """What Ray says of an actor that died."""


class PretendedRay:
    """Calls of actors go to ``answer(actor, method, arguments)``, whose value or exception comes
    back at once; None leaves a call unanswered."""

    exceptions = SimpleNamespace(RayError=LostError, RaySystemError=LostError)

    def __init__(self, answer: Callable[[PretendedActor, str, tuple[Any, ...]], Any]) -> None:
        self.answer = answer
        self.machines = {"a": 1}
        """Cores by name."""
        self.actors: list[PretendedActor] = []
        strategy = SimpleNamespace(NodeAffinitySchedulingStrategy=SimpleNamespace)
        self.util = SimpleNamespace(scheduling_strategies=strategy)

    def nodes(self) -> list[dict[str, Any]]:
        return [
            {
                "NodeID": name,
                "NodeManagerHostname": name,
                "Alive": True,
                "Resources": {"CPU": cores},
            }
            for name, cores in self.machines.items()
        ]

    def remote(self, _: type) -> PretendedRay:
        return self

    def options(self, **options: Any) -> Any:
        def made() -> PretendedActor:
            self.actors.append(PretendedActor(self, options["scheduling_strategy"].node_id))
            return self.actors[-1]

        return SimpleNamespace(remote=made)

    def kill(self, actor: PretendedActor) -> None:
        actor.lives = False

    def put(self, value: Any) -> Any:
        return value

    def shutdown(self) -> None:
        pass


class PretendedActor:
    def __init__(self, ray: PretendedRay, machine: str) -> None:
        self.ray, self.machine, self.lives = ray, machine, True

    def __getattr__(self, method: str) -> Any:
        return SimpleNamespace(remote=lambda *words, **_: _Reference(self, method, words))


class _Reference:
    def __init__(self, actor: PretendedActor, method: str, words: tuple[Any, ...]) -> None:
        self._future: Future[Any] = Future()
        found = actor.ray.answer(actor, method, words)
        if isinstance(found, Exception):
            self._future.set_exception(found)
        elif found is not None:
            self._future.set_result(found)

    def future(self) -> Future[Any]:
        return self._future

"""Machines and their desks as the driver sees them: what each was given, and what it owes us."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from inarow.cluster.desk import CALLS_AT_A_TIME, Desk, Given
from inarow.executor import Task


@dataclass
class Node:
    """A machine of the cluster as we know it. ``state`` is asked, works, refused, drained or
    gone; ``why`` says why it does not work."""

    id: str
    name: str
    cores: int
    state: str = "asked"
    why: str = ""
    about: dict[str, Any] = field(default_factory=dict)
    unanswered: int = 0
    """How many desks in a row died there before they had said anything."""


class Work(NamedTuple):
    key: str
    task: Task
    machine: str
    """The only one that may do it, if it is named."""


class Worker:
    """Holds one core of a node."""

    def __init__(self, ray: Any, node: Node, number: int) -> None:
        self.node, self.number = node, number
        self.where = f"{node.name}, worker {number}"
        self.given: dict[int, Work | None] = {}
        """In the order in which they are done, the first of them now. None in the place of one that
        was cancelled, as long as we do not know that the desk has not begun it."""
        self.recalled: set[int] = set()
        self.up = False
        """Whether it has said anything: it gets nothing before."""
        self.owed: Future[Any] | None = None
        self._count = 0
        self._unsent: list[Given] = []
        strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(
            node_id=node.id, soft=False
        )
        options = {
            "num_cpus": 1,
            "max_concurrency": CALLS_AT_A_TIME,
            "max_restarts": 0,
            "scheduling_strategy": strategy,
        }
        self.actor = ray.remote(Desk).options(**options).remote()

    @property
    def works(self) -> bool:
        return self.up and self.node.state == "works"

    @property
    def waiting(self) -> list[int]:
        """The numbers of what it has not begun, as far as we know, and was not asked to return."""
        return [number for number in list(self.given)[1:] if number not in self.recalled]

    def ask(self, *, sandboxed: bool) -> None:
        self.owed = self.actor.about.remote(sandboxed=sandboxed).future()

    def listen(self) -> None:
        """Ray sends what the desk says as soon as it is there; that the desk has died, too."""
        unsent, self._unsent = self._unsent, []
        self.owed = self.actor.answers.remote(unsent).future()

    def give(self, work: Work, blob: bytes, shared: Mapping[str, Any]) -> None:
        """At once, or, if it is not being listened to, when it is next."""
        self._count += 1
        self.given[self._count] = work
        self._unsent.append(Given(self._count, blob, shared))
        if self.owed is not None:
            unsent, self._unsent = self._unsent, []
            self.actor.give.remote(unsent)

    def take_back(self, number: int) -> None:
        self.recalled.add(number)
        self.actor.take_back.remote(number)

    def ended(self, number: int) -> Work | None:
        """What it need no longer be asked for."""
        self.recalled.discard(number)
        return self.given.pop(number)

"""The executor whose workers are the cores of a Ray cluster.

    driver (this process)                  node A: desk 1, desk 2 ...     node B: desk 1 ...
    submit --> a desk that is free         give(task)
               else one that has but one   give(task), begun as soon as the other has ended
    results <-- whichever answers          answers() --> what tasks have yielded and returned

A desk (``desk.py``) is an actor that holds one core. It has its next task while it does the present
one, so that the way to it costs no time; what waits at a busy desk is taken back when another is
idle. Nodes are looked for all the time: one that comes is asked what it is before it gets work, and
refused in a sentence if it runs another version or cannot run programs safely; what was under way
on one that goes is begun anew elsewhere. What tasks share is put into the cluster once, and Ray
brings it to each node once.
"""

from __future__ import annotations

import contextlib
import pickle
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from typing import Any

from inarow.cluster.connection import connected, does_not_answer, first_line, machines_of
from inarow.cluster.desk import Answer, pickled, same_kind
from inarow.cluster.worker import Node, Work, Worker
from inarow.errors import UserError
from inarow.executor import TRIES, Done, Task, WorkerLostError
from inarow.words import counted

_LOOK_EVERY_S = 2.0
_WAIT_S = 0.5
_TASKS_A_DESK = 2


def to_stderr(sentence: str) -> None:
    print(f"inarow: {sentence}", file=sys.stderr, flush=True)


class RayExecutor:
    """An ``Executor`` over a cluster: that of an address (``ray://HOST:PORT``), or one of this
    machine alone, made here and ended with us. ``jobs`` bounds the cores that work; with
    ``sandboxed`` nodes without a sandbox are refused. ``tell`` hears what happens to nodes."""

    remote = True

    def __init__(
        self,
        address: str | None = None,
        *,
        jobs: int | None = None,
        sandboxed: bool = False,
        tell: Callable[[str], None] = to_stderr,
    ) -> None:
        self._ray = connected(address, jobs)
        self._jobs = jobs
        self._sandboxed = sandboxed
        self._tell = tell
        self._nodes: dict[str, Node] = {}
        self._workers: list[Worker] = []
        self._waiting: deque[Work] = deque()
        self._come: deque[Done] = deque()
        self._keys: set[str] = set()
        self._losses: dict[str, int] = {}
        self._alone: set[str] = set()
        """Tasks that were at a desk together when it died: each gets one of its own from then on,
        so that none is charged with what another does."""
        self._put: dict[str, Any] = {}
        self._next_look_s = 0.0
        self._look_around()

    def __enter__(self) -> RayExecutor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def width(self) -> int:
        cores = sum(node.cores for node in self._nodes.values() if node.state in ("asked", "works"))
        return max(1, cores if self._jobs is None else min(cores, self._jobs))

    @property
    def nodes(self) -> list[Node]:
        """All machines that were ever seen."""
        return list(self._nodes.values())

    @property
    def ahead(self) -> int:
        return self.width * _TASKS_A_DESK

    def ready(self) -> None:
        """Waits until every node has said what it is. Raises UserError if none can work."""
        while any(node.state == "asked" for node in self._nodes.values()):
            self._hear()
        self._require_a_node()

    def submit(self, key: str, task: Task, *, machine: str = "") -> None:
        """Hands out a task, which may be for one machine alone, by its name."""
        if key in self._keys:
            raise ValueError(f"task '{key}' is under way already")
        self._keys.add(key)
        self._waiting.append(Work(key, task, machine))
        self._hand_out()

    def results(self) -> Iterator[Done]:
        while True:
            while self._come:
                yield self._come.popleft()
            if not self._keys:
                return
            self._require_a_node()
            self._hear()
            self._look_around()
            self._hand_out()

    def cancel(self, key: str) -> None:
        self._forget(key)
        self._waiting = deque(work for work in self._waiting if work.key != key)
        self._come = deque(done for done in self._come if done.key != key)
        with contextlib.suppress(ConnectionError):  # of which results tell
            self._withdraw(key)
            self._hand_out()

    def _withdraw(self, key: str) -> None:
        """From the desk that has it."""
        for worker in list(self._workers):
            for place, (number, work) in enumerate(list(worker.given.items())):
                if work is None or work.key != key:
                    continue
                worker.given[number] = None
                if place == 0:
                    self._end(worker)
                elif number not in worker.recalled:
                    worker.take_back(number)

    def drain(self, name: str, why: str) -> None:
        """Gives no more work to a machine, unless it is the last; what it has begun it ends."""
        working = [node for node in self._nodes.values() if node.state == "works"]
        for node in working:
            if node.name == name and len(working) > 1:
                node.state, node.why = "drained", why
                self._tell(f"{name} gets no more work: {why}")
                self._give_up_waiting_for(node)
                for worker in [worker for worker in self._workers if worker.node is node]:
                    if not worker.given:
                        self._dismiss(worker)
                    for number in worker.waiting:
                        worker.take_back(number)

    def close(self) -> None:
        self._waiting.clear()
        self._keys.clear()
        for worker in list(self._workers):
            self._dismiss(worker)
        self._ray.shutdown()

    def _look_around(self) -> None:
        """Notes the nodes that have come or gone."""
        if time.monotonic() < self._next_look_s:
            return
        self._next_look_s = time.monotonic() + _LOOK_EVERY_S
        alive = machines_of(self._ray)
        for identity, (name, cores) in alive.items():
            if identity not in self._nodes and cores > 0:
                node = self._nodes[identity] = Node(identity, name, cores)
                self._staff(node)
        for identity, node in self._nodes.items():
            if identity not in alive and node.state != "gone":
                if node.state != "refused":
                    self._tell(f"{node.name} has gone; what it had begun is begun anew elsewhere")
                node.state, node.why = "gone", "it has left the cluster"
                self._give_up_waiting_for(node)

    def _give_up_waiting_for(self, node: Node) -> None:
        """Of tasks that no other machine may do."""
        for item in [item for item in self._waiting if item.machine == node.name]:
            self._waiting.remove(item)
            self._forget(item.key)
            self._come.append(Done(item.key, None, WorkerLostError(node.why), node.name))

    def _staff(self, node: Node) -> None:
        """Gives a node its desks: one that is asked, or all that it has cores for."""
        if node.state not in ("asked", "works"):
            return
        taken = {worker.number for worker in self._workers if worker.node is node}
        wanted = 1 if node.state == "asked" else node.cores
        for number in range(1, wanted + 1):
            full = self._jobs is not None and len(self._workers) >= max(self._jobs, 1)
            if number in taken or (full and node.state == "works"):
                continue
            worker = Worker(self._ray, node, number)
            worker.ask(sandboxed=self._sandboxed and node.state == "asked")
            self._workers.append(worker)

    def _hand_out(self) -> None:
        """And listens to all. A desk that is free comes before one that would only have its
        next."""
        self._replace_the_lost()
        for has in range(_TASKS_A_DESK):
            for worker in self._workers:
                if not self._waiting:
                    break
                if worker.works and len(worker.given) == has:
                    work = self._next_for(worker)
                    if work is not None:
                        self._give(worker, work)
        idle = [worker for worker in self._workers if worker.works and not worker.given]
        if idle:
            self._take_back_for(idle)
        for worker in self._workers:
            if worker.owed is None:
                worker.listen()

    def _replace_the_lost(self) -> None:
        """If there is anything for them to do."""
        if not self._waiting and not any(worker.waiting for worker in self._workers):
            return
        working = [node for node in self._nodes.values() if node.state == "works"]
        desks = sum(worker.node.state == "works" for worker in self._workers)
        if desks < sum(node.cores for node in working):
            for node in working:
                self._staff(node)

    def _next_for(self, worker: Worker) -> Work | None:
        """What it may do of what waits."""
        names = ("", worker.node.name)
        mates = worker.given.values()
        if any(mate is None or mate.key in self._alone for mate in mates):
            return None
        for work in self._waiting:
            if work.machine in names and not (mates and work.key in self._alone):
                return work
        return None

    def _give(self, worker: Worker, work: Work) -> None:
        self._waiting.remove(work)
        blob, shared = pickled(work.task)
        for value in shared:
            if value.digest not in self._put:
                self._put[value.digest] = self._ray.put(pickle.dumps(value.value))
        worker.give(work, blob, {value.digest: self._put[value.digest] for value in shared})

    def _take_back_for(self, idle: list[Worker]) -> None:
        """As much of what waits at busy desks as others are free to do."""
        names = {"", *(worker.node.name for worker in idle)}
        wanted = len(idle) - sum(len(worker.recalled) for worker in self._workers)
        for worker in self._workers:
            for number in worker.waiting:
                work = worker.given[number]
                if wanted > 0 and work is not None and work.machine in names:
                    worker.take_back(number)
                    wanted -= 1

    def _hear(self) -> None:
        """What workers have to say, waiting a moment for the first."""
        owed = [worker.owed for worker in self._workers if worker.owed is not None]
        if not owed:
            time.sleep(_WAIT_S)
            return
        there, _ = wait(owed, _WAIT_S, FIRST_COMPLETED)
        for worker in [worker for worker in self._workers if worker.owed in there]:
            self._heard(worker)

    def _heard(self, worker: Worker) -> None:
        owed, worker.owed = worker.owed, None
        assert owed is not None
        try:
            said = owed.result()
        except ConnectionError as broken:
            raise does_not_answer(broken) from None
        except self._ray.exceptions.RayError as loss:
            self._lost(worker, loss)
            return
        if worker.up:
            for answer in said:
                if worker in self._workers:
                    self._answered(worker, answer)
        else:
            worker.up, worker.node.unanswered = True, 0
            self._introduced(worker.node, said)
        if worker in self._workers and not worker.given and worker.node.state != "works":
            self._dismiss(worker)

    def _answered(self, worker: Worker, answer: Answer) -> None:
        work = worker.given.get(answer.number)
        if answer.pickled is None:
            worker.recalled.discard(answer.number)
            if not answer.begun:
                worker.ended(answer.number)
                self._begin_anew([work])
            elif work is None and answer.number in worker.given:
                self._end(worker)  # it was cancelled too late to be taken back
        elif work is not None:
            value, error, last = pickle.loads(answer.pickled)
            self._come.append(Done(work.key, value, error, worker.where, last=last))
            if last:
                worker.ended(answer.number)
                self._forget(work.key)
        elif answer.number in worker.given:
            self._end(worker)

    def _end(self, worker: Worker) -> None:
        """Ends a desk for the sake of what it does; what waits there is done elsewhere."""
        self._dismiss(worker)
        self._begin_anew(list(worker.given.values()))

    def _begin_anew(self, works: list[Work | None]) -> None:
        self._waiting.extendleft(work for work in reversed(works) if work is not None)
        for node in self._nodes.values():
            if node.state not in ("asked", "works"):
                self._give_up_waiting_for(node)

    def _introduced(self, node: Node, about: dict[str, Any]) -> None:
        """By its first desk; of the others it is enough that they live."""
        if node.state != "asked":
            return
        node.about = about
        kind = f"inarow {about['inarow']} with Python {'.'.join(about['python'].split('.')[:2])}"
        if kind != same_kind():
            self._refuse(node, f"it has {kind}, and here is {same_kind()}")
        elif self._sandboxed and about["tier"] is None:
            self._refuse(node, f"programs of others cannot be run safely there: {about['why']}")
        else:
            node.state = "works"
            self._staff(node)

    def _unanswered(self, node: Node, error: Exception) -> None:
        """A desk may die as it begins, on a crowded machine or one that is about to go."""
        node.unanswered += 1
        if node.unanswered < TRIES:
            if node.state == "asked":
                self._staff(node)
            return
        node.cores = sum(worker.node is node for worker in self._workers)
        why = f"it does not answer, {TRIES} times: {first_line(error)}"
        if node.cores == 0:
            self._refuse(node, why)
        else:
            self._tell(f"{node.name} works with {counted(node.cores, 'core')}: {why}")

    def _refuse(self, node: Node, why: str) -> None:
        node.state, node.why = "refused", why
        self._tell(f"{node.name} gets no work: {why}")
        for worker in [worker for worker in self._workers if worker.node is node]:
            self._dismiss(worker)

    def _lost(self, worker: Worker, error: Exception) -> None:
        """Of what it was given only the first is charged: the others waited."""
        self._dismiss(worker)
        self._next_look_s = 0.0
        if not worker.up:
            self._unanswered(worker.node, error)
        works = list(worker.given.values())
        if len(works) > 1:
            self._alone.update(work.key for work in works if work is not None)
        if works and works[0] is not None:
            key = works[0].key
            self._losses[key] = self._losses.get(key, 0) + 1
            if self._losses[key] >= TRIES:
                works = works[1:]
                self._forget(key)
                reason = f"its worker was lost, {TRIES} times: {first_line(error)}"
                self._come.append(Done(key, None, WorkerLostError(reason), worker.where))
        self._begin_anew(works)

    def _forget(self, key: str) -> None:
        self._keys.discard(key)
        self._losses.pop(key, None)
        self._alone.discard(key)

    def _dismiss(self, worker: Worker) -> None:
        if worker in self._workers:
            self._workers.remove(worker)
        with contextlib.suppress(Exception):
            self._ray.kill(worker.actor)

    def _require_a_node(self) -> None:
        if any(node.state in ("asked", "works") for node in self._nodes.values()):
            return
        if any(worker.given for worker in self._workers):
            return
        reasons = "; ".join(f"{node.name}: {node.why}" for node in self._nodes.values())
        raise UserError(f"no machine of the cluster can work ({reasons or 'it has none'})")

"""The executor whose workers are the cores of a Ray cluster.

    driver (this process)                  node A: desk 1, desk 2 ...     node B: desk 1 ...
    submit --> a desk that is free         begin(task) --> first answer
    results <-- whichever answers          more()      --> next answer ... last
                (sent when it is there)

A desk (``desk.py``) is an actor that holds one core. Nodes are looked for all the time: one that
comes is asked what it is before it gets work, and refused in a sentence if it runs another version
or cannot run programs safely; what was under way on one that goes is begun anew elsewhere. What
tasks share is put into the cluster once, and Ray brings it to each node once.
"""

from __future__ import annotations

import contextlib
import pickle
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from inarow.cluster.connection import connected
from inarow.cluster.desk import Desk, pickled, same_kind
from inarow.errors import UserError
from inarow.executor import TRIES, Done, Task, WorkerLostError

_LOOK_EVERY_S = 2.0
_WAIT_S = 0.5


def to_stderr(sentence: str) -> None:
    print(f"inarow: {sentence}", file=sys.stderr, flush=True)


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
    done: int = 0
    unanswered: int = 0
    """How often it was lost before it had said what it is."""


class _Waiting(NamedTuple):
    key: str
    task: Task
    machine: str
    """The only one that may do it, if it is named."""


class _Worker:
    """A desk as the driver sees it: its actor, and the answer that it owes us."""

    def __init__(self, ray: Any, node: Node, number: int) -> None:
        self.node, self.number = node, number
        self.where = f"{node.name}, worker {number}"
        self.work: _Waiting | None = None
        strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(
            node_id=node.id, soft=False
        )
        options = {"num_cpus": 1, "max_restarts": 0, "scheduling_strategy": strategy}
        self.actor = ray.remote(Desk).options(**options).remote()
        self.owed: Future[Any] | None = None

    def owes(self, reference: Any) -> None:
        """Ray sends the answer as soon as it is there, without being asked again."""
        self.owed = reference.future()


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
        self._workers: list[_Worker] = []
        self._waiting: deque[_Waiting] = deque()
        self._failed: deque[Done] = deque()
        self._keys: set[str] = set()
        self._losses: dict[str, int] = {}
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

    def ready(self) -> None:
        """Waits until every node has said what it is. Raises UserError if none can work."""
        while any(node.state == "asked" for node in self._nodes.values()):
            for worker in self._answering():
                self._heard(worker)
        self._require_a_node()

    def submit(self, key: str, task: Task, *, machine: str = "") -> None:
        """Hands out a task, which may be for one machine alone, by its name."""
        if key in self._keys:
            raise ValueError(f"task '{key}' is under way already")
        self._keys.add(key)
        self._waiting.append(_Waiting(key, task, machine))
        self._hand_out()

    def results(self) -> Iterator[Done]:
        while self._keys:
            self._look_around()
            self._hand_out()
            while self._failed:
                yield self._failed.popleft()
            for worker in self._answering():
                done = self._heard(worker)
                self._hand_out()
                if done is not None:
                    yield done
            self._require_a_node()

    def cancel(self, key: str) -> None:
        self._keys.discard(key)
        self._waiting = deque(item for item in self._waiting if item.key != key)
        for worker in list(self._workers):
            if worker.work and worker.work.key == key:
                self._dismiss(worker)
                self._staff(worker.node)

    def drain(self, name: str, why: str) -> None:
        """Gives no more work to a machine, unless it is the last; what it has begun it ends."""
        working = [node for node in self._nodes.values() if node.state == "works"]
        for node in working:
            if node.name == name and len(working) > 1:
                node.state, node.why = "drained", why
                self._tell(f"{name} gets no more work: {why}")
                for worker in list(self._workers):
                    if worker.node is node and worker.work is None:
                        self._dismiss(worker)

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
        alive = {}
        try:
            nodes = self._ray.nodes()
        except (ConnectionError, self._ray.exceptions.RaySystemError) as error:
            raise _does_not_answer(error) from None
        for found in nodes:
            if found["Alive"]:
                alive[found["NodeID"]] = found
        for identity, found in alive.items():
            cores = int(found["Resources"].get("CPU", 0))
            if identity not in self._nodes and cores > 0:
                name = f"{found['NodeManagerHostname']} {identity[:8]}"
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
            self._failed.append(Done(item.key, None, WorkerLostError(node.why), node.name))

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
            worker = _Worker(self._ray, node, number)
            if node.state == "asked":
                worker.owes(worker.actor.about.remote(sandboxed=self._sandboxed))
            self._workers.append(worker)

    def _hand_out(self) -> None:
        for worker in self._workers:
            if not self._waiting:
                return
            if worker.owed is None and worker.node.state == "works":
                names = ("", worker.node.name)
                work = next((item for item in self._waiting if item.machine in names), None)
                if work is None:
                    continue
                self._waiting.remove(work)
                blob, shared = pickled(work.task)
                for value in shared:
                    if value.digest not in self._put:
                        self._put[value.digest] = self._ray.put(pickle.dumps(value.value))
                references = {value.digest: self._put[value.digest] for value in shared}
                worker.work = work
                worker.owes(worker.actor.begin.remote(blob, references))

    def _answering(self) -> list[_Worker]:
        """The workers whose answer is there, waiting a moment for the first."""
        owed = [worker.owed for worker in self._workers if worker.owed is not None]
        if not owed:
            time.sleep(_WAIT_S)
            return []
        there, _ = wait(owed, _WAIT_S, FIRST_COMPLETED)
        return [worker for worker in self._workers if worker.owed in there]

    def _heard(self, worker: _Worker) -> Done | None:
        """What a worker has to say; None if its task is begun anew, or it had none."""
        owed, worker.owed = worker.owed, None
        assert owed is not None
        try:
            answer = owed.result()
        except ConnectionError as broken:
            raise _does_not_answer(broken) from None
        except self._ray.exceptions.RayError as loss:
            return self._lost(worker, loss)
        if worker.work is None:
            self._introduced(worker.node, answer)
            return None
        key = worker.work.key
        value, error, last = pickle.loads(answer)
        if not last:
            worker.owes(worker.actor.more.remote())
            return Done(key, value, error, worker.where, last=False)
        worker.work = None
        worker.node.done += 1
        self._forget(key)
        if worker.node.state != "works":
            self._dismiss(worker)
        return Done(key, value, error, worker.where)

    def _introduced(self, node: Node, about: dict[str, Any]) -> None:
        node.about = about
        kind = f"inarow {about['inarow']} with Python {'.'.join(about['python'].split('.')[:2])}"
        if kind != same_kind():
            self._refuse(node, f"it has {kind}, and here is {same_kind()}")
        elif self._sandboxed and about["tier"] is None:
            self._refuse(node, f"programs of others cannot be run safely there: {about['why']}")
        elif node.state == "asked":
            node.state = "works"
            self._staff(node)

    def _ask_again(self, node: Node, error: Exception) -> None:
        """A desk may die as it begins, on a crowded machine or one that is about to go."""
        node.unanswered += 1
        if node.unanswered < TRIES:
            self._staff(node)
        else:
            self._refuse(node, f"it does not answer, {TRIES} times: {_first_line(error)}")

    def _refuse(self, node: Node, why: str) -> None:
        node.state, node.why = "refused", why
        self._tell(f"{node.name} gets no work: {why}")
        for worker in [worker for worker in self._workers if worker.node is node]:
            self._dismiss(worker)

    def _lost(self, worker: _Worker, error: Exception) -> Done | None:
        work, node = worker.work, worker.node
        worker.work = None
        self._dismiss(worker)
        self._next_look_s = 0.0
        if work is None:
            if node.state == "asked":
                self._ask_again(node, error)
            return None
        key = work.key
        self._losses[key] = self._losses.get(key, 0) + 1
        self._staff(node)
        if self._losses[key] < TRIES:
            self._waiting.appendleft(work)
            return None
        self._forget(key)
        reason = f"its worker was lost, {TRIES} times: {_first_line(error)}"
        return Done(key, None, WorkerLostError(reason), worker.where)

    def _forget(self, key: str) -> None:
        self._keys.discard(key)
        self._losses.pop(key, None)

    def _dismiss(self, worker: _Worker) -> None:
        if worker in self._workers:
            self._workers.remove(worker)
        with contextlib.suppress(Exception):
            self._ray.kill(worker.actor)

    def _require_a_node(self) -> None:
        if any(node.state in ("asked", "works") for node in self._nodes.values()):
            return
        if any(worker.work for worker in self._workers):
            return
        reasons = "; ".join(f"{node.name}: {node.why}" for node in self._nodes.values())
        raise UserError(f"no machine of the cluster can work ({reasons or 'it has none'})")


def _does_not_answer(error: Exception) -> UserError:
    return UserError(f"the cluster does not answer: {_first_line(error)}")


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0][:300] if lines else type(error).__name__

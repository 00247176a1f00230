"""The executor whose workers are the cores of a Ray cluster.

    driver (this process)                        node A: actor 1, actor 2 ...   node B: actor 1 ...
    submit --> the first free actor              run(task)
    results <-- whichever replies                replies() --> what its task yields and returns

An actor (``actor.py``) holds one core and has one task at a time; the others wait here. The driver
polls for nodes: a new one is probed before it gets work, and refused with a message if it runs
another version or cannot run programs safely. Tasks under way on a node that is lost start again
elsewhere. What tasks share is put into the cluster once, and Ray brings it to each node once.
"""

from __future__ import annotations

import contextlib
import pickle
import sys
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, NamedTuple

from inarow.cluster.actor import CONCURRENT_CALLS, WorkerActor, pickled, required_version
from inarow.cluster.nodes import Node, connected, does_not_answer, first_line, machines_of
from inarow.errors import UserError
from inarow.executor import TRIES, Results, Task, TaskResult, WorkerLostError
from inarow.text import plural

_REFRESH_S = 2.0
_WAIT_S = 0.5


def to_stderr(message: str) -> None:
    print(f"inarow: {message}", file=sys.stderr, flush=True)


class _Work(NamedTuple):
    key: str
    task: Task
    machine: str
    """The only one that may do it, if it is named."""


class _Worker:
    """The driver's side of an actor. ``up`` is whether it has said anything: it gets no task
    before. There is always one call that waits for what it says."""

    def __init__(self, ray: Any, node: Node, number: int, *, sandboxed: bool) -> None:
        self.node, self.number = node, number
        self.where = f"{node.name}, worker {number}"
        self.work: _Work | None = None
        self.up = False
        strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(
            node_id=node.id, soft=False
        )
        options = {
            "num_cpus": 1,
            "max_concurrency": CONCURRENT_CALLS,
            "max_restarts": 0,
            "scheduling_strategy": strategy,
        }
        self.actor = ray.remote(WorkerActor).options(**options).remote()
        self.pending: Future[Any] = self.actor.info.remote(sandboxed=sandboxed).future()

    @property
    def free(self) -> bool:
        return self.up and self.work is None and self.node.state == "working"

    def listen(self) -> None:
        """Asks for replies, or for the error that Ray sends when the actor dies."""
        self.pending = self.actor.replies.remote().future()


class RayExecutor(Results):
    """An ``Executor`` over the cluster of an address (``ray://HOST:PORT``). With ``sandboxed``
    nodes without a sandbox are refused. ``on_message`` gets news of nodes."""

    remote = True

    def __init__(
        self,
        address: str,
        *,
        sandboxed: bool = False,
        on_message: Callable[[str], None] = to_stderr,
    ) -> None:
        super().__init__()
        self._ray = connected(address)
        self._sandboxed = sandboxed
        self._on_message = on_message
        self._nodes: dict[str, Node] = {}
        self._workers: list[_Worker] = []
        self._waiting: deque[_Work] = deque()
        self._losses: dict[str, int] = {}
        self._put: dict[str, Any] = {}
        self._next_refresh_s = 0.0
        self._refresh_nodes()

    def __enter__(self) -> RayExecutor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def width(self) -> int:
        nodes = self._nodes.values()
        cores = sum(node.cores for node in nodes if node.state in ("probing", "working"))
        return max(1, cores)

    @property
    def nodes(self) -> list[Node]:
        """All machines that were ever seen."""
        return list(self._nodes.values())

    def ready(self) -> None:
        """Waits until every node is probed. Raises UserError if none can work."""
        while any(node.state == "probing" for node in self._nodes.values()):
            self._listen(_WAIT_S)
        self._require_node()

    def submit(self, key: str, task: Task, *, machine: str = "") -> None:
        """Dispatches a task, which may be for one machine alone, by its name."""
        if key in self._keys:
            raise ValueError(f"task '{key}' is under way already")
        self._keys.add(key)
        self._waiting.append(_Work(key, task, machine))
        self._dispatch()

    def cancel(self, key: str) -> None:
        self._forget(key)
        self._waiting = deque(work for work in self._waiting if work.key != key)
        self._results = deque(result for result in self._results if result.key != key)
        for worker in list(self._workers):
            if worker.work is not None and worker.work.key == key:
                self._stop(worker)
        with contextlib.suppress(ConnectionError):  # results() reports it
            self._dispatch()

    def drain(self, machine: str, why: str) -> None:
        """Gives no more work to a machine, unless it is the last; tasks under way go on."""
        working = [node for node in self._nodes.values() if node.state == "working"]
        for node in working:
            if node.name == machine and len(working) > 1:
                node.state, node.why = "drained", why
                self._on_message(f"{machine} gets no more work: {why}")
                self._drop_tasks_for(node)
                for worker in [worker for worker in self._workers if worker.node is node]:
                    if worker.work is None:
                        self._stop(worker)

    def close(self) -> None:
        self._waiting.clear()
        self._keys.clear()
        for worker in list(self._workers):
            self._stop(worker)
        self._ray.shutdown()

    # Nodes

    def _refresh_nodes(self) -> None:
        """Notes the nodes that have come or gone."""
        if time.monotonic() < self._next_refresh_s:
            return
        self._next_refresh_s = time.monotonic() + _REFRESH_S
        alive = machines_of(self._ray)
        for identity, (name, cores) in alive.items():
            if identity not in self._nodes and cores > 0:
                node = self._nodes[identity] = Node(identity, name, cores)
                self._start_workers(node)
        for identity, node in self._nodes.items():
            if identity not in alive and node.state != "gone":
                if node.state != "refused":
                    self._on_message(f"{node.name} left the cluster; its tasks restart elsewhere")
                node.state, node.why = "gone", "it has left the cluster"
                self._drop_tasks_for(node)

    def _drop_tasks_for(self, node: Node) -> None:
        """Fails the waiting tasks that no other machine may do."""
        for work in [work for work in self._waiting if work.machine == node.name]:
            self._waiting.remove(work)
            self._fail(work.key, WorkerLostError(node.why), node.name)

    def _start_workers(self, node: Node) -> None:
        """One worker for a node that is probed, one per core for a node that works."""
        if node.state not in ("probing", "working"):
            return
        taken = {worker.number for worker in self._workers if worker.node is node}
        wanted = 1 if node.state == "probing" else node.cores
        for number in range(1, wanted + 1):
            if number not in taken:
                sandboxed = self._sandboxed and node.state == "probing"
                self._workers.append(_Worker(self._ray, node, number, sandboxed=sandboxed))

    def _on_node_info(self, node: Node, info: dict[str, Any]) -> None:
        """Accepts or refuses a node by what its first worker says."""
        if node.state != "probing":
            return
        node.info = info
        version = f"inarow {info['inarow']} with Python {'.'.join(info['python'].split('.')[:2])}"
        if version != required_version():
            self._refuse(node, f"it has {version}, and here is {required_version()}")
        elif self._sandboxed and info["tier"] is None:
            self._refuse(node, f"programs of others cannot be run safely there: {info['why']}")
        else:
            node.state = "working"
            self._start_workers(node)

    def _on_silent_death(self, node: Node, error: Exception) -> None:
        """A worker may die as it starts, on a busy machine or one that is about to go."""
        node.silent_deaths += 1
        if node.silent_deaths < TRIES:
            if node.state == "probing":
                self._start_workers(node)
            return
        node.cores = sum(worker.node is node for worker in self._workers)
        why = f"it does not answer, {TRIES} times: {first_line(error)}"
        if node.cores == 0:
            self._refuse(node, why)
        else:
            self._on_message(f"{node.name} works with {plural(node.cores, 'core')}: {why}")

    def _refuse(self, node: Node, why: str) -> None:
        node.state, node.why = "refused", why
        self._on_message(f"{node.name} gets no work: {why}")
        for worker in [worker for worker in self._workers if worker.node is node]:
            self._stop(worker)

    def _require_node(self) -> None:
        if any(node.state in ("probing", "working") for node in self._nodes.values()):
            return
        if any(worker.work for worker in self._workers):
            return
        reasons = "; ".join(f"{node.name}: {node.why}" for node in self._nodes.values())
        raise UserError(f"no machine of the cluster can work ({reasons or 'it has none'})")

    # Tasks

    def _dispatch(self) -> None:
        """Gives each free worker a task, and starts workers in place of lost ones."""
        if self._waiting:
            for node in self._nodes.values():
                if node.state == "working":
                    self._start_workers(node)
        for worker in self._workers:
            if worker.free and (work := self._next_for(worker.node)) is not None:
                self._waiting.remove(work)
                blob, shared = pickled(work.task)
                for value in shared:
                    if value.digest not in self._put:
                        self._put[value.digest] = self._ray.put(pickle.dumps(value.value))
                worker.work = work
                references = {value.digest: self._put[value.digest] for value in shared}
                worker.actor.run.remote(blob, references)

    def _next_for(self, node: Node) -> _Work | None:
        return next((work for work in self._waiting if work.machine in ("", node.name)), None)

    def _receive(self, timeout_s: float | None) -> None:
        self._require_node()
        self._listen(_WAIT_S if timeout_s is None else min(timeout_s, _WAIT_S))
        self._refresh_nodes()
        self._dispatch()

    def _listen(self, most_s: float) -> None:
        """What workers have to say; waits a moment for the first."""
        if not self._workers:
            time.sleep(most_s)
            return
        pending = [worker.pending for worker in self._workers]
        done, _ = wait(pending, most_s, FIRST_COMPLETED)
        for worker in [worker for worker in self._workers if worker.pending in done]:
            self._on_reply(worker)

    def _on_reply(self, worker: _Worker) -> None:
        if worker not in self._workers:
            return  # it was stopped meanwhile
        try:
            found = worker.pending.result()
        except ConnectionError as broken:
            raise does_not_answer(broken) from None
        except self._ray.exceptions.RayError as loss:
            self._on_loss(worker, loss)
            return
        if worker.up:
            for blob in found:
                self._on_result(worker, *pickle.loads(blob))
        else:
            worker.up, worker.node.silent_deaths = True, 0
            self._on_node_info(worker.node, found)
        if worker in self._workers:
            if worker.work is None and worker.node.state != "working":
                self._stop(worker)
            else:
                worker.listen()

    def _on_result(self, worker: _Worker, value: Any, error: Exception | None, last: bool) -> None:
        assert worker.work is not None
        key = worker.work.key
        self._results.append(TaskResult(key, value, error, worker.where, last=last))
        if last:
            worker.work = None
            self._forget(key)

    def _on_loss(self, worker: _Worker, error: Exception) -> None:
        """A worker died; its task is tried again elsewhere, a few times."""
        self._stop(worker)
        self._next_refresh_s = 0.0
        if not worker.up:
            self._on_silent_death(worker.node, error)
        if (work := worker.work) is None:
            return
        self._losses[work.key] = self._losses.get(work.key, 0) + 1
        if self._losses[work.key] >= TRIES:
            reason = f"its worker was lost, {TRIES} times: {first_line(error)}"
            self._fail(work.key, WorkerLostError(reason), worker.where)
            return
        self._waiting.appendleft(work)
        for node in self._nodes.values():
            if node.state not in ("probing", "working"):
                self._drop_tasks_for(node)

    def _fail(self, key: str, error: Exception, where: str) -> None:
        self._forget(key)
        self._results.append(TaskResult(key, None, error, where))

    def _forget(self, key: str) -> None:
        self._keys.discard(key)
        self._losses.pop(key, None)

    def _stop(self, worker: _Worker) -> None:
        if worker in self._workers:
            self._workers.remove(worker)
        with contextlib.suppress(Exception):
            self._ray.kill(worker.actor)

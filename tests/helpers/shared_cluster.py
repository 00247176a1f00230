"""One cluster and one connection to it for tests that follow each other: to start and to connect
takes longer than most of them. It is ended when the next test needs none, for it costs time even
when it is idle."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from inarow.cluster.ray_executor import RayExecutor
from ray_cluster import RayCluster, ray_cluster
from sandboxes import working_tiers


class SharedCluster:
    """Two nodes. The second has a cache of its own: it can see nothing that was built here."""

    def __init__(self, cache: Path) -> None:
        self.told: list[str] = []
        """What the executor has said so far."""
        self._cache = cache
        self._stack = ExitStack()
        self._cluster: RayCluster | None = None
        self._executor: RayExecutor | None = None

    @property
    def cluster(self) -> RayCluster:
        if self._cluster is None:
            self._cluster = self._stack.enter_context(ray_cluster(1))
            self._cluster.add(XDG_CACHE_HOME=str(self._cache))
        return self._cluster

    @property
    def executor(self) -> RayExecutor:
        """For programs of others, where they can be run safely; with a worker on each machine,
        whatever another test did to them."""
        if self._executor is None:
            made = RayExecutor(
                self.cluster.address,
                sandboxed=working_tiers() != ["none"],
                on_message=self.told.append,
            )
            self._executor = self._stack.enter_context(made)
        self._executor.ready()
        for node in self._executor.nodes:
            self._executor._start_workers(node)
        while not all(worker.up for worker in self._executor._workers):
            self._executor._receive(0.5)
        return self._executor

    def end(self) -> None:
        self._cluster = self._executor = None
        self._stack.close()
        self.told.clear()

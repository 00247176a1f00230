"""A real Ray cluster of several nodes on this machine, on loopback alone, in a process of its own.

with ray_cluster(2) as cluster:
    cluster.address, cluster.kill(cluster.add(INAROW_SANDBOX="none"))
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir
from typing import IO, Any

SETTINGS = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # loopback
    "RAY_USAGE_STATS_ENABLED": "0",
    # Else the process for a driver dies now and then as it begins, which takes 40 s to be noticed.
    "GRPC_ENABLE_FORK_SUPPORT": "0",
    # A node that was killed is missed after five of these; one that is slow has ten seconds each.
    "RAY_health_check_initial_delay_ms": "500",
    "RAY_health_check_period_ms": "250",
}


LOCK = Path(gettempdir()) / f"inarow-ray-cluster-{os.getuid()}.lock"


class RayCluster:
    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self._process = process
        self.address = address

    def add(self, **environment: str) -> str:
        """Another node of one core; its identity."""
        return str(self._asked(["add", environment]))

    def kill(self, identity: str) -> None:
        """Ends a node at once, with all that runs on it."""
        self._asked(["kill", identity])

    def _asked(self, words: list[Any]) -> Any:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        return json.loads(_answer(self._process.stdout))


@contextmanager
def ray_cluster(nodes: int) -> Iterator[RayCluster]:
    """A cluster of nodes with one core each. There is one at a time on a machine: Ray gives the
    processes for drivers fixed ports, which those of two clusters would share."""
    lock = os.open(LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    process = subprocess.Popen(
        [sys.executable, __file__],
        env={**os.environ, **SETTINGS},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin and process.stdout
    try:
        cluster = RayCluster(process, json.loads(_answer(process.stdout)))
        for _ in range(nodes - 1):
            cluster.add()
        yield cluster
    finally:
        process.stdin.close()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        os.close(lock)


def _answer(stream: IO[str]) -> str:
    """Ray says other things on the same stream."""
    for line in stream:
        if line.startswith("ANSWER "):
            return line.removeprefix("ANSWER ")
    raise AssertionError("the cluster has ended")


def _say(answer: Any) -> None:
    print("ANSWER", json.dumps(answer), flush=True)


def _wait_for(port: int) -> None:
    """Until drivers are listened to, which is a moment after the head has begun."""
    until_s = time.monotonic() + 60
    while time.monotonic() < until_s:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)


def _serve() -> None:
    from ray.cluster_utils import Cluster

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    common = {
        "num_cpus": 1,
        "object_store_memory": 80_000_000,
        "include_dashboard": False,
        "include_log_monitor": False,
    }
    cluster = Cluster(
        initialize_head=True,
        head_node_args={**common, "no_monitor": True, "ray_client_server_port": port},
    )
    nodes = {}
    _wait_for(port)
    _say(f"ray://127.0.0.1:{port}")
    for line in sys.stdin:
        deed, what = json.loads(line)
        if deed == "add":
            before = dict(os.environ)
            os.environ.update(what)
            node = cluster.add_node(**common)
            os.environ.clear()
            os.environ.update(before)
            nodes[node.node_id] = node
            _say(node.node_id)
        else:
            cluster.remove_node(nodes[what], allow_graceful=False)
            _say(True)
    cluster.shutdown()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    _serve()

"""The connection to a cluster, its machines, and what each can do."""

from __future__ import annotations

import os
import socket
import time
import warnings
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

from inarow._core import CpuWait, FallingSolver, Position
from inarow.errors import UserError
from inarow.game import GAMES

_CONNECTION_TRIES = 3
_KNOCK_S = 20.0
_NOBODY = "connection timeout"  # what Ray says where nothing listens
_SLOW_START = "Initialization failure from server"
_PROBE_MOVES = ("44455554221", "4444421363", "3254111443", "4365664462")
_PROBE_TABLE_MB = 16.0


@dataclass
class Node:
    """A machine of the cluster. ``state`` is probing, working, refused, drained or gone; ``why``
    says why it does not work."""

    id: str
    name: str
    cores: int
    state: str = "probing"
    why: str = ""
    info: dict[str, Any] = field(default_factory=dict)
    silent_deaths: int = 0
    """How many actors in a row died there before they said anything."""


def connected(address: str) -> Any:
    """Ray, connected to the cluster of an address (``ray://HOST:PORT``). Raises UserError."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if find_spec("ray") is None:
        raise UserError("Ray is not installed here: pip install 'inarow[ray]'")
    _knock(address)
    import ray
    import ray._private.worker as driver
    import ray.util.scheduling_strategies

    # The executor reports lost workers; Ray would do so on standard output.
    if hasattr(driver, "print_to_stdstream"):
        driver.print_to_stdstream = lambda *args, **kwargs: None
    for attempt in range(1, _CONNECTION_TRIES + 1):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the message below says it
                ray.init(address, log_to_driver=False, logging_level="ERROR")
            return ray
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            # A busy machine may start too slowly for Ray's own limit; the connection then breaks
            # before it is used.
            broken = isinstance(error, ConnectionError) and _NOBODY not in str(error)
            slow = _SLOW_START in str(error) or broken
            if attempt == _CONNECTION_TRIES or not slow:
                said = " ".join(str(error).split())[:300]
                raise UserError(f"there is no cluster at '{address}': {said}") from None
            ray.shutdown()
    raise AssertionError


def machines_of(ray: Any) -> dict[str, tuple[str, int]]:
    """Name and cores of the machines that are alive, by id. Raises UserError."""
    try:
        nodes = ray.nodes()
    except (ConnectionError, ray.exceptions.RaySystemError) as error:
        raise does_not_answer(error) from None
    return {
        node["NodeID"]: (
            f"{node['NodeManagerHostname']} {node['NodeID'][:8]}",
            int(node["Resources"].get("CPU", 0)),
        )
        for node in nodes
        if node["Alive"]
    }


def does_not_answer(error: Exception) -> UserError:
    return UserError(f"the cluster does not answer: {first_line(error)}")


def first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0][:300] if lines else type(error).__name__


def _knock(address: str) -> None:
    """Raises UserError if nothing listens there; Ray would take half a minute to notice."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _KNOCK_S).close()
    except OSError as error:
        said = error.strerror or str(error) or type(error).__name__
        raise UserError(f"there is no cluster at '{address}': {said}") from None


def probe_node() -> dict[str, Any]:
    """Sandbox and languages as ``inarow doctor`` shows them, and the solver's speed in nodes per
    second of CPU time; ``busy`` is the share of wall time in which it waited for a core."""
    from inarow.running.doctor import run_doctor
    from inarow.running.toolchain import Toolchain

    wait, began_s, cpu_s = CpuWait(os.getpid(), 0), time.monotonic(), time.process_time()
    wait.begin(began_s)
    nodes = _solved_nodes()
    wall_s, used_s = time.monotonic() - began_s, time.process_time() - cpu_s
    wait.look(began_s + wall_s, answer=False)
    waited_s = wait.wait_s(wall_s, used_s)
    checkup = run_doctor(Toolchain())
    return {
        "process": os.getpid(),
        "nodes_per_s": round(nodes / max(used_s, 1e-9)),
        "busy": round(min(waited_s / max(wall_s, 1e-9), 1.0), 3),
        **checkup.as_json(),
    }


def _solved_nodes() -> int:
    """Solves the same positions anew: always the same number of nodes."""
    solver = FallingSolver(GAMES["connect4"], _PROBE_TABLE_MB)
    return sum(solver.solve(Position(GAMES["connect4"]).after(text))[2] for text in _PROBE_MOVES)

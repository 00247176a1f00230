"""Ray, connected to a cluster, and the machines of that."""

from __future__ import annotations

import os
import socket
import warnings
from importlib.util import find_spec
from typing import Any

from inarow.errors import UserError

_CONNECTION_TRIES = 3
_KNOCK_S = 20.0
_NOBODY = "connection timeout"  # what Ray says where nothing listens
_SLOW_START = "Initialization failure from server"
# Set to 0, Ray keeps to the loopback device, as it does by itself on systems without clusters.
_LOOPBACK_ONLY = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"


def connected(address: str | None, jobs: int | None) -> Any:
    """Ray, connected to the cluster of an address (``ray://HOST:PORT``); without one to this
    machine alone, which listens on the loopback device only. Raises UserError."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if find_spec("ray") is None:
        raise UserError("Ray is not installed here: pip install 'inarow[ray]'")
    if address is None:
        os.environ.setdefault(_LOOPBACK_ONLY, "0")
    else:
        _knock(address)
    import ray
    import ray._private.worker as driver
    import ray.util.scheduling_strategies

    # Of workers that were lost we tell ourselves; Ray would do so on our standard output.
    if hasattr(driver, "print_to_stdstream"):
        driver.print_to_stdstream = lambda *args, **kwargs: None
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    where = "on this machine" if address is None else f"at '{address}'"
    for attempt in range(1, _CONNECTION_TRIES + 1):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what it warns of is in our sentence
                if address is None:
                    ray.init(num_cpus=jobs, include_dashboard=False, **options)
                else:
                    ray.init(address, **options)
            return ray
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            # A busy machine may be too slow to begin for us in the time that Ray gives it; then the
            # connection breaks before it is used.
            broken = isinstance(error, ConnectionError) and _NOBODY not in str(error)
            slow = _SLOW_START in str(error) or broken
            if attempt == _CONNECTION_TRIES or not slow:
                said = " ".join(str(error).split())[:300]
                raise UserError(f"there is no cluster {where}: {said}") from None
            ray.shutdown()
    raise AssertionError


def machines_of(ray: Any) -> dict[str, tuple[str, int]]:
    """Name and cores of the machines that are there now, by identity. Raises UserError."""
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
    """Whether anybody listens at all, which Ray would take half a minute to find out."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _KNOCK_S).close()
    except OSError as error:
        said = error.strerror or str(error) or type(error).__name__
        raise UserError(f"there is no cluster at '{address}': {said}") from None

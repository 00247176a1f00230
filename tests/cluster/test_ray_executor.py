"""The same work on a real cluster: all of it comes, and comes out the same, whatever is killed."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inarow import UserError
from inarow.cli import main
from inarow.cli.executors import require_address
from inarow.executor import Task, TaskResult
from inarow.running.languages import LANGUAGES

pytest.importorskip("ray", reason="Ray is not installed: pip install 'inarow[ray]'")

from inarow.cluster.nodes import Node
from inarow.cluster.ray_executor import RayExecutor
from ray_cluster import RayCluster
from sandboxes import working_tiers

pytestmark = pytest.mark.process


def wait_until(cluster_executor: RayExecutor, holds: Callable[[], bool]) -> None:
    """The cluster may tell later than we do of what comes and goes."""
    until_s = time.monotonic() + 60
    while not holds() and time.monotonic() < until_s:
        cluster_executor._next_refresh_s = 0.0
        cluster_executor._refresh_nodes()
        cluster_executor._receive(0.5)
    assert holds()


def found_node(cluster_executor: RayExecutor, identity: str) -> Node:
    """A machine that has come, when it has said what it is."""
    wait_until(
        cluster_executor, lambda: any(node.id == identity for node in cluster_executor.nodes)
    )
    cluster_executor.ready()
    return next(node for node in cluster_executor.nodes if node.id == identity)


def test_cluster_check_says_what_machines_can_do(connected: str, capfd: Any) -> None:
    status = main(["doctor", "--cluster", connected, "--json"])
    machines = json.loads(capfd.readouterr().out)["machines"]
    assert status == (0 if all(row["safe"] for row in machines) else 1)
    here = [row for row in machines if row.get("problem") != "it has left the cluster"]
    assert len(here) == 2
    for row in here:
        assert row["cores"] == 1 and row["nodes_per_s"] > 1000
        assert set(row["languages"]) == set(LANGUAGES)


def test_a_node_that_comes_works_and_is_killed_loses_nothing(
    cluster: RayCluster, cluster_executor: RayExecutor, cluster_told: list[str]
) -> None:
    third = found_node(cluster_executor, cluster.add())
    assert cluster_executor.width == 3
    for number in range(12):
        cluster_executor.submit(str(number), Task("time:sleep", (0.2,)))
    found: dict[str, TaskResult] = {}
    killed = False
    for done in cluster_executor.results():
        assert done.key not in found
        found[done.key] = done
        if done.where.startswith(third.name) and not killed:
            cluster.kill(third.id)
            killed = True
    assert killed and set(found) == {str(number) for number in range(12)}
    assert all(done.error is None for done in found.values())
    sentence = f"{third.name} left the cluster; its tasks restart elsewhere"
    wait_until(cluster_executor, lambda: sentence in cluster_told)


def test_a_node_without_a_sandbox_is_refused_by_name(
    cluster: RayCluster, cluster_executor: RayExecutor, cluster_told: list[str]
) -> None:
    if working_tiers() == ["none"]:
        pytest.skip("programs cannot be run safely on this machine")
    bare = found_node(cluster_executor, cluster.add(INAROW_SANDBOX="none"))
    try:
        for number in range(6):
            cluster_executor.submit(str(number), Task("builtins:abs", (-number,)))
        where = {done.where.partition(", ")[0] for done in cluster_executor.results()}
    finally:
        cluster.kill(bare.id)
    assert bare.state == "refused" and bare.name not in where
    sentence = f"{bare.name} gets no work: programs of others cannot be run safely there"
    assert any(words.startswith(sentence) for words in cluster_told)
    wait_until(cluster_executor, lambda: bare.state == "gone")


def test_where_nobody_listens_there_is_no_cluster(capfd: Any, tmp_path: Path) -> None:
    (tmp_path / "positions.txt").write_text("4455\n")
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # and does not listen
        address = f"ray://127.0.0.1:{held.getsockname()[1]}"
        assert main(["solve", f"@{tmp_path / 'positions.txt'}", "--cluster", address]) == 2
    sentence = f"inarow solve: there is no cluster at '{address}': Connection refused\n"
    assert capfd.readouterr() == ("", sentence)


def test_words_that_are_no_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    require_address("ray://10.0.0.1:10001")
    ports = ("", ":", ":x", ":0", ":-1", ":65536")
    for word in ("local", "ray", "ray://", "ray://:1", *(f"ray://host{port}" for port in ports)):
        with pytest.raises(
            UserError, match=f"--cluster '{word}' is not an address: ray://HOST:PORT"
        ):
            require_address(word)

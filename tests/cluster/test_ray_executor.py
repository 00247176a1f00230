"""The same work on a real cluster: all of it comes, and comes out the same, whatever is killed."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from inarow import UserError
from inarow.cli import main
from inarow.cli.executors import address_of
from inarow.executor import Done, Task

pytest.importorskip("ray", reason="Ray is not installed: pip install 'inarow[ray]'")

from inarow.cluster.ray_executor import RayExecutor
from ray_cluster import RayCluster

pytestmark = pytest.mark.process


@pytest.fixture
def told() -> list[str]:
    return []


def wait_for_three(executor: RayExecutor) -> None:
    """Until three machines have said what they are: of one that comes the cluster may tell a moment
    later."""
    until_s = time.monotonic() + 60
    while sum(node.state != "gone" for node in executor.nodes) < 3 and time.monotonic() < until_s:
        time.sleep(0.1)
        executor._next_look_s = 0.0
        executor._look_around()
    executor.ready()


def test_cluster_check_says_what_machines_can_do(cluster: RayCluster, capfd: Any) -> None:
    status = main(["cluster", "check", cluster.address, "--json"])
    machines = json.loads(capfd.readouterr().out)["machines"]
    assert len(machines) == 2 and status == (0 if all(row["safe"] for row in machines) else 1)
    for row in machines:
        assert row["cores"] == 1 and row["nodes_per_s"] > 1000
        assert set(row["languages"]) == {"python", "c", "cpp", "java", "octave"}


def test_a_node_that_is_killed_loses_nothing(cluster: RayCluster, told: list[str]) -> None:
    third = cluster.add()
    with RayExecutor(cluster.address, tell=told.append) as executor:
        wait_for_three(executor)
        assert executor.width == 3
        for number in range(30):
            executor.submit(str(number), Task("time:sleep", (0.2,)))
        found: dict[str, Done] = {}
        for done in executor.results():
            assert done.key not in found
            found[done.key] = done
            if len(found) == 6:
                cluster.kill(third)
        assert set(found) == {str(number) for number in range(30)}
        assert all(done.error is None for done in found.values())
        gone = "has gone; what it had begun is begun anew elsewhere"
        until_s = time.monotonic() + 60  # the cluster may miss it later than we do
        while not any(gone in words for words in told) and time.monotonic() < until_s:
            time.sleep(0.1)
            executor._next_look_s = 0.0
            executor._look_around()
    assert any(gone in words for words in told)


def test_a_node_without_a_sandbox_is_refused_by_name(cluster: RayCluster, told: list[str]) -> None:
    bare = cluster.add(INAROW_SANDBOX="none")
    try:
        with RayExecutor(cluster.address, sandboxed=True, tell=told.append) as executor:
            wait_for_three(executor)
            states = sorted(node.state for node in executor.nodes if node.state != "gone")
            refused = next(node for node in executor.nodes if node.state == "refused")
            for number in range(6):
                executor.submit(str(number), Task("builtins:abs", (-number,)))
            where = {done.where.partition(", ")[0] for done in executor.results()}
    finally:
        cluster.kill(bare)
    if states != ["refused", "works", "works"]:
        pytest.skip("programs cannot be run safely on this machine")
    assert refused.name not in where
    sentence = f"{refused.name} gets no work: programs of others cannot be run safely there"
    assert any(words.startswith(sentence) for words in told)


def test_where_nobody_listens_there_is_no_cluster(capfd: Any, tmp_path: Path) -> None:
    (tmp_path / "positions.txt").write_text("4455\n")
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # and does not listen
        address = f"ray://127.0.0.1:{held.getsockname()[1]}"
        assert main(["solve", str(tmp_path / "positions.txt"), "--on", address]) == 2
    sentence = f"inarow solve: there is no cluster at '{address}': Connection refused\n"
    assert capfd.readouterr() == ("", sentence)


def test_words_that_are_no_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    assert address_of("ray") is None
    ports = ("", ":", ":x", ":0", ":-1", ":65536")
    for word in ("local", "ray://", "ray://:1", *(f"ray://host{port}" for port in ports)):
        with pytest.raises(UserError, match=f"--on '{word}' is neither ray nor ray://HOST:PORT"):
            address_of(word)

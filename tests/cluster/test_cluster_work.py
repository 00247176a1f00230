"""Work on a real cluster, over one connection: all of it comes, and comes out the same, whatever
happens to workers."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inarow import Game, Position
from inarow.cli import main
from inarow.executor import LocalExecutor, Shared, Task, TaskError, TaskResult, WorkerLostError

pytest.importorskip("ray", reason="Ray is not installed: pip install 'inarow[ray]'")

from inarow.cluster.ray_executor import RayExecutor

pytestmark = pytest.mark.process
DATA = Path(__file__).parents[1] / "data" / "connect4-positions"
BLOCK = "inarow.makers.book:solve_block"


def by_key(found: Iterator[TaskResult]) -> dict[str, TaskResult]:
    return {done.key: done for done in found if done.last}


def test_results_are_those_of_this_machine(cluster_executor: RayExecutor) -> None:
    assert cluster_executor.width == 2
    positions = [Position(Game()).after("4444416353").play(col) for col in (0, 1, 2, 4)]
    tasks = {
        "block": Task(BLOCK, (Game(), 1.0, None, positions)),
        "zero": Task("operator:truediv", (1, 0)),
        "user": Task("inarow.text:require_range", ("depth", 0, 1)),
        "no value": Task("threading:Lock"),
        **{str(number): Task("builtins:pow", (number, 2)) for number in range(20)},
    }
    parts: dict[str, list[Any]] = {"ray": [], "here": []}
    found: dict[str, dict[str, TaskResult]] = {}
    with LocalExecutor(1) as local:
        for name, home in (("ray", cluster_executor), ("here", local)):
            for key, task in tasks.items():
                home.submit(key, task)
            with pytest.raises(ValueError, match="'block' is under way"):
                home.submit("block", tasks["block"])
            found[name] = {}
            for done in home.results():
                if done.value is not None and not done.last:
                    parts[name] += done.value[1]
                found[name][done.key] = done
    assert parts["ray"] == parts["here"] and len(parts["ray"]) == 4
    for key in tasks:
        ray, here = found["ray"][key], found["here"][key]
        assert ray.value == here.value
        assert type(ray.error) is type(here.error)
    assert isinstance(found["ray"]["no value"].error, TaskError)
    assert str(found["ray"]["user"].error) == "depth is 0, expected 1 or more"
    machines = {done.where.partition(", ")[0] for done in found["ray"].values()}
    assert len(machines) == 2


def test_what_tasks_share_is_sent_once(cluster_executor: RayExecutor) -> None:
    big = Shared(b"x" * 300_000)
    before = len(cluster_executor._put)
    for number in range(6):
        cluster_executor.submit(str(number), Task("builtins:getattr", (big, "value")))
    assert {done.value for done in cluster_executor.results()} == {big.value}
    assert len(cluster_executor._put) == before + 1


def test_a_task_that_kills_its_worker_is_a_fault_and_the_rest_goes_on(
    cluster_executor: RayExecutor,
) -> None:
    cluster_executor.submit("bad", Task("os:_exit", (7,)))
    cluster_executor.submit("signal", Task("signal:raise_signal", (signal.SIGKILL,)))
    for number in range(6):
        cluster_executor.submit(str(number), Task("builtins:abs", (-number,)))
    found = by_key(cluster_executor.results())
    assert [found[str(number)].value for number in range(6)] == list(range(6))
    for key in ("bad", "signal"):
        assert isinstance(found[key].error, WorkerLostError)
        assert "its worker was lost, 3 times" in str(found[key].error)


def test_what_is_cancelled_never_comes(cluster_executor: RayExecutor) -> None:
    for key in ("endless", "endless too", "waiting"):
        cluster_executor.submit(key, Task("time:sleep", (1000,)))
    cluster_executor.submit("short", Task("builtins:abs", (1,)))
    for key in ("waiting", "endless", "endless too", "unknown"):
        cluster_executor.cancel(key)
    assert list(by_key(cluster_executor.results())) == ["short"]


def test_solve_writes_the_same(connected: str, tmp_path: Path, capfd: Any) -> None:
    rows = (DATA / "Test_L3_R1.txt").read_text().splitlines()[:150]
    file = tmp_path / "positions.txt"
    file.write_text("".join(f"{row.split()[0]}\n" for row in rows) + "4455x\n")
    said = []
    for words in ([], ["--cluster", connected]):
        assert main(["solve", f"@{file}", *words]) == 2
        shown = capfd.readouterr()
        said.append(([line.rsplit(" ", 1)[0] for line in shown.out.splitlines()], shown.err))
    assert said[0] == said[1] and len(said[0][0]) == 150


def test_a_book_is_the_same(connected: str, tmp_path: Path) -> None:
    for name, words in (("here", []), ("there", ["--cluster", connected])):
        build = ["dev", "book", "build", "--game", "connect4:5x4", "--ply", "4"]
        assert main([*build, "--out", str(tmp_path / name), *words]) == 0
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()

"""Work that is handed out comes back, whatever a worker does."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from inarow.errors import UserError
from inarow.executor import LocalExecutor, Task, TaskError, TaskResult, WorkerLostError

pytestmark = pytest.mark.process


def by_key(executor: LocalExecutor) -> dict[str, TaskResult]:
    return {done.key: done for done in executor.results()}


def test_all_results_come_and_more_may_be_asked_for_meanwhile() -> None:
    with LocalExecutor(2) as executor:
        for number in range(6):
            executor.submit(str(number), Task("builtins:pow", (number, 2)))
        found = {}
        for done in executor.results():
            found[done.key] = done.value
            if done.key == "5":
                executor.submit("late", Task("builtins:pow", (7, 2)))
        assert found == {**{str(n): n * n for n in range(6)}, "late": 49}
        assert list(executor.results()) == []


def test_a_failure_is_a_result() -> None:
    with LocalExecutor(1) as executor:
        executor.submit("zero", Task("operator:truediv", (1, 0)))
        executor.submit("user", Task("inarow.text:require_range", ("depth", 0, 1)))
        executor.submit("no value", Task("threading:Lock"))
        executor.submit("fine", Task("builtins:abs", (-1,)))
        found = by_key(executor)
    assert isinstance(found["zero"].error, TaskError)
    assert "ZeroDivisionError" in str(found["zero"].error)
    assert isinstance(found["user"].error, UserError)
    assert str(found["user"].error) == "depth is 0, expected 1 or more"
    assert isinstance(found["no value"].error, TaskError)
    assert found["fine"].value == 1 and "worker 1" in found["fine"].where


def test_a_task_that_kills_its_worker_is_tried_again_and_then_a_fault() -> None:
    with LocalExecutor(2) as executor:
        executor.submit("bad", Task("os:_exit", (7,)))
        executor.submit("signal", Task("signal:raise_signal", (signal.SIGKILL,)))
        for number in range(4):
            executor.submit(str(number), Task("builtins:abs", (-number,)))
        found = by_key(executor)
    assert [found[str(number)].value for number in range(4)] == [0, 1, 2, 3]
    assert isinstance(found["bad"].error, WorkerLostError)
    assert str(found["bad"].error) == "its worker ended with status 7, 3 times"
    assert str(found["signal"].error) == "its worker was ended by signal 9, 3 times"


def counted(most: int) -> Iterator[int]:
    yield from range(most)
    if most > 2:
        raise UserError("too many")


def test_values_that_are_yielded_come_one_by_one() -> None:
    with LocalExecutor(1) as executor:
        executor.submit("two", Task(f"{__name__}:counted", (2,)))
        executor.submit("three", Task(f"{__name__}:counted", (3,)))
        found = [(done.key, done.value, str(done.error), done.last) for done in executor.results()]
    assert found == [
        ("two", 0, "None", False),
        ("two", 1, "None", False),
        ("two", None, "None", True),
        *(("three", number, "None", False) for number in range(3)),
        ("three", None, "too many", True),
    ]


def test_what_is_cancelled_never_comes() -> None:
    with LocalExecutor(1) as executor:
        executor.submit("endless", Task("time:sleep", (1000,)))
        executor.submit("waiting", Task("time:sleep", (1000,)))
        executor.submit("short", Task("builtins:abs", (1,)))
        executor.cancel("waiting")
        executor.cancel("endless")
        executor.cancel("unknown")
        assert list(by_key(executor)) == ["short"]
        executor.submit("endless", Task("builtins:abs", (2,)))
        assert by_key(executor)["endless"].value == 2


def test_poll_returns_what_has_come_and_waits_no_longer_than_it_may() -> None:
    with LocalExecutor(1) as executor:
        assert executor.poll() == [] and executor.poll(1000) == []  # nothing is under way
        executor.submit("three", Task(f"{__name__}:counted", (3,)))
        found: list[TaskResult] = []
        while not found or not found[-1].last:
            found += executor.poll()
        assert [(done.value, done.last) for done in found] == [
            *((number, False) for number in range(3)),
            (None, True),
        ]
        executor.submit("endless", Task("time:sleep", (1000,)))
        for timeout_s in (0.0, 0.05):
            assert executor.poll(timeout_s) == []
        executor.cancel("endless")
        executor.submit("short", Task("builtins:abs", (-1,)))
        assert [done.value for done in executor.poll()] == [1]
        assert executor.poll() == []


def test_result_that_came_is_not_returned_after_its_task_is_cancelled() -> None:
    with LocalExecutor(2) as executor:
        for key in ("one", "other"):
            executor.submit(key, Task("time:sleep", (0.01,)))
        time.sleep(1)
        for done in executor.results():
            executor.cancel("other" if done.key == "one" else "one")
            executor.submit("next", Task("builtins:abs", (-1,)))
            break
        assert [done.key for done in executor.results()] == ["next"]


def test_keys_and_numbers_are_checked() -> None:
    with pytest.raises(UserError, match="jobs is 0"):
        LocalExecutor(0)
    with LocalExecutor(1) as executor:
        executor.submit("a", Task("builtins:abs", (1,)))
        with pytest.raises(ValueError, match="'a' is under way"):
            executor.submit("a", Task("builtins:abs", (1,)))


PARENT = """
import sys
from inarow.executor import LocalExecutor, Task
executor = LocalExecutor(1)
executor.submit("a", Task("os:getpid"))
for done in executor.results():
    print(done.value, flush=True)
executor.submit("b", Task("time:sleep", (1000,)))
print("ready", flush=True)
list(executor.results())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent")
def test_workers_die_with_their_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert parent.stdout.readline() == b"ready\n"
        parent.kill()
    deadline_s = time.monotonic() + 60
    while _alive(worker) and time.monotonic() < deadline_s:
        time.sleep(0.01)
    assert not _alive(worker)


def _alive(pid: int) -> bool:
    """Whether a process runs; one that nobody buried does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


FIRST_PROCESS = """
from inarow.executor import LocalExecutor, Task
with LocalExecutor(1) as executor:
    executor.submit("one", Task("os:getppid"))
    print(*(done.value for done in executor.results()))
"""


def test_the_first_process_of_a_container_has_workers_too() -> None:
    """The number 1 is that of their parent there, and no sign that it has ended."""
    own = ["unshare", "--user", "--map-root-user", "--pid", "--fork"]
    if shutil.which("unshare") is None or subprocess.run([*own, "true"], check=False).returncode:
        pytest.skip("no table of processes of its own here")
    done = subprocess.run(
        [*own, sys.executable, "-c", FIRST_PROCESS], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("1\n", "")

"""No engine, nor anything that one has started, outlives ``inarow coordinate``."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="the system tells who is whose child there"
)
HOSTILE = Path(__file__).parents[1] / "hostile"


def hostile(script: str, *words: str) -> str:
    return " ".join([sys.executable, "-S", str(HOSTILE / f"{script}.py"), *words])


def alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def all_gone(pids: list[int]) -> bool:
    deadline = time.monotonic() + 5
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(alive, pids))


def test_an_engine_that_will_not_leave_is_killed_with_its_children(
    coordinate: Callable[..., Any], tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    words = ["e0", hostile("stays", str(pids)), "e1", hostile("polite", "01010101")]
    played = json.loads(coordinate(*words, "--json").stdout)
    assert (played["moves"], played["winner"]) == ("0101010", 0)
    assert all_gone([int(pid) for pid in pids.read_text().split()])


@pytest.mark.parametrize(
    ("number", "status", "said"),
    [
        (signal.SIGINT, 130, "inarow coordinate: interrupted, all engines were ended\n"),
        (signal.SIGTERM, 143, ""),
        (signal.SIGHUP, 129, ""),
        (signal.SIGKILL, -signal.SIGKILL, ""),
    ],
)
def test_an_interrupted_game_leaves_no_engine_behind(
    command: Callable[[str], str], tmp_path: Path, number: int, status: int, said: str
) -> None:
    pids = tmp_path / "pids"
    words = ["e0", hostile("late"), "e1", hostile("stays", str(pids))]
    process = subprocess.Popen(
        [command("inarow"), "coordinate", *words], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 20
    while not (pids.exists() and pids.read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.1)
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err.decode()) == (status, said)
    assert all_gone([int(pid) for pid in pids.read_text().split()])

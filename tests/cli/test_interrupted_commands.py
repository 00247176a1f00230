"""Ctrl-C at any early moment ends every command soon, without a traceback and without a crash."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from inarow.cli.parser import load
from proofs import PROOFS

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="CPU times are read there"),
]

EMPTY = ",".join(["......."] * 6)
COMMANDS: dict[str, tuple[str, str]] = {
    # Name: the words of the command, and what it reads.
    "analyse": ("inarow analyse --no-book", ""),
    "analyse, two threads": ("inarow analyse --no-book --threads 2", ""),
    "analyse maxconnect4": ("inarow analyse --game maxconnect4 21", ""),
    "analyse gomoku": ("inarow analyse --game gomoku --time 60s 8.8,8.9,7.8", ""),
    "analyse connect6": ("inarow analyse --game connect6 --time 60s 10.10", ""),
    "solve": ("inarow solve --no-book", "\n"),
    "solve --jobs": ("inarow solve --no-book --jobs 2", "\n"),
    "solve --all": ("inarow solve --all --no-book", "\n"),
    "solve maxconnect4": (
        "inarow solve --game maxconnect4",
        "0000000/0000000/0000000/0000000/0012000/0001200 1\n",
    ),
    "prove": ("inarow prove maxconnect4 --table-mb 16", ""),
    "prove, large table": ("inarow prove maxconnect4", ""),
    "prove, journal": ("inarow prove maxconnect4 --table-mb 16 --checkpoint journal", ""),
    "prove --check": (f"inarow prove --check {PROOFS}/maxconnect4-7x6", ""),
    "book build": ("inarow dev book build --ply 12 --jobs 2 --out some.book", ""),
    "book verify": ("inarow dev book verify --sample 5000 --jobs 2", ""),
    "policy build": ("inarow dev policy --out some.policy", ""),
    "play --watch": ("inarow play --watch --level 8 --game gomoku", ""),
    "play": ("inarow play --first", ""),
    "engine": ("inarow engine", ""),
    "engine at work": ("inarow engine", "position startpos \ngo ftime 900000 stime 900000\n"),
    "engine gomocup": (
        "inarow engine --protocol gomocup",
        "START 15\nINFO timeout_turn 60000\nINFO timeout_match 0\nBEGIN\nTURN 5,5\n",
    ),
    "arena": ("inarow arena run level:7 level:8 --rounds 50", ""),
    "puzzle mine": ("inarow dev puzzles mine some.puzzles --time 60s", ""),
    "strategy walk": ("inarow dev strategy walk", ""),
    "coordinate": ("inarow coordinate e0 inarow", ""),
    "coordinate gomocup": ("inarow coordinate --protocol gomocup e0 inarow", ""),
    "web": ("inarow web --no-open --port 0", ""),
    "bench": ("inarow dev bench", ""),
    "timing": ("inarow timing --depth 30 --cpu-time 300s", ""),
    "timing --python": ("inarow timing --depth 12 --cpu-time 300s --python", ""),
    "tree": ("inarow tree --depth 30", ""),
    "tree of minimax": ("inarow tree --depth 7 --show 7 --algorithm minimax", ""),
    "perft": ("inarow perft 30", ""),
    "perft gomoku": ("inarow perft 8 --game gomoku", ""),
    "export": ("inarow export tournament", ""),
    "ConnectFour": (f"ConnectFour {EMPTY} red A 30", ""),
    "Lab7Part2": ("Lab7Part2", "19\nW\n"),
}

WITH_THREADS = ("prove", "prove, journal", "book build", "book verify", "coordinate", "web")
"""Where something must be ended or saved in good order."""

BEGUN = re.compile(r"^  File \"(?!<)[^\n]*, in main$|sys.exit\(main\(\)\)", re.MULTILINE)
"""What a traceback says once a command of ours has begun; the interpreter's start has a ``main`` of
its own, in ``<frozen site>``."""

STILL_S = 0.5
"""CPU time that a command may use after the signal, in each of up to two threads."""


@pytest.mark.parametrize(
    ("name", "twice"),
    [*((name, False) for name in COMMANDS), *((name, True) for name in WITH_THREADS)],
)
def test_an_interrupt_ends_a_command(
    name: str, command: Callable[[str], str], tmp_path: Path, twice: bool
) -> None:
    words, text = COMMANDS[name]
    program, *arguments = words.split(" ")
    after_s = random.uniform(0.05, 1.2)  # printed if the test fails
    process = subprocess.Popen(
        [command(program), *arguments],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=(tmp_path / "out").open("wb"),
        stderr=(tmp_path / "err").open("wb"),
    )
    assert process.stdin is not None
    process.stdin.write(text.encode())
    process.stdin.flush()
    time.sleep(after_s)
    before_s = cpu_s(process.pid)
    os.kill(process.pid, signal.SIGINT)  # send_signal would ask how it ended
    if twice:  # as people do
        time.sleep(random.uniform(0.001, 0.1))
        os.kill(process.pid, signal.SIGINT)
    status, used_s = ended(process)
    said = (tmp_path / "err").read_text()
    early = (status, said) == (1, "KeyboardInterrupt\n")  # before there is any frame to name
    if early or ("Traceback" in said and not BEGUN.search(said)):
        return  # the interpreter itself was interrupted while it started
    assert "Traceback" not in said and "ignored" not in said, (after_s, said)
    # Whoever is interrupted before the command has begun ends as any program does, and some are
    # done by then.
    done = (0,) if name in ("bench", "export") else ()
    assert status in (130, -signal.SIGINT, *done), (after_s, said)
    if status == 130 and program == "inarow" and said:
        assert f"{load(arguments).name}: interrupted" in said, (after_s, said)
    assert used_s - before_s < 2 * STILL_S, after_s


def cpu_s(pid: int) -> float:
    """What a process, or one that has ended and is not waited for, has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ended(process: subprocess.Popen[bytes]) -> tuple[int, float]:
    """Exit status and CPU time once it has ended, which must not take it long: a busy machine is
    given twenty seconds. Its input stays open."""
    deadline_s = time.monotonic() + 20
    while time.monotonic() < deadline_s:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_utime + usage.ru_stime
        time.sleep(0.01)
    process.kill()
    process.wait()
    raise AssertionError("the command goes on after an interrupt")

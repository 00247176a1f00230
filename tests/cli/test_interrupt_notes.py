"""Ctrl-C on a terminal: a command says what is saved and how to resume."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from inarow.cli.interrupts import Interrupted, interrupt_note, interrupt_text
from inarow.cli.parser import load
from proofs import PROOFS

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="CPU times are read there"),
]

SUITE = """name = "Small"
course = "comp3308"
[[tests]]
name = "quick"
marks = 1
args = [".......,.......,.......,.......,.......,.......", "red", "A", "1"]
expected = "3\\n8\\n"
[[tests]]
name = "slow"
marks = 1
args = [".......,.......,.......,.......,.......,.......", "red", "A", "4"]
expected = "3\\n8\\n"
"""
PROGRAM = """import sys, time
if sys.argv[4] == "4":
    time.sleep(600)
print(3)
print(8)
"""


class Row(NamedTuple):
    words: str
    ready: str
    """A file that must have grown past its first line, ``>TEXT`` of the terminal, or CPU time."""
    note: str
    """A pattern for the whole note."""


NOTHING = "nothing is saved"
SAME = "run the same command again to resume"
COMMANDS = {
    "mark run": Row(
        "mark run --suite suite.toml --no-sandbox --jobs 1 one",
        ">1 of 2 tests",
        f"1 of 2 test results are saved in 'suite.marks.db'; {SAME}",
    ),
    "arena run": Row(
        "arena run level:3 level:4 --rounds 500 --store cup.db",
        ">#",
        rf"\d+ games? (is|are) saved in 'cup.db'; {SAME}",
    ),
    "match": Row(
        "match level:3 level:4 --openings none --games 2000",
        "cpu",
        rf"(A scored \d+.\d% in \d+ pairs? of games|no pair of games was finished), {NOTHING};"
        " with --store FILE a match can be resumed",
    ),
    "match --store": Row(
        "match level:3 level:4 --openings none --games 2000 --store match.db",
        ">games",
        rf"\d+ games? (is|are) saved in 'match.db'; {SAME}",
    ),
    "suite make": Row("suite make comp3308 --seed 7", "cpu", NOTHING),
    "suite check": Row("suite check comp3308 --jobs 1", ">proving", NOTHING),
    "run": Row(
        "run one --no-sandbox --time 300s -- x red A 4",
        ">building and running",
        f"the program was stopped and {NOTHING}",
    ),
    "doctor": Row("doctor", ">trying", NOTHING),
    "dev puzzles mine": Row(
        "dev puzzles mine some.puzzles --time 600s",
        "some.puzzles",
        rf"\d+ puzzles? from \d+ games are saved in 'some.puzzles'; {SAME}",
    ),
    "dev puzzles check": Row("dev puzzles check", "cpu", NOTHING),
    "prove": Row(
        "prove maxconnect4 --table-mb 16",
        "cpu",
        f"{NOTHING}; with --checkpoint FILE an interrupted proof can be resumed",
    ),
    "prove --checkpoint": Row(
        "prove maxconnect4 --table-mb 16 --checkpoint journal",
        "journal",
        rf"\d+ bounds? saved in 'journal'; {SAME}",
    ),
    "prove --check": Row(f"prove --check {PROOFS}/maxconnect4-7x6", "cpu", NOTHING),
    "dev book build": Row(
        "dev book build --game connect4:6x5 --ply 12 --out some.book",
        "some.book.checkpoint",
        rf"\d+ of \d+ positions are saved in 'some.book.checkpoint'; {SAME}",
    ),
    "dev book verify": Row("dev book verify --sample 5000", "cpu", NOTHING),
    "dev policy": Row(
        "dev policy --out some.policy",
        "some.policy.checkpoint.1",
        "the moves found so far are saved in 'some.policy.checkpoint.1' and"
        f" 'some.policy.checkpoint.2'; {SAME}",
    ),
    "dev strategy walk": Row(
        "dev strategy walk",
        "cpu",
        f"{NOTHING}; with --checkpoint FILE an interrupted walk can be resumed",
    ),
    "dev strategy walk --checkpoint": Row(
        "dev strategy walk --checkpoint journal",
        "journal",
        rf"\d+ proven ends are saved in 'journal'; {SAME}",
    ),
    "dev strategy check": Row(f"dev strategy check {PROOFS}/maxconnect4-7x6", "cpu", NOTHING),
    "timing": Row(
        "timing --depth 30 --cpu-time 300s", "cpu", "only the searches above were measured"
    ),
    "perft": Row("perft 30", ">Counting to depth 30; Ctrl-C to stop", NOTHING),
    "tree": Row("tree --depth 30", "cpu", NOTHING),
    "solve": Row("solve --no-book", "cpu", "0 lines answered; continue from line 1"),
    "analyse": Row("analyse --no-book", "cpu", f"{NOTHING}; --time TIME limits the search"),
    "play": Row("play --first --save game.json", ">Your move", "the game so far is saved in .*"),
    "why": Row("why --program one --no-sandbox", ">question 1", NOTHING),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_interrupted_command_says_what_is_saved(
    name: str, command: Callable[[str], str], tmp_path: Path
) -> None:
    row = COMMANDS[name]
    (tmp_path / "suite.toml").write_text(SUITE)
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "ConnectFour.py").write_text(PROGRAM)
    master, terminal = pty.openpty()
    process = subprocess.Popen(
        [command("inarow"), *row.words.split(" ")],
        cwd=tmp_path,
        stdin=terminal if name == "play" else subprocess.PIPE,
        stdout=terminal if name == "play" else (tmp_path / "out").open("wb"),
        stderr=terminal,
        env={**os.environ, "TERM": "xterm"},  # where tables can be written over
    )
    os.close(terminal)
    os.set_blocking(master, False)
    try:
        if process.stdin is not None:
            process.stdin.write(b"\n")
            process.stdin.close()
        shown = wait_until_ready(row.ready, process, master, tmp_path)
        process.send_signal(signal.SIGINT)
        status = process.wait(timeout=60)
    finally:
        process.kill()
        process.wait()
    shown += read(master)
    os.close(master)
    assert status == 130, shown
    last = shown.rstrip().splitlines()[-1].rpartition("\x1b[2K")[2]
    name = load(row.words.split(" ")).name
    assert re.fullmatch(rf"{name}: interrupted; {row.note}", last), shown


def wait_until_ready(
    ready: str, process: subprocess.Popen[bytes], master: int, folder: Path
) -> str:
    """Returns what the terminal showed until the command was at work."""
    shown = ""
    deadline_s = time.monotonic() + 240  # a guard against a hang
    while process.poll() is None and time.monotonic() < deadline_s:
        shown += read(master)
        if ready == "cpu":
            done = cpu_s(process.pid) > 1.0
        elif ready.startswith(">"):
            done = ready[1:] in shown
        else:
            path = folder / ready
            done = path.exists() and path.read_bytes().count(b"\n") > 1
        if done:
            return shown
        time.sleep(0.02)
    raise AssertionError(f"the command ended with {process.poll()} before it was ready: {shown}")


def cpu_s(pid: int) -> float:
    """CPU time of a process and of its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{pid}/task/{pid}/children")
    below = children.read_text().split() if children.exists() else []
    total = own
    for child in below:
        try:
            total += cpu_s(int(child))
        except OSError:  # it has ended
            continue
    return total


def read(master: int) -> str:
    """Returns what the terminal holds."""
    data = b""
    try:
        while chunk := os.read(master, 65536):
            data += chunk
    except OSError:  # nothing more, or nobody writes there any more
        pass
    return data.decode(errors="replace")


def test_innermost_note_is_kept() -> None:
    with (
        pytest.raises(Interrupted) as caught,
        interrupt_note("outer"),
        interrupt_note(lambda: "inner"),
    ):
        raise KeyboardInterrupt
    assert interrupt_text(caught.value) == "interrupted; inner"
    assert interrupt_text(KeyboardInterrupt()) == "interrupted"

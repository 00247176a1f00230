"""The launcher's life: it ends with its referee, leaves nothing, and is started anew."""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from benchmarks.killed_referee import leftovers
from inarow.errors import UserError
from inarow.players.seat import Effort, ForfeitError, RefereeFaultError
from inarow.protocols.dialogue import EngineEndedError
from inarow.record import Termination
from inarow.running import launcher as launcher_module
from inarow.running.clock import Stopwatch
from inarow.running.conversation import resumed
from inarow.running.launcher import (
    Launcher,
    LauncherError,
    NativeSandbox,
    launcher_of,
    read_report,
)
from inarow.running.program import Launch, RunLimits
from inarow.running.result import RunReport, RunVerdict
from sandboxes import needed
from system_paths import system_python

pytestmark = pytest.mark.process
PYTHON, SEEN = system_python()


@pytest.fixture(params=[1, 2])
def sandbox(request: pytest.FixtureRequest) -> NativeSandbox:
    return needed(request.param)


def launch(code: str, wall_s: float = 60) -> Launch:
    return Launch((PYTHON, "-I", "-c", code), readable=SEEN, limits=RunLimits(wall_s=wall_s))


@pytest.mark.parametrize("moment_s", [0.1, 0.4, 0.8])
def test_nothing_is_left_by_a_referee_that_was_killed(
    sandbox: NativeSandbox, moment_s: float
) -> None:
    assert leftovers(sandbox.tier or 0, moment_s) == []


def test_a_killed_launcher_is_our_fault_and_replaced(sandbox: NativeSandbox) -> None:
    reports: list[RunReport] = []
    waiting = threading.Thread(
        target=lambda: reports.append(sandbox.run(launch("import time; time.sleep(60)")))
    )
    launcher = launcher_of(sandbox.tier or 0)
    children = Path(f"/proc/{launcher.pid}/task/{launcher.pid}/children")
    waiting.start()
    while not children.read_text().split():
        time.sleep(0.01)
    keepers = [int(pid) for pid in children.read_text().split()]
    os.kill(launcher.pid, signal.SIGKILL)
    waiting.join(20)
    assert [report.verdict for report in reports] == [RunVerdict.REFEREE_FAULT]
    until_s = time.monotonic() + 10
    while (alive := [pid for pid in keepers if _lives(pid)]) and time.monotonic() < until_s:
        time.sleep(0.01)
    assert not alive
    launcher._process.wait(10)  # until then it seems to listen
    report = sandbox.run(launch("print(1)"))
    assert report.stdout == b"1\n", report
    assert launcher_of(sandbox.tier or 0).pid != launcher.pid


def test_game_of_killed_launcher_does_not_count(sandbox: NativeSandbox) -> None:
    program = sandbox.start(launch("input()"))
    with (
        pytest.raises(RefereeFaultError, match="the launcher ended before"),
        resumed(program, Stopwatch(program), lambda: Effort(1.0)),
    ):
        os.kill(launcher_of(sandbox.tier or 0).pid, signal.SIGKILL)
        with pytest.raises(EngineEndedError, match="was lost: the launcher ended") as end:
            program.receive(time.monotonic() + 60)
        raise ForfeitError(Termination.CRASH, str(end.value))


def test_report_is_whole_though_a_letter_to_its_sender_was_not_read() -> None:
    """Linux resets a connection that is closed with something unread."""
    ours, theirs = socket.socketpair()
    with ours:
        ours.send(b"F")
        sizes = (2, 0, 0)
        numbers = (3, -1, 0, *(0,) * 5, -1, *(0,) * 3, *sizes)
        theirs.sendall(struct.pack("=c15q", b"R", *numbers) + b"1\n")
        theirs.close()
        heard = read_report(ours)
    assert (heard.ending.exit_code, heard.ending.fault, heard.stdout) == (3, "", b"1\n")


def test_closed_launcher_removes_its_files_however_long_that_takes(
    sandbox: NativeSandbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(launcher_module, "_END_S", 0.1)
    monkeypatch.setattr(launcher_module, "state_folder", lambda: tmp_path / "state")
    launcher = Launcher(sandbox.tier or 0)
    assert len(list(tmp_path.glob("state/*"))) == 1
    os.kill(launcher.pid, signal.SIGSTOP)
    launcher.close()
    os.kill(launcher.pid, signal.SIGCONT)
    assert launcher._process.wait(60) == 0
    assert not list(tmp_path.glob("state/*"))


def test_launcher_serves_while_leftovers_are_removed(
    sandbox: NativeSandbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    left = tmp_path / "state" / "1-1"
    left.mkdir(parents=True)
    (left / "lock").touch()
    os.mkfifo(left / "group")  # whoever reads it waits
    monkeypatch.setattr(launcher_module, "state_folder", lambda: tmp_path / "state")
    monkeypatch.setattr(launcher_module, "_HELLO_S", 30.0)
    launcher = Launcher(sandbox.tier or 0)
    launcher.close()
    assert launcher._process.wait(60) == 0
    assert list(tmp_path.glob("state/*")) == [left]


def _lives(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_many_threads_run_programs_at_once(sandbox: NativeSandbox) -> None:
    answers: dict[int, bytes] = {}

    def run(number: int) -> None:
        answers[number] = sandbox.run(launch(f"print({number})")).stdout

    threads = [threading.Thread(target=run, args=(number,)) for number in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: b"%d\n" % number for number in range(24)}


def test_a_forked_process_has_a_launcher_of_its_own(sandbox: NativeSandbox) -> None:
    code = """
import os, sys
sys.path.insert(0, sys.argv[2])
from inarow.running.launcher import launcher_of
tier = int(sys.argv[1])
first = launcher_of(tier).pid
reader, writer = os.pipe()
if os.fork() == 0:
    os.write(writer, str(launcher_of(tier).pid).encode())
    os._exit(0)
os.wait()
print(first != int(os.read(reader, 20)), launcher_of(tier).pid == first)
"""
    words = [sys.executable, "-c", code, str(sandbox.tier), ""]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n"


def test_what_is_no_request_gets_a_sentence(sandbox: NativeSandbox) -> None:
    launcher = launcher_of(sandbox.tier or 0)
    for message in (b"", b"x", b"qunknown\0", b"M-5\0a/bin/true\0", b"Mmany\0", b"c\0"):
        ours, theirs = socket.socketpair()
        with ours, theirs, open(os.devnull) as nothing:  # noqa: PTH123
            fds = [theirs.fileno(), nothing.fileno()]
            socket.send_fds(launcher._socket, [message or b"\0"], fds)
            theirs.close()
            ours.settimeout(20)
            assert ours.recv(1) == b"R"
    assert launcher.alive


def test_words_that_cannot_be_told_are_refused() -> None:
    with pytest.raises(UserError, match="a word of the command line has a zero byte"):
        Launch(("a\0b",))
    with pytest.raises(UserError, match=r"has 131,\d\d\d bytes, .* at most 131,072"):
        Launch(("program", "x" * 131_000))


def test_last_words_of_a_launcher_that_fails_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "launcher"
    broken.write_text("#!/bin/sh\necho 'no such luck' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr("inarow.running.launcher.PROGRAM", broken)
    with pytest.raises(LauncherError, match="did not start, saying 'no such luck'"):
        Launcher(1)


def test_a_tier_that_is_none_is_refused() -> None:
    with pytest.raises(LauncherError):
        Launcher(7)


@pytest.mark.parametrize("suffix", ["", ", no processes"])
def test_a_crash_says_that_processes_were_refused(
    sandbox: NativeSandbox, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox.launcher, "words", f"one user, memory: group v2{suffix}")
    assert sandbox.launcher.memory == "group v2"
    report = sandbox.run(launch("import os; os.abort()"))
    assert report.verdict is RunVerdict.CRASH
    assert ("that was refused" in report.reason) == bool(suffix), report.reason

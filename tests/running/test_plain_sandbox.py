"""Tier none: a plain process, bounded in time and output, with a verdict. The launcher keeps it, or
a process group where there is no launcher."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from inarow.errors import UserError
from inarow.protocols.dialogue import EngineEndedError
from inarow.running.plain import PlainSandbox
from inarow.running.process import start_engine
from inarow.running.process_usage import pids_below
from inarow.running.program import Launch, RunLimits
from inarow.running.result import RunVerdict
from inarow.running.sandbox import NoSandboxError, Sandbox, choose_sandbox

pytestmark = pytest.mark.process
PYTHON = sys.executable


@pytest.fixture(params=["launcher", "group"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return PlainSandbox() if request.param == "group" else choose_sandbox("none")


def launch(code: str, **limits: float) -> Launch:
    return Launch((PYTHON, "-c", code), limits=RunLimits(**limits))  # type: ignore[arg-type]


def test_a_program_is_run_to_its_end(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "answer.py").write_text("import sys; print(sys.stdin.read()[::-1])")
    report = sandbox.run(Launch((PYTHON, "/box/answer.py"), box=tmp_path), b"abc")
    assert (report.verdict, report.stdout, report.exit_code) == (RunVerdict.OK, b"cba\n", 0)
    assert report.tier is None and report.as_json()["tier"] is None
    assert report.first_line is not None
    assert report.cpu_s > 0 and report.wall_s >= report.first_line.wall_s > 0


def test_a_program_may_lie_in_the_folder_for_temporary_files(sandbox: Sandbox) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        script = Path(name, "script")
        script.write_text("#!/bin/sh\necho $1 | sed s:$TMPDIR:private:\n")
        script.chmod(0o755)
        report = sandbox.run(Launch((str(script), "/tmp/notes")))
    assert (report.verdict, report.stdout) == (RunVerdict.OK, b"private/notes\n"), report


@pytest.mark.parametrize(
    ("code", "limits", "verdict", "reason"),
    [
        ("while True: pass", {"wall_s": 0.3}, "TIMEOUT", "still running after 0.3 s"),
        ("while True: pass", {"cpu_s": 0.2}, "CPU_LIMIT", "of 0.2 s"),
        ("while True: print('x' * 1000)", {"output_kb": 8}, "OUTPUT_LIMIT", "more than 8 kB"),
        ("raise SystemExit(3)", {}, "EXIT_STATUS", "ended with exit status 3"),
        ("import os; os.abort()", {}, "CRASH", "was ended by SIGABRT"),
        ("raise MemoryError", {}, "MEMORY_LIMIT", "512 MB"),
        ("import os; os.close(1); os.close(2)", {}, "OK", ""),
    ],
)
def test_verdicts(
    sandbox: Sandbox, code: str, limits: dict[str, float], verdict: str, reason: str
) -> None:
    report = sandbox.run(launch(code, **limits))
    assert report.verdict is RunVerdict[verdict], report
    assert reason in report.reason
    assert len(report.stdout) <= 64 * 1024


def test_an_interpreter_that_is_not_there_is_our_fault(sandbox: Sandbox) -> None:
    report = sandbox.run(Launch(("/no/such/program",)))
    assert report.verdict is RunVerdict.REFEREE_FAULT
    assert "'/no/such/program' cannot be started: No such file" in report.reason
    with pytest.raises(UserError, match="'/no/such/program' cannot be started"):
        sandbox.start(Launch(("/no/such/program",)))


@pytest.mark.parametrize("size", [3, 200_000])
def test_a_program_on_a_terminal_reads_its_input_and_the_end(sandbox: Sandbox, size: int) -> None:
    given = b"".join(b"%05d\n" % number for number in range(size // 6 + 1))
    code = "import sys; print(len(sys.stdin.read()), len(sys.stdin.read()), sys.stdout.isatty())"
    report = sandbox.run(Launch((PYTHON, "-c", code), terminal=True), given)
    assert (report.verdict, report.stdout) == (RunVerdict.OK, b"%d 0 True\n" % len(given)), report


def test_an_engine_has_paths_and_variables_of_the_host(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENGINE_STYLE", "quiet")
    monkeypatch.setenv("TMPDIR", "/tmp/own")
    (tmp_path / "engine").write_text('#!/bin/sh\necho "$PWD $ENGINE_STYLE $TMPDIR $1"\n')
    (tmp_path / "engine").chmod(0o755)
    engine = start_engine(["./engine", "/tmp/book"])
    reply = engine.receive(time.monotonic() + 20)
    assert reply is not None
    assert reply.text.decode() == f"{tmp_path.resolve()} quiet /tmp/own /tmp/book"
    assert engine.stop(20)


@pytest.mark.parametrize("terminal", [False, True])
def test_a_program_is_asked_again_and_again(sandbox: Sandbox, terminal: bool) -> None:
    code = (
        "while True: print(input()[::-1])"
        if terminal
        else ("while True: print(input()[::-1], flush=True)")
    )
    program = sandbox.start(Launch((PYTHON, "-c", code), terminal=terminal))
    for word in ("one", "two"):
        program.send(word)
        reply = program.receive(time.monotonic() + 20)
        assert reply is not None and reply.text.decode() == word[::-1]
    assert program.usage().cpu_s > 0
    program.freeze()
    program.send("three")
    assert program.receive(time.monotonic() + 0.1) is None
    program.thaw()
    arrival = program.read_bytes(time.monotonic() + 20)
    assert arrival is not None and arrival.data.strip() == b"eerht"
    assert not program.stop(0)
    assert program.report().verdict is RunVerdict.OK
    assert program.report().reason == "stopped by the referee"


def test_the_end_is_told_with_the_last_words() -> None:
    code = "import sys; print('one'); print('why', file=sys.stderr); sys.exit(3)"
    program = choose_sandbox("none").start(launch(code))
    deadline = time.monotonic() + 20
    reply = program.receive(deadline)
    assert reply is not None and reply.text == b"one"
    with pytest.raises(EngineEndedError, match="ended with exit status 3, saying 'why'"):
        program.receive(deadline)
    assert program.stop(1)
    assert program.report().verdict is RunVerdict.EXIT_STATUS


# Starts others, one of them in a session of its own, and tells when it has.
FAMILY = """
import os, subprocess, sys, time
for own in (False, True):
    subprocess.Popen(["sleep", "60"], start_new_session=own)
os.makedirs(os.environ["TMPDIR"] + "/below/deep")
open(os.environ["TMPDIR"] + "/below/file", "w").close()
os.symlink(sys.argv[1], os.environ["TMPDIR"] + "/link")
with open(sys.argv[1] + ".new", "w") as file:
    file.write(os.environ["TMPDIR"])
os.rename(sys.argv[1] + ".new", sys.argv[1])
time.sleep(60)
"""
REFEREE = """
import sys, time
from pathlib import Path
from inarow.running.plain import PlainSandbox
from inarow.running.program import Launch
from inarow.running.sandbox import choose_sandbox

family, mark, way = sys.argv[1:]
words = (sys.executable, "-S", "-c", family, mark)
launch = Launch(words, readable=(Path(mark).parent,))
sandbox = choose_sandbox("none")
if way == "run":
    sandbox.run(launch)
program = sandbox.start(launch)
while not Path(mark).exists():
    time.sleep(0.01)
program.freeze()
Path(mark + ".frozen").touch()
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the system tells who is whose child there")
@pytest.mark.parametrize(("way", "sign"), [("run", ""), ("start", ".frozen")])
def test_nothing_outlives_a_referee_that_is_killed(tmp_path: Path, way: str, sign: str) -> None:
    mark = tmp_path / "mark"
    referee = subprocess.Popen([PYTHON, "-c", REFEREE, FAMILY, str(mark), way])
    deadline = time.monotonic() + 20
    while not Path(f"{mark}{sign}").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    below = pids_below(referee.pid)
    referee.kill()
    referee.wait()
    assert len(below) == 5  # the launcher, the keeper, the program and its two
    deadline = time.monotonic() + 20
    scratch = Path(mark.read_text())
    while (any(map(_lives, below)) or scratch.exists()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(_lives, below))
    assert not scratch.exists() and mark.exists()


def _lives(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_a_flood_does_not_hold_up_whoever_clears_it() -> None:
    program = choose_sandbox("none").start(Launch(("yes",)))
    try:
        for _ in range(3):
            assert program.receive(time.monotonic() + 20) is not None
            program.discard_pending()
            assert not program._lines
    finally:
        program.stop(0)


def test_no_sandbox_is_never_chosen_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INAROW_SANDBOX", "none")
    assert choose_sandbox().tier is None
    monkeypatch.setenv("INAROW_SANDBOX", "3")
    with pytest.raises(UserError, match="INAROW_SANDBOX is '3', and must be 1, 2 or none"):
        choose_sandbox()
    assert issubclass(NoSandboxError, UserError)


def test_limits_are_above_zero() -> None:
    with pytest.raises(UserError, match="limit wall_s is 0, and must be above 0"):
        RunLimits(wall_s=0)

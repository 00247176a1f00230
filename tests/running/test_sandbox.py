"""Tiers 1 and 2: what a program sees, what it may do, and what is told of it."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from inarow.errors import UserError
from inarow.protocols.dialogue import EngineEndedError
from inarow.running.launcher import NativeSandbox
from inarow.running.program import Launch, RunLimits
from inarow.running.result import RunReport, RunVerdict
from inarow.running.sandbox import probe_tier
from system_paths import LIBRARIES, system_python

pytestmark = pytest.mark.process
PYTHON, SEEN = system_python()
needs_tier = {tier: probe_tier(tier).works for tier in (1, 2)}


@pytest.fixture(params=[1, 2])
def sandbox(request: pytest.FixtureRequest) -> NativeSandbox:
    if not needs_tier[request.param]:
        pytest.skip(f"tier {request.param}: {probe_tier(request.param).why}")
    return NativeSandbox(request.param)


def launch(code: str, limits: RunLimits | None = None) -> Launch:
    return Launch(
        (PYTHON, "-I", "-c", code),
        readable=SEEN,
        limits=limits or RunLimits(),
    )


def ran(
    sandbox: NativeSandbox, code: str, stdin: bytes = b"", limits: RunLimits | None = None
) -> RunReport:
    return sandbox.run(launch(code, limits), stdin)


def test_a_program_runs_and_is_measured(sandbox: NativeSandbox) -> None:
    code = "import sys; print(sys.stdin.read()[::-1]); sum(range(10**6))"
    report = ran(sandbox, code, b"abc")
    assert (report.verdict, report.stdout, report.stderr) == (RunVerdict.OK, b"cba\n", b""), report
    assert report.tier == sandbox.tier
    assert report.cpu_s > 0 and report.cpu_s <= report.wall_s * os.cpu_count()  # type: ignore[operator]
    assert report.first_line is not None
    assert 0 < report.first_line.wall_s <= report.wall_s
    assert 0 <= report.stall_s <= report.wall_s and report.peak_mb > 1


def test_who_never_sleeps_waits_whenever_it_does_not_run(sandbox: NativeSandbox) -> None:
    def unexplained_s(code: str) -> float:
        report = ran(sandbox, code)
        return report.wall_s - report.cpu_s - report.stall_s

    # Python sleeps now and then as it starts, for the disk.
    assert any(unexplained_s("sum(range(10**6))") <= 1e-4 for _ in range(5))
    assert unexplained_s("import time; time.sleep(0.2)") >= 0.1  # whoever is woken may wait


@pytest.mark.parametrize(
    ("code", "limits", "verdict", "reason"),
    [
        ("while True: pass", RunLimits(wall_s=0.3), "TIMEOUT", "still running after 0.3 s"),
        ("while True: pass", RunLimits(cpu_s=0.2), "CPU_LIMIT", "of 0.2 s"),
        ("while True: print('x' * 999)", RunLimits(output_kb=8), "OUTPUT_LIMIT", "more than 8 kB"),
        ("raise SystemExit(3)", RunLimits(), "EXIT_STATUS", "ended with exit status 3"),
        ("import os; os.abort()", RunLimits(), "CRASH", "was ended by SIGABRT"),
        ("import os; os.kill(os.getpid(), 15)", RunLimits(), "CRASH", "was ended by SIGTERM"),
        ("import os; os.kill(os.getpid(), 24)", RunLimits(), "CRASH", "was ended by SIGXCPU"),
        ("", RunLimits(memory_mb=4), "MEMORY_LIMIT", "4 MB"),
        ("x = b'x' * (1 << 30)", RunLimits(), "MEMORY_LIMIT", "512 MB"),
        ("import os; os.close(1); os.close(2)", RunLimits(), "OK", ""),
    ],
)
def test_verdicts(
    sandbox: NativeSandbox, code: str, limits: RunLimits, verdict: str, reason: str
) -> None:
    report = ran(sandbox, code, limits=limits)
    assert report.verdict is RunVerdict[verdict], report
    assert reason in report.reason
    assert len(report.stdout) <= 64 * 1024 and report.truncated == (verdict == "OUTPUT_LIMIT")


def test_long_standard_input_arrives_whole(sandbox: NativeSandbox) -> None:
    code = "import sys, zlib; print(zlib.crc32(sys.stdin.buffer.read()))"
    data = bytes(range(256)) * 4096
    assert ran(sandbox, code, data).stdout == b"%d\n" % zlib.crc32(data)


def test_an_interpreter_that_is_not_there_is_our_fault(sandbox: NativeSandbox) -> None:
    missing = Launch(("/no/such/program",), readable=SEEN)
    report = sandbox.run(missing)
    assert report.verdict is RunVerdict.REFEREE_FAULT
    assert "'/no/such/program' cannot be started: No such file" in report.reason
    with pytest.raises(UserError, match="'/no/such/program' cannot be started"):
        sandbox.start(missing)


def test_a_program_whose_own_data_do_not_fit_is_short_of_memory(
    sandbox: NativeSandbox, tmp_path: Path
) -> None:
    source = "static char table[1 << 30];\nint main(void) { return table[1 << 20]; }\n"
    build = ["gcc", "-x", "c", "-", "-o", str(tmp_path / "main")]
    subprocess.run(build, input=source.encode(), check=True)
    tmp_path.chmod(0o755)
    for words in (("/box/main",), ("./main",)):
        launch = Launch(words, box=tmp_path, readable=LIBRARIES)
        report = sandbox.run(launch)
        assert report.verdict is RunVerdict.MEMORY_LIMIT, report
        enough = RunLimits(memory_mb=1100)
        assert sandbox.run(replace(launch, limits=enough)).verdict is RunVerdict.OK


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody can enter, as those of tests cannot."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_an_interpreter_of_ours_has_a_name_of_its_own(
    sandbox: NativeSandbox, open_folder: Path
) -> None:
    (open_folder / "here.py").write_text(
        "import os; print(__file__, os.environ['X'], os.path.isfile(__file__))\n"
        "try: os.remove(__file__)\n"
        "except OSError: print('kept')\n"
    )
    report = sandbox.run(
        Launch(
            (PYTHON, "-I", "/python/here.py"),
            readable=SEEN,
            interpreter=open_folder,
            environment={"X": "/python/lib"},
        )
    )
    place = "/python" if sandbox.tier == 1 else str(open_folder)
    assert report.stdout.decode() == f"{place}/here.py {place}/lib True\nkept\n", report


def test_the_box_is_read_only_and_the_work_comes_back(
    sandbox: NativeSandbox, tmp_path: Path
) -> None:
    box, work = tmp_path / "box", tmp_path / "work"
    box.mkdir()
    work.mkdir()
    box.chmod(0o755)
    (box / "main.py").write_text(
        "import os, pathlib\\n"
        "print(pathlib.Path('input.txt').read_text())\\n"
        "pathlib.Path('output.txt').write_text('done')\\n"
        "os.symlink('/etc/passwd', 'link'); os.mkfifo('fifo')\\n"
        "for path in (__file__, '/box/new', '/new', '/usr/new', '/etc/passwd'):\\n"
        "    try: open(path, 'w')\\n"
        "    except OSError: print('refused')\\n".replace("\\n", "\n")
    )
    (work / "input.txt").write_text("given")
    report = sandbox.run(
        Launch((PYTHON, "-I", "/box/main.py"), box=box, workdir=work, readable=SEEN)
    )
    assert report.stdout == b"given\n" + b"refused\n" * 5, report
    assert sorted(path.name for path in work.iterdir()) == ["input.txt", "output.txt"]
    assert (work / "output.txt").read_text() == "done"


@pytest.mark.parametrize("terminal", [False, True])
def test_a_program_is_asked_frozen_and_stopped(sandbox: NativeSandbox, terminal: bool) -> None:
    flush = "" if terminal else ", flush=True"
    code = f"while True: print(input()[::-1]{flush})"
    program = sandbox.start(Launch((PYTHON, "-I", "-c", code), readable=SEEN, terminal=terminal))
    for word in ("one", "two"):
        program.send(word)
        reply = program.receive(time.monotonic() + 20)
        assert reply is not None and reply.text.decode() == word[::-1]
    assert program.usage().cpu_s > 0 and program.usage().peak_mb > 1
    program.freeze()
    used = program.usage().cpu_s
    program.send("three")
    assert program.receive(time.monotonic() + 0.1) is None
    assert program.usage().cpu_s - used < 0.01
    program.thaw()
    reply = program.receive(time.monotonic() + 20)
    assert reply is not None and reply.text == b"eerht"
    assert not program.stop(0)
    assert program.report().verdict is RunVerdict.OK
    assert program.report().tier == sandbox.tier


def test_one_that_may_start_no_process_is_told_so(sandbox: NativeSandbox) -> None:
    report = ran(sandbox, "import os; os.fork()", limits=RunLimits(processes=1))
    assert report.verdict is RunVerdict.CRASH and b"Operation not permitted" in report.stderr


# Each tries to run on while it is frozen, and says how far it has come.
RESTLESS = {
    "alone": "",
    "its child": "if os.fork() > 0: time.sleep(60)\n",
    "children that resume each other": (
        "me = os.getpid()\n"
        "if os.fork() == 0:\n"
        "    while True:\n"
        "        try: os.kill(me, signal.SIGCONT)\n"
        "        except PermissionError: time.sleep(60)\n"
    ),
    "by a timer": (
        "import ctypes\n"
        "c, timer = ctypes.CDLL(None), ctypes.c_void_p()\n"
        "event = (ctypes.c_long * 8)(0, signal.SIGCONT)\n"
        "if c.timer_create(1, event, ctypes.byref(timer)) == 0:\n"
        "    c.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 1000000, 0, 1000000), None)\n"
    ),
}


@pytest.mark.parametrize("trick", RESTLESS)
def test_nothing_of_a_frozen_program_runs(sandbox: NativeSandbox, trick: str) -> None:
    code = f"import os, signal, time\n{RESTLESS[trick]}print('on', flush=True)\nwhile True: pass"
    program = sandbox.start(launch(code, RunLimits(wall_s=None)))
    try:
        assert program.receive(time.monotonic() + 20) is not None
        program.freeze()
        time.sleep(0.05)
        before_s = program.usage().cpu_s
        time.sleep(0.3)
        assert program.usage().cpu_s - before_s < 0.02
        program.thaw()
        until_s = time.monotonic() + 20
        while program.usage().cpu_s - before_s < 0.05 and time.monotonic() < until_s:
            time.sleep(0.01)
        assert program.usage().cpu_s - before_s >= 0.05
    finally:
        program.stop(0)


@pytest.mark.parametrize("wait", ["for child in range(4): os.wait()", "os.close(w); os.read(r, 1)"])
def test_the_time_of_all_processes_counts(sandbox: NativeSandbox, wait: str) -> None:
    code = (
        "import os, time\n"
        "r, w = os.pipe()\n"
        "for child in range(4):\n"
        "    if os.fork() == 0:\n"
        "        while time.process_time() < 0.1: pass\n"
        "        os._exit(0)\n"
        f"{wait}\n"
        "print('done', flush=True)\n"
        "input()"
    )
    program = sandbox.start(launch(code, RunLimits(wall_s=None)))
    assert program.receive(time.monotonic() + 30) is not None
    used_s = program.usage().cpu_s
    program.stop(1)
    assert 0.35 < used_s < 0.9 and 0.35 < program.report().cpu_s < 0.9


def test_a_program_that_may_fork_is_frozen_as_a_whole(sandbox: NativeSandbox) -> None:
    code = (
        "import os, time\n"
        "if os.fork() == 0:\n"
        "    while True: print('x', flush=True); time.sleep(0.01)\n"
        "time.sleep(60)"
    )
    program = sandbox.start(
        Launch((PYTHON, "-I", "-c", code), readable=SEEN, limits=RunLimits(processes=2))
    )
    assert program.receive(time.monotonic() + 20) is not None
    program.freeze()
    while program.receive(time.monotonic() + 0.2) is not None:
        pass
    program.thaw()
    assert program.receive(time.monotonic() + 20) is not None
    program.stop(0)


def test_what_the_pipe_does_not_take_at_once_is_sent_later(sandbox: NativeSandbox) -> None:
    code = "import time; time.sleep(0.2)\nfor n in range(3): print(len(input()), flush=True)"
    program = sandbox.start(launch(code))
    for length in (200_000, 5, 300_000):
        program.send("x" * length)
    for length in (200_000, 5, 300_000):
        reply = program.receive(time.monotonic() + 20)
        assert reply is not None and int(reply.text) == length
    program.stop(1)


def test_the_end_is_told_with_the_last_words(sandbox: NativeSandbox) -> None:
    code = "import sys; print('one'); print('why', file=sys.stderr); sys.exit(3)"
    program = sandbox.start(launch(code))
    deadline = time.monotonic() + 20
    reply = program.receive(deadline)
    assert reply is not None and reply.text == b"one"
    with pytest.raises(EngineEndedError, match="ended with exit status 3, saying 'why'"):
        program.receive(deadline)
    assert program.stop(1)
    assert program.report().verdict is RunVerdict.EXIT_STATUS


def test_a_build_may_start_tools_and_make_a_program(sandbox: NativeSandbox, tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text('#include <stdio.h>\nint main(void) { puts("built"); }\n')
    tools = (Path("/usr/bin"), Path("/usr/lib"), Path("/usr/include"), *LIBRARIES)
    words = ("/usr/bin/gcc", "-o", "main", "main.c")
    limits = RunLimits(memory_mb=1024)
    build = Launch(words, workdir=tmp_path, readable=tools, limits=limits, profile="build")
    report = sandbox.run(build)
    assert report.verdict is RunVerdict.OK, report
    tmp_path.chmod(0o755)
    report = sandbox.run(Launch(("/box/main",), box=tmp_path, readable=LIBRARIES))
    assert report.stdout == b"built\n", report


def test_no_descriptor_is_lost(sandbox: NativeSandbox) -> None:
    def opened() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    ran(sandbox, "pass")
    before = opened()
    for _ in range(20):
        ran(sandbox, "pass", b"x")
        program = sandbox.start(launch("print(1)"))
        program.receive(time.monotonic() + 20)
        program.stop(0)
    assert opened() == before

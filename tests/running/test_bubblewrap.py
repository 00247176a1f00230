"""Tier 1 by bubblewrap: the same to a program and to us as by our own launcher."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from inarow.running import probe
from inarow.running.launch import Launch
from inarow.running.launcher import LauncherError
from inarow.running.native_sandbox import NativeSandbox
from inarow.running.outcome import RunVerdict
from inarow.running.run_limits import RunLimits
from sandboxes import bubblewrap
from system_paths import LIBRARIES, system_python

pytestmark = pytest.mark.process
PYTHON, SEEN = system_python()


@pytest.fixture
def sandbox() -> NativeSandbox:
    return bubblewrap()


def test_a_program_runs_and_is_measured(sandbox: NativeSandbox) -> None:
    code = "import os, sys; print(sys.stdin.read(), os.listdir('/tmp'), os.getpid())"
    report = sandbox.run(Launch((PYTHON, "-I", "-c", code), readable=SEEN), b"given")
    assert (report.verdict, report.stdout) == (RunVerdict.OK, b"given [] 2\n"), report
    assert report.tier == 1 and report.cpu_s > 0 and report.peak_mb > 1


def test_an_interpreter_of_ours_has_a_name_of_its_own(
    sandbox: NativeSandbox, tmp_path: Path
) -> None:
    (tmp_path / "here.py").write_text("import os; print(__file__, os.listdir('/tmp'))\n")
    tmp_path.chmod(0o755)
    words = (PYTHON, "-I", "/python/here.py")
    report = sandbox.run(Launch(words, readable=SEEN, interpreter=tmp_path))
    assert report.stdout == b"/python/here.py []\n", report


def test_a_build_works_in_its_folder(sandbox: NativeSandbox, tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text('#include <stdio.h>\nint main(void) { puts("built"); }\n')
    tools = (Path("/usr/bin"), Path("/usr/lib"), Path("/usr/include"), *LIBRARIES)
    report = sandbox.run(
        Launch(
            ("/usr/bin/gcc", "-o", "main", "main.c"),
            workdir=tmp_path,
            readable=tools,
            limits=RunLimits(memory_mb=1024, wall_s=60),
            profile="build",
        )
    )
    assert report.verdict is RunVerdict.OK, report
    tmp_path.chmod(0o755)
    report = sandbox.run(Launch(("/box/main",), box=tmp_path, readable=LIBRARIES))
    assert report.stdout == b"built\n", report


def test_a_program_is_asked_frozen_and_stopped(sandbox: NativeSandbox) -> None:
    code = "while True: print(input()[::-1], flush=True)"
    program = sandbox.start(Launch((PYTHON, "-I", "-c", code), readable=SEEN))
    program.send("one")
    reply = program.receive(time.monotonic() + 20)
    assert reply is not None and reply.text == b"eno"
    program.freeze()
    program.send("two")
    assert program.receive(time.monotonic() + 0.1) is None
    program.thaw()
    reply = program.receive(time.monotonic() + 20)
    assert reply is not None and reply.text == b"owt"
    assert not program.stop(0)


def test_it_is_chosen_where_our_launcher_cannot(
    sandbox: NativeSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refused(NativeSandbox):
        """As where users may make no namespaces, save through bubblewrap."""

        @property
        def launcher(self):  # type: ignore[no-untyped-def]
            if not self._bubblewrap:
                raise LauncherError("user namespace: Operation not permitted")
            return super().launcher

    monkeypatch.setattr(probe, "NativeSandbox", Refused)
    monkeypatch.setattr(probe, "_is_root", lambda: False)
    found = probe.probed.__wrapped__(1)
    assert found.works and "by bubblewrap" in found.why
    monkeypatch.setattr(probe, "_is_root", lambda: True)
    found = probe.probed.__wrapped__(1)
    assert not found.works and found.why == "user namespace: Operation not permitted"

"""Hostile programs at run time: in each tier the verdict is the expected one, nothing escapes,
nothing of the host is seen, nobody survives and no descriptor is lost."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hostile_deeds import DEEDS, Deed
from inarow._core import CpuWait
from inarow.running.build import build
from inarow.running.build_rules import guess_program
from inarow.running.intake import load_submission
from inarow.running.languages.language import MissingTool, Tool
from inarow.running.launcher import NativeSandbox
from inarow.running.program import Program
from inarow.running.result import RunReport, RunVerdict
from inarow.running.toolchain import Toolchain
from sandboxes import needed, sandbox_of

pytestmark = pytest.mark.process

SOURCES = Path(__file__).parent / "at_run_time"
SECRET = "the-key-of-the-marker"
TOOLS = {"c": "gcc", "cpp": "g++", "python": "python", "java": "javac", "octave": "octave"}
_ENDINGS = {"cpp": "cpp", "python": "py", "java": "java", "octave": "m"}


class Bench:
    """The hostile programs, each built when it is first asked for, and what they must not read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._toolchain = Toolchain()
        self._programs: dict[str, Program] = {}
        self.key = folder / "key.txt"
        self.key.write_text(SECRET)
        self.key.chmod(0o644)
        self.other = folder / "other"
        self.other.mkdir()
        (self.other / "ConnectFour.py").write_text(SECRET)

    def program(self, language: str) -> Program:
        tool = self._toolchain.tool(TOOLS[language])
        if isinstance(tool, MissingTool):
            pytest.skip(tool.reason)
        if language not in self._programs:
            self._programs[language] = (
                _compiled(self._folder, tool) if language == "c" else self._built(language)
            )
        return self._programs[language]

    def _built(self, language: str) -> Program:
        name = "Hostile" if language == "java" else "hostile"
        submission = load_submission(SOURCES / f"{name}.{_ENDINGS[language]}")
        sandbox = sandbox_of(1) or sandbox_of(2)
        assert sandbox is not None
        built = build(submission, guess_program(submission), self._toolchain, sandbox)
        return next(iter(built.programs.values()))


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("hostile"))


def _compiled(folder: Path, gcc: Tool) -> Program:
    """Three C sources as one program, built outside of any sandbox."""
    box = folder / "box"
    box.mkdir()
    sources = sorted(SOURCES.glob("*.c"))
    subprocess.run([gcc.command[0], "-pthread", "-o", box / "hostile", *sources], check=True)
    folder.chmod(0o755)
    box.chmod(0o755)
    return Program("hostile", ("/box/hostile", "{args}"), box, gcc.runtime)


@pytest.fixture
def sandbox(request: pytest.FixtureRequest) -> NativeSandbox:
    return needed(int(request.param))


CASES = [pytest.param(name, deed, id=f"{name}-{deed}") for deed in DEEDS for name in ("1", "2")]


@pytest.fixture
def nothing_is_left(sandbox: NativeSandbox) -> Iterator[None]:
    """No process below the launcher, no descriptor more, here and there."""
    launcher = sandbox.launcher
    CpuWait(os.getpid(), os.getppid())  # opens /proc once in the life of a process
    before = (_descriptors(os.getpid()), _descriptors(launcher.pid))
    yield
    until_s = time.monotonic() + 10
    while (left := _children(launcher.pid)) and time.monotonic() < until_s:
        time.sleep(0.002)
    assert not left, "somebody survived"
    ours, theirs = _descriptors(os.getpid()), _descriptors(launcher.pid)
    assert ours <= before[0], "a descriptor of ours was lost"
    # The launcher may keep what it has learned to see: a view, and the five files of a group for
    # one more at once.
    assert len(theirs - before[1]) <= 6, "descriptors of the launcher were lost"


def _descriptors(pid: int) -> set[str]:
    return {path.name for path in Path(f"/proc/{pid}/fd").iterdir()}


def _children(pid: int) -> str:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().strip()


def _ran(deed: Deed, bench: Bench, sandbox: NativeSandbox) -> RunReport:
    program = bench.program(deed.language)
    words = [word.format(key=bench.key, other=bench.other, me=os.getpid()) for word in deed.words]
    launch = program.launch([deed.name, *words], deed.limits)
    return sandbox.run(replace(launch, terminal=deed.terminal))


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize(("sandbox", "deed"), CASES, indirect=["sandbox"])
def test_a_hostile_program_gets_its_verdict_and_nothing_else(
    deed: Deed, bench: Bench, sandbox: NativeSandbox
) -> None:
    for _ in range(deed.times):
        # What memory a deed keeps is told by what the machine lacks. Others on the machine may take
        # as much at the same time, but not each time.
        for _ in range(3):
            report = _ran(deed, bench, sandbox)
            text = report.stdout.decode(errors="replace") + report.stderr.decode(errors="replace")
            if not re.search(r"^ESCAPED: .* keeps \d+ MB$", text, re.M):
                break
        assert report.verdict.name in deed.verdicts, report
        assert "ESCAPED" not in text and SECRET not in text, text
        assert "no such deed" not in text and report.exit_code != 99
        assert deed.says in text, text
        assert deed.signal in ("", report.signal), report
        assert report.tier == sandbox.tier
        limits = deed.limits
        assert len(report.stdout) <= limits.output_kb << 10
        assert len(report.stderr) <= limits.output_kb << 10
        if sandbox.tier == 1:
            told = text.replace(str(bench.key), "").replace(str(bench.other), "")
            assert str(bench.key.parent) not in told
    assert bench.key.read_text() == SECRET


def test_there_are_enough_of_them() -> None:
    assert len(DEEDS) >= 90 and len({(deed.language, deed.name) for deed in DEEDS}) == len(DEEDS)


@pytest.mark.parametrize("sandbox", ["1", "2"], indirect=True)
def test_an_answer_before_the_crime_is_kept(bench: Bench, sandbox: NativeSandbox) -> None:
    deed = next(deed for deed in DEEDS if deed.name == "answer_then_spin")
    report = _ran(deed, bench, sandbox)
    assert report.verdict is RunVerdict.TIMEOUT and report.stdout == b"3\n"
    assert report.first_line is not None and report.first_line.wall_s < report.wall_s

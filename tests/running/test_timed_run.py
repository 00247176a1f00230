"""A program that runs once is timed by its limit, whatever the machine's load."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inarow.cli import run_program as trial
from inarow.cli.run_program import RunRequest, run_command
from inarow.course import find_course
from inarow.errors import UserError
from inarow.running.clock import spent_at_line, timed_run
from inarow.running.program import ARGS, Launch, Program, RunLimits
from inarow.running.result import RunReport, RunVerdict, Spent

SECOND = RunLimits(wall_s=1.0)


class Pretended:
    """A sandbox that runs nothing: a program that needs so much CPU time, gets a share of a core
    and sleeps; all limits and launches are kept."""

    tier = 1

    def __init__(
        self, cpu_s: float, share: float = 1.0, sleep_s: float = 0.0, leaves: str = ""
    ) -> None:
        self.cpu_s, self.share, self.sleep_s, self.leaves = cpu_s, share, sleep_s, leaves
        self.launches: list[Launch] = []

    def run(self, launch: Launch, stdin: bytes = b"") -> RunReport:
        """As the launcher does it: stops a program by the time that it has used."""
        self.launches.append(launch)
        limits = launch.limits
        assert limits.used_s is not None
        verdict, used_s = RunVerdict.OK, self.cpu_s + self.sleep_s
        if used_s > limits.used_s:
            verdict, used_s = RunVerdict.TIMEOUT, limits.used_s
        cpu_s = min(self.cpu_s, used_s)
        if limits.cpu_s is not None and cpu_s > limits.cpu_s:
            verdict, used_s = RunVerdict.CPU_LIMIT, used_s - cpu_s + limits.cpu_s
            cpu_s = limits.cpu_s
        if launch.workdir is not None and self.leaves:
            (launch.workdir / launch.argv[-2]).write_text(self.leaves)
        wait_s = cpu_s / self.share - cpu_s
        return RunReport(verdict, "", 0, None, used_s + wait_s, cpu_s, wait_s, tier=1)


def once(sandbox: Pretended) -> Callable[[RunLimits], tuple[RunReport, int]]:
    def run(bounds: RunLimits) -> tuple[RunReport, int]:
        return sandbox.run(Launch(("program",), limits=bounds)), len(sandbox.launches)

    return run


@pytest.mark.parametrize(
    ("cpu_s", "share", "sleep_s", "verdict"),
    [
        (0.6, 1.0, 0.0, "OK"),
        (0.6, 0.25, 0.0, "OK"),
        (0.6, 0.01, 0.3, "OK"),
        (1.04, 0.25, 0.0, "TIMEOUT"),
        (9.0, 1.0, 0.0, "TIMEOUT"),
        (0.05, 1.0, 1.5, "TIMEOUT"),
        (0.05, 0.25, 1.5, "TIMEOUT"),
        (0.5, 0.25, 0.8, "TIMEOUT"),
    ],
)
def test_a_verdict_does_not_depend_on_the_load(
    cpu_s: float, share: float, sleep_s: float, verdict: str
) -> None:
    found = timed_run(once(Pretended(cpu_s, share, sleep_s)), SECOND)
    assert (found.report.verdict.name, found.left) == (verdict, 1)
    assert found.is_late == (verdict == "TIMEOUT")


def test_a_limit_of_processor_time_keeps_its_name() -> None:
    found = timed_run(once(Pretended(9.0)), RunLimits(wall_s=10, cpu_s=0.5))
    assert found.report.verdict is RunVerdict.CPU_LIMIT


def test_a_run_that_ended_too_late_says_what_it_took() -> None:
    def run(bounds: RunLimits) -> tuple[RunReport, None]:
        return RunReport(RunVerdict.OK, wall_s=1.02, cpu_s=0.1, stall_s=0.01), None

    late = timed_run(run, SECOND).report
    assert (late.verdict, late.reason) == (RunVerdict.TIMEOUT, "took 1.02 s where it had 1 s")


def test_an_answer_counts_from_its_line_on() -> None:
    def run(bounds: RunLimits) -> tuple[RunReport, None]:
        line = Spent(1.8, 0.3, 1.2)
        return RunReport(RunVerdict.TIMEOUT, wall_s=9.0, cpu_s=0.9, first_line=line), None

    ran = timed_run(run, SECOND, answered=spent_at_line)
    assert not ran.is_late and ran.effort.wall_ms == 1800 and ran.waited_s == 1.2


def test_faults_of_the_referee_are_repeated_and_said() -> None:
    faults: list[RunLimits] = []

    def fails(bounds: RunLimits) -> tuple[RunReport, None]:
        faults.append(bounds)
        return RunReport(RunVerdict.REFEREE_FAULT, "no memory"), None

    ran = timed_run(fails, SECOND)
    assert ran.report.verdict is RunVerdict.REFEREE_FAULT and not ran.is_late
    assert len(faults) == 3


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Pretended], Pretended]:
    """``inarow run`` with such a sandbox, for a program that needs no building."""
    program = Program("program", ("program", ARGS), None)
    monkeypatch.setattr(trial, "program_from_command", lambda words: program)
    monkeypatch.chdir(tmp_path)

    def chosen(sandbox: Pretended) -> Pretended:
        monkeypatch.setattr(trial, "choose_sandbox", lambda tier=None: sandbox)
        return sandbox

    return chosen


def test_run_says_what_was_not_charged(pretend: Callable[[Pretended], Pretended]) -> None:
    pretend(Pretended(0.6, 0.25))
    tried = run_command(["program"], RunRequest(limits=SECOND))
    assert tried.report.verdict is RunVerdict.OK
    assert tried.remarks == ("it waited 1.80 s for a core, which is not charged",)


def test_an_output_named_as_the_input_is_another_file(
    pretend: Callable[[Pretended], Pretended],
) -> None:
    for folder in ("i", "o"):
        Path(folder).mkdir()
    Path("i/board.txt").write_text("input")
    words = ("one-move", "i/board.txt", "o/board.txt", "3")
    asked = RunRequest(words, find_course("maxconnect4"), SECOND)
    pretend(Pretended(0.1))
    run_command(["program"], asked)
    assert not Path("o/board.txt").exists()
    pretend(Pretended(0.1, leaves="output"))
    run_command(["program"], asked)
    assert Path("o/board.txt").read_text() == "output"
    assert Path("i/board.txt").read_text() == "input"


def test_an_input_that_is_too_large_is_refused(pretend: Callable[[Pretended], Pretended]) -> None:
    Path("board.txt").write_bytes(bytes((1 << 20) + 1))
    sandbox = pretend(Pretended(0.1))
    words = ("one-move", "board.txt", "out.txt", "3")
    with pytest.raises(UserError, match=r"'board\.txt' cannot be read or has more than 1 MiB"):
        run_command(["program"], RunRequest(words, find_course("maxconnect4"), SECOND))
    assert not sandbox.launches

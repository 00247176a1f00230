"""A program that runs once is held to its limit, and not to the machine's load."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inarow.errors import UserError
from inarow.running import trial
from inarow.running.courses import COURSES
from inarow.running.held import held
from inarow.running.launch import Launch
from inarow.running.outcome import RunReport, RunVerdict
from inarow.running.program import ARGS, Program
from inarow.running.run_limits import RunLimits
from inarow.running.trial import Trial, try_command

SECOND = RunLimits(wall_s=1.0)


class Pretended:
    """A sandbox that runs nothing: a program that needs so much CPU time and gets a share of a
    core, or sleeps; all tries and what lay in the folder are kept."""

    tier = 1

    def __init__(self, cpu_s: float, share: float = 1.0, leaves: str = "") -> None:
        self.cpu_s, self.share, self.leaves = cpu_s, share, leaves
        self.tries: list[RunLimits] = []
        self.launches: list[Launch] = []

    def run(self, launch: Launch, stdin: bytes = b"") -> RunReport:
        self.tries.append(launch.limits)
        self.launches.append(launch)
        limits = launch.limits
        assert limits.wall_s is not None
        most_s = limits.wall_s if limits.cpu_s is None else limits.cpu_s / self.share
        wall_s = self.cpu_s / self.share
        verdict = RunVerdict.OK
        if wall_s > min(limits.wall_s, most_s):
            verdict = RunVerdict.TIMEOUT if limits.wall_s <= most_s else RunVerdict.CPU_LIMIT
            wall_s = min(limits.wall_s, most_s)
        if launch.workdir is not None and self.leaves:
            (launch.workdir / launch.argv[-2]).write_text(self.leaves)
        cpu_s = wall_s * self.share
        return RunReport(verdict, "", 0, None, wall_s, cpu_s, wall_s - cpu_s, tier=1)


def once(sandbox: Pretended) -> Callable[[RunLimits], tuple[RunReport, int]]:
    def run(bounds: RunLimits) -> tuple[RunReport, int]:
        return sandbox.run(Launch(("program",), limits=bounds)), len(sandbox.tries)

    return run


@pytest.mark.parametrize(
    ("cpu_s", "share", "verdict", "runs"),
    [
        (0.6, 1.0, "OK", 1),
        (0.6, 0.25, "OK", 3),
        (1.04, 0.25, "TIMEOUT", 3),
        (9.0, 0.25, "TIMEOUT", 3),
        (9.0, 1.0, "TIMEOUT", 1),
    ],
)
def test_a_late_run_counts_if_the_machine_did_not_stall(
    cpu_s: float, share: float, verdict: str, runs: int
) -> None:
    found = held(once(Pretended(cpu_s, share)), SECOND)
    assert (found.report.verdict.name, found.runs, found.left) == (verdict, runs, runs)


def test_a_limit_of_processor_time_keeps_its_name() -> None:
    found = held(once(Pretended(9.0)), RunLimits(wall_s=10, cpu_s=0.5))
    assert found.report.verdict is RunVerdict.CPU_LIMIT
    late = held(once(Pretended(9.0, 0.25)), SECOND).report
    assert late.verdict is RunVerdict.TIMEOUT
    assert late.reason == "used 1.05 s of processor time where it had 1 s"


def test_our_own_faults_are_repeated_and_said() -> None:
    faults: list[RunLimits] = []

    def fails(bounds: RunLimits) -> tuple[RunReport, None]:
        faults.append(bounds)
        return RunReport(RunVerdict.REFEREE_FAULT, "no memory"), None

    assert held(fails, SECOND).report.verdict is RunVerdict.REFEREE_FAULT
    assert len(faults) == 3


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Pretended], Pretended]:
    """``inarow run`` with such a sandbox, for a program that needs no building."""
    program = Program("program", ("program", ARGS), None)
    monkeypatch.setattr(trial, "program_of_command", lambda words: program)
    monkeypatch.chdir(tmp_path)

    def chosen(sandbox: Pretended) -> Pretended:
        monkeypatch.setattr(trial, "chosen_sandbox", lambda tier=None: sandbox)
        return sandbox

    return chosen


def test_run_says_that_the_machine_stalled(pretend: Callable[[Pretended], Pretended]) -> None:
    pretend(Pretended(0.6, 0.25))
    tried = try_command(["program"], Trial(limits=SECOND))
    assert tried.report.verdict is RunVerdict.OK
    assert tried.remarks == ("the machine stalled: it was run 3 times",)


def test_an_output_named_as_the_input_is_another_file(
    pretend: Callable[[Pretended], Pretended],
) -> None:
    for folder in ("i", "o"):
        Path(folder).mkdir()
    Path("i/board.txt").write_text("input")
    words = ("one-move", "i/board.txt", "o/board.txt", "3")
    asked = Trial(words, COURSES["maxconnect4"], SECOND)
    pretend(Pretended(0.1))
    try_command(["program"], asked)
    assert not Path("o/board.txt").exists()
    pretend(Pretended(0.1, leaves="output"))
    try_command(["program"], asked)
    assert Path("o/board.txt").read_text() == "output"
    assert Path("i/board.txt").read_text() == "input"


def test_an_input_that_is_too_large_is_refused(pretend: Callable[[Pretended], Pretended]) -> None:
    Path("board.txt").write_bytes(bytes((1 << 20) + 1))
    sandbox = pretend(Pretended(0.1))
    words = ("one-move", "board.txt", "out.txt", "3")
    with pytest.raises(UserError, match=r"'board\.txt' cannot be read or has more than 1 MiB"):
        try_command(["program"], Trial(words, COURSES["maxconnect4"], SECOND))
    assert not sandbox.tries

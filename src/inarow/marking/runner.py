"""A program run for a test, timed by the clock rule (``running/clock.py``)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from inarow.course import Course
from inarow.marking.compare import Classify, unclassified
from inarow.marking.results import ResourceUsage
from inarow.players.seat import RefereeFaultError
from inarow.running.clock import timed_run
from inarow.running.conversation import start_with_retries
from inarow.running.process import RunningProgram
from inarow.running.program import Program, RunLimits
from inarow.running.result import RunReport, telling_line
from inarow.running.sandbox import Sandbox
from inarow.running.work_folder import read_left_files, run_in_folder


class CompletedRun(NamedTuple):
    """One run that counts, and the files that it left of those that were asked for."""

    report: RunReport
    files: Mapping[str, bytes]

    @property
    def used(self) -> ResourceUsage:
        report = self.report
        return ResourceUsage(
            report.wall_s,
            report.cpu_s,
            report.stall_s,
            report.peak_mb,
            report.exit_code,
            report.tier,
            crash_line(report),
        )


def crash_line(report: RunReport) -> str:
    """What a program that crashed said of it."""
    return telling_line(report.stderr) if report.failed else ""


class Runner:
    """The programs of one submission in one sandbox."""

    def __init__(
        self,
        programs: Mapping[str, Program],
        sandbox: Sandbox,
        course: Course,
        lenient: Collection[str] = (),
    ) -> None:
        self.programs, self.sandbox, self.course = programs, sandbox, course
        self.lenient = lenient

    @property
    def classify(self) -> Classify:
        """What names a wrong answer of the course."""
        course = self.course
        found: Classify = course.load("classify") if course.classify else unclassified
        return found

    def program(self, name: str) -> Program | None:
        """A program by its name, the first one if it has none."""
        return self.programs.get(name) if name else next(iter(self.programs.values()), None)

    def start(
        self, program: Program, args: Sequence[str], limits: RunLimits, *, terminal: bool
    ) -> RunningProgram:
        """Starts it for a conversation, over pipes or on a pseudo-terminal. Raises
        RefereeFaultError where we fail."""
        bounds = replace(limits, wall_s=None)
        return start_with_retries(self.sandbox, program.launch(args, bounds, terminal=terminal))

    def run(
        self,
        program: Program,
        args: Sequence[str],
        limits: RunLimits,
        *,
        stdin: bytes = b"",
        files: Mapping[str, bytes] | None = None,
        wanted: Sequence[str] = (),
    ) -> CompletedRun:
        """Runs it to its end. With ``files`` it works in a folder of its own that holds them, and
        leaves those that are ``wanted``. Raises RefereeFaultError where we fail."""

        def once(bounds: RunLimits) -> tuple[RunReport, dict[str, bytes]]:
            if files is None:
                return self.sandbox.run(program.launch(args, bounds), stdin), {}
            return run_in_folder(
                self.sandbox,
                program,
                args,
                bounds,
                files,
                lambda folder: read_left_files(folder, wanted),
                stdin,
            )

        ran = timed_run(once, limits)
        if ran.report.is_referee_fault:
            raise RefereeFaultError(ran.report.sentence)
        return CompletedRun(ran.report, ran.left)

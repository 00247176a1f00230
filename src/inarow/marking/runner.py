"""A program run for a test, under the clock rule: what is late because the machine was busy is
asked for again, and in the end CPU time decides."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from inarow.marking.results import Used
from inarow.players.seat import RefereeFaultError
from inarow.running.adapters.starting import started
from inarow.running.courses import Course
from inarow.running.held import held
from inarow.running.outcome import RunReport, RunVerdict
from inarow.running.plain_file import read_plain
from inarow.running.program import Program
from inarow.running.run_limits import RunLimits
from inarow.running.running_program import RunningProgram
from inarow.running.sandbox import Sandbox

_OURS = (RunVerdict.REFEREE_FAULT, RunVerdict.NOT_RUN)
_LARGEST_FILE = 1024 * 1024


class Ran(NamedTuple):
    """One run that counts, and the files that it left of those that were asked for."""

    report: RunReport
    files: Mapping[str, bytes]

    @property
    def used(self) -> Used:
        report = self.report
        return Used(
            report.wall_s,
            report.cpu_s,
            report.stall_s,
            report.peak_mb,
            report.exit_code,
            report.tier,
        )


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

    def program(self, name: str) -> Program | None:
        """A program by its name, the first one if it has none."""
        return self.programs.get(name) if name else next(iter(self.programs.values()), None)

    def start(
        self, program: Program, args: Sequence[str], limits: RunLimits, *, terminal: bool
    ) -> RunningProgram:
        """Starts it for a conversation, over pipes or on a pseudo-terminal. Raises
        RefereeFaultError where we fail."""
        bounds = replace(limits, wall_s=None)
        return started(self.sandbox, program.launch(args, bounds, terminal=terminal))

    def run(
        self,
        program: Program,
        args: Sequence[str],
        limits: RunLimits,
        *,
        stdin: bytes = b"",
        files: Mapping[str, bytes] | None = None,
        wanted: Sequence[str] = (),
    ) -> Ran:
        """Runs it to its end. With ``files`` it works in a folder of its own that holds them, and
        leaves those that are ``wanted``. Raises RefereeFaultError where we fail."""

        def once(bounds: RunLimits) -> tuple[RunReport, dict[str, bytes]]:
            with _folder(files) as folder:
                report = self.sandbox.run(program.launch(args, bounds, workdir=folder), stdin)
                return report, {} if folder is None else _left(folder, wanted)

        report, left, _ = held(once, limits)
        if report.verdict in _OURS:
            raise RefereeFaultError(report.sentence)
        return Ran(report, left)


@contextmanager
def _folder(files: Mapping[str, bytes] | None) -> Iterator[Path | None]:
    if files is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="inarow-mark-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for file, content in files.items():
            (folder / file).write_bytes(content)
            (folder / file).chmod(0o644)
        yield folder


def _left(folder: Path, wanted: Sequence[str]) -> dict[str, bytes]:
    found = {name: read_plain(folder / name, _LARGEST_FILE) for name in wanted}
    return {name: content for name, content in found.items() if content is not None}

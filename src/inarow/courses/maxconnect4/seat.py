"""MaxConnect4: a process for each move, ``one-move input.txt output.txt DEPTH``, in a folder of its
own with the input alone. The file that it was told to write is all that is taken of what it leaves,
and only a plain file of sane size; the clock stops when the program has ended. In interactive mode
the files are ``computer.txt`` and ``human.txt``."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path

from inarow._core import Position
from inarow.courses.maxconnect4.answers import file_answer
from inarow.errors import UserError
from inarow.players.seat import Invalid
from inarow.protocols.maxconnect4_file import GAME, LONGEST_FILE, format_file
from inarow.record import Record
from inarow.running.answers import InvalidAnswerError
from inarow.running.clock import spent_at_end
from inarow.running.program import Program, RunLimits
from inarow.running.result import RunReport, Spent
from inarow.running.sandbox import Sandbox
from inarow.running.seats import Adapter
from inarow.running.seats.one_shot import OneShotSeat, ProgramRun
from inarow.running.work_folder import run_in_folder

INPUT, OUTPUT = "input.txt", "output.txt"
COMPUTER, HUMAN = "computer.txt", "human.txt"
USUAL_DEPTH, _DEEPEST = 5, 1_000_000


class FilesSeat(OneShotSeat):
    """``depth`` is what each move is asked with."""

    def __init__(
        self, program: Program, sandbox: Sandbox, limits: RunLimits, depth: int = USUAL_DEPTH
    ) -> None:
        super().__init__(program, sandbox, limits)
        if type(depth) is not int or not 1 <= depth <= _DEEPEST:
            raise UserError(f"depth is {depth!r}, expected 1 to {_DEEPEST}")
        self._depth = depth

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        return "" if record.game == GAME else "its program plays MaxConnect4 on 7 x 6 alone"

    def run(self, sandbox: Sandbox, record: Record, limits: RunLimits) -> ProgramRun:
        words = ("one-move", INPUT, OUTPUT, str(self._depth))
        report, (output,) = run_on_position(
            self.program, sandbox, record.end, words, (OUTPUT,), limits
        )
        return ProgramRun(report, output)

    def answered(self, run: ProgramRun) -> Spent | None:
        return spent_at_end(run.report, None)

    def parse_move(self, run: ProgramRun, record: Record) -> tuple[int, ...]:
        if isinstance(run.output, InvalidAnswerError):
            raise run.output
        return (file_answer(run.output, record.end),)


class InteractiveSeat(FilesSeat):
    """The same in interactive mode: its input ends where a person would be asked, so that it makes
    one move and saves ``computer.txt``. How it takes the end of its input does not matter; a move
    that is saved by the limit is in time."""

    crash_counts = False

    def run(self, sandbox: Sandbox, record: Record, limits: RunLimits) -> ProgramRun:
        words = ("interactive", INPUT, "computer-next", str(self._depth))
        report, (output,) = run_on_position(
            self.program, sandbox, record.end, words, (COMPUTER,), limits
        )
        return ProgramRun(report, output)

    def answered(self, run: ProgramRun) -> Spent | None:
        return super().answered(run) if run.output is None else run.report.spent


Taken = bytes | InvalidAnswerError | None
"""A file that was taken, why it was not, or None if there was none."""


def run_on_position(
    program: Program,
    sandbox: Sandbox,
    pos: Position,
    words: Sequence[str],
    names: Sequence[str],
    limits: RunLimits,
    stdin: bytes = b"",
) -> tuple[RunReport, list[Taken]]:
    """One run in a folder of its own that has the input alone, and the files of these names that it
    left there."""
    files = {INPUT: format_file(pos).encode()}
    return run_in_folder(
        sandbox, program, words, limits, files, lambda work: [_taken(work, n) for n in names], stdin
    )


def _taken(folder: Path, name: str) -> Taken:
    try:
        return taken_file(folder, name)
    except InvalidAnswerError as error:
        return error


def taken_file(folder: Path, name: str, most: int = LONGEST_FILE) -> bytes | None:
    """The bytes of a file that a program was to leave; None if it left none. Raises
    InvalidAnswerError for what is no plain file with one name, or is too long."""

    def refused(invalid: Invalid, what: str) -> InvalidAnswerError:
        return InvalidAnswerError(invalid, f"left {what} as '{name}'", b"")

    try:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        descriptor = os.open(folder / name, flags)
    except FileNotFoundError:
        return None
    except OSError:
        raise refused(Invalid.SYNTAX, "a link, or what cannot be opened,") from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise refused(Invalid.SYNTAX, "what is no file")
        if status.st_nlink != 1:
            raise refused(Invalid.SYNTAX, "a file with two names")
        if status.st_size > most:
            raise refused(Invalid.EXTRA_OUTPUT, f"{status.st_size} bytes")
        return os.read(descriptor, most)
    finally:
        os.close(descriptor)


FILES = Adapter(
    "files", "a process for each move, one-move IN OUT DEPTH", FilesSeat, options=("depth",)
)
INTERACTIVE = Adapter(
    "interactive",
    "a process for each move, interactive IN computer-next DEPTH",
    InteractiveSeat,
    options=("depth",),
)

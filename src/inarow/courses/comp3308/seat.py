"""COMP3308: a process for each move, ``ConnectFour STATE red|yellow``, whose answer is one line;
and the auto-marked form with ``M|A DEPTH``, whose answer is two."""

from __future__ import annotations

from inarow._core import Position
from inarow.game import game_named, name_of
from inarow.protocols.comp3308 import state_words
from inarow.record import Record
from inarow.running.answers import checked_column, number_lines
from inarow.running.clock import spent_at_line, timed_run
from inarow.running.program import Program, RunLimits
from inarow.running.result import RunReport, Spent
from inarow.running.sandbox import Sandbox
from inarow.running.seats import Adapter
from inarow.running.seats.one_shot import OneShotSeat, ProgramRun


class ArgvSeat(OneShotSeat):
    """The clock stops at the newline of the answer. What comes after it before the program ends, or
    before its limit, is output too. ``game`` is the only game that the program plays, and
    ``first_column`` the number that it prints for the first column."""

    def __init__(
        self,
        program: Program,
        sandbox: Sandbox,
        limits: RunLimits,
        game: str = "connect4",
        first_column: int = 0,
    ) -> None:
        super().__init__(program, sandbox, limits)
        self._game, self._first = game_named(game), first_column

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        if record.game == self._game:
            return ""
        board = f"{self._game.cols} x {self._game.rows}"
        return f"its program plays {name_of(self._game).partition(':')[0]} on {board} alone"

    def run(self, sandbox: Sandbox, record: Record, limits: RunLimits) -> ProgramRun:
        words = state_words(record.end)
        return ProgramRun(sandbox.run(self.program.launch(words, limits)))

    def answered(self, run: ProgramRun) -> Spent | None:
        return spent_at_line(run.report, None)

    def parse_move(self, run: ProgramRun, record: Record) -> tuple[int, ...]:
        report = run.report
        (column,) = number_lines(report.stdout, 1, stderr=report.stderr)
        return (checked_column(column, record.end, report.stdout, self._first),)


def run_marked(
    program: Program,
    sandbox: Sandbox,
    pos: Position,
    algorithm: str,
    depth: int,
    limits: RunLimits,
) -> RunReport:
    """One run of the auto-marked form; ``number_lines`` reads its answer, of two lines."""
    words = (*state_words(pos), algorithm, str(depth))

    def run(bounds: RunLimits) -> tuple[RunReport, None]:
        return sandbox.run(program.launch(words, bounds)), None

    return timed_run(run, limits).report


ARGV = Adapter(
    "argv",
    "a process for each move, ConnectFour STATE PLAYER",
    ArgvSeat,
    options=("game", "first_column"),
)

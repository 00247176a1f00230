"""Programs that are started once for each move: what their runs have in common.

question -> launch -> run to its end, or to the limit -> late? crashed? -> its answer, strictly
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from inarow.players.seat import Answer, ForfeitError, RefereeFaultError, Terms, TurnBasedPlayer
from inarow.record import Record, Termination
from inarow.running.answers import InvalidAnswerError
from inarow.running.clock import finite_limit_ms, late_forfeit, timed_run, used_ms
from inarow.running.program import Program, RunLimits
from inarow.running.result import RunReport, RunVerdict, Spent
from inarow.running.sandbox import Sandbox

_BY_TIME = (RunVerdict.TIMEOUT, RunVerdict.CPU_LIMIT)
_USUAL_LIMIT_S = 60.0


class ProgramRun(NamedTuple):
    """One run: its report, and the file that it wrote, or why that was not taken; None if it wrote
    none or need not."""

    report: RunReport
    output: bytes | InvalidAnswerError | None = None


class OneShotSeat(TurnBasedPlayer):
    """A seat whose program is started for each turn. Subclasses say which games it can be told of,
    how it is run and what its answer means."""

    crash_counts = True
    """Whether a program must end well, its answer given or not."""

    def __init__(self, program: Program, sandbox: Sandbox, limits: RunLimits) -> None:
        super().__init__()
        self.name = program.name
        self.program, self._sandbox, self.limits = program, sandbox, limits
        self._terms: Terms | None = None

    @abstractmethod
    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        """Why the program cannot be told of a game, as ``Seat`` has it."""

    @abstractmethod
    def run(self, sandbox: Sandbox, record: Record, limits: RunLimits) -> ProgramRun:
        """Asks once."""

    @abstractmethod
    def answered(self, run: ProgramRun) -> Spent | None:
        """What had been used when the answer was there; None if it was not."""

    @abstractmethod
    def parse_move(self, run: ProgramRun, record: Record) -> tuple[int, ...]:
        """What was answered; raises InvalidAnswerError."""

    def begin(self, terms: Terms, side: int) -> None:
        """Nothing is started before it is asked."""
        self._terms = terms

    def end(self, *, answers: bool) -> None:
        """Nothing is left behind."""

    def close(self) -> None:
        """Nothing is left behind."""

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        terms = self._terms
        assert terms is not None, "begin comes first"
        limit_ms = finite_limit_ms(limit_ms, self.limits.wall_s or _USUAL_LIMIT_S)
        ran = timed_run(
            lambda bounds: self.run(self._sandbox, record, bounds),
            replace(self.limits, wall_s=limit_ms / 1000),
            terms.clock,
            lambda report, output: self.answered(ProgramRun(report, output)),
        )
        report, effort = ran.report, ran.effort
        if report.is_referee_fault:
            raise RefereeFaultError(f"{self.name} {report.sentence}")
        if ran.is_late:
            raise late_forfeit(effort, limit_ms, terms.clock, answered=ran.is_answered)
        charged_ms = used_ms(effort, terms.clock)
        if self.crash_counts and report.verdict not in (RunVerdict.OK, *_BY_TIME):
            raise ForfeitError(
                Termination.CRASH,
                report.sentence,
                charged_ms,
                raw=report.stdout,
                verdict=report.verdict.name,
                effort=effort,
            )
        try:
            stones = self.parse_move(ProgramRun(report, ran.left), record)
        except InvalidAnswerError as error:
            raise ForfeitError(
                Termination.ILLEGAL_MOVE,
                error.detail,
                charged_ms,
                invalid=error.invalid,
                raw=error.raw,
                effort=effort,
            ) from None
        return Answer(stones, charged_ms, None, effort)

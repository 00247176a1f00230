"""Programs that are started once for each move: what their runs have in common.

question -> launch -> run to its end, or to the limit -> late? crashed? -> its answer, strictly
   ^                          |
   +---- asked again ---------+   where the machine stalled or we failed (running/clock.py)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from inarow.players.seat import Answer, Effort, ForfeitError, RefereeFaultError, Terms
from inarow.protocols.choosing import ChoosesByTurns
from inarow.record import Record, Termination
from inarow.running.adapters.lateness import late_fault
from inarow.running.answers import InvalidAnswerError
from inarow.running.clock import LateError, Question, charged_ms, finite_limit_ms, settled
from inarow.running.outcome import RunReport, RunVerdict
from inarow.running.program import Program
from inarow.running.run_limits import RunLimits
from inarow.running.sandbox import Sandbox
from inarow.running.stall import OwnStall

_OURS = (RunVerdict.REFEREE_FAULT, RunVerdict.NOT_RUN)
_BY_TIME = (RunVerdict.TIMEOUT, RunVerdict.CPU_LIMIT)
_USUAL_LIMIT_S = 60.0
_CPU_SLACK = 1.05


class Shot(NamedTuple):
    """One run: its report, and the file that it wrote, or why that was not taken; None if it wrote
    none or need not."""

    report: RunReport
    output: bytes | InvalidAnswerError | None = None


class OneShotSeat(ChoosesByTurns):
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
    def obstacle(self, record: Record, *, passes: bool) -> str:
        """Why the program cannot be told of a game, as ``Seat`` has it."""

    @abstractmethod
    def run(self, sandbox: Sandbox, record: Record, question: Question) -> Shot:
        """Asks once, and stops the program after ``question.longest_ms`` at the latest."""

    def limits_of(self, question: Question) -> RunLimits:
        """The limits of one run: where CPU time decides there is no point in more of it."""
        cpu_s = self.limits.cpu_s
        if question.cpu_decides:
            most_s = question.limit_ms * _CPU_SLACK / 1000
            cpu_s = most_s if cpu_s is None else min(cpu_s, most_s)
        return replace(question.bounds(self.limits), cpu_s=cpu_s)

    @abstractmethod
    def answered_s(self, shot: Shot) -> float | None:
        """When the answer was there; None if it was not."""

    @abstractmethod
    def stones(self, shot: Shot, record: Record) -> tuple[int, ...]:
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

        def ask(question: Question) -> tuple[Shot | None, Effort]:
            ours = OwnStall()
            shot = self.run(self._sandbox, record, question)
            report = shot.report
            if report.verdict in _OURS:
                raise RefereeFaultError(f"{self.name} {report.sentence}")
            answered_s = self.answered_s(shot)
            stall_s = report.stall_s + ours.seconds()
            return None if answered_s is None else shot, _effort(report, answered_s, stall_s)

        try:
            shot, effort = settled(ask, limit_ms, terms.clock)
        except LateError as late:
            raise late_fault(late.effort, limit_ms, terms.clock, answered=late.answered) from None
        used_ms = charged_ms(effort, terms.clock)
        report = shot.report
        if self.crash_counts and report.verdict not in (RunVerdict.OK, *_BY_TIME):
            raise ForfeitError(
                Termination.CRASH,
                report.sentence,
                used_ms,
                raw=report.stdout,
                verdict=report.verdict.name,
                effort=effort,
            )
        try:
            stones = self.stones(shot, record)
        except InvalidAnswerError as error:
            raise ForfeitError(
                Termination.ILLEGAL_MOVE,
                error.detail,
                used_ms,
                invalid=error.invalid,
                raw=error.raw,
                effort=effort,
            ) from None
        return Answer(stones, used_ms, None, effort)


def _effort(report: RunReport, answered_s: float | None, stall_s: float) -> Effort:
    """What an answer took. A program that went on after it until it was stopped is charged with the
    part of its CPU time and stall that was over by then."""
    share = 1.0
    if answered_s is not None and report.verdict in _BY_TIME and report.wall_s > 0:
        share = min(answered_s / report.wall_s, 1.0)
    wall_s = report.wall_s if answered_s is None else answered_s
    return Effort(
        wall_s * 1000, report.cpu_s * share * 1000, stall_s * share * 1000, report.peak_mb
    )

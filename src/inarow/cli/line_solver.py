"""A line that asks for a position, and the line that answers it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple

from inarow._core import Family
from inarow.analysis.analyse import analyse, solve
from inarow.analysis.verdict import Analysis, Verdict
from inarow.errors import UserError
from inarow.game import game_named
from inarow.limits import USUAL, Limits, Progress, SolverOptions
from inarow.position_text import parse_position
from inarow.score import Unit


class LineAnswer(NamedTuple):
    """What goes to standard output and to standard error, and what it means for the status."""

    text: str | None = None
    complaint: str | None = None
    status: int = 0


@dataclass(frozen=True)
class LineSolver:
    """What is asked of every line; it can be pickled."""

    game: str
    limits: Limits
    options: SolverOptions = USUAL
    every_move: bool = False
    as_json: bool = False
    check: bool = False

    def answer(self, number: int, line: str, progress: Progress | None = None) -> LineAnswer:
        game = game_named(self.game)
        boards = game.family is Family.COUNTED
        if boards and not line:
            return LineAnswer()
        try:
            text, expected = _fields(line, self.check)
            pos = parse_position(text, game).record.pos
            if self.every_move:
                found: Analysis | Verdict = analyse(
                    pos, self.limits, progress, options=self.options
                )
            else:
                found = solve(pos, self.limits, progress, options=self.options)
        except UserError as error:
            return LineAnswer(complaint=f"line {number}: {error}", status=2)
        out = json.dumps({"input": text, **found.as_json()}) if self.as_json else _text(text, found)
        verdict = found.verdict if isinstance(found, Analysis) else found
        if expected is None or (verdict.lo, verdict.hi) == (expected, expected):
            return LineAnswer(out)
        wrong = f"line {number}: score {_score(verdict)}, expected {expected}"
        return LineAnswer(out, wrong, status=1)


def answers(solver: LineSolver, first: int, lines: list[str]) -> list[LineAnswer]:
    """The answers to lines of which the first has this number: a task for a worker."""
    return [solver.answer(number, line) for number, line in enumerate(lines, start=first)]


def _fields(line: str, check: bool) -> tuple[str, int | None]:
    """The moves, and the score to check them against."""
    if not check:
        return line, None
    moves, _, score = line.rpartition(" ")
    try:
        return moves.strip(), int(score)
    except ValueError:
        raise UserError(f"'{line}' is not POSITION SCORE") from None


def _text(text: str, found: Analysis | Verdict) -> str:
    """The input, the score, nodes and microseconds, and the scores of all moves where they are
    known; of a game that counts lines only the final differences."""
    verdict = found.verdict if isinstance(found, Analysis) else found
    game = verdict.pos.game
    plural = verdict.unit is Unit.POINTS
    words = [_score(verdict)]
    if not plural:
        words = [text, *words, str(verdict.nodes), str(round(1e6 * verdict.seconds))]
    if isinstance(found, Analysis):
        for number in range(game.move_count):
            move = found.of(number)
            words.append(("-" if plural else ".") if move is None else _score(move))
    return " ".join(words)


def _score(verdict: Verdict) -> str:
    """A number, or its bounds where a limit came first; where lines are plural, player 1 minus
    player 2."""
    player = 1 if verdict.unit is Unit.POINTS else verdict.pos.to_move
    low, high = verdict.bounds_for(player)
    return str(low) if low == high else f"{low}..{high}"

"""The searches that tests of COMP3308, and of courses like it, ask for."""

from __future__ import annotations

from dataclasses import dataclass, field

from inarow._core import Position
from inarow.course import Course
from inarow.courses.comp3308.questions import assignment_of, printed_column, question_of
from inarow.protocols.comp3308 import parse_state
from inarow.teaching.why.case import Assignment, Question
from inarow.teaching.why.hypothesis import USUAL, Hypothesis
from inarow.textbook.mistakes import Mistake

ALGORITHMS = {"M": "minimax", "A": "alpha-beta"}
_LONGEST_WRONG = 200_000


@dataclass(frozen=True)
class AskedSearch:
    """The arguments of the program, and the assignment of its course."""

    state: str
    player: str
    algorithm: str
    depth: int
    assignment: Assignment = field(default=USUAL, hash=False)

    @property
    def args(self) -> tuple[str, ...]:
        return self.state, self.player, self.algorithm, str(self.depth)

    @property
    def position(self) -> Position:
        return parse_state(self.state, self.player, self.assignment.game)

    @property
    def question(self) -> Question:
        algorithm = ALGORITHMS[self.algorithm]
        terms = self.assignment.rules, self.assignment.first_column
        return Question(self.position, algorithm, self.depth, *terms)

    def answer(self, mistake: Mistake | None = None) -> bytes:
        """Returns what a right program prints, or one that makes a known mistake and no other;
        nothing where it finds nothing to search or never ends."""
        made = Hypothesis(() if mistake is None else (mistake,))
        found = made.answer(self.question, _LONGEST_WRONG)
        if found is None:
            return b""
        return f"{printed_column(found.move, self.assignment)}\n{found.nodes}\n".encode()


def asked_search(course: Course, args: tuple[str, ...]) -> AskedSearch:
    """Returns what four arguments ask a program of the course for; UserError if nothing can be
    searched."""
    assignment = assignment_of(course)
    question = question_of(args, assignment)
    return AskedSearch(args[0], args[1], args[2], question.depth, assignment)

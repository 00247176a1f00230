"""Questions and answers as ``inarow why`` takes them: the words of the course's command, and the
two numbers that it prints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inarow.course import Course
from inarow.errors import UserError
from inarow.game import game_named
from inarow.protocols.comp3308 import (
    PLAYERS,
    format_state,
    parse_depth,
    parse_state,
    require_ongoing,
)
from inarow.teaching.why.case import Answer, Assignment, Case, Question
from inarow.text import integer, truncate

_ALGORITHMS = {"M": "minimax", "A": "alpha-beta"}
_MOST_CASES = 1000
NO_MOVE = ("None", "none", "null", "-1")
"""What programs print for a move that they did not find."""


def assignment_of(course: Course) -> Assignment:
    """The game and the search that a course asks for."""
    return Assignment(game_named(course.game), course.search, course.first_column)


def question_of(words: Sequence[str], assignment: Assignment) -> Question:
    """``STATE PLAYER M|A DEPTH``, or a UserError that names the word."""
    if len(words) != 4:
        text = truncate(" ".join(words))
        raise UserError(
            f"question '{text}' has {len(words)} words, expected STATE PLAYER M|A DEPTH"
        )
    state, player, letter, depth = words
    if letter not in _ALGORITHMS:
        raise UserError(f"algorithm '{truncate(letter)}' is not M or A")
    pos = parse_state(state, player, assignment.game)
    require_ongoing(pos)
    algorithm, plies = _ALGORITHMS[letter], parse_depth(depth)
    return Question(pos, algorithm, plies, assignment.rules, assignment.first_column)


def answer_of(words: Sequence[str], assignment: Assignment) -> Answer:
    """The column and the nodes that a program printed."""
    if len(words) != 2:
        raise UserError(f"the answer has {len(words)} words, expected COLUMN NODES")
    nodes = integer(words[1])
    column = column_of(words[0], assignment)
    if words[0] not in NO_MOVE and column is None:
        first = assignment.first_column
        last = first + assignment.game.cols - 1
        raise UserError(f"column '{truncate(words[0])}' is not a number from {first} to {last}")
    if nodes is None or nodes < 0:
        raise UserError(f"nodes '{truncate(words[1])}' is not a number from 0 on")
    return Answer(column, nodes)


def column_of(word: str, assignment: Assignment) -> int | None:
    """The column that a program printed, from 0. A word such as ``None``, or a number that is no
    column of the board, is an answer too, without a column: there are mistakes that lead to it."""
    number = integer(word)
    if number is None:
        return None
    column = number - assignment.first_column
    return column if 0 <= column < assignment.game.cols else None


def printed_column(column: int | None, assignment: Assignment) -> int | None:
    """The inverse of ``column_of``; None for no column of the board."""
    return None if column is None else column + assignment.first_column


def cases_of_lines(lines: Iterable[str], assignment: Assignment) -> list[Case]:
    """A case a line; empty lines are skipped."""
    cases: list[Case] = []
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if not words:
            continue
        if len(cases) == _MOST_CASES:
            raise UserError(f"standard input has more than {_MOST_CASES} answers")
        try:
            if len(words) != 6:
                raise UserError(
                    f"there are {len(words)} words, expected STATE PLAYER M|A DEPTH COLUMN NODES"
                )
            cases.append(_case(words[:4], words[4:], assignment))
        except UserError as error:
            raise UserError(f"line {number} of standard input: {error}") from None
    if not cases:
        raise UserError(
            "standard input has no answers: a line is STATE PLAYER M|A DEPTH COLUMN NODES"
        )
    return cases


def cases_of_pairs(
    pairs: Iterable[tuple[Sequence[str], Sequence[str]]], assignment: Assignment
) -> list[Case]:
    """A case for each question with its answer, as words."""
    return [_case(question, got, assignment) for question, got in pairs]


def _case(question: Sequence[str], got: Sequence[str], assignment: Assignment) -> Case:
    return Case(question_of(question, assignment), answer_of(got, assignment))


def command_of(question: Question) -> str:
    """The words by which a program is asked."""
    player = next(name for name, number in PLAYERS.items() if number == question.pos.to_move)
    letter = next(letter for letter, name in _ALGORITHMS.items() if name == question.algorithm)
    return f"{format_state(question.pos)} {player} {letter} {question.depth}"

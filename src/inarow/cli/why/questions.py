"""Questions and answers as ``inarow why`` takes them: the words of the course's command, and the
two numbers that it prints."""

from __future__ import annotations

from collections.abc import Iterable

from inarow.errors import UserError
from inarow.numbers import integer
from inarow.protocols.comp3308 import (
    COLS,
    PLAYERS,
    format_state,
    parse_depth,
    parse_state,
    require_ongoing,
)
from inarow.teaching.why.case import Answer, Case, Question
from inarow.words import shortened

_ALGORITHMS = {"M": "minimax", "A": "alpha-beta"}
_MOST_CASES = 1000
NO_MOVE = ("None", "none", "null", "-1")
"""What programs print for a move that they did not find."""


def question_of(words: list[str]) -> Question:
    """``STATE PLAYER M|A DEPTH``, or a UserError that names the word."""
    if len(words) != 4:
        text = shortened(" ".join(words))
        raise UserError(
            f"question '{text}' has {len(words)} words, expected STATE PLAYER M|A DEPTH"
        )
    state, player, letter, depth = words
    if letter not in _ALGORITHMS:
        raise UserError(f"algorithm '{shortened(letter)}' is not M or A")
    pos = parse_state(state, player)
    require_ongoing(pos)
    return Question(pos, _ALGORITHMS[letter], parse_depth(depth))


def answer_of(words: list[str]) -> Answer:
    """The column and the nodes that a program printed."""
    if len(words) != 2:
        raise UserError(f"the answer has {len(words)} words, expected COLUMN NODES")
    nodes = integer(words[1])
    if words[0] not in NO_MOVE and column_of(words[0]) is None:
        raise UserError(f"column '{shortened(words[0])}' is not a number from 0 to {COLS - 1}")
    if nodes is None or nodes < 0:
        raise UserError(f"nodes '{shortened(words[1])}' is not a number from 0 on")
    return Answer(column_of(words[0]), nodes)


def column_of(word: str) -> int | None:
    """The column that a program printed. A word such as ``None``, or a number that is no column of
    the board, is an answer too, without a column: there are mistakes that lead to it."""
    number = integer(word)
    return number if number is not None and 0 <= number < COLS else None


def pairs_of_arguments(
    first: list[str], got: list[list[str]], form: str
) -> list[tuple[list[str], list[str]]]:
    """The first question, and each ``--got`` with the words of its answer and the question after
    it, as words. ``form`` names the words of an answer."""
    count = len(form.split())
    questions = [first, *(words[count:] for words in got)]
    if questions.pop():
        raise UserError(f"the last question has no --got {form}")
    if not got or not first:
        raise UserError(f"a question and its --got {form} belong together")
    split = [" ".join(words).split() for words in questions]
    return [(question, words[:count]) for question, words in zip(split, got, strict=True)]


def cases_of_arguments(first: list[str], got: list[list[str]]) -> list[Case]:
    """The cases of the Connect Four course."""
    return [
        Case(question_of(question), answer_of(words))
        for question, words in pairs_of_arguments(first, got, "COLUMN NODES")
    ]


def cases_of_lines(lines: Iterable[str]) -> list[Case]:
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
            cases.append(Case(question_of(words[:4]), answer_of(words[4:])))
        except UserError as error:
            raise UserError(f"line {number} of standard input: {error}") from None
    if not cases:
        raise UserError(
            "standard input has no answers: a line is STATE PLAYER M|A DEPTH COLUMN NODES"
        )
    return cases


def command_of(question: Question) -> str:
    """The words by which a program is asked."""
    player = next(name for name, number in PLAYERS.items() if number == question.pos.to_move)
    letter = next(letter for letter, name in _ALGORITHMS.items() if name == question.algorithm)
    return f"{format_state(question.pos)} {player} {letter} {question.depth}"

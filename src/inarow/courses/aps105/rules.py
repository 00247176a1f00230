"""The rules of Lab 7 part 1 as data, those of the task unless changed, and the choice that obeys
them: every known mistake of students' programs (mistakes.toml) is a change of some of them.

Squares are numbered ``row * n + col`` from the top left; a board is a list of ``U``, ``B``, ``W``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import Literal, NamedTuple

from inarow.textbook.line_rules import ALL, Directions
from inarow.textbook.lines import Arms, LineRule

EMPTY = "U"
OTHER = {"B": "W", "W": "B"}

Board = list[str]
_ALL_LINES = LineRule()
_WIN_LENGTHS = {
    "five": (5, False),
    "six": (6, False),
    "exactly-six": (6, True),
    "seven": (7, False),
}


@dataclass(frozen=True)
class LabRules:
    """What a program of the lab does.

    The choice of a square:
    ``ways``, ``arms``   the directions of a sequence, and whether it is followed to both sides
    ``longest``          the longest of the directions, or their sum
    ``reply``            which reply counts: the worst, none, the best, the first or last of the
                         list, all added up, or one of the computer's own colour
    ``score``            the difference, turned round, the sum, or the reply's part alone
    ``take``, ``tie``    the most or the least; the first or the last of equals
    ``order``            in which squares are tried: row by row, or column by column
    ``edge``             all squares, or all but those of the last row and column
    ``start``            what best begins with; None for less than any score
    ``wins``             whether a square that wins is taken before all others
    ``trials``           whether the stones of tried replies are taken back, or stay on the board

    The game:
    ``opening``          the first move by the rule, or in the centre
    ``laid``, ``read``   a stone lies where it was said, or with row and column exchanged
    ``colour``, ``begins``  the computer's colour, and who moves first
    ``win_length``, ``win_ways``, ``win_arms``, ``win_sides``  which lines end the game
    ``draw``             the full board after the test for a win, before it, a square early, never
    ``named``            whose name is in the last line
    ``occupied``         a taken square is asked for again, costs the turn, or is laid over
    ``boards``           after which stones the board is printed
    """

    ways: Directions = ALL
    arms: Arms = "both"
    longest: Literal["longest", "sum"] = "longest"
    reply: Literal["worst", "none", "best", "first", "last", "sum", "own-colour"] = "worst"
    score: Literal["difference", "turned", "sum", "reply-alone"] = "difference"
    take: Literal["most", "least"] = "most"
    tie: Literal["first", "last"] = "first"
    order: Literal["rows", "columns"] = "rows"
    edge: Literal["all", "without-last"] = "all"
    start: int | None = None
    wins: Literal["unknown", "taken"] = "unknown"
    trials: Literal["taken-back", "left"] = "taken-back"
    opening: Literal["rule", "centre"] = "rule"
    laid: Literal["as-said", "exchanged"] = "as-said"
    read: Literal["row-column", "column-row"] = "row-column"
    colour: Literal["as-asked", "exchanged", "black"] = "as-asked"
    begins: Literal["black", "white", "computer"] = "black"
    win_length: Literal["six", "five", "exactly-six", "seven"] = "six"
    win_ways: Directions = ALL
    win_arms: Arms = "both"
    win_sides: Literal["both", "computer", "human"] = "both"
    draw: Literal["after-win", "before-win", "early", "never"] = "after-win"
    named: Literal["who-won", "other"] = "who-won"
    occupied: Literal["again", "turn-lost", "laid-over"] = "again"
    boards: Literal["each", "not-the-first", "not-after-computer", "not-after-human"] = "each"

    @cached_property
    def lines(self) -> LineRule:
        """The sequences that are compared when a square is chosen."""
        return LineRule(self.ways, arms=self.arms)

    @cached_property
    def win_lines(self) -> LineRule:
        """The lines that end the game."""
        length, exact = _WIN_LENGTHS[self.win_length]
        return LineRule(self.win_ways, arms=self.win_arms, length=length, exact=exact)

    def ends(self, board: Sequence[str], square: int, stone: str) -> bool:
        """Whether a stone on a square makes a line that ends the game."""
        lengths = self.win_lines.through(board, size_of(board), square, stone)
        return self.win_lines.is_line(max(lengths))


class Worth(NamedTuple):
    """The score of a square: its own line, and the reply that counts with the line of that."""

    score: int
    line: int
    reply: int | None
    reply_line: int


def size_of(board: Sequence[str]) -> int:
    return isqrt(len(board))


def line_through(board: Sequence[str], square: int, stone: str, rules: LabRules) -> int:
    """The stones in a row through a square, as if the stone lay there, by the rules of choosing."""
    lengths = rules.lines.through(board, size_of(board), square, stone)
    return sum(lengths) if rules.longest == "sum" else max(lengths)


def tried_squares(board: Sequence[str], rules: LabRules) -> list[int]:
    """The empty squares in the order in which they are tried."""
    n = size_of(board)
    squares = [square for square, stone in enumerate(board) if stone == EMPTY]
    if rules.edge == "without-last":
        squares = [square for square in squares if max(divmod(square, n)) < n - 1]
    if rules.order == "columns":
        squares.sort(key=lambda square: divmod(square, n)[::-1])
    return squares


def choice(board: Board, stone: str, rules: LabRules) -> int | None:
    """The square that the rules choose; None if there is none to try. A best value that no square
    reaches leaves the first square of the board, taken or not."""
    n = size_of(board)
    squares = tried_squares(board, rules)
    if not squares:
        return None if EMPTY not in board else 0
    if rules.opening == "centre" and stone not in board:
        middle = n // 2 * n + n // 2
        if board[middle] == EMPTY:
            return middle
    if rules.wins == "taken":
        for square in squares:
            if max(_ALL_LINES.through(board, n, square, stone)) >= 6:
                return square
    most = rules.take == "most"
    best, chosen = rules.start, 0
    for square, worth in worths(board, stone, squares, rules).items():
        value = worth.score if most else -worth.score
        if best is None or value > best or (rules.tie == "last" and value == best):
            best, chosen = value, square
    return chosen


def worths(board: Board, stone: str, squares: Sequence[int], rules: LabRules) -> dict[int, Worth]:
    """The score of each of some squares."""
    colour = stone if rules.reply == "own-colour" else OTHER[stone]
    lines = {square: line_through(board, square, stone, rules) for square in squares}
    replies = {square: line_through(board, square, colour, rules) for square in squares}
    ranked = sorted(squares, key=lambda square: -replies[square])  # of equals the first
    found = {}
    for square in squares:
        if rules.reply == "own-colour":
            found[square] = _own_colour_reply(board, stone, square, squares, rules)
            continue
        answer = _reply(square, squares, ranked, rules)
        length = 0 if answer is None else replies[answer]
        if rules.reply == "sum":
            length = sum(replies.values()) - replies[square]
            others = len(squares) - 1
            score = _score(lines[square] * max(others, 1), length, rules)
            found[square] = Worth(score, lines[square], None, length)
        else:
            found[square] = Worth(
                _score(lines[square], length, rules), lines[square], answer, length
            )
    return found


def _reply(
    square: int, squares: Sequence[int], ranked: Sequence[int], rules: LabRules
) -> int | None:
    """The reply that counts. A score that is turned round or a sum is least at other replies."""
    if rules.reply == "none":
        return None
    if rules.reply in ("first", "last"):
        end = squares[:2] if rules.reply == "first" else squares[-2:]
        others = [other for other in end if other != square]
        return None if not others else others[0] if rules.reply == "first" else others[-1]
    longest_counts = (rules.score in ("difference", "reply-alone")) == (rules.reply == "worst")
    order = ranked if longest_counts else ranked[::-1]
    return next((other for other in order if other != square), None)


def _score(line: int, reply_line: int, rules: LabRules) -> int:
    if rules.score == "turned":
        return reply_line - line
    if rules.score == "sum":
        return line + reply_line
    return -reply_line if rules.score == "reply-alone" else line - reply_line


def _own_colour_reply(
    board: Board, stone: str, square: int, squares: Sequence[int], rules: LabRules
) -> Worth:
    """With replies in the computer's colour, the stone just laid lengthens their lines."""
    line = line_through(board, square, stone, rules)
    laid = list(board)
    laid[square] = stone
    lengths = {
        other: line_through(laid, other, stone, rules) for other in squares if other != square
    }
    if not lengths:
        return Worth(_score(line, 0, rules), line, None, 0)
    reply = max(lengths, key=lambda other: lengths[other])
    return Worth(_score(line, lengths[reply], rules), line, reply, lengths[reply])

"""The known mistakes of engines for COMP2230, as data: each knows the exchanges it shows in."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from inarow.teaching.why.engine.exchange import ANSWERED, Exchange, fault, right_perft

LINES = "Each answer is a line of its own, sent at once; the first word of a command decides."
NAMED = "name is answered with enginename-cXXXXXXX, the name and c with seven digits."
SET = "position sets the board and is not answered; nothing is searched before go."
MOVE = "go is answered with bestmove z v: a legal column 0 to 6 and the evaluation after the move."
COUNT = "perft d is answered with perft d N, all nodes to depth d with the root."
END = "quit is answered with quitting; the engine ends then, or when its input ends."
ALIVE = "An unknown command leaves the engine alive, and so does go after the last move."


@dataclass(frozen=True)
class EngineMistake:
    """One known mistake; ``shows`` says whether a wrong exchange is of its kind."""

    name: str
    shows: Callable[[Exchange], bool]
    sentence: str
    sheet: str
    look: str


def _said(exchange: Exchange) -> list[str]:
    return exchange.answer.split()


def _column(exchange: Exchange) -> str:
    words = _said(exchange)
    return words[1] if len(words) > 1 and words[0] == "bestmove" else ""


def _is(command: str, test: Callable[[Exchange], bool]) -> Callable[[Exchange], bool]:
    return lambda exchange: exchange.command == command and test(exchange)


def _spelt(exchange: Exchange) -> bool:
    due = ANSWERED.get(exchange.command, "")
    plain = re.sub(r"[^a-z]", "", exchange.answer.lower())
    return bool(due) and plain.startswith(due) and not exchange.answer.startswith(due)


def _count(exchange: Exchange) -> bool:
    words = _said(exchange)
    right = right_perft(exchange)
    return len(words) > 2 and words[0] == "perft" and right is not None and words[2] != str(right)


def _after_the_end(exchange: Exchange) -> bool:
    return exchange.pos.is_full


ENGINE_MISTAKES: tuple[EngineMistake, ...] = (
    EngineMistake(
        "output-not-flushed",
        lambda exchange: exchange.late,
        "Answers stay in the buffer of the program until it ends.",
        LINES,
        "what follows each line that is printed: flush it",
    ),
    EngineMistake(
        "ends-on-the-empty-position",
        lambda exchange: exchange.ended and exchange.sent.strip() == "position startpos",
        "The engine dies of a position without moves.",
        SET,
        "how the moves are read: before the first move there are none",
    ),
    EngineMistake(
        "ends-on-the-unknown",
        lambda exchange: exchange.ended and exchange.command not in {*ANSWERED, "position"},
        "A word that the engine does not know ends it.",
        ALIVE,
        "what happens to a line that is none of the commands",
    ),
    EngineMistake(
        "ends-on-a-command",
        lambda exchange: exchange.ended and exchange.command in {*ANSWERED, "position"},
        "The engine ends where it should answer.",
        LINES,
        "what is done with this command; standard error says more",
    ),
    EngineMistake(
        "whole-line-compared",
        lambda exchange: exchange.silent and exchange.command in ("name", "isready"),
        "The line is not recognised: the coordinator sends more words behind the first.",
        LINES,
        "the comparison of a line: its first word alone",
    ),
    EngineMistake(
        "name-of-another-form",
        _is("name", lambda exchange: bool(exchange.answer)),
        "The name has not the form of the task.",
        NAMED,
        "what name prints: no word before it, -c and seven digits behind",
    ),
    EngineMistake(
        "word-spelt-otherwise",
        _spelt,
        "The answer is spelt otherwise: capitals, spaces or signs.",
        LINES,
        "the spelling of readyok, bestmove, perft and quitting",
    ),
    EngineMistake(
        "position-answered",
        _is("position", lambda exchange: not exchange.ended),
        "position is answered.",
        SET,
        "what is printed while a position is set",
    ),
    EngineMistake(
        "columns-from-one",
        _is("go", lambda exchange: _column(exchange) == "7"),
        "Columns are counted from 1.",
        MOVE,
        "the column that bestmove prints: 0 to 6",
    ),
    EngineMistake(
        "full-column-played",
        _is("go", lambda exchange: "is full" in fault(exchange)),
        "bestmove names a full column.",
        MOVE,
        "the list of moves, and whether position sets all of its moves",
    ),
    EngineMistake(
        "evaluation-missing",
        _is("go", lambda exchange: len(_said(exchange)) == 2 and bool(_column(exchange))),
        "bestmove has no evaluation.",
        MOVE,
        "what bestmove prints behind the column",
    ),
    EngineMistake(
        "evaluation-not-whole",
        _is("go", lambda exchange: "third word is not a whole number" in fault(exchange)),
        "The evaluation is not a whole number.",
        MOVE,
        "the type of the evaluation when it is printed",
    ),
    EngineMistake(
        "talks-after-bestmove",
        _is("go", lambda exchange: "after bestmove" in fault(exchange)),
        "Lines follow bestmove, which is the last of an answer.",
        MOVE,
        "what is printed behind bestmove",
    ),
    EngineMistake(
        "silent-on-a-full-board",
        _is("go", lambda exchange: exchange.silent and _after_the_end(exchange)),
        "After 42 moves go is not answered.",
        ALIVE,
        "what go does when there is no move: it answers some column",
    ),
    EngineMistake(
        "silent-on-go",
        _is("go", lambda exchange: exchange.silent and not _after_the_end(exchange)),
        "go is not answered in time.",
        MOVE,
        "the time that a search may take, and where it ends",
    ),
    EngineMistake(
        "perft-depth-missing",
        _is("perft", lambda exchange: bool(re.fullmatch(r"(perft )?\d+", exchange.answer.strip()))),
        "The answer to perft lacks its word or its depth.",
        COUNT,
        "what perft prints: the word, the depth and the count",
    ),
    EngineMistake(
        "perft-miscounted",
        _is("perft", _count),
        "The count is wrong; inarow why --perft finds where.",
        COUNT,
        "what is counted, and what ends a game",
    ),
    EngineMistake(
        "perft-not-known",
        _is("perft", lambda exchange: exchange.silent),
        "perft is not answered.",
        COUNT,
        "the command perft",
    ),
    EngineMistake(
        "quit-not-answered",
        _is("quit", lambda exchange: exchange.silent or not exchange.answer),
        "quit is not answered.",
        END,
        "the command quit: quitting first, then the end",
    ),
    EngineMistake(
        "stays-when-the-input-ends",
        lambda exchange: exchange.sent == "(end of input)" and not exchange.ended,
        "The engine goes on when its input has ended.",
        END,
        "what reading a line gives at the end of the input",
    ),
)
"""Every known mistake of engines; names are unique, and the first that shows in an exchange is
named."""

"""The known mistakes of engines for COMP2230, as data: each knows the exchanges it shows in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from inarow.teaching.why.engine.exchange import ANSWERED, Exchange, fault, right_perft
from inarow.teaching.why.mistake_file import read_mistakes


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


def _ended_on_startpos(exchange: Exchange) -> bool:
    return exchange.ended and exchange.sent.strip() == "position startpos"


def _evaluation_missing(exchange: Exchange) -> bool:
    return len(_said(exchange)) == 2 and bool(_column(exchange))


def _depth_missing(exchange: Exchange) -> bool:
    return bool(re.fullmatch(r"(perft )?\d+", exchange.answer.strip()))


_COMMANDS = {*ANSWERED, "position"}

_SHOWS: Mapping[str, Callable[[Exchange], bool]] = {
    "output-not-flushed": lambda each: each.late,
    "ends-on-the-empty-position": lambda each: (
        each.ended and each.sent.strip() == "position startpos"
    ),
    "ends-on-the-unknown": lambda each: each.ended and each.command not in _COMMANDS,
    "ends-on-a-command": lambda each: each.ended and each.command in _COMMANDS,
    "whole-line-compared": lambda each: each.silent and each.command in ("name", "isready"),
    "name-of-another-form": _is("name", lambda each: bool(each.answer)),
    "word-spelt-otherwise": _spelt,
    "position-answered": _is("position", lambda each: not each.ended),
    "columns-from-one": _is("go", lambda each: _column(each) == "7"),
    "full-column-played": _is("go", lambda each: "is full" in fault(each)),
    "evaluation-missing": _is("go", lambda each: len(_said(each)) == 2 and bool(_column(each))),
    "evaluation-not-whole": _is(
        "go", lambda each: "third word is not a whole number" in fault(each)
    ),
    "talks-after-bestmove": _is("go", lambda each: "after bestmove" in fault(each)),
    "silent-on-a-full-board": _is("go", lambda each: each.silent and _after_the_end(each)),
    "silent-on-go": _is("go", lambda each: each.silent and not _after_the_end(each)),
    "perft-depth-missing": _is(
        "perft", lambda each: bool(re.fullmatch(r"(perft )?\d+", each.answer.strip()))
    ),
    "perft-miscounted": _is("perft", _count),
    "perft-not-known": _is("perft", lambda each: each.silent),
    "quit-not-answered": _is("quit", lambda each: each.silent or not each.answer),
    "stays-when-the-input-ends": lambda each: each.sent == "(end of input)" and not each.ended,
}

ENGINE_MISTAKES: tuple[EngineMistake, ...] = tuple(
    EngineMistake(row.name, _SHOWS[row.name], row.sentence, row.task, row.look_at)
    for row in read_mistakes("comp2230", "engine")
)
"""Every known mistake of engines; names are unique, and the first that shows in an exchange is
named."""

"""The known mistakes of engines for COMP2230, each with the exchanges it shows in, and the report
about a dialogue."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from inarow.courses.comp2230.exchange import (
    ANSWERED,
    Exchange,
    MoveFault,
    due,
    fault,
    move_fault,
    right_perft,
)
from inarow.teaching.why.known import Asked, Found, Report
from inarow.teaching.why.mistake_file import read_mistakes
from inarow.text import truncate

INPUT_ENDED = "(end of input)"


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


def _move(fault: MoveFault) -> Callable[[Exchange], bool]:
    return _is("go", lambda exchange: move_fault(exchange) is fault)


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
    "full-column-played": _move(MoveFault.FULL_COLUMN),
    "evaluation-missing": _is("go", lambda each: len(_said(each)) == 2 and bool(_column(each))),
    "evaluation-not-whole": _move(MoveFault.BAD_EVALUATION),
    "talks-after-bestmove": _move(MoveFault.MORE_OUTPUT),
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


def explained(exchanges: Sequence[Exchange]) -> Report:
    """The first wrong exchange, and the mistakes that the wrong ones show, each named once."""
    faults = [_fault(exchange) for exchange in exchanges]
    asked = tuple(
        Asked(exchange.sent or "(empty line)", _heard(exchange), _due(exchange), not wrong)
        for exchange, wrong in zip(exchanges, faults, strict=True)
    )
    wrong = [number for number, clause in enumerate(faults) if clause]
    shown: dict[str, tuple[EngineMistake, list[int]]] = {}
    for number in wrong:
        for mistake in ENGINE_MISTAKES:
            if mistake.shows(exchanges[number]):
                shown.setdefault(mistake.name, (mistake, []))[1].append(number)
                break
    begins: tuple[str, ...] = ()
    if wrong:
        first = exchanges[wrong[0]]
        begins = (f"It begins with '{first.sent}', which {faults[wrong[0]]}.",)
    explained_ones = {number for _, numbers in shown.values() for number in numbers}
    if wrong and explained_ones == set(wrong):
        together = Found(tuple(mistake for mistake, _ in shown.values()), tuple(range(len(asked))))
        return Report(asked, (together,), begins=begins)
    near = tuple(Found((mistake,), tuple(numbers)) for mistake, numbers in shown.values())
    return Report(asked, nearest=near, begins=begins)


def _fault(exchange: Exchange) -> str:
    if exchange.sent == INPUT_ENDED:
        return "" if exchange.ended else "did not end the engine"
    return fault(exchange)


def _due(exchange: Exchange) -> str:
    return "the engine ends" if exchange.sent == INPUT_ENDED else due(exchange)


def _heard(exchange: Exchange) -> str:
    if exchange.sent == INPUT_ENDED:
        return "the engine ended" if exchange.ended else "the engine goes on"
    said = exchange.answer or "; ".join(exchange.heard)
    if exchange.ended and not said:
        return "the engine ended"
    return truncate(said) or "nothing"

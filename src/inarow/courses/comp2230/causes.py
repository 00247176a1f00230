"""Dialogues with engines of COMP2230 that went wrong: counts of the move tree, which one mistake in
counting must explain together, and answers that are none, by command and word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from inarow.course import Course
from inarow.courses.comp2230.engine import explained as explained_dialogue
from inarow.courses.comp2230.exchange import Exchange, fault, position_of
from inarow.courses.comp2230.perft import Count, right_count
from inarow.courses.comp2230.perft import explained as explained_counts
from inarow.errors import UserError
from inarow.marking.diagnosis import MOST_CAUSES, Explainer, JudgedTest, cause_of
from inarow.marking.results import Cause
from inarow.marking.suite import Step, Visibility
from inarow.teaching.why.known import Known, Report

_MOST_NODES, _DEEPEST = 1_000_000, 8
"""Counts beyond these are left out: it would take long to count as with each mistake."""
_ENDED = ("CRASH", "ENDED_EARLY")
_SAID = (*_ENDED, "TIMEOUT", "WRONG_OUTPUT", "WRONG_MOVE", "MISSING_NEWLINE")
"""The causes of failure in which an answer is missing or is not what it should be."""

Mistakes = tuple[Known, ...]


class _Part(NamedTuple):
    """What explains one kind of answers: ``either`` has mistakes that do so alike."""

    either: list[Mistakes]
    agrees: int
    wrong: int
    answers: int


def engine_causes(course: Course, judged: Sequence[JudgedTest]) -> list[Cause]:
    """Returns the likeliest first; empty if no count and no answer is wrong by itself: nothing is
    known of moves that are legal and bad."""
    talks = [each for each in judged if each.test.dialogue]
    steps = [step for each in talks for step in _right_steps(each) if step.expect]
    heard = {word for step in steps for word in step.send.split()[:1]}
    exchanges = [
        (each, exchange) for each in talks if (exchange := _exchange(each, heard)) is not None
    ]
    counts = _of_counts([count for each in talks for count in _counts(each)])
    spoken = _of_exchanges([exchange for _, exchange in exchanges], nothing_heard=not heard)
    wrong = counts.wrong + spoken.wrong
    if not wrong:
        return []
    agrees, answers = counts.agrees + spoken.agrees, counts.answers + spoken.answers
    also = _first_fault(exchanges)
    return [
        cause_of((*counted, *said), agrees, wrong, answers, also)
        for counted, said in list(product(counts.either, spoken.either))[:MOST_CAUSES]
    ]


def _right_steps(told: JudgedTest) -> Sequence[Step]:
    """The steps that went well, as far as is known."""
    return told.test.dialogue if told.passed else told.test.dialogue[: told.step or 0]


def _counts(told: JudgedTest) -> Iterator[Count]:
    moves: tuple[int, ...] = ()
    right = len(_right_steps(told))
    for number, step in enumerate(told.test.dialogue[: right + 1]):
        moves = position_of(step.send, moves)
        words = step.expect.split()
        if words[:1] != ["perft"] or len(words) != 3 or not "".join(words[1:]).isdigit():
            continue
        depth, due = int(words[1]), int(words[2])
        if number < right:
            got: int | None = due
        else:
            got = _number(told)
        if got is None or due > _MOST_NODES or depth > _DEEPEST:
            continue
        try:
            if right_count(moves, depth) == due:
                yield Count(moves, depth, got)
        except UserError:
            continue  # no position of a game: the suite asks for something else


def _number(told: JudgedTest) -> int | None:
    """The count that was wrong; None if something else was."""
    words = (told.got or b"").split()
    if told.cause != "WRONG_COUNT" or len(words) != 3 or not words[2][:20].isdigit():
        return None
    return int(words[2][:20])


def _exchange(told: JudgedTest, heard: set[str]) -> Exchange | None:
    """The command at which a dialogue went wrong, with what came back; None if none did. An answer
    that the engine gives elsewhere as it should is not what is wrong: the line before it that has
    none is."""
    number = told.step
    if number is None or told.cause not in _SAID:
        return None
    steps = told.test.dialogue
    before = steps[number - 1] if number else Step()
    silent, ended = told.cause == "TIMEOUT", told.cause in _ENDED
    sent = steps[number].send
    if before.send and not before.expect and not silent and heard & set(sent.split()[:1]):
        number, sent = number - 1, before.send
    if not sent or (sent.startswith("perft") and _too_deep(sent)):
        return None
    moves: tuple[int, ...] = ()
    for step in steps[: number + 1]:
        moves = position_of(step.send, moves)
    lines = (told.got or b"").decode("utf-8", "backslashreplace").splitlines()
    return Exchange(sent, tuple(lines), moves, silent=silent, ended=ended)


def _too_deep(sent: str) -> bool:
    depth = sent.partition(" ")[2]
    return not depth.isdigit() or int(depth) > _DEEPEST


def _of_counts(counts: list[Count]) -> _Part:
    report = explained_counts(counts)
    wrong = _wrong(report)
    if report.causes:
        either = [found.mistakes for found in report.causes]
        return _Part(either, len(wrong), len(wrong), len(counts))
    right = len(counts) - len(wrong)
    for near in report.nearest:
        agrees = len(wrong & set(near.explains))
        if len(near.explains) - agrees == right and 2 * agrees > len(wrong):
            return _Part([near.mistakes], agrees, len(wrong), len(counts))
    return _Part([()], 0, len(wrong), len(counts))


def _of_exchanges(exchanges: list[Exchange], *, nothing_heard: bool) -> _Part:
    """An engine of which nothing was ever heard may keep its answers back as well as have none."""
    report = explained_dialogue(exchanges)
    wrong = _wrong(report)
    found = report.causes or report.nearest
    either = [tuple(mistake for each in found for mistake in each.mistakes)]
    agrees = len(wrong) if report.causes else sum(len(each.explains) for each in found)
    if exchanges and nothing_heard and all(each.silent for each in exchanges):
        late = explained_dialogue([replace(each, late=True) for each in exchanges])
        either = [late.causes[0].mistakes, *either]
    return _Part(either, agrees, len(wrong), len(wrong))


def _wrong(report: Report) -> set[int]:
    return {number for number, asked in enumerate(report.asked) if not asked.is_right}


def _first_fault(exchanges: Sequence[tuple[JudgedTest, Exchange]]) -> str:
    """The first wrong answer that everybody may see, word by word."""
    for told, exchange in exchanges:
        if told.test.visibility is Visibility.VISIBLE and (clause := fault(exchange)):
            return f"'{exchange.sent}' {clause}."
    return ""


CAUSES = Explainer(engine_causes)

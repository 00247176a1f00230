"""What a move did, in plain sentences about the first and second player, for readers without a
board that shows letters: each square is named by its place."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from inarow.analysis.analyse import analyse, at_once, has_solver
from inarow.analysis.verdict import Analysis
from inarow.limits import Limits
from inarow.record import PASS, Record
from inarow.teaching.move_review import explain
from inarow.teaching.phrases import Segment
from inarow.text import PLAYERS

_LINE_MISSED = re.compile(r".*; (.* was .* in a row[.])")
"""The one lead that says more than which result was given up and what kept it."""


class Told(NamedTuple):
    """An explanation as text; all of it is empty for a pass."""

    whole: str = ""
    rest: str = ""
    """What is left for a reader who knows the move, the result it gave up and what kept it."""
    reasoned: bool = False
    """Whether the rest has a reason in it, and not only how the game ends."""


def told(record: Record, limits: Limits, base: int = 1, after: Analysis | None = None) -> Told:
    """What the move before the cursor did. The limits are for the analysis of the position it met;
    ``after`` is the one of the position it led to, if that is known."""
    if record.moves[record.at - 1] == PASS:
        return Told()
    pos = record.positions[record.at - 1]
    before = analyse(pos, limits) if has_solver(pos.game) else at_once(pos)
    return in_words(explain(record, before, PLAYERS, base, after=after))


def in_words(explanation: dict[str, Any]) -> Told:
    """The sentences of an explanation without letters. Its lead is what is bold."""
    paragraphs: list[list[Segment]] = [
        [part for part in paragraph if not part.get("of_letter")]
        for paragraph in explanation["paragraphs"]
    ]
    left = [[part for part in map(_beside_the_lead, one) if part] for one in paragraphs]
    reasoned = any(
        not part.get("result") and part.get("text", "a square").strip()
        for paragraph in left
        for part in paragraph
    )
    return Told(_text(paragraphs), _text(left), reasoned)


def _beside_the_lead(part: Segment) -> Segment | None:
    if not part.get("bold"):
        return part
    missed = _LINE_MISSED.fullmatch(part["text"])
    return {"text": missed[1]} if missed else None


def _text(paragraphs: list[list[Segment]]) -> str:
    written = ["".join(part.get("place") or part["text"] for part in one) for one in paragraphs]
    text = " ".join(one.strip() for one in written if one.strip())
    return re.sub(r"(^|[.] )([a-z])", lambda found: found[1] + found[2].upper(), text)

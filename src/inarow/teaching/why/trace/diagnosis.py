"""The first wrong line of a trace, what is right there, and the mistakes that explain it all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inarow.errors import UserError
from inarow.render.tree_words import Notation
from inarow.teaching.why.case import Question
from inarow.teaching.why.hypothesis import RIGHT, Hypothesis, singles
from inarow.teaching.why.known import Asked, Found, Report
from inarow.teaching.why.trace.alignment import Agreement, Node, Walk, aligned, best_aligned
from inarow.teaching.why.trace.lines import TraceLine
from inarow.text import plural, truncate
from inarow.textbook import native
from inarow.textbook.events import Event

_EVENTS_A_LINE = 8
_MOST_EVENTS = 400_000


def explained(
    question: Question,
    lines: Sequence[TraceLine],
    words: str,
    tried: Callable[[int], object] = lambda number: None,
) -> Report:
    """A trace beside the right search of a question, which is written as ``words``."""
    most = min(_EVENTS_A_LINE * len(lines) + 1000, _MOST_EVENTS)
    walk, events = _walk(RIGHT, question, most)
    found = best_aligned(lines, walk)
    shown = f"a trace of {plural(len(lines), 'line')}"
    if not found.wrong:
        ends = found.agreed == len(walk.nodes(found.reading)) and walk.complete
        whole = "the whole search" if ends else f"the first {found.agreed} nodes of the search"
        return Report((Asked(words, f"{shown}: {whole}", "the same", True),))
    if found.agreed == 0 and found.wrong == "place" and len(lines) > 1:
        first = truncate(lines[0].text.strip())
        begins = [f"Its first line, '{first}', is no node that a search of this begins with."]
    else:
        begins = _sentences(lines, found, events, Notation(question.pos.game, found.reading.base))
    causes = []
    for number, hypothesis in enumerate(singles(question.assignment)):
        if number % 10 == 0:
            tried(number)
        if _explains(hypothesis, question, lines, found, most):
            causes.append(Found(hypothesis.mistakes, (0,)))
    line = lines[min(found.agreed, len(lines) - 1)]
    got = f"{shown}, wrong from line {line.number} on"
    agreed = f"a search that begins with {plural(found.agreed, 'line')} of it"
    asked = Asked(words, got, agreed, False)
    return Report((asked,), tuple(causes), begins=tuple(begins))


def _walk(hypothesis: Hypothesis, question: Question, most: int) -> tuple[Walk, list[Event]]:
    pos = hypothesis.pos(question)
    if pos.has_line(1) or pos.has_line(2):
        raise UserError("read so, the game is over")
    traced = native.trace(pos, hypothesis.spec(question).asked(), most)
    return Walk(pos, traced.events, traced.complete), traced.events


def _explains(
    hypothesis: Hypothesis,
    question: Question,
    lines: Sequence[TraceLine],
    right: Agreement,
    most: int,
) -> bool:
    """Whether the search with a mistake has every line."""
    try:
        walk, _ = _walk(hypothesis, question, most)
    except UserError:
        return False
    return any(
        not aligned(lines, walk, reading).wrong
        for reading in {right.reading, best_aligned(lines, walk).reading}
    )


def _sentences(
    lines: Sequence[TraceLine], found: Agreement, events: Sequence[Event], notation: Notation
) -> list[str]:
    line = lines[found.agreed]
    where = f"The first wrong line is line {line.number}, '{truncate(line.text.strip())}'"
    if found.node is None:
        return [f"{where}: the right search has ended before it."]
    node = found.node
    place = _place(node, notation)
    if found.wrong == "place":
        lines_ = [f"{where}: the right search goes on with {place}."]
        if cut := _cut_before(events, node, found):
            lines_.append(cut)
        return lines_
    if found.wrong == "value":
        assert node.value is not None
        got = getattr(line, found.wrong)
        return [
            f"{where}: the value of {place} is {notation.number(node.value)}, and not"
            f" {notation.number(got)}."
        ]
    window = node.left if found.reading.left_window else node.window
    right = window[0] if found.wrong == "alpha" else window[1]
    got = getattr(line, found.wrong)
    return [
        f"{where}: {found.wrong} of {place} is {notation.number(right)}, and not"
        f" {notation.number(got)}."
    ]


def _place(node: Node, notation: Notation) -> str:
    if not node.path:
        return "the root"
    moves = " ".join(notation.move(move) for move in node.path)
    return f"the state after {'column' if len(node.path) == 1 else 'columns'} {moves}"


def _cut_before(events: Sequence[Event], node: Node, found: Agreement) -> str:
    """A cut-off of the right search just before a node."""
    if found.reading.returning:
        return ""
    for event in reversed(events[max(node.entered - 8, 0) : node.entered]):
        if event.kind == "cut-off":
            return "It has just cut off: the bounds of the state before met."
        if event.kind == "enter":
            break
    return ""

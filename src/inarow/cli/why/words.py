"""Causes as ``inarow why`` prints them, with the link to where a search goes astray."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from inarow.cli.why.questions import command_of
from inarow.render.terminal import can_encode
from inarow.render.tree_text import Line
from inarow.render.tree_words import Notation
from inarow.teaching.why.case import Answer, Case, Question
from inarow.teaching.why.diagnosis import Cause, Judged
from inarow.teaching.why.hypothesis import Hypothesis
from inarow.teaching.why.parting import Place, parting, place_of
from inarow.web.answers.why import link_of


def judged_lines(judged: Sequence[Judged]) -> list[Line]:
    """A line for each answer."""
    lines: list[Line] = []
    for each in judged:
        question = command_of(each.case.question)
        if each.right is None:
            verdict = "the right search is too long to try"
        elif each.is_right:
            verdict = "right"
        else:
            verdict = f"right is {_answer(each.right)}"
        lines.append([(f"{question}: {_answer(each.case.got)}; {verdict}", "")])
    return lines


def _answer(answer: Answer) -> str:
    nodes = "1 node" if answer.nodes == 1 else f"{answer.nodes} nodes"
    column = "no column of the board" if answer.move is None else f"column {answer.move}"
    return f"{column}, {nodes}"


def cause_lines(cause: Cause, cases: Sequence[Case], example: int, hint: int) -> list[Line]:
    """A cause, as much as a hint says, with where it begins in one of the cases."""
    several = len(cause.explains) > 1
    whole = f"explains all {len(cause.explains)} answers" if several else "explains the answer"
    if hint == 1:
        looks = [[(f"look at: {mistake.look}", "")] for mistake in cause.hypothesis.mistakes]
        return [[("", "")], *looks]
    lines: list[Line] = [[("", "")], [(f"{cause.hypothesis.name} {whole}.", "strong")]]
    for mistake in cause.hypothesis.mistakes:
        lines.append([(f"  {mistake.sentence}", "")])
        lines.append([(f"  the task says: {mistake.sheet}", "")])
        lines.append([(f"  look at: {mistake.look}", "")])
    if hint < 3:
        return lines
    begins = place_for(cases[example].question, cause.hypothesis)
    if begins is None:
        return lines
    place, where = begins
    lines.append([(f"  It begins {place.where}:", "")])
    lines.append([(f"    the right search {place.right};", "")])
    lines.append([(f"    yours {place.wrong}.", "")])
    lines += [[(f"    right:  {line}", "")] for line in place.right_lines]
    lines += [[(f"    yours:  {line}", "")] for line in place.wrong_lines]
    if where:
        lines.append([(f"  Watch it: inarow web, then {where}", "")])
    return lines


def place_for(question: Question, hypothesis: Hypothesis) -> tuple[Place, str] | None:
    """Where a hypothesis goes astray on a question, and the link of the page to it, empty if the
    page does not search so deep; None if it is not a matter of the search."""
    found = parting(question, hypothesis)
    if found is None:
        return None
    ascii_only = not can_encode(sys.stdout, "←≤≥∞−")
    notation = Notation(question.pos.game, 0, ascii_only)
    return place_of(found, notation), link_of(found)

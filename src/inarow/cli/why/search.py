"""Answers of the Connect Four course: their causes, and where the search goes astray."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable
from typing import Any

from inarow.cli.progress import status_line
from inarow.cli.terminal import print_lines
from inarow.cli.why.questions import cases_of_arguments, cases_of_lines, command_of
from inarow.cli.why.words import cause_lines, judged_lines, place_for
from inarow.protocols import displayed
from inarow.render.tree_text import Line
from inarow.teaching.why.asking import ALGORITHMS, Interview, interview
from inarow.teaching.why.case import Case
from inarow.teaching.why.diagnosis import Cause, Explanation, Judged, explain, telling_cases
from inarow.teaching.why.hypothesis import RIGHT, unseen
from inarow.words import counted

_SHOWN = 5


def run_search(args: Namespace, lines: Iterable[str] | None) -> int:
    """Answers of the Connect Four course: ``lines`` of standard input, unless there are words or a
    program."""
    if args.program is not None:
        return _ask_program(args)
    cases = cases_of_arguments(args.question, args.got) if lines is None else cases_of_lines(lines)
    with status_line() as waiting:
        found = explain(cases, tried=lambda number: waiting.show(f"{number} causes tried"))
    if args.json:
        print(json.dumps(_as_json(cases, found), indent=1))
    else:
        print_lines(_explained(cases, found, args.hint))
    return 0


def _explained(cases: list[Case], found: Explanation, hint: int) -> list[Line]:
    lines = judged_lines(found.judged)
    wrong = [number for number, judged in enumerate(found.judged) if not judged.is_right]
    if found.all_right:
        every = "The answer is right." if len(cases) == 1 else "All answers are right."
        return [*lines, [("", "")], [(every, "strong")]]
    if not found.causes:
        lines += [[("", "")], [("Nothing that I know explains this.", "strong")]]
        for cause in found.nearest:
            explained = f"{counted(len(cause.explains), 'answer')} of {len(cases)}"
            lines.append([(f"Nearest: {cause.hypothesis.name}, which explains {explained}.", "")])
        return lines
    shown = found.causes[:_SHOWN]
    if len(found.causes) > 1:
        many = f"{len(found.causes)} causes explain all of it; the likeliest first. More answers"
        lines += [[("", "")], [(f"{many} tell them apart.", "")]]
    for cause in shown:
        lines += cause_lines(cause, cases, wrong[0], hint)
    if len(found.causes) > len(shown):
        names = ", ".join(cause.hypothesis.name for cause in found.causes[len(shown) :][:20])
        lines += [[("", "")], [(f"Also: {names}.", "")]]
    return lines


def _as_json(cases: list[Case], found: Explanation) -> dict[str, Any]:
    answer = found.as_json()
    for case, shown in zip(cases, answer["cases"], strict=True):
        shown["question"] = command_of(case.question)
    wrong = [number for number, judged in enumerate(found.judged) if not judged.is_right]
    for cause, shown in zip(found.causes[:_SHOWN], answer["causes"], strict=False):
        begins = place_for(cases[wrong[0]].question, cause.hypothesis)
        shown["begins"] = None if begins is None else {**begins[0].as_json(), "link": begins[1]}
    return answer


def _ask_program(args: Namespace) -> int:
    from inarow.cli.why.program import asked_program

    remarks: list[str] = []
    with (
        status_line("building the program") as waiting,
        asked_program(
            args.program, sandboxed=not args.no_sandbox, told=waiting.show, remark=remarks.append
        ) as ask,
    ):
        known = {"M": ("minimax",), "A": ("alpha-beta",)}.get(args.only, ALGORITHMS)
        found = interview(ask, args.questions, known)
    if args.json:
        print(json.dumps({**_interview_json(found), "remarks": remarks}, indent=1))
    else:
        lines = _interviewed(found, args.hint)
        if remarks:
            more = f" ({len(remarks)} answers like it)" if len(remarks) > 1 else ""
            lines += [[("", "")], [(f"Remark: {displayed(remarks[0])}{more}.", "")]]
        print_lines(lines)
    return 0


def _judged(found: Interview) -> tuple[Judged, ...]:
    return tuple(Judged(case, RIGHT.answer(case.question)) for case in found.cases)


def _causes(found: Interview) -> list[Cause]:
    judged = _judged(found)
    wrong = tuple(number for number, each in enumerate(judged) if not each.is_right)
    every = tuple(range(len(judged)))
    return [Cause(each, every, wrong) for each in found.left if each != RIGHT]


def _interviewed(found: Interview, hint: int) -> list[Line]:
    judged = _judged(found)
    lines = judged_lines(judged)
    asked = f"after {counted(len(judged), 'question')}"
    if RIGHT in found.left:
        lines += [[("", "")], [(f"No mistake {asked}: every answer is right.", "strong")]]
    elif not found.left:
        lines += [[("", "")], [(f"Nothing that I know explains this, {asked}.", "strong")]]
        lines += [[("These answers alone rule out all that I know by itself:", "")]]
        lines += [[(f"  {command_of(case.question)}", "")] for case in telling_cases(found.cases)]
    else:
        many = f"{counted(len(found.left), 'cause')} left {asked}"
        if len(found.left) > 1:
            why = "more questions would tell" if found.exhausted else "no question here can tell"
            many += f"; {why} them apart"
        lines += [[("", "")], [(f"{many}.", "")]]
        cases = list(found.cases)
        for cause in _causes(found)[:_SHOWN]:
            lines += cause_lines(cause, cases, cause.wrong[0], hint)
    for _, sentence in found.unanswered:
        lines += [[("", "")], [(f"No answer: {sentence}.", "")]]
    hidden = ", ".join(mistake.name for mistake in unseen())
    lines += [[("", "")], [(f"Mistakes that no answer shows by themselves: {hidden}.", "faint")]]
    return lines


def _interview_json(found: Interview) -> dict[str, Any]:
    judged = _judged(found)
    return {
        "all_right": RIGHT in found.left,
        "cases": [
            {**each.as_json(), "question": command_of(each.case.question)} for each in judged
        ],
        "causes": [_with_beginning(cause, found) for cause in _causes(found)],
        "unseen": [mistake.name for mistake in unseen()],
        "unanswered": [sentence for _, sentence in found.unanswered],
        "unexplained": []
        if found.left
        else [command_of(case.question) for case in telling_cases(found.cases)],
    }


def _with_beginning(cause: Cause, found: Interview) -> dict[str, Any]:
    begins = place_for(found.cases[cause.wrong[0]].question, cause.hypothesis)
    shown = None if begins is None else {**begins[0].as_json(), "link": begins[1]}
    return {**cause.as_json(), "begins": shown}

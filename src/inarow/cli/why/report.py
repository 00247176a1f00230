"""A report of causes as ``inarow why`` prints it, whatever the course."""

from __future__ import annotations

import json
from argparse import Namespace

from inarow.cli.terminal import print_lines
from inarow.render.tree_text import Line
from inarow.teaching.why.known import Found, Report
from inarow.words import counted

_SHOWN = 5


def print_report(report: Report, args: Namespace) -> None:
    """As text, as much as the hint says, or as JSON."""
    if args.json:
        print(json.dumps(report.as_json(), indent=1))
    else:
        print_lines(report_lines(report, args.hint))


def report_lines(report: Report, hint: int) -> list[Line]:
    """Each answer, then the causes, where they begin, and what else is to be said."""
    lines: list[Line] = []
    for each in report.asked:
        wrong_one = f"right is {each.right}" if each.right else "wrong"
        verdict = "right" if each.is_right else wrong_one
        lines.append([(f"{each.question}: {each.got}; {verdict}", "")])
    wrong = any(not each.is_right for each in report.asked)
    if report.all_right:
        every = "The answer is right." if len(report.asked) == 1 else "All answers are right."
        return [*lines, [("", "")], [(every, "strong")]]
    if wrong and not report.causes:
        lines += [[("", "")], [("Nothing that I know explains this.", "strong")]]
        for found in report.nearest:
            explained = f"{counted(len(found.explains), 'answer')} of {len(report.asked)}"
            lines.append([(f"Nearest: {found.name}, which explains {explained}.", "")])
    if len(report.causes) > 1:
        many = f"{len(report.causes)} causes explain all of it; the likeliest first. More answers"
        lines += [[("", "")], [(f"{many} tell them apart.", "")]]
    for found in report.causes[:_SHOWN]:
        lines += _cause_lines(found, hint)
    if len(report.causes) > _SHOWN:
        names = ", ".join(found.name for found in report.causes[_SHOWN:][:20])
        lines += [[("", "")], [(f"Also: {names}.", "")]]
    if hint == 3 and report.begins:
        lines += [[("", "")], *([(sentence, "")] for sentence in report.begins)]
    if report.remarks:
        lines += [
            [("", "")],
            *([(f"Beside that, {each}.", "")] for each in report.remarks),
        ]
    return lines


def _cause_lines(found: Found, hint: int) -> list[Line]:
    if hint == 1:
        return [
            [("", "")],
            *([(f"look at: {mistake.look}", "")] for mistake in found.mistakes),
        ]
    several = len(found.explains) > 1
    whole = f"explains all {len(found.explains)} answers" if several else "explains the answer"
    lines: list[Line] = [[("", "")], [(f"{found.name} {whole}.", "strong")]]
    for mistake in found.mistakes:
        lines.append([(f"  {mistake.sentence}", "")])
        lines.append([(f"  the task says: {mistake.sheet}", "")])
        lines.append([(f"  look at: {mistake.look}", "")])
    return lines

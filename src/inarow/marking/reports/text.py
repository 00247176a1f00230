"""Reports as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from inarow.marking.grading.grade import Grade
from inarow.marking.reports.evidence import evidence_text
from inarow.marking.reports.statistics import (
    causes_of_failures,
    commonest_causes,
    commonest_mistakes,
    incidents,
    marks_of,
    median,
)
from inarow.marking.reports.white_space import lines_of, strip_controls, visible
from inarow.marking.results import TestResult, Verdict, round_marks
from inarow.marking.visibility import View
from inarow.running.submission import shown
from inarow.text import MINUS, plural

_MOST_LINES = 12
_SIGNS = {Verdict.PASS: "pass", Verdict.FAIL: "FAIL", Verdict.MANUAL: "manual",
          Verdict.SKIPPED: "skipped", Verdict.NOT_RUN: "not run", Verdict.FAULT: "fault",
          Verdict.VOID: "void", Verdict.REFUSED: "refused"}  # fmt: skip


def report_text(view: View) -> str:
    """One submission: its tests, what differs, what lateness costs, what people decided."""
    graded, lines = view.graded, []
    lines += [strip_controls(graded.student.shown), strip_controls(view.summary), ""]
    for group, tests in view.groups():
        lines += [strip_controls(group)] if group else []
        for test in tests:
            marks = f"{graded.result.counts(test).normalize():f} of {test.max_marks.normalize():f}"
            line = f"  {_SIGNS[test.verdict]:8}{strip_controls(test.name):32} {marks:>12}"
            lines.append(f"{line}  {strip_controls(test.cause)}".rstrip())
    for test in view.failures():
        lines += ["", *_difference(test)]
    if measured := evidence_text(view.tests):
        lines += ["", "CPU time by depth", *(f"  {line}" for line in measured)]
    lines += [line for found in why_lines(view) for line in ("", strip_controls(found))]
    lines += ["", *_sum(view)]
    return "\n".join(lines) + "\n"


def _difference(test: TestResult) -> list[str]:
    lines = [f"{strip_controls(test.name)}: {strip_controls(test.cause) or 'failed'}"]
    if test.reason:
        lines.append(f"  {strip_controls(test.reason)}")
    for word, data in (("expected", test.expected), ("printed", test.got)):
        if data is None:
            continue
        rows = [visible(line) for line in lines_of(data)]
        lines.append(f"  {word}, {plural(len(data), 'byte')}:")
        lines += [f"    {row}" for row in rows[:_MOST_LINES]]
        if len(rows) > _MOST_LINES:
            lines.append(f"    and {plural(len(rows) - _MOST_LINES, 'more line')}")
    return lines


def _sum(view: View) -> list[str]:
    graded = view.graded
    rows = [("tests", f"{round_marks(graded.earned)}")]
    for gate in graded.result.gates:
        word = "proposed, for a person to confirm" if gate.proposed else "sets to 0"
        rows.append((f"{gate.when.value} {word}", strip_controls(gate.reason)))
    if graded.days or graded.penalty:
        lost = round_marks(graded.penalty)
        rows.append((graded.late_reason or "late penalty", f"{MINUS if lost else ''}{lost}"))
    rows += [
        (f"decided by {by}: {what}", strip_controls(comment))
        for by, what, comment in decisions(view)
    ]
    so_far = "marks so far" if view.withheld else "marks"
    rows.append((f"{so_far}, of {round_marks(graded.max_marks)}", mark_text(graded)))
    if view.withheld:
        rows.append((f"withheld, up to {round_marks(view.withheld)}", "not yet"))
    return [f"{strip_controls(name):44}  {value}" for name, value in rows]


def why_lines(view: View) -> list[str]:
    """What is known of the wrong answers, and how to see where the first of them begins."""
    lines = [
        f"{found.sentence} ({found.agrees} of {plural(found.wrong, 'wrong answer')})"
        if found.mistakes
        else found.sentence
        for found in view.graded.result.why
    ]
    result = view.graded.result
    known = result.diagnoses.whole.commands
    commands = [known[test.name] for test in view.failures() if test.name in known]
    return [*lines, f"To see where it begins: {commands[0]}"] if lines and commands else lines


def decisions(view: View) -> list[tuple[str, str, str]]:
    """Who decided, what, and why."""
    found = []
    for made in view.graded.applied:
        row = made.override
        if row.marks is None or (made.before is None and not row.marks):
            what = f"{row.item} {'lifted' if row.marks is None else 'confirmed'}"
        else:
            before = "" if made.before is None else f", was {_number(made.before)}"
            what = f"{row.item} {_number(row.marks)}{before}"
        found.append((strip_controls(row.by), strip_controls(what), row.comment))
    return found


def mark_text(graded: Grade) -> str:
    """The mark, or ``pending`` or ``refused``."""
    return graded.state.value if graded.marks is None else f"{graded.marks}"


def _number(marks: Decimal) -> str:
    return f"{round_marks(marks)}"


def class_text(graded: Sequence[Grade], findings: Iterable[str] = ()) -> str:
    """A class: what was found first, then a line a student, then what is common."""
    lines = [strip_controls(finding) for finding in findings]
    lines += [""] if lines else []
    lines.append(f"{'id':14} {'name':28} {'marks':>8} {'of':>7}  late  cause")
    for one in graded:
        causes = causes_of_failures(one)
        cause = one.unmarked or one.result.problem or ", ".join(sorted(causes))
        late = f"{one.days} d" if one.days else "?" if one.undecided else ""
        lines.append(
            f"{shown(one.student.id, 40):14} {shown(one.student.name, 60):28} {mark_text(one):>8}"
            f" {round_marks(one.max_marks):>7}  {late:4}  {strip_controls(cause)}".rstrip()
        )
    if marks := marks_of(graded):
        lines += ["", f"median {median(marks)}"]
    if missing := len(graded) - len(marks):
        lines += [f"{missing} of {len(graded)} without a mark: nothing is counted for them"]
    lines += [
        f"{count} of {len(graded)}: {strip_controls(mistakes)}, and no other mistake that shows"
        for mistakes, count in commonest_mistakes(graded)
    ]
    lines += [
        f"{strip_controls(cause)}: {plural(count, 'student')}"
        for cause, count in commonest_causes(graded)
    ]
    lines += [
        strip_controls(one.student.shown)
        + f": {', '.join(f'{word} {count}' for word, count in found)}"
        for one in graded
        if (found := incidents(one))
    ]
    return "\n".join(lines) + "\n"

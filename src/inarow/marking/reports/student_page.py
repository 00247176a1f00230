"""A student's page: marks, tests, what was printed, what people decided. It names nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import zip_longest

from inarow.marking.reports.evidence import HEADS, evidence_chart, rows_of, table
from inarow.marking.reports.page import page, safe, square
from inarow.marking.reports.text import decisions, mark_text, why_lines
from inarow.marking.reports.white_space import Piece, lines_of, pieces
from inarow.marking.results import TRACEBACK, UNFINISHED, TestResult, Verdict, round_marks
from inarow.marking.visibility import View
from inarow.text import MINUS, plural

_MOST_LINES = 60
_RETURN = '<span class="cr">CR</span>'
_LEGEND = f"· space, → tab, ↵ line end, {_RETURN} carriage return"


def student_page(view: View, title: str, style: str, links: Sequence[tuple[str, str]] = ()) -> str:
    """``title`` is the assignment's; ``links`` are words with addresses, for staff."""
    who = view.graded.student.shown
    parts = (
        _links(links), _head(view, title), _groups(view), _why(view), _printed(view),
        _measured(view), _faults(view), _decided(view), _foot(view),
    )  # fmt: skip
    body = "".join(parts)
    return page(f"{title}: {who}", body, style)


def _links(links: Sequence[tuple[str, str]]) -> str:
    found = "".join(f'<a href="{safe(to)}">{safe(word)}</a>' for word, to in links)
    return f'<p class="links">{found}</p>\n' if links else ""


def _head(view: View, title: str) -> str:
    graded = view.graded
    facts = [safe(title), safe(graded.result.name), safe(graded.result.language)]
    if graded.received:
        facts.append(f"received {safe(graded.received)}")
    return (
        f'<div class="mhead"><div><h1>{safe(graded.student.shown)}</h1>'
        f'<p class="sub">{", ".join(filter(None, facts))}</p>'
        f'<p class="voice">{safe(view.summary)}</p></div>\n'
        f"{_sum(view)}</div>\n"
    )


def _sum(view: View) -> str:
    graded = view.graded
    rows = [("Tests", f"{round_marks(graded.earned)}")]
    if graded.days or graded.penalty:
        lost = round_marks(graded.penalty)
        sign = MINUS if lost else ""
        rows.append((graded.late_reason or "Late penalty", f"{sign}{lost}"))
    cells = "".join(f'<tr><td>{safe(k)}</td><td class="rt">{v}</td></tr>' for k, v in rows)
    word = "Marks so far" if view.withheld else "Marks"
    cells += (
        f'<tr class="tot"><td>{word}, of {round_marks(graded.max_marks)}</td>'
        f'<td class="rt">{mark_text(graded)}</td></tr>'
    )
    if view.withheld:
        held = round_marks(view.withheld)
        cells += f'<tr><td>Withheld, up to {held} marks</td><td class="rt">not yet</td></tr>'
    return f'<table class="sum"><tbody>{cells}</tbody></table>'


def _groups(view: View) -> str:
    parts = []
    numbers = {test.name: number for number, test in enumerate(view.tests, 1)}
    for group, tests in view.groups():
        squares = [square(test, numbers[test.name]) for test in tests]
        marks = round_marks(view.graded.result.marks_of(group))
        of = round_marks(sum((test.max_marks for test in tests), Decimal(0)))
        parts.append(
            f'<div><h3>{safe(group or "Tests")}<span class="small">{marks} of {of}</span></h3>'
            f'<div class="sq">{"".join(squares)}</div></div>\n'
        )
    if view.withheld_tests:
        label = "A test that is not shown yet"
        unseen = f'<span class="t hid" role="img" aria-label="{label}" title="{label}">?</span>'
        parts.append(
            f'<div><h3>Not shown yet<span class="small">{plural(view.withheld_tests, "test")}'
            f'</span></h3><div class="sq">{unseen * view.withheld_tests}</div></div>\n'
        )
    return f'<div class="groups">{"".join(parts)}</div>\n'


def _why(view: View) -> str:
    found = view.graded.result.why
    if not found:
        return ""
    *sentences, last = why_lines(view)
    if len(sentences) < len(found):
        sentences, last = [*sentences, last], ""
    said = "".join(f'<p class="voice">{safe(sentence)}</p>' for sentence in sentences)
    command = f'<p class="cmd">{safe(last)}</p>' if last else ""
    return (
        '<div class="two even"><div><div class="sec-h"><h2>Why the answers differ</h2></div>'
        f"{said}{command}</div>{_answers(view)}</div>\n"
    )


def _answers(view: View) -> str:
    """The wrong answers that have a command: what is right, and what was printed."""
    result = view.graded.result
    rows = [
        f'<tr><td>{number}</td><td class="asked">{safe(" ".join(test.asked))}</td>'
        f'<td class="rt">{_pair(test.expected)}</td>'
        f'<td class="rt"><b>{_pair(test.got)}</b></td></tr>\n'
        for number, test in enumerate(view.tests, 1)
        if test.verdict is Verdict.FAIL and result.command_of(test) and test.got != test.expected
    ]
    if not rows:
        return ""
    return (
        f'<div><div class="sec-h"><h2>{safe(result.answer_heading)},'
        f" {plural(len(rows), 'test')}</h2>"
        '</div><div class="scroll"><table><thead><tr><th>Test</th><th>Asked</th><th class="rt">'
        f'Right</th><th class="rt">Printed</th></tr></thead><tbody>{"".join(rows)}</tbody>'
        "</table></div></div>"
    )


def _pair(printed: bytes | None) -> str:
    words = (printed or b"").split()[:2]
    return safe(" / ".join(word.decode("latin-1")[:12] for word in words))


def _printed(view: View) -> str:
    failed = {test.name for test in view.failures()}
    if not failed:
        return ""
    articles = "".join(
        _article(test, number, _note(view, test))
        for number, test in enumerate(view.tests, 1)
        if test.name in failed
    )
    return (
        '<div class="sec"><div class="sec-h"><h2>What was printed</h2>'
        f'<span class="small">{_LEGEND}</span></div><div class="tests">{articles}</div></div>\n'
    )


def _note(view: View, test: TestResult) -> str:
    """What the suite notes of a test, which staff alone see."""
    suite = view.graded.result.suite
    return suite.named(test.name).note if view.staff and suite is not None else ""


def _article(test: TestResult, number: int, note: str) -> str:
    noted = f'<p class="small">Note: {safe(note)}</p>' if note else ""
    reason = f'<p class="small">{safe(test.reason)}</p>' if test.reason else ""
    asked = f'<p class="cmd">{safe(" ".join(test.asked))}</p>' if test.asked else ""
    return (
        f'<article class="test"><h3>{square(test, number)}{number} {safe(test.name)}'
        f'<span class="sp cause">{safe(test.cause)}</span></h3>{asked}{_diff(test)}{reason}{noted}'
        "</article>\n"
    )


def _diff(test: TestResult) -> str:
    if test.expected is None or test.got is None:
        return ""
    wanted, found = lines_of(test.expected), lines_of(test.got)
    rows = []
    for left, right in list(zip_longest(wanted, found))[:_MOST_LINES]:
        same = left == right
        rows.append(_cell(left, "" if same else "gone") + _cell(right, "" if same else "new"))
    more = max(len(wanted), len(found)) - _MOST_LINES
    note = f'<p class="small">and {plural(more, "more line")}</p>' if more > 0 else ""
    heads = (
        f'<div class="h">Expected, {plural(len(test.expected), "byte")}</div>'
        f'<div class="h">Printed, {plural(len(test.got), "byte")}</div>'
    )
    return f'<div class="diff">{heads}{"".join(rows)}</div>{note}'


def _cell(line: bytes | None, kind: str) -> str:
    if line is None:
        return "<div></div>"
    inside = "".join(map(_piece, pieces(line)))
    return f'<div class="{kind}">{inside}</div>' if kind else f"<div>{inside}</div>"


def _piece(piece: Piece) -> str:
    if not piece.white:
        return safe(piece.text)
    return _RETURN if piece.text == "␍" else f'<span class="ws">{safe(piece.text)}</span>'


def _measured(view: View) -> str:
    """CPU time by depth, a chart and its table."""
    rows = rows_of(view.tests)
    if not rows:
        return ""
    chart = evidence_chart(view.tests).partition("?>")[2]
    heads = "".join(f"<th>{safe(head)}</th>" for head in HEADS)
    lines = ["".join(f'<td class="rt">{safe(cell)}</td>' for cell in row) for row in table(rows)]
    cells = "".join(f"<tr>{line}</tr>\n" for line in lines)
    return (
        '<div class="sec"><div class="sec-h"><h2>CPU time by depth</h2></div>'
        f"{chart}<table><thead><tr>{heads}</tr></thead><tbody>{cells}</tbody></table></div>\n"
    )


def _faults(view: View) -> str:
    """Why tests could not be run, with the traceback of an internal error: for staff alone."""
    if not view.staff:
        return ""
    found = [test for test in view.tests if test.verdict in UNFINISHED]
    parts = "".join(
        f"<h3>{safe(test.name)}</h3><p>{safe(test.reason or test.verdict.value)}</p>"
        + "".join(
            f'<p class="cmd">{safe(line)}</p>'
            for line in str(test.facts.get(TRACEBACK, "")).splitlines()
        )
        for test in found
    )
    head = '<div class="sec-h"><h2>Could not be run</h2></div>'
    return f'<div class="sec">{head}{parts}</div>\n' if found else ""


def _decided(view: View) -> str:
    rows = [
        (f"{gate.when.value}", f"{gate.group or 'everything'} is 0", gate.reason)
        for gate in view.graded.result.gates
        if not gate.proposed
    ]
    rows += [(f"decided by {by}", what, comment) for by, what, comment in decisions(view)]
    if not rows:
        return ""
    cells = "".join(
        f"<tr>{''.join(f'<td>{safe(cell)}</td>' for cell in row)}</tr>\n" for row in rows
    )
    return (
        '<div class="sec"><div class="sec-h"><h2>Decided</h2></div>'
        f"<table><tbody>{cells}</tbody></table></div>\n"
    )


def _foot(view: View) -> str:
    result = view.graded.result
    longest = max((test.used.wall_s for test in view.tests), default=0.0)
    tiers = sorted({test.used.tier for test in view.tests if test.used.tier is not None})
    facts = [f"submission {result.digest[:12]}"]
    if longest:
        facts.append(f"longest test {longest:.2f} s")
    facts += [f"ran in a sandbox of tier {tier}" for tier in tiers]
    return f'<div class="foot">{"".join(f"<span>{safe(fact)}</span>" for fact in facts)}</div>\n'

"""The overview for staff: distributions, commonest causes, incidents, a row a student."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inarow.marking.classroom.grade import Graded
from inarow.marking.reports.page import page, safe
from inarow.marking.reports.statistics import (
    commonest_causes,
    commonest_mistakes,
    distribution,
    incidents,
    median,
    mistakes_of,
    passes,
)
from inarow.marking.reports.view import for_staff
from inarow.marking.results import TestResult, Verdict, rounded
from inarow.marking.suite import Visibility
from inarow.marking.why import shown_mistakes
from inarow.words import counted

_MOST_CAUSES = 12
_WIDTH, _HEIGHT, _TOP, _BASE = 796, 140, 20, 160


def staff_page(
    title: str,
    suite: str,
    graded: Sequence[Graded],
    findings: Sequence[str],
    style: str,
    address: Callable[[Graded], str] | None = None,
) -> str:
    """``address`` says where a student's page is, beside this one."""
    body = _head(title, suite, graded) + _found(findings)
    if graded:
        body += f'<div class="dist">{_tests(graded)}{_marks(graded)}</div>\n'
        body += f'<div class="sec">{_causes(graded)}</div>\n{_rows(graded, address)}'
    return page(title, body, style)


def _head(title: str, suite: str, graded: Sequence[Graded]) -> str:
    full = sum(one.earned >= one.of for one in graded)
    sentence = f"{full} of {len(graded)} {'has' if full == 1 else 'have'} every mark of the tests."
    if mistakes := commonest_mistakes(graded):
        mistake, count = mistakes[0]
        sentence += f" {count} of {len(graded)} make one mistake and no other: {mistake}."
    elif causes := commonest_causes(graded):
        cause, count = causes[0]
        sentence += (
            f" The commonest cause of failures is {cause}, with {counted(count, 'student')}."
        )
    return (
        f'<div class="mhead"><div><h1>{safe(title)}</h1>'
        f'<p class="sub">{counted(len(graded), "submission")}, suite {safe(suite)}</p>'
        f'<p class="voice">{safe(sentence)}</p></div></div>\n'
    )


def _found(findings: Sequence[str]) -> str:
    if not findings:
        return ""
    items = "".join(f"<li>{safe(finding)}</li>" for finding in findings)
    return (
        '<div class="sec"><div class="sec-h"><h2>To look at first</h2></div>'
        f'<ol class="found">{items}</ol></div>\n'
    )


def _tests(graded: Sequence[Graded]) -> str:
    """A bar a test: how many pass; hidden ones are dashed."""
    kinds = {test.name: test for one in graded for test in one.result.tests}
    step, most = 34, len(graded)
    width = max(30 + step * len(kinds), _WIDTH)
    parts = [f'<path d="M30 {_BASE}H{width}" stroke="var(--edge)"/>']
    for at, (name, count) in enumerate(passes(graded).items()):
        x, size = 34 + step * at, _HEIGHT * count / most
        y = _BASE - size
        hidden = kinds[name].visibility is not Visibility.VISIBLE
        look = (
            'fill="none" stroke="var(--pass)" stroke-width="2" stroke-dasharray="4 3"'
            if hidden
            else 'fill="var(--pass)"'
        )
        parts.append(
            f'<rect x="{x}" y="{_TOP}" width="26" height="{_HEIGHT}" fill="var(--sunken)"/>'
            f'<rect x="{x}" y="{y:.1f}" width="26" height="{size:.1f}" {look}>'
            f"<title>{safe(name)}: {count} of {most}</title></rect>"
            f'<text class="n" x="{x + 13}" y="{y - 5:.1f}" text-anchor="middle">{count}</text>'
            f'<text x="{x + 13}" y="178" text-anchor="middle">{at + 1}</text>'
        )
    return (
        '<div><div class="sec-h"><h2>Tests</h2><span class="small">submissions of'
        f" {most} that pass; hidden ones are dashed</span></div>"
        f'<svg viewBox="0 0 {width} 190" role="img" aria-label="Submissions that pass each test">'
        f"{''.join(parts)}</svg></div>\n"
    )


def _marks(graded: Sequence[Graded]) -> str:
    """How many students have marks in each tenth, and the median."""
    counts = distribution(graded)
    most = max(counts)
    of = max(one.of for one in graded)
    parts = [f'<path d="M0 {_BASE}H340" stroke="var(--edge)"/>']
    for at, count in enumerate(counts):
        size = _HEIGHT * count / most
        x, y = 34 * at + 1, _BASE - size
        parts.append(
            f'<rect x="{x}" y="{y:.1f}" width="32" height="{size:.1f}" fill="var(--accent)"/>'
        )
        if count:
            parts.append(
                f'<text class="n" x="{x + 16}" y="{y - 5:.1f}" text-anchor="middle">{count}</text>'
            )
    middle = median([one.marks for one in graded])
    for at in (0, 5, 10):
        value = (of * at / 10).normalize()
        parts.append(f'<text x="{34 * at}" y="178" text-anchor="middle">{value:f}</text>')
    return (
        f'<div><div class="sec-h"><h2>Marks</h2><span class="small">of {of.normalize():f}, late'
        f' penalty applied; median {middle}</span></div><svg viewBox="0 0 340 190" role="img"'
        f' aria-label="Distribution of marks">{"".join(parts)}</svg></div>\n'
    )


def _causes(graded: Sequence[Graded]) -> str:
    found = [*commonest_mistakes(graded), *commonest_causes(graded)]
    if not found:
        return ""
    rows = "".join(
        f'<tr><td>{safe(cause)}</td><td><span class="pips">{"<i></i>" * min(count, 40)}</span></td>'
        f'<td class="rt"><b>{count}</b></td></tr>\n'
        for cause, count in found[:_MOST_CAUSES]
    )
    rest = found[_MOST_CAUSES:]
    names = ", ".join(f"{safe(cause)} {count}" for cause, count in rest)
    more = f'<p class="small">{names}</p>' if rest else ""
    return (
        '<div class="sec-h"><h2>Commonest causes</h2><span class="small">mistakes that alone'
        " explain all answers of a submission; students with at least one such failure</span></div>"
        f"<table><tbody>{rows}</tbody></table>{more}"
    )


def _rows(graded: Sequence[Graded], address: Callable[[Graded], str] | None) -> str:
    rows = []
    for one in sorted(graded, key=lambda one: (one.marks, one.student.id)):
        who = safe(one.student.shown)
        if address is not None:
            who = f'<a href="{safe(address(one))}">{who}</a>'
        why = shown_mistakes(mistakes_of(one))
        causes = sorted({test.cause for test in one.result.tests if test.cause})
        said = safe(one.result.problem or why) or ", ".join(
            f'<span class="cause">{safe(cause)}</span>' for cause in causes
        )
        happened = " ".join(
            f'<span class="inc">{safe(word)} {count}</span>' for word, count in incidents(one)
        )
        proposed = " ".join(
            f'<span class="inc">{safe(gate.when.value)}?</span>'
            for gate in one.result.gates
            if gate.proposed
        )
        decided = f'<span class="inc">decided {len(one.decided)}</span>' if one.decided else ""
        late = safe(one.late_reason)
        rows.append(
            f"<tr><td>{who}</td><td>{_tiny(one)}</td>"
            f'<td class="rt"><b>{one.marks}</b> of {rounded(one.of)}</td><td>{late}</td>'
            f"<td>{said}</td><td>{happened} {proposed} {decided}</td></tr>\n"
        )
    return (
        '<div class="sec"><div class="sec-h"><h2>Submissions</h2><span class="small">lowest marks'
        ' first</span></div><div class="scroll"><table><thead><tr><th>Student</th><th>Tests</th>'
        '<th class="rt">Marks</th><th>Late</th><th>Consistent with</th><th>Incidents</th></tr>'
        f"</thead><tbody>{''.join(rows)}</tbody></table></div></div>\n"
    )


def _tiny(one: Graded) -> str:
    passing = sum(test.verdict is Verdict.PASS for test in one.result.tests)
    groups = "".join(
        f"<span>{''.join(map(_mark, tests))}</span>" for _, tests in for_staff(one).groups()
    )
    label = f"{passing} of {len(one.result.tests)} pass"
    return f'<span class="tiny" role="img" aria-label="{label}">{groups}</span>'


def _mark(test: TestResult) -> str:
    kind = "s"
    if test.verdict in (Verdict.PASS, Verdict.VOID):
        kind = "y"
    elif test.verdict is Verdict.FAIL:
        kind = "n"
    return f'<i class="{kind}"></i>'

"""The overview for staff: distributions, mistakes, causes, incidents, a row a student."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files

from inarow.marking.diagnosis import shown_mistakes
from inarow.marking.grading.grade import Grade
from inarow.marking.reports.charts import marks_chart, tests_chart
from inarow.marking.reports.page import incident, page, safe
from inarow.marking.reports.statistics import (
    causes_of_failures,
    commonest_causes,
    commonest_mistakes,
    failed_of,
    incidents,
    marks_of,
    mistakes_of,
)
from inarow.marking.reports.text import mark_text
from inarow.marking.results import TestResult, Verdict, json_number, round_marks
from inarow.marking.visibility import for_staff
from inarow.text import MINUS, count_word, join_words, plural

_MOST_MISTAKES = 8
_NAMED = 3


def staff_page(
    title: str,
    suite: str,
    graded: Sequence[Grade],
    findings: Sequence[str],
    style: str,
    address: Callable[[Grade], str] | None = None,
    downloads: Sequence[tuple[str, str]] = (),
    alike: str = "",
) -> str:
    """``address`` says where a student's page is, beside this one; ``downloads`` are names of files
    there, with a word for each; ``alike`` is the page of programs that are alike, if there is."""
    body = _head(title, suite, graded, downloads) + _found(findings)
    if alike:
        body += f'<p class="links"><a href="{safe(alike)}">Programs that are alike</a></p>\n'
    if marks_of(graded):
        body += f'<div class="dist">{tests_chart(graded)}{marks_chart(graded)}</div>\n'
    if graded:
        body += f'<div class="two">{_mistakes(graded)}{_causes(graded)}</div>\n'
        body += _submissions(graded, address)
    return page(title, body, style, staff_script())


@cache
def staff_script() -> str:
    """The one script of the page."""
    return (files("inarow.marking.reports") / "staff_page.js").read_text(encoding="utf-8")


def _head(
    title: str, suite: str, graded: Sequence[Grade], downloads: Sequence[tuple[str, str]]
) -> str:
    tests = len(graded[0].result.tests) if graded else 0
    known = graded[0].result.suite if graded else None
    rank = (
        f", {json_number(known.rank_marks)} more marks by rank"
        if known and known.rank_marks
        else ""
    )
    note = f'<p class="small">{safe(known.note)}</p>' if known and known.note else ""
    acts = "".join(
        f'<a class="btn{"" if at else " primary"}" href="{safe(file)}" download>{safe(word)}</a>'
        for at, (word, file) in enumerate(downloads)
    )
    return (
        f'<div class="mhead"><div><h1>{safe(title)}</h1>'
        f'<p class="sub">{plural(len(graded), "submission")}, {plural(tests, "test")}, suite'
        f' {safe(suite)}{rank}</p>{note}<p class="voice">{_sentence(graded)}</p></div>\n'
        f'<div class="row">{acts}</div></div>\n'
    )


def _sentence(graded: Sequence[Grade]) -> str:
    marked = len(marks_of(graded))
    full = sum(one.marks is not None and one.earned >= one.max_marks for one in graded)
    sentence = f"{full} of {marked} {'has' if full == 1 else 'have'} every mark of the tests."
    if marked < len(graded):
        sentence += f" {plural(len(graded) - marked, 'submission')} without a mark."
    mistakes = commonest_mistakes(graded)
    if mistakes:
        named = mistakes[:_NAMED]
        explained = sum(count for _, count in named)
        how_many = count_word(len(named)).capitalize()
        word = f"{how_many} mistake{'' if len(named) == 1 else 's'}"
        names = join_words([f"<b>{safe(name)}</b>" for name, _ in named])
        explain = "explains" if len(named) == 1 else "explain"
        rest = marked - full
        return f"{safe(sentence)} {word}, {names}, {explain} {explained} of the other {rest}."
    if causes := commonest_causes(graded):
        cause, count = causes[0]
        sentence += f" The commonest cause of failures is {cause}, with {plural(count, 'student')}."
    return safe(sentence)


def _found(findings: Sequence[str]) -> str:
    if not findings:
        return ""
    items = "".join(f"<li>{safe(finding)}</li>" for finding in findings)
    return (
        '<div class="sec"><div class="sec-h"><h2>To look at first</h2></div>'
        f'<ol class="found">{items}</ol></div>\n'
    )


def _mistakes(graded: Sequence[Grade]) -> str:
    found = commonest_mistakes(graded)
    rows = "".join(
        f'<tr><td>{safe(name)}</td><td><span class="pips">{"<i></i>" * min(count, 40)}</span></td>'
        f'<td class="rt"><b>{count}</b></td>'
        f'<td class="small">{safe(_fails(graded, name))}</td></tr>\n'
        for name, count in found[:_MOST_MISTAKES]
    )
    rest = ", ".join(f"{name} {count}" for name, count in found[_MOST_MISTAKES:])
    more = f'<p class="small">{safe(rest)}</p>' if rest else ""
    nothing = '<p class="small">No mistake is known that explains a submission.</p>'
    return (
        '<div><div class="sec-h"><h2>Commonest mistakes</h2><span class="small">“consistent with”,'
        " all answers of a submission taken together</span></div>"
        + (f'<table class="hyp"><tbody>{rows}</tbody></table>{more}' if rows else nothing)
        + "</div>\n"
    )


def _fails(graded: Sequence[Grade], mistakes: str) -> str:
    """The tests that submissions with these mistakes fail, as numbers: ``fails 8 to 13, 19``."""
    numbers: set[int] = set()
    for one in graded:
        if shown_mistakes(mistakes_of(one)) == mistakes:
            numbers |= failed_of(one)
    return f"fails {ranges(sorted(numbers))}"


def ranges(numbers: Sequence[int]) -> str:
    """``1, 3–5``."""
    parts: list[list[int]] = []
    for each in numbers:
        if parts and parts[-1][-1] == each - 1:
            parts[-1][1:] = [each]
        else:
            parts.append([each])
    return ", ".join("–".join(map(str, part)) for part in parts)


def _causes(graded: Sequence[Grade]) -> str:
    rows = "".join(
        f'<tr><td><span class="cause">{safe(cause)}</span></td><td class="rt"><b>{count}</b></td>'
        "</tr>\n"
        for cause, count in commonest_causes(graded)
    )
    if not rows:
        return ""
    return (
        '<div><div class="sec-h"><h2>Commonest causes</h2><span class="small">students with at'
        f" least one such failure</span></div><table><tbody>{rows}</tbody></table></div>\n"
    )


def _submissions(graded: Sequence[Grade], address: Callable[[Grade], str] | None) -> str:
    kinds = [
        ("all", "All", len(graded)),
        ("part", "Not full", sum(_not_full(one) for one in graded)),
        ("none", "No mark", sum(one.marks is None for one in graded)),
        ("late", "Late", sum(bool(one.days or one.undecided) for one in graded)),
        ("happened", "Incidents", sum(bool(_happened(one)) for one in graded)),
    ]
    filters = "".join(
        f'<label><input type="radio" name="filter" value="{kind}"{"" if at else " checked"}>'
        f"<span>{word} {count}</span></label>"
        for at, (kind, word, count) in enumerate(kinds)
    )
    ordered = sorted(graded, key=lambda one: (one.marks or 0, one.student.id))
    return (
        '<div class="sec"><div class="row"><h2>Submissions</h2>'
        f'<span class="seg" role="radiogroup" aria-label="Filter">{filters}</span>'
        '<input class="find sp" type="search" placeholder="Name, mistake or cause  /"'
        ' aria-label="Find" hidden></div><div class="scroll"><table class="roster"><thead><tr>'
        '<th>Submission</th><th>Tests, by group</th><th class="rt">Marks</th>'
        '<th class="rt">Late</th><th>Consistent with</th><th>Incidents</th></tr></thead><tbody>'
        f"{''.join(_row(one, address) for one in ordered)}</tbody></table></div>"
        '<p class="small">Lowest marks first<span class="keys" hidden>; <kbd>j</kbd> <kbd>k</kbd>'
        " row, <kbd>Enter</kbd> open, <kbd>/</kbd> find</span>.</p></div>\n"
    )


def _not_full(one: Grade) -> bool:
    return one.marks is not None and one.marks < one.max_marks


def _happened(one: Grade) -> str:
    """Incidents, gates that were proposed, and decisions."""
    found = [incident(word, count) for word, count in incidents(one)]
    found += [
        f'<span class="inc">{safe(gate.when.value)}?</span>'
        for gate in one.result.gates
        if gate.proposed
    ]
    if one.decided:
        found.append(f'<span class="inc">decided {len(one.decided)}</span>')
    return "".join(found)


def _row(one: Grade, address: Callable[[Grade], str] | None) -> str:
    who = safe(one.student.shown)
    if address is not None:
        who = f'<a href="{safe(address(one))}">{who}</a>'
    lang = f'<span class="lang">{safe(one.result.language)}</span>' if one.result.language else ""
    late = (
        f"{MINUS}{round_marks(one.penalty)}" if one.penalty else f"{one.days} d" if one.days else ""
    )
    late = late or ("?" if one.undecided else "")
    happened = _happened(one)
    kinds = [
        *(["part"] if _not_full(one) else []),
        *(["none"] if one.marks is None else []),
        *(["late"] if one.days or one.undecided else []),
        *(["happened"] if happened else []),
    ]
    return (
        f'<tr class="{" ".join(kinds)}"><td>{who}{lang}</td><td>{_tiny(one)}</td>'
        f'<td class="rt"><b>{mark_text(one)}</b></td>'
        f'<td class="rt small" title="{safe(one.late_reason)}">{late}</td>'
        f"<td>{_said(one)}</td><td>{happened}</td></tr>\n"
    )


def _said(one: Grade) -> str:
    """What is known of the failures: mistakes, and causes that are not wrong answers."""
    if said := one.unmarked or one.result.problem:
        return f'<span class="faint">{safe(said)}</span>'
    answers = ("WRONG_COLUMN", "WRONG_NODE_COUNT", "DEPENDS")
    made = mistakes_of(one)
    causes = sorted(causes_of_failures(one))
    shown = [safe(shown_mistakes(made))] if made else []
    shown += [
        f'<span class="cause">{safe(cause)}</span>'
        for cause in causes
        if not (made and cause in answers)
    ]
    return " and ".join(shown) or '<span class="faint">nothing to explain</span>'


def _tiny(one: Grade) -> str:
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
    elif test.verdict is Verdict.FAIL and test.run is not None:
        kind = "n"
    return f'<i class="{kind}"></i>'

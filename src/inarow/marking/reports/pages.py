"""The pages of a class: a student's, the overview for staff, and programs that are alike.

Each page stands alone: everything is in it, nothing is fetched; of scripts the one of the overview,
by its hash, and none on a student's page. Here is what the templates print.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import cache
from importlib.resources import files
from itertools import zip_longest
from typing import Any

from inarow.marking.diagnosis import shown_mistakes
from inarow.marking.grading.grade import Grade
from inarow.marking.reports.charts import marks_chart, tests_chart
from inarow.marking.reports.evidence import HEADS, evidence_chart, rows_of, table
from inarow.marking.reports.statistics import (
    causes_of_failures,
    commonest_causes,
    commonest_mistakes,
    failed_of,
    incidents,
    marks_of,
    mistakes_of,
)
from inarow.marking.reports.text import decisions, mark_text, why_lines
from inarow.marking.reports.white_space import lines_of, pieces
from inarow.marking.results import (
    TRACEBACK,
    UNFINISHED,
    TestResult,
    Verdict,
    json_number,
    round_marks,
)
from inarow.marking.similarity import Pair, SimilarityReport
from inarow.marking.visibility import View, for_staff
from inarow.pages.assets import style
from inarow.pages.kit import Templates, trusted
from inarow.text import MINUS, count_word, plural

MOST_PAIRS = 30
_MOST_LINES = 60
_MOST_TEXT = 60_000
_MOST_MISTAKES = 8
_NAMED = 3
_PACKAGE = "inarow.marking.reports"


def diff_rows(test: TestResult) -> list[tuple[bytes | None, bytes | None]]:
    """The lines of what was expected beside those that were printed."""
    assert test.expected is not None and test.got is not None
    return list(zip_longest(lines_of(test.expected), lines_of(test.got)))


def answer_pair(printed: bytes | None) -> str:
    """The first two words of an answer."""
    words = (printed or b"").split()[:2]
    return " / ".join(word.decode("latin-1")[:12] for word in words)


def marked_parts(text: str, places: Sequence[tuple[int, int]]) -> Iterator[tuple[str, bool]]:
    """A text in parts, and whether each is like the other text."""
    text, at = text[:_MOST_TEXT], 0
    for begin, end in places:
        yield _spaced(text[at:begin]), False
        yield _spaced(text[begin:end]), True
        at = max(at, end)
    yield _spaced(text[at:]), False


def _spaced(text: str) -> str:
    return text.replace("\t", "    ")


def sides(pair: Pair) -> Iterator[tuple[Any, ...]]:
    return zip((pair.one, pair.other), pair.shares, pair.matches, strict=True)


TEMPLATES = Templates(
    _PACKAGE,
    MINUS=MINUS,
    answer_pair=answer_pair,
    plural=plural,
    diff_rows=diff_rows,
    mark_text=mark_text,
    marked_parts=marked_parts,
    most_lines=_MOST_LINES,
    percent="{:.0%}".format,
    pieces=pieces,
    round_marks=round_marks,
    sides=sides,
)


def policy(script: str = "") -> str:
    """What a page may do."""
    known = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    run = f"; script-src 'sha256-{known}'" if script else ""
    return f"default-src 'none'; style-src 'unsafe-inline'{run}"


def frame_values(script: str = "") -> dict[str, Any]:
    """What the frame of every page prints."""
    return {"policy": trusted(policy(script)), "style": _style(), "script": trusted(script)}


@cache
def staff_script() -> str:
    """The script of the overview."""
    return (files(_PACKAGE) / "staff_page.js").read_text(encoding="utf-8")


@cache
def _style() -> str:
    own = (files(_PACKAGE) / "report.css").read_text(encoding="utf-8")
    return trusted(f"{style().strip()}\n{own}")


def student_page(view: View, title: str, links: Sequence[tuple[str, str]] = ()) -> str:
    """``title`` is the assignment's; ``links`` are words with addresses, for staff."""
    graded, result = view.graded, view.graded.result
    received = f"received {graded.received}" if graded.received else ""
    facts = [title, result.name, result.language, received]
    why, command = _why(view)
    numbers = {test.name: number for number, test in enumerate(view.tests, 1)}
    measured = rows_of(view.tests)
    chart = evidence_chart(view.tests).partition("?>")[2] if measured else ""
    return TEMPLATES.render(
        "student.html",
        **frame_values(),
        title=f"{title}: {graded.student.shown}",
        view=view,
        links=links,
        facts=list(filter(None, facts)),
        numbers=numbers,
        why=why,
        command=command,
        answers=[
            (numbers[test.name], test)
            for test in view.failures()
            if test.name in result.diagnoses.whole.commands and test.got != test.expected
        ],
        failures=[(numbers[test.name], test) for test in view.failures()],
        measured=table(measured),
        chart=trusted(chart),
        heads=HEADS,
        unfinished=[
            (test, str(test.facts.get(TRACEBACK, "")).splitlines())
            for test in view.tests
            if view.staff and test.verdict in UNFINISHED
        ],
        decided=_decided(view),
        foot=_foot(view),
    )


def _why(view: View) -> tuple[Sequence[str], str]:
    """What explains the wrong answers, and the command that shows it."""
    found = view.graded.result.why
    if not found:
        return (), ""
    lines = why_lines(view)
    return (lines[:-1], lines[-1]) if len(lines) > len(found) else (lines, "")


def _decided(view: View) -> list[tuple[str, str, str]]:
    rows = [
        (f"{gate.when.value}", f"{gate.group or 'everything'} is 0", gate.reason)
        for gate in view.graded.result.gates
        if not gate.proposed
    ]
    return rows + [(f"decided by {by}", what, comment) for by, what, comment in decisions(view)]


def _foot(view: View) -> list[str]:
    longest = max((test.used.wall_s for test in view.tests), default=0.0)
    tiers = sorted({test.used.tier for test in view.tests if test.used.tier is not None})
    facts = [f"submission {view.graded.result.digest[:12]}"]
    if longest:
        facts.append(f"longest test {longest:.2f} s")
    return facts + [f"ran in a sandbox of tier {tier}" for tier in tiers]


def staff_page(
    title: str,
    suite: str,
    graded: Sequence[Grade],
    findings: Sequence[str],
    address: Callable[[Grade], str] | None = None,
    downloads: Sequence[tuple[str, str]] = (),
    alike: str = "",
    *,
    note: str = "",
    rank_marks: Decimal = Decimal(0),
) -> str:
    """``address`` says where a student's page is, beside this one; ``downloads`` are names of files
    there, with a word for each; ``alike`` is the page of programs that are alike, if there is;
    ``note`` and ``rank_marks`` are the suite's."""
    has_marks = bool(marks_of(graded))
    mistakes = commonest_mistakes(graded)
    named = [name for name, _ in mistakes[:_NAMED]]
    ordered = sorted(graded, key=lambda one: (one.marks or 0, one.student.id))
    return TEMPLATES.render(
        "staff.html",
        **frame_values(staff_script()),
        title=title,
        subtitle=_subtitle(suite, graded, rank_marks),
        note=note,
        summary=_summary(graded),
        named=named,
        mistakes_word=_mistakes_word(len(named)),
        explanation=_explanation(graded),
        downloads=downloads,
        findings=findings,
        alike=alike,
        tests=tests_chart(graded) if has_marks else None,
        marks=marks_chart(graded) if has_marks else None,
        mistakes=[(name, count, _fails(graded, name)) for name, count in mistakes[:_MOST_MISTAKES]],
        more_mistakes=", ".join(f"{name} {count}" for name, count in mistakes[_MOST_MISTAKES:]),
        causes=commonest_causes(graded),
        filters=_filters(graded),
        rows=[_row(one, address) for one in ordered],
    )


def _subtitle(suite: str, graded: Sequence[Grade], rank_marks: Decimal) -> str:
    tests = len(graded[0].result.tests) if graded else 0
    facts = [plural(len(graded), "submission"), plural(tests, "test"), f"suite {suite}"]
    if rank_marks:
        facts.append(f"{json_number(rank_marks)} more marks by rank")
    return ", ".join(facts)


def _summary(graded: Sequence[Grade]) -> str:
    marked = len(marks_of(graded))
    full = _full(graded)
    text = f"{full} of {marked} {'has' if full == 1 else 'have'} every mark of the tests."
    if marked < len(graded):
        text += f" {plural(len(graded) - marked, 'submission')} without a mark."
    causes = commonest_causes(graded)
    if causes and not commonest_mistakes(graded):
        cause, count = causes[0]
        text += f" The commonest cause of failures is {cause}, with {plural(count, 'student')}."
    return text


def _full(graded: Sequence[Grade]) -> int:
    return sum(one.marks is not None and one.earned >= one.max_marks for one in graded)


def _mistakes_word(count: int) -> str:
    return f"{count_word(count).capitalize()} mistake{'' if count == 1 else 's'}"


def _explanation(graded: Sequence[Grade]) -> str:
    """How many submissions the commonest mistakes explain."""
    named = commonest_mistakes(graded)[:_NAMED]
    explained = sum(count for _, count in named)
    rest = len(marks_of(graded)) - _full(graded)
    return f"{'explains' if len(named) == 1 else 'explain'} {explained} of the other {rest}."


def _fails(graded: Sequence[Grade], mistakes: str) -> str:
    """The tests that submissions with these mistakes fail, as numbers: ``fails 8–13, 19``."""
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


def _kinds(one: Grade) -> list[str]:
    """The filters of the overview that a submission passes."""
    return [
        *(["part"] if one.marks is not None and one.marks < one.max_marks else []),
        *(["none"] if one.marks is None else []),
        *(["late"] if one.days or one.undecided else []),
        *(["happened"] if incidents(one) or _notes(one) else []),
    ]


def _filters(graded: Sequence[Grade]) -> list[tuple[str, str, int]]:
    kinds = [_kinds(one) for one in graded]
    words = {"part": "Not full", "none": "No mark", "late": "Late", "happened": "Incidents"}
    return [
        ("all", "All", len(graded)),
        *((kind, word, sum(kind in each for each in kinds)) for kind, word in words.items()),
    ]


def _notes(one: Grade) -> list[str]:
    """Gates that were proposed, and decisions."""
    proposed = [f"{gate.when.value}?" for gate in one.result.gates if gate.proposed]
    return proposed + ([f"decided {len(one.applied)}"] if one.applied else [])


def _row(one: Grade, address: Callable[[Grade], str] | None) -> dict[str, Any]:
    """A submission in the overview."""
    late = f"{one.days} d" if one.days else "?" if one.undecided else ""
    passing = sum(test.verdict is Verdict.PASS for test in one.result.tests)
    made = mistakes_of(one)
    explained = ("WRONG_COLUMN", "WRONG_NODE_COUNT", "DEPENDS") if made else ()
    return {
        "kinds": _kinds(one),
        "who": one.student.shown,
        "address": "" if address is None else address(one),
        "language": one.result.language,
        "label": f"{passing} of {len(one.result.tests)} pass",
        "groups": [[_mark(test) for test in tests] for _, tests in for_staff(one).groups()],
        "mark": mark_text(one),
        "late": f"{MINUS}{round_marks(one.penalty)}" if one.penalty else late,
        "late_reason": one.late_reason,
        "unmarked": one.unmarked or one.result.problem,
        "mistakes": shown_mistakes(made) if made else "",
        "causes": sorted(causes_of_failures(one).difference(explained)),
        "incidents": incidents(one),
        "notes": _notes(one),
    }


def _mark(test: TestResult) -> str:
    """The class of a test's small box."""
    if test.verdict in (Verdict.PASS, Verdict.VOID):
        return "y"
    return "n" if test.verdict is Verdict.FAIL and test.run is not None else "s"


def similar_page(title: str, found: SimilarityReport) -> str:
    """The table of all pairs, and the first of them side by side."""
    facts = f"{plural(found.sources, 'program')}, {plural(len(found.pairs), 'pair')}"
    if middles := [f"{language} {share:.0%}" for language, share in found.medians.items()]:
        facts += f"; the class's median pair: {', '.join(middles)}"
    return TEMPLATES.render(
        "similar.html",
        **frame_values(),
        title=title,
        subtitle=facts,
        found=found,
        most_shown=MOST_PAIRS,
    )

"""The two charts of a class: how many pass each test, and how the marks are spread."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from inarow.marking.grading.grade import Grade
from inarow.marking.reports.page import safe
from inarow.marking.reports.statistics import distribution, marks_of, median, passes
from inarow.marking.results import TestResult
from inarow.marking.suite import Visibility
from inarow.marking.visibility import for_staff

_STEP, _BAR, _GAP = 34, 26, 26
_LEFT, _TOP, _BASE, _WIDTH = 34, 20, 160, 796
_HEIGHT = _BASE - _TOP
_BIN = 34
_LETTER, _LONGEST_NAME = 8, 30


def tests_chart(graded: Sequence[Grade]) -> str:
    """A bar per test, in groups, with its number in the suite: how many pass; hidden ones are
    dashed. Some submission must have a mark."""
    most, counts = len(marks_of(graded)), passes(graded)
    numbers = {test.name: number for number, test in enumerate(graded[0].result.tests, 1)}
    groups = _groups(graded)
    width = max(_LEFT + sum(_width(name, tests) + _GAP for name, tests in groups), _WIDTH)
    half = most // 2
    middle = _BASE - _HEIGHT * half // most
    parts = [
        f'<path d="M30 {_TOP}H{width}M30 {middle}H{width}" stroke="var(--line)"/>',
        f'<path d="M30 {_BASE}H{width}" stroke="var(--edge)"/>',
    ]
    for value, y in ((most, _TOP), *([(half, middle)] if half else []), (0, _BASE)):
        parts.append(f'<text x="22" y="{y + 4}" text-anchor="end">{value}</text>')
    x = _LEFT
    for name, tests in groups:
        parts.append(
            f'<text class="g" x="{x}" y="202">{safe((name or "Tests")[:_LONGEST_NAME])}</text>'
        )
        for place, test in enumerate(tests):
            at = x + _STEP * place
            parts.append(_bar(test, numbers[test.name], at, counts[test.name], most))
        x += _width(name, tests) + _GAP
    return (
        '<div><div class="sec-h"><h2>Tests</h2><span class="small">submissions of'
        f' {most} that pass; hidden ones are dashed</span></div><div class="scroll">'
        f'<svg viewBox="0 0 {width} 210" role="img" aria-label="Submissions that pass each test">'
        f"{''.join(parts)}</svg></div></div>\n"
    )


def _width(name: str, tests: Sequence[TestResult]) -> int:
    """Room for the bars of a group, and for its name."""
    return max(_STEP * len(tests), _LETTER * min(len(name or "Tests"), _LONGEST_NAME))


def _groups(graded: Sequence[Grade]) -> list[tuple[str, list[TestResult]]]:
    """Groups with their tests, those that not everybody may see last, under a name of their own."""
    found: dict[str, list[TestResult]] = {}
    for name, tests in for_staff(graded[0]).groups():
        for test in tests:
            hidden = test.visibility is not Visibility.VISIBLE
            found.setdefault("Hidden" if hidden else name, []).append(test)
    return sorted(found.items(), key=lambda item: item[0] == "Hidden")


def _bar(test: TestResult, number: int, x: int, count: int, most: int) -> str:
    size = _HEIGHT * count / most
    y = _BASE - size
    look = (
        'fill="var(--pass)"'
        if test.visibility is Visibility.VISIBLE
        else 'fill="none" stroke="var(--pass)" stroke-width="2" stroke-dasharray="4 3"'
    )
    middle = x + _BAR // 2
    return (
        f'<rect x="{x}" y="{_TOP}" width="{_BAR}" height="{_HEIGHT}" fill="var(--sunken)"/>'
        f'<rect x="{x}" y="{y:.1f}" width="{_BAR}" height="{size:.1f}" {look}>'
        f"<title>{safe(test.name)}: {count} of {most}</title></rect>"
        f'<text class="n" x="{middle}" y="{y - 5:.1f}" text-anchor="middle">{count}</text>'
        f'<text x="{middle}" y="178" text-anchor="middle">{number}</text>'
    )


def marks_chart(graded: Sequence[Grade]) -> str:
    """How many students have marks in each tenth, and where the middle is."""
    counts = distribution(graded)
    most = max(counts)
    of = max(one.max_marks for one in graded)
    width = _BIN * len(counts)
    parts = [f'<path d="M0 {_BASE}H{width}" stroke="var(--edge)"/>']
    for at, count in enumerate(counts):
        size = (_HEIGHT - 24) * count / most  # above the highest is room for the median's words
        x, y = _BIN * at + 1, _BASE - size
        parts.append(
            f'<rect x="{x}" y="{y:.1f}" width="{_BIN - 2}" height="{size:.1f}"'
            ' fill="var(--accent)"/>'
        )
        if count:
            parts.append(
                f'<text class="n" x="{x + 16}" y="{y - 5:.1f}" text-anchor="middle">{count}</text>'
            )
    for at in range(0, len(counts) + 1, 1 if of == len(counts) else 5):
        value = (of * at / len(counts)).normalize()
        parts.append(f'<text x="{_BIN * at}" y="178" text-anchor="middle">{value:f}</text>')
    middle = median(marks_of(graded))
    share = min(middle / of, Decimal(1)) if of else Decimal(0)
    place, end = float(share) * width, share > Decimal("0.5")
    parts.append(
        f'<path d="M{place:.1f} 6V{_BASE}" stroke="var(--ink)" stroke-width="2"'
        ' stroke-dasharray="5 4"/>'
        f'<text class="m" x="{place + (-6 if end else 6):.1f}" y="14"'
        f' text-anchor="{"end" if end else "start"}">median {middle}</text>'
        f'<text class="g" x="0" y="202">Marks of {of.normalize():f}, late penalty applied</text>'
    )
    return (
        f'<div><div class="sec-h"><h2>Marks</h2></div><svg viewBox="0 0 {width} 210" role="img"'
        f' aria-label="Marks of {len(marks_of(graded))} submissions">{"".join(parts)}</svg></div>\n'
    )

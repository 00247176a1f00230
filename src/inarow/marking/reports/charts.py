"""The two charts of a class, laid out for ``charts.html``: how many submissions pass each test, and
how the marks are spread."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from inarow.marking.grading.grade import Grade
from inarow.marking.reports.statistics import distribution, marks_of, median, passes
from inarow.marking.results import TestResult
from inarow.marking.suite import Visibility
from inarow.marking.visibility import for_staff

_STEP, _BAR, _GAP = 34, 26, 26
_LEFT, _TOP, _BASE, _WIDTH = 34, 20, 160, 796
_HEIGHT = _BASE - _TOP
_BIN = 34
_LETTER, _LONGEST_NAME = 8, 30


def tests_chart(graded: Sequence[Grade]) -> dict[str, Any]:
    """A bar per test, in groups, with its number in the suite. Some submission must have a mark."""
    most, counts = len(marks_of(graded)), passes(graded)
    numbers = {test.name: number for number, test in enumerate(graded[0].result.tests, 1)}
    groups, x = [], _LEFT
    for name, tests in _groups(graded):
        bars = [
            {
                "name": test.name,
                "number": numbers[test.name],
                "count": counts[test.name],
                "hidden": test.visibility is not Visibility.VISIBLE,
                "x": x + _STEP * place,
                "middle": x + _STEP * place + _BAR // 2,
                **_height(_HEIGHT * counts[test.name] / most),
            }
            for place, test in enumerate(tests)
        ]
        groups.append({"name": (name or "Tests")[:_LONGEST_NAME], "x": x, "bars": bars})
        x += max(_STEP * len(tests), _LETTER * min(len(name or "Tests"), _LONGEST_NAME)) + _GAP
    half = most // 2
    middle = _BASE - _HEIGHT * half // most
    scale = [(most, _TOP), *([(half, middle)] if half else []), (0, _BASE)]
    return {
        "most": most,
        "width": max(x, _WIDTH),
        "top": _TOP,
        "middle": middle,
        "base": _BASE,
        "height": _HEIGHT,
        "bar": _BAR,
        "scale": [(value, y + 4) for value, y in scale],
        "groups": groups,
    }


def _groups(graded: Sequence[Grade]) -> list[tuple[str, list[TestResult]]]:
    """Groups with their tests, those that not everybody may see last, under a name of their own."""
    found: dict[str, list[TestResult]] = {}
    for name, tests in for_staff(graded[0]).groups():
        for test in tests:
            hidden = test.visibility is not Visibility.VISIBLE
            found.setdefault("Hidden" if hidden else name, []).append(test)
    return sorted(found.items(), key=lambda item: item[0] == "Hidden")


def _height(size: float) -> dict[str, str]:
    """A bar that stands on the base, and where the number above it goes."""
    y = _BASE - size
    return {"y": f"{y:.1f}", "size": f"{size:.1f}", "label_y": f"{y - 5:.1f}"}


def marks_chart(graded: Sequence[Grade]) -> dict[str, Any]:
    """How many students have marks in each tenth, and where the middle is."""
    counts = distribution(graded)
    most = max(counts)
    of = max(one.max_marks for one in graded)
    width = _BIN * len(counts)
    middle = median(marks_of(graded))
    share = min(middle / of, Decimal(1)) if of else Decimal(0)
    place, at_end = float(share) * width, share > Decimal("0.5")
    return {
        "width": width,
        "base": _BASE,
        "bar": _BIN - 2,
        "count": len(marks_of(graded)),
        "bars": [
            {
                "count": count,
                "x": _BIN * at + 1,
                "middle": _BIN * at + 17,
                # Above the highest is room for the word of the median.
                **_height((_HEIGHT - 24) * count / most),
            }
            for at, count in enumerate(counts)
        ],
        "scale": [
            (_BIN * at, f"{(of * at / len(counts)).normalize():f}")
            for at in range(0, len(counts) + 1, 1 if of == len(counts) else 5)
        ],
        "place": f"{place:.1f}",
        "median": middle,
        "median_x": f"{place + (-6 if at_end else 6):.1f}",
        "median_anchor": "end" if at_end else "start",
        "of": f"{of.normalize():f}",
    }

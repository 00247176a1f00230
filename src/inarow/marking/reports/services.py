"""Results in the formats of other services: Gradescope, GitHub Classroom, JUnit.

What students can read there holds nothing of hidden tests: Gradescope is told to hide them,
GitHub Classroom is not told of them, and the leaderboard counts what everybody may see.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

from inarow.marking.grading.grade import Grade
from inarow.marking.reports.text import why_lines
from inarow.marking.reports.white_space import lines_of, strip_controls, visible
from inarow.marking.results import UNFINISHED, TestResult, Verdict, json_number
from inarow.marking.suite import Visibility
from inarow.marking.visibility import View, for_student

_GRADESCOPE = {
    Visibility.VISIBLE: "visible",
    Visibility.HIDDEN: "hidden",
    Visibility.AFTER_DUE: "after_due_date",
}
_SKIPPED = (Verdict.SKIPPED, Verdict.MANUAL)
_ERRORS = (*UNFINISHED, Verdict.REFUSED)


def gradescope_results(graded: Grade, *, released: bool = False) -> dict[str, Any] | None:
    """``results.json`` of an autograder. None for a submission without a mark: Gradescope takes no
    results without a score, and shows that the autograder failed where there are none."""
    if graded.marks is None:
        return None
    public = for_student(graded, released=released)
    cpu = sum(test.used.cpu_s for test in public.tests)
    return {
        "score": json_number(graded.marks),
        "output": _plain_lines([public.summary, graded.late_reason, *why_lines(public)]),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [
            _gradescope_test(graded, test, released=released) for test in graded.result.tests
        ],
        "leaderboard": [
            {"name": "Marks", "value": json_number(public.graded.earned), "order": "desc"},
            {"name": "CPU seconds", "value": round(cpu, 2), "order": "asc"},
        ],
    }


def _gradescope_test(graded: Grade, test: TestResult, *, released: bool) -> dict[str, Any]:
    row = {
        "name": strip_controls(test.name),
        "score": json_number(graded.result.counts(test)),
        "max_score": json_number(test.max_marks),
        "output": explanation(test),
        "output_format": "text",
        "visibility": "visible" if released else _GRADESCOPE[test.visibility],
        "tags": [strip_controls(test.group)] if test.group else [],
    }
    if test.verdict in (Verdict.PASS, Verdict.VOID):
        row["status"] = "passed"
    elif test.verdict is Verdict.FAIL:
        row["status"] = "failed"
    return row


def explanation(test: TestResult) -> str:
    """Why a test failed, in lines, with white space visible."""
    if test.verdict in (Verdict.PASS, Verdict.VOID):
        return ""
    if test.verdict in (Verdict.NOT_RUN, Verdict.REFUSED, Verdict.SKIPPED) and test.reason:
        return _plain_lines([f"The test {test.verdict.value}: {test.reason}."])
    if test.verdict is not Verdict.FAIL:
        return f"The test {test.verdict.value}."
    lines = [f"{test.cause}: {test.reason}" if test.cause else test.reason]
    for word, data in (("expected", test.expected), ("printed", test.got)):
        if data is not None:
            lines += [f"{word}:", *(f"  {visible(line)}" for line in lines_of(data))]
    return _plain_lines(lines)


def _plain_lines(lines: Iterable[str]) -> str:
    return "\n".join(strip_controls(line) for line in lines if line)


def classroom_result(graded: Grade, *, released: bool = False) -> str:
    """The step output ``result`` of GitHub Classroom: base64 of JSON, of what a student may see.
    Empty while that has no mark: then the reporter has no score to show."""
    view = for_student(graded, released=released)
    if view.graded.marks is None:
        return ""
    tests = [
        {
            "name": strip_controls(test.name),
            "status": _classroom_status(test),
            "message": explanation(test) or None,
            "test_code": "",
            "filename": "",
            "line_no": 0,
            "execution_time": f"{test.used.wall_s:.3f}s",
            "score": json_number(view.graded.result.counts(test)),
        }
        for test in view.tests
    ]
    statuses = {str(row["status"]) for row in tests}
    status = "error" if "error" in statuses else "fail" if "fail" in statuses else "pass"
    data = {
        "version": 1,
        "status": "error" if graded.result.problem else status,
        "max_score": json_number(view.graded.max_marks),
        "tests": tests,
    }
    return base64.b64encode(json.dumps(data).encode()).decode("ascii")


def _classroom_status(test: TestResult) -> str:
    if test.verdict in (Verdict.PASS, Verdict.VOID):
        return "pass"
    return "error" if test.verdict in _ERRORS else "fail"


def junit_xml(name: str, views: Sequence[View]) -> str:
    """JUnit XML, a suite for each submission."""
    root = ElementTree.Element("testsuites", {"name": strip_controls(name), **_totals(views)})
    for view in views:
        who = strip_controls(view.graded.student.id)
        suite = ElementTree.SubElement(root, "testsuite", {"name": who, **_totals([view])})
        for test in view.tests:
            _junit_case(suite, test)
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _totals(views: Sequence[View]) -> dict[str, str]:
    tests = [test for view in views for test in view.tests]
    seconds = sum((Decimal(repr(test.used.wall_s)) for test in tests), Decimal(0))
    return {
        "tests": str(len(tests)),
        "failures": str(sum(test.verdict is Verdict.FAIL for test in tests)),
        "errors": str(sum(test.verdict in _ERRORS for test in tests)),
        "skipped": str(sum(test.verdict in _SKIPPED for test in tests)),
        "time": f"{seconds:.3f}",
    }


def _junit_case(suite: ElementTree.Element, test: TestResult) -> None:
    facts = {
        "classname": strip_controls(test.group) or "tests",
        "name": strip_controls(test.name),
        "time": f"{test.used.wall_s:.3f}",
    }
    case = ElementTree.SubElement(suite, "testcase", facts)
    if test.verdict is Verdict.FAIL:
        why = {"type": strip_controls(test.cause) or "FAIL", "message": strip_controls(test.reason)}
        ElementTree.SubElement(case, "failure", why).text = explanation(test)
    elif test.verdict in _ERRORS:
        facts = {"type": test.verdict.name, "message": explanation(test)}
        ElementTree.SubElement(case, "error", facts)
    elif test.verdict in _SKIPPED:
        ElementTree.SubElement(case, "skipped", {"message": explanation(test)})

"""The visible tests of a suite as one file of plain Python 3.7; nothing of the others is in it."""

from __future__ import annotations

import json
from pathlib import Path

from inarow.errors import UserError
from inarow.marking.suite import Suite, Visibility

_TEMPLATE = Path(__file__).with_name("tester_template.py")
_PLACE = 'json.loads("{}")'


def student_tester(suite: Suite) -> str:
    """The file. Tests that a program's output alone does not decide are left to the marker."""
    program = suite.rules.programs[0]
    tests = [
        {
            "name": test.name,
            "args": list(test.args),
            "stdin": test.stdin.decode(),
            "expected": test.expected.decode(),
            "marks": float(test.marks),
            "wall_s": test.limits.wall_s or 60,
        }
        for test in suite.tests
        if test.visibility is Visibility.VISIBLE
        and test.expected is not None
        and not test.files
        and test.program in ("", program)
    ]
    if not tests:
        raise UserError(f"suite '{suite.name}' has no visible test that a plain run decides")
    data = json.dumps({"suite": suite.name, "program": program, "tests": tests}, indent=1)
    text = _TEMPLATE.read_text(encoding="utf-8")
    head, place, rest = text.partition(_PLACE)
    assert place
    head = head.replace("Tests for SUITE:", f"Tests for {suite.name}:")
    head = head.replace("is PROGRAM with", f"is {program} with")
    return f"{head}json.loads(\n    r'''{data}'''\n){rest}"

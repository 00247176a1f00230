"""The visible tests of a suite as one file of plain Python 3.7; nothing of the others is in it.

What is right is worked out here, so that the file need not know a rule of any game: the output, the
lines, or the boards that files may hold. Tests that only the marker can run are named as left out.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from inarow.errors import UserError
from inarow.marking.checks.registry import check_of
from inarow.marking.suite import ExitStatus, Suite, Test, Visibility
from inarow.text import join_words

_TEMPLATE = Path(__file__).with_name("tester_template.py")
_PLACE = 'json.loads("{}")'
_COURSE = re.compile(r"def course_problem\(test, output, left\):\n    return .*\n")
"""What the code of a course takes the place of."""


def student_tester(suite: Suite) -> str:
    """The file."""
    first = suite.course.programs.names[0]
    tests, left_out = [], []
    codes: dict[str, None] = {}
    for test in suite.tests:
        if test.visibility is not Visibility.VISIBLE:
            continue
        form = None if test.dialogue or not test.check else check_of(test, suite.course).student
        told = _general(test) if form is None else form.data(test)
        if told is None:
            left_out.append(test.name)
            continue
        if form is not None:
            codes[form.source()] = None
        tests.append(
            {
                "name": test.name,
                "program": test.program or first,
                "args": list(test.args),
                "stdin": test.stdin.decode(),
                "files": {name: data.decode() for name, data in test.files.items()},
                "wanted": [],
                "own_folder": bool(suite.course.programs.work_files),
                "marks": float(test.marks),
                "wall_s": test.limits.wall_s or 60,
                **told,
            }
        )
    if not tests:
        raise UserError(f"suite '{suite.name}' has no visible test that a plain run decides")
    programs = list(dict.fromkeys(str(test["program"]) for test in tests))
    data = {
        "suite": suite.name,
        "programs": programs,
        "exit_zero": suite.exit_status is ExitStatus.ZERO,
        "builds": [
            {
                "program": recipe.program,
                "ready": recipe.language.ready,
                "suffixes": list(recipe.language.suffixes),
                "tools": list(recipe.tools),
                "run": [list(words) for words in recipe.language.student_run],
                "mains": list(recipe.mains),
                "compile": list(recipe.compile),
            }
            for recipe in suite.course.programs.recipes
        ],
        "tests": tests,
        "left_out": left_out,
    }
    text = _TEMPLATE.read_text(encoding="utf-8")
    head, place, rest = text.partition(_PLACE)
    assert place
    name = re.sub(r'[\\"]|[^ -~]', "", suite.name)  # within a text of Python's
    head = head.replace("Tests for SUITE:", f"Tests for {name}:")
    mains = [main for recipe in suite.course.programs.recipes for main in recipe.mains]
    head = head.replace("one of MAINS", join_words(mains) if len(mains) > 1 else mains[0])
    inside = json.dumps(data, indent=1).replace("'''", "\\u0027" * 3)
    if codes:
        assert _COURSE.search(rest)
        rest = _COURSE.sub(lambda _: "\n\n".join(codes), rest)
    return f"{head}json.loads(\n    r'''{inside}'''\n){rest}"


def _general(test: Test) -> dict[str, Any] | None:
    """What decides a test without a marker and without a course; None if nothing does."""
    if test.expected is not None:
        return {"expected": test.expected.decode()}
    return _dialogue(test) if test.dialogue else None


def _dialogue(test: Test) -> dict[str, Any]:
    stdin = "".join(f"{step.send}\n" for step in test.dialogue if step.send)
    if any(step.says for step in test.dialogue):
        return {"stdin": stdin, "expected": "".join(step.says for step in test.dialogue)}
    lines = [[step.expect, step.skip] for step in test.dialogue if step.expect]
    return {"stdin": stdin, "lines": lines}

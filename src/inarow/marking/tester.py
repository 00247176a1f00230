"""The visible tests of a suite as one file of plain Python 3.7; nothing of the others is in it.

What is right is worked out here, so that the file need not know a rule of any game: the output, the
lines, or the boards that files may hold. Tests that only the marker can run are named as left out.
"""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

from inarow._core import Position
from inarow.errors import UserError
from inarow.marking.checks import scores
from inarow.marking.checks.files import start_of
from inarow.marking.checks.interactive import COMPUTER, HUMAN, endings, typed_columns
from inarow.marking.checks.margins import margins
from inarow.marking.suite import ExitStatus, Suite, Test, Visibility
from inarow.words import listed

_TEMPLATE = Path(__file__).with_name("tester_template.py")
_PLACE = 'json.loads("{}")'
_SCORES = "def printed_scores(stdout):\n    return []  # the marker's own code takes this place\n"


def student_tester(suite: Suite) -> str:
    """The file."""
    first = suite.course.programs.names[0]
    tests, left_out = [], []
    for test in suite.tests:
        if test.visibility is not Visibility.VISIBLE:
            continue
        told = _told(test)
        if told is None:
            left_out.append(test.name)
            continue
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
    head = head.replace("one of MAINS", listed(mains) if len(mains) > 1 else mains[0])
    inside = json.dumps(data, indent=1).replace("'''", "\\u0027" * 3)
    head_of_rest, place, end = rest.partition(_SCORES)
    assert place
    rest = head_of_rest + _scores() + end
    return f"{head}json.loads(\n    r'''{inside}'''\n){rest}"


def _scores() -> str:
    """The marker's own code for printed scores, as Python 3.7 takes it."""
    source = inspect.getsource(scores)
    own = source[source.index("_PAIR = ") : source.index("def score_problem")].strip()
    return own.replace("(stdout: bytes) -> list[tuple[int, int]]", "(stdout)") + "\n"


def _told(test: Test) -> dict[str, Any] | None:
    """What decides a test without us; None if nothing does."""
    if test.expected is not None:
        return {"expected": test.expected.decode()}
    if test.dialogue:
        return _dialogue(test)
    if test.check == "files":
        return _file(test)
    if test.check == "interactive":
        return _saved(test)
    return None


def _dialogue(test: Test) -> dict[str, Any]:
    stdin = "".join(f"{step.send}\n" for step in test.dialogue if step.send)
    if any(step.says for step in test.dialogue):
        return {"stdin": stdin, "expected": "".join(step.says for step in test.dialogue)}
    lines = [[step.expect, step.skip] for step in test.dialogue if step.expect]
    return {"stdin": stdin, "lines": lines}


def _file(test: Test) -> dict[str, Any] | None:
    """The boards that the output file may hold, with their scores."""
    before = start_of(test)
    if before.is_full:
        return None
    columns = before.legal_moves()
    if test.options.get("keeps_value"):
        worth = margins(before)
        columns = [column for column in columns if worth[column] == max(worth.values())]
    after = [before.play(column) for column in columns]
    return {
        "wanted": [test.args[2]],
        "before": list(before.score()),
        "after": {_digits(pos): list(pos.score()) for pos in after},
    }


def _saved(test: Test) -> dict[str, Any]:
    """The boards that both files may hold at the end."""
    start = start_of(test)
    computer_next = test.args[2].startswith("computer")
    found = endings(start, computer_next, typed_columns(test))
    pairs = {(_digits(saved.computer), _digits(saved.human)) for saved in found}
    return {
        "wanted": [COMPUTER, HUMAN],
        "before": list(start.score()),
        "saved": [list(pair) for pair in sorted(pairs)],
    }


def _digits(pos: Position | None) -> str:
    return "" if pos is None else pos.cells("012").replace("/", "") + str(pos.to_move)

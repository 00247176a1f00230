"""Scripted dialogues with real programs: what is right passes, and what is wrong is named."""

from __future__ import annotations

import sys
from dataclasses import replace
from decimal import Decimal

import pytest

from inarow.course import find_course
from inarow.marking.checks.check import Judgement
from inarow.marking.checks.dialogue import judge_dialogue
from inarow.marking.results import Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Step, Test
from inarow.running.program import ARGS, Program
from inarow.running.sandbox import choose_sandbox

pytestmark = pytest.mark.process

ASKS = Step(says="How many? ", within_s=5)
TELLS = Step("2", says="one\ntwo\n", within_s=5)
ENDS = Step(ends=True, within_s=5)
RIGHT = "import sys\nn = input('How many? ')\nprint('one\\ntwo')\n"
LINES = (
    Step("name", expect=r".+-c\d{7}", within_s=5),
    Step("go", expect=r"bestmove [0-6] \d+", skip="info.*", within_s=5),
    Step("perft 2", expect="perft 2 57", within_s=5),
)
ENGINE = """\
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "name": print("x-c1234567", flush=True)
    if word == "go": print("info depth 1\\nbestmove 3 0", flush=True)
    if word == "perft": print("perft 2 57", flush=True)
"""


def judged(
    source: str,
    *steps: Step,
    lenient: tuple[str, ...] = (),
    terminal: bool = False,
    course: str = "aps105",
) -> Judgement:
    program = Program("it", (sys.executable, "-c", source, ARGS))
    runner = Runner({"it": program}, choose_sandbox("none"), find_course(course), lenient)
    test = Test("t", Decimal(1), dialogue=steps, options={"terminal": terminal})
    return judge_dialogue(test, program, runner)


@pytest.mark.parametrize("terminal", [False, True])
def test_a_dialogue_is_held_to_the_byte(terminal: bool) -> None:
    found = judged(RIGHT, ASKS, TELLS, ENDS, terminal=terminal)
    assert (found.verdict, found.cause, found.share) == (Verdict.PASS, "", Decimal(1))


@pytest.mark.parametrize(
    ("old", "new", "cause", "would_pass"),
    [
        ("many? ", "many?", "MISSING_SPACE", ("space",)),
        ("one\\ntwo", "one\\r\\ntwo\\r", "CRLF", ("newline",)),
        ("one\\ntwo", "one \\ntwo", "TRAILING_SPACE", ("space",)),
        ("two')", "two', end='')", "MISSING_NEWLINE", ("newline",)),
        ("one", "eins", "WRONG_OUTPUT", ()),
        ("two", "two\\nthree", "EXTRA_OUTPUT", ()),
        ("one\\ntwo", "one", "ENDED_EARLY", ()),
        ("print(", "raise SystemExit(3)\nprint(", "CRASH", ()),
    ],
)
def test_what_is_wrong_has_a_name(
    old: str, new: str, cause: str, would_pass: tuple[str, ...]
) -> None:
    asks = replace(ASKS, within_s=0.7)
    found = judged(RIGHT.replace(old, new), asks, TELLS, ENDS)
    assert (found.verdict, found.cause, found.would_pass) == (Verdict.FAIL, cause, would_pass)
    if would_pass:
        again = judged(RIGHT.replace(old, new), asks, TELLS, ENDS, lenient=would_pass)
        assert again.verdict is Verdict.PASS


def test_another_stone_than_the_right_one_is_called_a_wrong_move() -> None:
    says = "Computer lays a stone at ROW 0 COL 4.\nx\n"
    found = judged(f"print({says.replace('4', '5')!r}, end='')", Step(says=says, within_s=5))
    assert found.cause == "WRONG_MOVE"
    assert "row 0, column 5 where 0, 4 is right" in found.reason


def test_a_program_that_says_nothing_or_does_not_end_is_stopped() -> None:
    silent = "import time\ntime.sleep(9)"
    assert judged(silent, replace(ASKS, within_s=0.3)).cause == "TIMEOUT"
    lingers = RIGHT + "sys.stdout.flush()\nimport time\ntime.sleep(9)"
    assert judged(lingers, ASKS, TELLS, replace(ENDS, within_s=0.3)).cause == "STILL_RUNNING"


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ("", "", ""),
        ("c1234567", "c123456", "WRONG_OUTPUT"),
        ("bestmove 3", "bestmove 7", "WRONG_MOVE"),
        ("perft 2 57", "perft 2 49", "WRONG_COUNT"),
        ('print("x-c', 'print("info string hello\\nx-c', "MISPLACED_INFO"),
        ("57", "57\\r", "CRLF"),
        ('print("perft', 'raise SystemExit; print("', "ENDED_EARLY"),
    ],
)
def test_lines_are_matched_one_by_one(old: str, new: str, cause: str) -> None:
    found = judged(ENGINE.replace(old, new), *LINES, course="comp2230")
    assert found.cause == cause


def test_whoever_works_while_nothing_is_asked_is_not_idle() -> None:
    works = ENGINE + "    while word == 'name': pass\n"
    idle = replace(LINES[0], idle_s=0.4)
    assert judged(ENGINE, idle, *LINES[1:]).verdict is Verdict.PASS
    assert judged(works, idle).cause == "NOT_IDLE"
    chatty = ENGINE.replace('print("x-c', 'print("x-c1234567\\n')
    assert judged(chatty, idle).cause == "EXTRA_OUTPUT"

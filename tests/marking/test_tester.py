"""The file that students run: it tells right from wrong without us, for every course, and names
what only the marker can run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from course_files import PROGRAMS, REFERENCES
from inarow.marking.suite import Visibility
from inarow.marking.suites import read_suite, shipped_suites
from inarow.marking.tester import student_tester

pytestmark = pytest.mark.process

PYTHON = (REFERENCES / "maxconnect4.py.txt").read_text()
PART_1 = (PROGRAMS / "aps105" / "Lab7Part1.c").read_text()
ENGINE = (REFERENCES / "Interface.py.txt").read_text()


def run(tmp_path: Path, course: str, file: str, text: str) -> tuple[int, list[str]]:
    (tmp_path / "tester.py").write_text(student_tester(read_suite(course)))
    (tmp_path / file).write_text(text)
    done = subprocess.run(
        [sys.executable, "tester.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize(
    ("course", "file", "text", "tests"),
    [
        ("cse440", "maxconnect4.py", PYTHON, 17),
        ("aps105", "Lab7Part1.c", PART_1, 10),
        ("comp2230", "Interface.py", ENGINE, 15),
    ],
)
def test_a_right_program_passes_all(
    tmp_path: Path, course: str, file: str, text: str, tests: int
) -> None:
    status, lines = run(tmp_path, course, file, text)
    passed = [line for line in lines if line.startswith("PASS")]
    assert (status, len(passed)) == (0, tests)
    assert lines[-1].startswith("not told here, for the marker alone: ")


@pytest.mark.parametrize(
    ("course", "file", "text", "said"),
    [
        ("cse440", "maxconnect4.py", PYTHON.replace("board, 3 - player)", "board, player)"),
         "output.txt has no board with one right move, and the next player"),
        ("cse440", "maxconnect4.py", PYTHON.replace("points(board, 1),", "7,"),
         "is not printed first"),
        ("aps105", "Lab7Part1.c", PART_1.replace("value > best :", "value >= best :"),
         "from line"),
        ("comp2230", "Interface.py", ENGINE.replace("count = 1\n", "count = 0\n"),
         "is said where 'perft"),
    ],
)  # fmt: skip
def test_a_wrong_program_is_told_what_is_wrong(
    tmp_path: Path, course: str, file: str, text: str, said: str
) -> None:
    status, lines = run(tmp_path, course, file, text)
    assert status == 1
    assert any(said in line for line in lines)


def test_a_program_that_prints_for_ever_is_stopped(tmp_path: Path) -> None:
    text = '#include <stdio.h>\nint main(void) { for (;;) puts("x"); }\n'
    status, lines = run(tmp_path, "aps105", "Lab7Part1.c", text)
    assert status == 1
    assert sum("it printed more than 1000000 bytes" in line for line in lines) == 10


def test_every_visible_test_is_in_the_file_or_named_as_left_out() -> None:
    for name in shipped_suites():
        suite = read_suite(name)
        text = student_tester(suite)
        compile(text, name, "exec")
        for test in suite.tests:
            assert (test.visibility is Visibility.VISIBLE) == (test.name in text)

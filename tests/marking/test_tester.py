"""The file that students run: it tells right from wrong without us, for every course, and names
what only the marker can run."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from dataclasses import replace
from decimal import Decimal
from pathlib import Path, PurePosixPath

import pytest

from course_files import PROGRAMS, REFERENCES
from inarow.cli import main
from inarow.course import find_course
from inarow.marking.suite import Suite, Test, Visibility
from inarow.marking.suite_file import read_suite, shipped_suites
from inarow.marking.tester import student_tester
from inarow.running.build_rules import python
from inarow.running.languages import ALL
from inarow.running.languages.language import Language

pytestmark = pytest.mark.process

PYTHON = REFERENCES["maxconnect4.py.txt"].read_text()
PART_1 = (PROGRAMS / "aps105" / "Lab7Part1.c").read_text()
IN_PYTHON = python("Interface", "Interface.py")
ENGINE = REFERENCES["Interface.py.txt"].read_text()


def run(
    tmp_path: Path, course: str, file: str, text: str, most: int | None = None
) -> tuple[int, list[str]]:
    """The tester beside a solution; the first tests will do where each would show the same."""
    suite = read_suite(course)
    suite = replace(suite, tests=suite.tests[:most], gates=())
    if file == "Interface.py":  # Java would take seconds to say the same
        programs = replace(suite.course.programs, recipes=(IN_PYTHON,))
        suite = replace(suite, course=replace(suite.course, programs=programs))
    (tmp_path / "tester.py").write_text(student_tester(suite))
    (tmp_path / file).write_text(text)
    done = started(tmp_path)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def started(tmp_path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "tester.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},  # as a console that shows little else
        capture_output=True,
        text=True,
        check=False,
    )


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
    status, lines = run(tmp_path, course, file, text, 2 if course == "cse440" else None)
    assert status == 1
    assert any(said in line for line in lines)


def test_a_program_that_prints_for_ever_is_stopped(tmp_path: Path) -> None:
    text = '#include <stdio.h>\nint main(void) { for (;;) puts("x"); }\n'
    status, lines = run(tmp_path, "aps105", "Lab7Part1.c", text, 2)
    assert status == 1
    assert sum("it printed more than 1000000 bytes" in line for line in lines) == 2


def test_every_visible_test_is_in_the_file_or_named_as_left_out() -> None:
    for name in shipped_suites():
        suite = read_suite(name)
        text = student_tester(suite)
        ast.parse(text, feature_version=(3, 7))
        for test in suite.tests:
            assert (test.visibility is Visibility.VISIBLE) == (test.name in text)


ODD = Suite(
    'Lab \N{EN DASH} \'7\' """ \\d',
    find_course("comp3308"),
    (
        Test("it's '''odd'''", Decimal(1), args=("'''",), expected="\N{EURO SIGN} 1\n".encode()),
        Test("right", Decimal(1), args=("a",), expected=b"1\n"),
    ),
)


@pytest.mark.parametrize(
    ("file", "text", "status", "said"),
    [
        ("ConnectFour.py", "print(1)\n", 1, "got        1\\n"),
        ("ConnectFour.py", "print('\\x1b[2J\\u20ac')\n", 1, "got        \\x1b[2J\\u20ac\\n"),
        ("ConnectFour.py", "raise SystemExit('\\u20ac!')\n", 1, "\\u20ac!"),
        ("connectfour.PY", "print(1)\n", 2, "connectfour.PY is spelt otherwise"),
        ("README.md", "", 2, ".cc or ConnectFour.m here: none"),
        # As the marker compiles it: C99 has no typeof, though gcc's own C has.
        ("ConnectFour.c", "int main(void) { typeof(1) a = 1; return a - 1; }", 2, "cannot be comp"),
    ],
)
def test_odd_names_and_odd_output(
    tmp_path: Path, file: str, text: str, status: int, said: str
) -> None:
    text = text.replace("print(", "import sys\nsys.stdout.reconfigure(encoding='utf-8')\nprint(")
    (tmp_path / "tester.py").write_text(student_tester(ODD))
    (tmp_path / file).write_text(text)
    done = started(tmp_path)
    assert done.returncode == status
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_score_is_what_it_is_to_the_marker(tmp_path: Path) -> None:
    text = PYTHON.replace("Score: Player 1 = %d, Player 2 = %d", "Player 1: %d  Player 2: %d")
    assert text != PYTHON
    status, lines = run(tmp_path, "cse440", "maxconnect4.py", text, 2)
    assert status == 0 and any(line.startswith("2 of 2 tests") for line in lines)


@pytest.mark.parametrize("course", shipped_suites())
def test_programs_are_built_by_the_commands_of_the_marker(course: str) -> None:
    text = student_tester(read_suite(course))
    builds = json.loads(text.partition("r'''")[2].partition("'''")[0])["builds"]
    assert [(tuple(one["mains"]), tuple(one["compile"])) for one in builds] == [
        (recipe.mains, recipe.compile) for recipe in find_course(course).programs.recipes
    ]


def prints_3(language: Language) -> tuple[str, str]:
    """The smallest program of a language as a main file of MaxConnect4."""
    usual = PurePosixPath(language.main)
    renames = language.main_name != ""  # what is called has the name of its file
    text = language.hello.replace(usual.stem, "maxconnect4", 1) if renames else language.hello
    return f"maxconnect4{usual.suffix}", text


@pytest.mark.parametrize("language", ALL, ids=lambda language: language.name)
def test_tester_runs_every_language(language: Language, tmp_path: Path) -> None:
    test = Test("three", Decimal(1), expected=b"3\n")
    suite = Suite("Three", find_course("maxconnect4"), (test,))
    file, text = prints_3(language)
    (tmp_path / "tester.py").write_text(student_tester(suite))
    (tmp_path / file).write_text(text)
    done = started(tmp_path)
    if " installed" in done.stderr:
        pytest.skip(done.stderr)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.splitlines()[0] == "PASS  three"


@pytest.mark.usefixtures("one_process")
def test_marker_marks_every_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "suite.toml").write_text(
        'name = "Three"\ncourse = "maxconnect4"\n[[tests]]\nname = "three"\nmarks = 1\n'
        'expected = "3\\n"\n'
    )
    for language in ALL:
        file, text = prints_3(language)
        (tmp_path / "in" / language.name).mkdir(parents=True)
        (tmp_path / "in" / language.name / file).write_text(text)
    words = ("--suite", str(tmp_path / "suite.toml"), "--store", str(tmp_path / "marks.db"))
    main(["mark", "run", str(tmp_path / "in"), *words, "--jobs", "1", "--json"])
    marked = {row["name"]: row for row in json.loads(capsys.readouterr().out)["submissions"]}
    assert set(marked) == {language.name for language in ALL}
    for language in ALL:
        (test,) = marked[language.name]["tests"]
        assert test["verdict"] in ("PASS", "NOT_RUN"), (language.name, test)
    assert marked["python"]["tests"][0]["verdict"] == "PASS"

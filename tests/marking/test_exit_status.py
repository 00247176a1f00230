"""A right answer with exit status 1 has one name everywhere and the mark that the suite says; what
crashes is told by the line that says why."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from inarow.cli import main
from inarow.marking.result_cache import MarkStore
from inarow.marking.suite_file import read_suite, suite_text
from inarow.marking.tester import student_tester
from inarow.running.result import telling_line
from small_suite import HEAD, SAMPLE

pytestmark = [pytest.mark.process, pytest.mark.sandbox]

CLASS = """name = "Lab"
due = 2021-04-16T23:59:00
time_zone = "Australia/Sydney"
roster = "roster.csv"
submissions = "table.csv"
late = "none"
"""
AFTER = """[[tests]]
name = "after"
marks = 6
args = ["x"]
expected = "1\\n297\\n"
depends = ["sample"]
"""
PROGRAMS = {
    "1": "print(1)\nprint(297)\nraise SystemExit(1)\n",
    "2": "import numpy_of_another\n",
    "3": "import sys\nimport numpy_of_another as n\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "class.toml").write_text(CLASS)
    (tmp_path / "roster.csv").write_text("id\n1\n2\n3\n")
    rows = "".join(f"in/{n},{n},2021-04-01T10:00:00\n" for n in PROGRAMS)
    (tmp_path / "table.csv").write_text(f"path,id,submitted_at\n{rows}")
    for name, text in PROGRAMS.items():
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / "ConnectFour.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def mark(capsys: pytest.CaptureFixture[str], suite: str, *more: str) -> str:
    Path("suite.toml").write_text(suite)
    words = ["mark", "run", "--suite", "suite.toml", "--store", "m.db", "--jobs", "1"]
    assert main([*words, "--class", "class.toml", "--out", "out", *more]) == 0
    return capsys.readouterr().out


@pytest.mark.usefixtures("one_process")
def test_exit_status_1_is_what_the_suite_says(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def tests(suite: str) -> list[tuple[str, str]]:
        found: dict[str, Any] = json.loads(mark(capsys, suite, "--json"))
        return [(test["verdict"], test["cause"]) for test in found["submissions"][0]["tests"]]

    assert tests(HEAD + SAMPLE + AFTER) == [("PASS", "")] * 2
    rows = stored()
    text = mark(capsys, HEAD + SAMPLE + AFTER)
    assert "1: exit status 1 2\n" in text
    assert not [line for line in text.splitlines() if line.startswith("1 ") and "crash" in line]
    assert "exit status 1" in Path("out/index.html").read_text()
    # Crashes of one kind are counted together, by what was said.
    group = "CRASH: ModuleNotFoundError: No module named 'numpy_of_another'"
    assert f"{group}: 2 students\n" in text and text.count(group) == 3
    assert "No module named" in Path("out/index.html").read_text()
    strict = f'{HEAD}exit_status = "zero"\n{SAMPLE}{AFTER}'
    assert tests(strict) == [("FAIL", "EXIT_STATUS"), ("SKIPPED", "DEPENDS")]
    assert stored() == rows  # a rule about results runs nothing again
    suite = read_suite("suite.toml")
    Path("again.toml").write_text(suite_text(suite))
    assert read_suite("again.toml") == suite
    Path("in/1/tester.py").write_text(student_tester(suite))
    tester = subprocess.run(
        [sys.executable, "tester.py"], cwd="in/1", capture_output=True, text=True, check=False
    )
    assert "it ended with exit status 1" in tester.stdout and "0 of 2 tests" in tester.stdout


def stored() -> list[tuple[str, str, str]]:
    with MarkStore("m.db") as store:
        return store.rows()


@pytest.mark.parametrize(
    ("stderr", "line"),
    [
        (b"", ""),
        (b"Traceback (most recent call last):\n  File x\nKeyError: 7\n", "KeyError: 7"),
        (b'Exception in thread "main" java.lang.Error: no\n\tat A.main(A.java)\n',
         'Exception in thread "main" java.lang.Error: no'),
        (b"error: 'x' undefined\nerror: called from\n    f at line 1\n", "error: 'x' undefined"),
        (b"a\nfree(): invalid pointer\n\n", "free(): invalid pointer"),
    ],
)  # fmt: skip
def test_the_line_that_tells_most_of_a_crash(stderr: bytes, line: str) -> None:
    assert telling_line(stderr) == line


@pytest.mark.usefixtures("one_process")
def test_notes_and_marks_by_rank_are_on_the_pages_for_staff_alone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noted = f'{SAMPLE}note = "from the sheet"\n'
    mark(capsys, f'{HEAD}rank_marks = 2\nnote = "as last year"\n{noted}')
    overview = Path("out/index.html").read_text()
    assert ", 2 more marks by rank" in overview and "as last year" in overview
    assert "Note: from the sheet" in Path("out/staff/2.html").read_text()
    assert "from the sheet" not in Path("out/feedback/2/feedback.html").read_text()

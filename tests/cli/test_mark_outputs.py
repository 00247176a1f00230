"""A class from its folder to its grade book, with results in the place of programs that run."""

from __future__ import annotations

import json
import os
from base64 import b64decode
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from zipfile import ZipFile

import pytest

from inarow.cli.mark_outputs import Plan, add_output_arguments
from inarow.cli.parser import Parser
from inarow.course import find_course
from inarow.errors import UserError
from inarow.marking.records import MarkingContext
from inarow.marking.results import BatchResult, SubmissionResult, TestResult, Verdict
from inarow.marking.suite import Suite, Test, Visibility

CIRCUMSTANCES = MarkingContext(
    "aps105", Suite("aps105", find_course("aps105"), (Test("t1", Decimal(5), manual=True),)), tier=1
)
CLASS = """name = "Lab 7"
due = 2021-04-16T23:59:00
time_zone = "Australia/Sydney"
roster = "roster.csv"
late = "comp3308"
adjust = "adjust.csv"
"""
ROSTER = "id,name,blackboard\n1001,Ada Heron,ahero\n1002,Bo Wren,bwren\n1003,Di Rail,drail\n"
BOOK = 'Username,"Lab 7 [Total Pts: 10 Score] |7",Total\r\nahero,,\r\nbwren,"",\r\ndrail,x,\r\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "class.toml").write_text(CLASS)
    (tmp_path / "roster.csv").write_text(ROSTER)
    (tmp_path / "adjust.csv").write_text(
        "id,item,marks,comment,by\n1002,t1,2,well argued,a tutor\n"
    )
    (tmp_path / "book.csv").write_bytes(BOOK.encode())
    handed = tmp_path / "in"
    handed.mkdir()
    for name in (
        "Lab 7_ahero_attempt_2021-04-18-16-20-05_lab7part1.c",
        "Lab 7_bwren_attempt_2021-04-16-09-00-00_lab7part1.c",
        "Lab 7_ghost_attempt_2021-04-16-09-00-00_lab7part1.c",
    ):
        (handed / name).write_text(name)
    return tmp_path


def plan(*argv: str) -> Plan:
    parser = Parser("inarow test", "test")
    parser.add_argument("submissions", nargs="*")
    parser.add_argument("--json", action="store_true")
    add_output_arguments(parser)
    return Plan(parser.parse_args(argv), list)


def marking(paths: Sequence[str]) -> BatchResult:
    """Everybody has 4.5 of 10."""

    def result(path: str) -> SubmissionResult:
        tests = [
            TestResult("t1", "", Visibility.VISIBLE, Verdict.FAIL, Decimal(0), Decimal(5), "CRLF"),
            TestResult("t2", "", Visibility.HIDDEN, Verdict.PASS, Decimal("4.5"), Decimal(5)),
        ]
        return SubmissionResult(path, "0" * 64, {}, tests)

    return BatchResult("aps105", [result(path) for path in paths])


def finish(made: Plan, folder: Path, *, student: bool = False) -> int:
    store = str(folder / "marks.db")
    return made.finish(marking(made.plan.paths), CIRCUMSTANCES, store, student=student)


def test_a_class_comes_into_its_grade_book(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(folder / "in"), "--class", str(folder / "class.toml"), "--json"]
    words += ["--gradebook", str(folder / "book.csv"), "--column", "Lab 7"]
    words += ["--out", str(folder / "out"), "--junit", str(folder / "junit.xml")]
    with plan(*words) as made:
        assert [Path(path).name for path in made.plan.paths] == ["lab7part1.c"] * 2
        assert Path(made.plan.paths[0]).read_text().startswith("Lab 7_ahero")
        made.say_findings()
        assert capsys.readouterr().err.splitlines() == [
            "inarow mark run: unknown id 'ghost': submission 'Lab"
            " 7_ghost_attempt_2021-04-16-09-00-00' matches nobody in the roster",
            "inarow mark run: missing: no submission by Di Rail (1003)",
        ]
        assert finish(made, folder) == 0
    assert not Path(made.plan.paths[0]).exists()
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert [(one["id"], one["marks"]) for one in found["submissions"]] == [
        ("1001", 4.05),
        ("1002", 6.5),
    ]
    assert found["submissions"][0]["name"] == "lab7part1.c"
    assert found["submissions"][1]["adjusted"][0]["by"] == "a tutor"
    assert len(found["findings"]) == 2
    assert "Di Rail (1003) has no mark: line 4 is left as it is" in said.err
    expected = BOOK.replace("ahero,,", "ahero,4.05,").replace('bwren,"",', 'bwren,"6.50",')
    assert (folder / "book.marked.csv").read_bytes() == expected.encode()
    page = (folder / "out" / "feedback" / "1001" / "feedback.html").read_text()
    assert "--paper:" in page
    assert "t2" not in page
    assert (folder / "junit.xml").read_text().count("<testcase") == 4


def test_odd_files_stop_nobody_and_all_reports_are_written(folder: Path) -> None:
    roster = "id,canvas\n" + "".join(f"{n},{9000 + n}\n" for n in range(1, 6))
    (folder / "roster.csv").write_text(roster)
    (folder / "adjust.csv").write_text("id,item,marks,comment,by\n")
    handed = folder / "odd"
    handed.mkdir()
    tail = "_9001_77001_lab7part1.c"
    os.mkfifo(handed / "b_9002_77002_lab7part1.c")
    for name in (
        "a" * (255 - len(tail)) + tail,
        "..\\..\\c_9003_77003_lab7part1.c",
        os.fsdecode(b"\xe9_9004_77004_lab7part1.c"),
        "e_9005_77005_lab7part1.c",
    ):
        (handed / name).write_text("int main;")
    words = [str(handed), "--class", str(folder / "class.toml"), "--out", str(folder / "out")]
    with plan(*words, "--junit", str(folder / "junit.xml")) as made:
        assert finish(made, folder) == 0
        assert [Path(path).name for path in made.plan.paths if path in made.plan.refused] == [
            "lab7part1.c",
            "lab7part1.c",
        ]
        assert "'b_9002_77002_lab7part1.c' is a pipe" in "".join(made.plan.refused.values())
        assert "\\udce9" in "".join(made.plan.refused.values())
    out = folder / "out"
    assert len(list((out / "staff").iterdir())) == len(list((out / "records").iterdir())) == 5
    assert (folder / "junit.xml").read_text().count("<testsuite ") == 5
    with ZipFile(out / "feedback.zip") as zipped:
        assert sorted(zipped.namelist()) == [
            "1/feedback.html",
            "3/feedback.html",
            "4/feedback.html",
            "b_9002_77002_feedback.html",
            "e_9005_77005_feedback.html",
        ]


def test_hidden_tests_are_shown_once_they_are_released(folder: Path) -> None:
    words = [str(folder / "in"), "--class", str(folder / "class.toml"), "--release"]
    with plan(*words, "--out", str(folder / "out")) as made:
        finish(made, folder)
    page = (folder / "out" / "feedback" / "1001" / "feedback.html").read_text()
    assert "t2" in page


def test_the_page_for_staff_is_opened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("inarow.cli.mark_outputs.webbrowser.open", opened.append)
    monkeypatch.chdir(folder)
    with plan(str(folder / "in"), "--class", str(folder / "class.toml"), "--open") as made:
        finish(made, folder)
    assert opened == [(folder / "marked" / "index.html").as_uri()]


@pytest.mark.parametrize("form", [["--json"], []])
def test_what_students_see_says_nothing_of_hidden_tests(
    folder: Path, capsys: pytest.CaptureFixture[str], form: list[str]
) -> None:
    with plan(str(folder / "in"), "--class", str(folder / "class.toml"), *form) as made:
        assert finish(made, folder, student=True) == 0
    said = capsys.readouterr().out
    assert "t1" in said and "withheld" in said
    assert "t2" not in said and "4.05" not in said and "ghost" not in said


def test_one_submission_for_the_services(folder: Path) -> None:
    output = folder / "output"
    output.write_text("before=1\n")
    words = ["a.c", "--gradescope", str(folder / "results.json"), "--github-output", str(output)]
    with plan(*words) as made:
        assert finish(made, folder) == 0
    assert json.loads((folder / "results.json").read_text())["score"] == 4.5
    first, second = output.read_text().splitlines()
    assert first == "before=1"
    assert json.loads(b64decode(second.removeprefix("result=")))["max_score"] == 5


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["a", "--gradebook", "x"], "--gradebook and --column require each other"),
        (["a", "--gradebook", "x", "--column", "y"], "--gradebook requires --class"),
        ([], "no submissions are given"),
        (["a", "b", "--gradescope", "x"], "--gradescope takes one submission, not 2"),
        (["a", "--junit", "none/x.xml"], "there is no such directory"),
        (["a", "--out", "CLASS"], "reports cannot be written to .* it is no folder"),
        (
            ["IN", "--class", "CLASS", "--gradebook", "BOOK", "--column", "Lab 8"],
            "no column 'Lab 8'",
        ),
        (["--class", "CLASS"], "the class names no table"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_runs(
    folder: Path, words: list[str], sentence: str
) -> None:
    known = {"IN": "in", "CLASS": "class.toml", "BOOK": "book.csv"}
    argv = [str(folder / known[word]) if word in known else word for word in words]
    with pytest.raises(UserError, match=sentence):
        plan(*argv)


def test_changed_marks_are_told_again_after_a_run_that_could_not_print_them(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [str(folder / "in"), "--class", str(folder / "class.toml"), "--out", str(folder / "o")]
    with plan(*words) as made:
        finish(made, folder)
    before = {path: path.read_bytes() for path in (folder / "o").rglob("*") if path.is_file()}
    (folder / "adjust.csv").write_text(
        "id,item,marks,comment,by\n1002,t1,3,better argued,a tutor\n"
    )
    for broken in ("inarow.cli.mark_outputs.class_text", "inarow.cli.mark_outputs.write_records"):
        with monkeypatch.context() as patch, plan(*words) as made, pytest.raises(UserError):
            patch.setattr(broken, full_disk)
            finish(made, folder)
    # Nothing half-written: where writing failed, the folder is as the run before left it.
    now = {path: path.read_bytes() for path in (folder / "o").rglob("*") if path.is_file()}
    assert now.keys() == before.keys()
    capsys.readouterr()
    with plan(*words) as made:
        finish(made, folder)
    assert "1 mark changed since the last time:\n  1002: 7.5, was 6.5" in capsys.readouterr().out
    with plan(*words) as made:
        finish(made, folder)
    assert "changed" not in capsys.readouterr().out


def test_reports_that_cannot_be_written_leave_no_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.cli.mark_outputs.write_records", full_disk)
    words = [str(folder / "in"), "--class", str(folder / "class.toml"), "--out", str(folder / "o")]
    before = sorted(folder.iterdir())
    with plan(*words) as made, pytest.raises(UserError, match="No space left"):
        finish(made, folder)
    assert sorted(path for path in folder.iterdir() if "marks.db" not in path.name) == before


def full_disk(*_: object) -> None:
    raise UserError("No space left on device")

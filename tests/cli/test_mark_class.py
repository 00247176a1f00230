"""``inarow mark --class``: from a folder that a service downloaded to marks in the grade book."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from course_files import PROGRAMS
from inarow.cli import main
from inarow.running.cache import passing_folder

pytestmark = pytest.mark.process

SUITE = """name = "Small"
course = "comp3308"
[[tests]]
name = "sample"
marks = 10
args = [".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red", "A", "4"]
expected = "1\\n297\\n"
"""
CLASS = """name = "Assignment 1"
due = 2021-04-16T23:59:00
time_zone = "Australia/Sydney"
roster = "roster.csv"
late = "comp3308"
"""


@pytest.mark.usefixtures("one_process")
def test_a_class_is_marked_into_its_grade_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = tmp_path / "cache" / "handed-in" / ".making"
    (copies / "of one that was killed").mkdir(parents=True)
    folder = partial(passing_folder, root=tmp_path / "cache")
    monkeypatch.setattr("inarow.marking.grading.plan.passing_folder", folder)
    right = (PROGRAMS / "comp3308" / "ConnectFour.c").read_text()
    handed = tmp_path / "in"
    handed.mkdir()
    for who, at, name, text in (
        ("ahero", "2021-04-18-16-20-05", "ConnectFour.c", right),
        ("bwren", "2021-04-16-09-00-00", "ConnectFour.py", "print('1 \\n297')\n"),
    ):
        (handed / f"Assignment 1_{who}_attempt_{at}_{name}").write_text(text)
    (tmp_path / "suite.toml").write_text(SUITE)
    (tmp_path / "class.toml").write_text(CLASS)
    (tmp_path / "roster.csv").write_text("id,blackboard\n1,ahero\n2,bwren\n3,crail\n")
    book = tmp_path / "book.csv"
    book.write_bytes(b'"Username","Mark"\r\n"ahero",""\r\n"bwren",""\r\n"crail",""\r\n')
    words = [
        "mark",
        "run",
        str(handed),
        "--suite",
        str(tmp_path / "suite.toml"),
        "--jobs",
        "1",
        "--json",
    ]
    words += ["--class", str(tmp_path / "class.toml"), "--store", str(tmp_path / "marks.db")]
    words += ["--gradebook", str(book), "--column", "Mark", "--out", str(tmp_path / "out")]
    assert main(words) == 0
    said = capsys.readouterr()
    assert "missing: no submission by 3" in said.err
    found = json.loads(said.out)["submissions"]
    assert [(one["id"], one["marks"], one["late"]["days"]) for one in found] == [
        ("1", 9, 2),
        ("2", 0, 0),
    ]
    assert found[1]["tests"][0]["cause"] == "TRAILING_SPACE"
    assert book.read_bytes().count(b'""') == 3
    assert (tmp_path / "book.marked.csv").read_bytes() == (
        b'"Username","Mark"\r\n"ahero","9.00"\r\n"bwren","0.00"\r\n"crail",""\r\n'
    )
    page = (tmp_path / "out" / "feedback" / "2" / "feedback.html").read_text()
    assert "TRAILING_SPACE" in page
    assert str(copies) not in page
    assert list(copies.iterdir()) == []

"""A class's tournament: who is late does not play, and each student has one row of marks."""

from __future__ import annotations

import csv
import json
import os
from decimal import Decimal
from pathlib import Path

import pytest

from inarow.cli import main
from inarow.cli.event_class import assignment_marks, class_entries, joined
from inarow.errors import UserError
from inarow.marking.grading.class_file import read_class

CLASS = """
name = "COMP3308 tournament"
due = 2021-04-16T23:59:00
time_zone = "Australia/Sydney"
roster = "roster.csv"
submissions = "submissions.csv"
extensions = "extensions.csv"
late = "comp3308-tournament"
"""
PROGRAM = """
import sys
state = sys.argv[1].split(",")
print(next(c for c in {order} if state[5][c] == "."))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "class.toml").write_text(CLASS)
    (tmp_path / "roster.csv").write_text("id,name\n1001,Ada\n1002,Bo\n1003,Cy\n1004,Di\n")
    (tmp_path / "extensions.csv").write_text("id,due,reason\n1002,2021-04-20 12:00,ill\n")
    (tmp_path / "submissions.csv").write_text(
        "path,id,submitted_at\n"
        "a,1001,2021-04-16 12:00\n"
        "b,1002,2021-04-19 12:00\n"
        "c,1003,2021-04-18 12:00\n"
    )
    for name, order in (("a", "range(7)"), ("b", "reversed(range(7))"), ("c", "range(7)")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ConnectFour.py").write_text(PROGRAM.format(order=order))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_who_is_late_by_the_own_due_date_is_refused(folder: Path) -> None:
    entries, findings = class_entries(read_class("class.toml"), [], folder / "staging")
    assert [(entry["id"], "refused" in entry) for entry in entries] == [
        ("1001", False),
        ("1002", False),
        ("1003", True),
    ]
    assert entries[2]["refused"] == (
        "2 days late: due Friday 16 April 2021, 23:59, and late entries do not play"
    )
    assert any("no submission by" in finding for finding in findings)


@pytest.mark.process
@pytest.mark.usefixtures("one_process")
def test_a_class_plays_and_each_student_has_one_row(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["arena", "run", "--course", "comp3308", "--class", "class.toml", "random"]
    assert main([*run, "--move-time", "20000ms", "--store", "cup.db", "--jobs", "2", "--json"]) == 0
    done = capsys.readouterr()
    assert "1003 does not play: 2 days late" in done.err
    rows = {row["entry"]: row for row in json.loads(done.out)["standings"]}
    assert set(rows) == {"1001", "1002", "1003", "random"}
    assert rows["1003"]["problem"] and rows["1003"]["points"] == 0
    marked = [{"id": "1001", "marks": 8.5}, {"id": "1003", "marks": 6}, {"id": "1004", "marks": 0}]
    (folder / "marks.json").write_text(json.dumps({"suite": "x", "submissions": marked}))
    (folder / "book.csv").write_text("Student,ID,Total (1)\r\nA,1001,\r\nC,1003,\r\nD,1004,\r\n")
    argv = ["arena", "marks", "cup.db", "--of", "2", "--join", "marks.json", "--csv", "rows.csv"]
    book = ["--class", "class.toml", "--gradebook", "book.csv", "--column", "Total"]
    assert main([*argv, *book, "--json"]) == 0
    done = capsys.readouterr()
    found = {row["id"]: row for row in json.loads(done.out)["rows"]}
    assert set(found) == {"1001", "1002", "1003", "1004"}
    assert found["1003"] == {"id": "1003", "assignment": 6, "tournament": 0, "total": 6}
    assert found["1004"]["tournament"] is None and found["1002"]["assignment"] is None
    assert "'1004' has no entry" in done.err and "'1002' has no marks of the assign" in done.err
    with (folder / "rows.csv").open() as file:
        assert [row["id"] for row in csv.DictReader(file)] == list(found)
    assert "C,1003,6.00\r\n" in (folder / "book.marked.csv").read_bytes().decode()
    assert "C,1003,\r\n" in (folder / "book.csv").read_bytes().decode()
    for option, name, what in (
        ("--csv", "cup.db", "the store of the event"),
        ("--csv", "marks.json", "the file of --join"),
        ("--csv", "roster.csv", "the roster of the class"),
        ("--csv", "book.csv", "the gradebook"),
        ("--to", "class.toml", "the class"),
        ("--to", "rows.csv", "--csv and --gradebook would both write"),
    ):
        before = (folder / name).read_bytes()
        assert main([*argv, *book, option, name]) == 2
        assert what in capsys.readouterr().err
        assert (folder / name).read_bytes() == before


_NO_MARKS = ("NaN", "Infinity", "1e999999", '"sNaN"', "-1", "[" * 100_000)


def test_marks_are_joined_by_id(tmp_path: Path) -> None:
    assignment = {"C1234567": Decimal(8), "7654321": Decimal(7), "x": Decimal(1)}
    tournament = {
        "ann-c1234567": Decimal("1.5"),
        "bob-c7654321": Decimal(2),
        "level:4": Decimal(2),
        "team": Decimal(1),
    }
    rows, findings = joined(assignment, tournament, {"team": "x"}, frozenset(["level:4"]))
    assert [(row.id, str(row.total)) for row in rows] == [
        ("C1234567", "9.50"),
        ("7654321", "9.00"),
        ("x", "2.00"),
    ]
    assert findings == []
    with pytest.raises(UserError, match="two entries are of 'x'"):
        joined(assignment, {"team": Decimal(1), "x": Decimal(1)}, {"team": "x"})
    rows, findings = joined({"x": None, "y": Decimal(1)}, {"x": Decimal(1), "y": Decimal(1)}, {})
    assert [(row.id, row.total) for row in rows] == [("x", None), ("y", Decimal("2.00"))]
    assert findings == ["'x' has no mark of the assignment yet"]
    bad = [f'{{"submissions": [{{"id": "a", "marks": {marks}}}]}}' for marks in _NO_MARKS]
    for text in ("", "[]", '{"submissions": [{"id": "a"}]}', '{"submissions": 3}', *bad):
        (tmp_path / "m").write_text(text)
        with pytest.raises(UserError, match="are not what inarow mark"):
            assignment_marks(str(tmp_path / "m"))
    with pytest.raises(UserError, match=r"marks .missing\.json. cannot be read: No such file"):
        assignment_marks("missing.json")


@pytest.mark.parametrize(
    "argv, sentence",
    [
        (["marks", "cup.db", "--of", "2", "--csv", "x"], "require --join"),
        (["marks", "cup.db", "--of", "2", "--join", "m", "--column", "x"], "require each other"),
        (["marks", "cup.db", "--of", "2", "--join", "m", "--to", "x"], "--to requires --gradebook"),
        (["marks", "cup.db", "--of", "-1"], "more than 0"),
        (["run", "cup.toml", "random"], "name only it"),
        (["run", "--class", "none.toml", "random"], "class 'none.toml' cannot be read"),
    ],
)
def test_a_wrong_command_is_one_sentence(
    argv: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["arena", *argv]) == 2
    found = capsys.readouterr().err
    assert sentence in found and found.count("\n") == 1


def test_a_pipe_in_the_download_does_not_play_and_stops_nobody(folder: Path) -> None:
    os.mkfifo(folder / "p")
    with (folder / "submissions.csv").open("a") as table:
        table.write("p,1004,2021-04-16 12:00\n")
    entries, _ = class_entries(read_class("class.toml"), [], folder / "staging")
    assert [entry["id"] for entry in entries] == ["1001", "1002", "1003", "1004"]
    assert "is a pipe" in entries[3]["refused"]


def test_late_by_an_unknown_time_does_not_play(folder: Path) -> None:
    (folder / "class.toml").write_text(CLASS.replace('submissions = "submissions.csv"', ""))
    (folder / "in").mkdir()
    (folder / "in" / "ada_LATE_1001_77001_ConnectFour.py").write_text("print(1)")
    entries, _ = class_entries(read_class("class.toml"), ["in"], folder / "staging")
    assert "time unknown: add its time to the table" in entries[0]["refused"]

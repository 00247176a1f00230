"""Marks can be found anew: records, what changed since the last time, and stops at any moment."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from course_files import PROGRAMS
from inarow.cli import main
from inarow.course import find_course
from inarow.courses.comp3308.causes import cases_of
from inarow.errors import UserError
from inarow.marking.records import (
    MarkingContext,
    compare_record,
    observations_in,
    read_record,
    require_shape,
)
from inarow.marking.results import SubmissionResult
from inarow.marking.suite import Suite, Test
from inarow.teaching.why.diagnosis import explain
from small_suite import HEAD, HIDDEN, HIDDEN_STATE, SAMPLE, STATE

pytestmark = [pytest.mark.process, pytest.mark.sandbox]
in_one_process = pytest.mark.usefixtures("one_process")

SUITE = f"""{HEAD}
seed = 7
{SAMPLE}{HIDDEN}
[[tests]]
name = "by hand"
marks = 4
manual = true
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "suite.toml").write_text(SUITE)
    for name in ("right", "wrong"):
        (tmp_path / "in" / name).mkdir(parents=True)
    shutil.copy(PROGRAMS / "comp3308" / "ConnectFour.c", tmp_path / "in" / "right")
    (tmp_path / "in" / "wrong" / "ConnectFour.py").write_text("print(1)\nprint(606)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def marked(capsys: pytest.CaptureFixture[str], *more: str, status: int = 0) -> dict[str, Any]:
    words = ["mark", "run", "--jobs", "2", "--json", *more]
    assert main(words) == status
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def marked_again(
    capsys: pytest.CaptureFixture[str], *words: str, status: int = 0
) -> list[dict[str, Any]]:
    assert main(["mark", "again", "--jobs", "2", "--json", *words]) == status
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["records"]
    return found


ALL = ("in", "--suite", "suite.toml", "--store", "marks.db")


@in_one_process
def test_a_record_holds_what_decided_a_mark(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = marked(capsys, *ALL, "--out", "out")
    assert [one["marks"] for one in found["submissions"]] == [6, 0]
    record = read_record("out/records/wrong.json")
    assert len(record["submission"]["digest"]) == len(record["suite"]["digest"]) == 64
    assert (record["seed"], record["class"], record["suite"]["secret"]) == (7, None, None)
    assert record["tier"] in (1, 2)
    assert record["versions"]["inarow"]
    assert record["build"]["tools"]
    assert record["found"] == 0
    text = Path("out/records/wrong.json").read_text()
    assert HIDDEN_STATE not in text  # what a hidden test asks
    assert STATE in text
    causes = explain(cases_of(COURSE, observations_in(record))).causes
    assert [cause.hypothesis.name for cause in causes] == ["cut-only-beyond"]
    assert main(["why", "--record", "out/records/wrong.json"]) == 0
    said = capsys.readouterr().out
    assert "cut-only-beyond explains the answer." in said
    assert HIDDEN_STATE not in said
    assert main(["why", "--record", "suite.toml"]) == 2
    assert "was not written by inarow mark" in capsys.readouterr().err


@in_one_process
def test_a_record_is_marked_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    marked(capsys, *ALL, "--out", "out")
    found = marked_again(capsys, "out")
    assert [(one["name"], one["differs"], one["marks"]["now"]) for one in found] == [
        ("right", False, 6),
        ("wrong", False, 0),
    ]
    assert main(["mark", "again", "out/records/right.json"]) == 0
    assert capsys.readouterr().out == "right: 6 of 10 again, and nothing differs\n"


@in_one_process
def test_what_differs_from_a_record_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marked(capsys, *ALL, "--out", "out")
    (folder / "suite.toml").write_text(SUITE.replace("297", "606"))
    (wrong,) = marked_again(capsys, "out/records/wrong.json", status=1)
    assert [each["what"] for each in wrong["inputs"]] == ["suite"]
    assert [(each["what"], each["now"]["verdict"]) for each in wrong["tests"]] == [
        ("sample", "PASS")
    ]
    assert wrong["marks"] == {"was": 0, "now": 4, "of": 10}
    assert main(["mark", "again", "out/records/wrong.json"]) == 1
    said = capsys.readouterr().out
    assert "wrong: 4 of 10, was 0" in said
    assert "sample: PASS 4 of 4, was FAIL WRONG_NODE_COUNT 0 of 4" in said
    shutil.move("in/wrong", "elsewhere")
    assert main(["mark", "again", "out/records/wrong.json"]) == 2
    assert "is no longer at" in capsys.readouterr().err
    (folder / "suite.toml").write_text(SUITE)
    found = marked_again(capsys, "out/records/wrong.json", "elsewhere")
    assert not found[0]["differs"]
    Path("elsewhere/ConnectFour.py").write_text("print(1)\nprint(297)\n")
    (other,) = marked_again(capsys, "out/records/wrong.json", "elsewhere", status=1)
    assert [each["what"] for each in other["inputs"]] == ["submission"]


@pytest.mark.parametrize("text", ["", "{}", "[1]", "[" * 100_000, '{"format": "x"}'])
def test_what_is_no_record_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    Path("r.json").write_text(text)
    assert main(["mark", "again", "r.json"]) == 2
    assert capsys.readouterr().err == (
        "inarow mark again: record 'r.json' was not written by inarow mark\n"
    )


COURSE = find_course("comp3308")
WRONG_KINDS: list[Any] = [None, True, 7, -1.5, float("inf"), "", "x\0", "\u0100", [], [[]], {}]


@in_one_process
def test_a_record_is_checked_as_a_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    marked(capsys, *ALL, "--out", "out")
    whole = json.loads(Path("out/records/wrong.json").read_text())
    result = SubmissionResult("wrong", "", {}, [])
    test = Test("t", Decimal(1), manual=True)
    now = MarkingContext("suite.toml", Suite("s", find_course("comp3308"), (test,)))
    refused = 0
    for path in paths_in(whole):
        for value in [..., *WRONG_KINDS]:
            record = json.loads(json.dumps(whole))
            holder = record
            for key in path[:-1]:
                holder = holder[key]
            if value is ...:
                del holder[path[-1]]
            else:
                holder[path[-1]] = value
            Path("r.json").write_text(json.dumps(record))
            try:
                read = read_record("r.json")
                cases_of(COURSE, observations_in(read))
                assert compare_record(read, result, now, "").as_json()
            except UserError as error:
                refused += 1
                assert "r.json" in str(error)
    assert refused > 300
    for change, words in (
        ({"found": ...}, "record 'r.json': found is missing"),
        ({"tests": 0}, "record 'r.json': tests is 0, expected a list"),
    ):
        ((name, value),) = change.items()
        record = {**whole, name: value}
        if value is ...:
            del record[name]
        Path("r.json").write_text(json.dumps(record))
        for command in (["mark", "again"], ["why", "--record"]):
            assert main([*command, "r.json"]) == 2
            who = " ".join(word for word in command if not word.startswith("-"))
            assert capsys.readouterr().err == f"inarow {who}: {words}\n"


def paths_in(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every field of a record, as the keys that lead to it."""
    rows = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in rows:
        yield (*above, key)
        if isinstance(inner, dict | list):
            yield from paths_in(inner, (*above, key))


def test_a_record_copies_nothing_out_of_its_folder() -> None:
    with pytest.raises(UserError, match="expected a list of paths with names"):
        require_shape({"id": "1", "submission": {"digest": "", "files": [["x", "../victim"]]}})


@in_one_process
def test_whose_marks_changed_is_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert marked(capsys, *ALL)["changed"] == []
    assert marked(capsys, *ALL)["changed"] == []
    (folder / "suite.toml").write_text(SUITE.replace("297", "606"))
    assert "changed" not in marked(capsys, *ALL, "--student")
    sample = {"name": "sample", "was": 4, "now": 0}
    assert marked(capsys, *ALL)["changed"] == [
        {"who": "right", "was": 6, "now": 2, "tests": [sample]},
        {"who": "wrong", "was": 0, "now": 4, "tests": [{**sample, "was": 0, "now": 4}]},
    ]
    assert main(["mark", "run", *ALL, "--void", "sample"]) == 0
    said = capsys.readouterr().out
    assert "1 mark changed since the last time:\n  right: 6, was 2 (sample 4, was 0)\n" in said


@in_one_process
def test_a_test_by_hand_waits_for_a_person(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "class.toml").write_text(
        'name = "C"\ndue = 2021-04-16T23:59:00\ntime_zone = "UTC"\nroster = "roster.csv"\n'
        'late = "none"\nsubmissions = "submissions.csv"\nadjust = "adjust.csv"\n'
    )
    (folder / "roster.csv").write_text("id\ns1\ns2\n")
    (folder / "submissions.csv").write_text("path,id,submitted_at\nin/right,s1,\nin/wrong,s2,\n")
    (folder / "adjust.csv").write_text("id,item,marks,comment,by\ns1,by hand,3.5,fine,a tutor\n")
    words = ("--suite", "suite.toml", "--store", "marks.db", "--class", "class.toml")
    found = marked(capsys, *words, "--out", "out")
    assert [one["marks"] for one in found["submissions"]] == [9.5, 0]
    assert "'by hand' is marked by hand: 1 student without a decision" in found["findings"]
    record = read_record("out/records/s1.json")
    assert (record["found"], record["marks"]) == (6, 9.5)
    assert record["adjusted"][0]["by"] == "a tutor"
    (folder / "adjust.csv").write_text("id,item,marks,comment,by\ns2,by hand,1,poor,a tutor\n")
    changed = marked(capsys, *words)["changed"]
    assert [(one["who"], one["was"], one["now"]) for one in changed] == [
        ("s1", 9.5, 6),
        ("s2", 0, 1),
    ]
    again = marked_again(capsys, "out/records/s1.json", status=1)[0]
    assert [each["what"] for each in again["inputs"]] == ["class"]
    assert again["tests"] == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nothing", "--suite", "comp3308"], "submission 'nothing' is not there"),
        (["in", "--suite", "comp3308", "--jobs", "0"], "--jobs is 0"),
        (["in", "--suite", "comp3308", "--store", "no/where.db"], "there is no such directory"),
        (["in", "--suite", "comp3308", "--class", "none.toml"], "class 'none.toml' cannot be read"),
        (["in"], "missing --suite"),
    ],
)
def test_nothing_is_made_before_all_that_is_given_was_looked_at(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert main(["mark", "run", *words]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert sorted(path.name for path in folder.iterdir()) == ["in", "suite.toml"]


def test_a_killed_marking_goes_on_where_it_was(folder: Path) -> None:
    """Killed again and again, it ends with every result, and no result was made twice."""
    tests = "".join(
        f'[[tests]]\nname = "{n}"\nmarks = 1\nargs = ["{n}"]\nexpected = "{n}\\n"\n'
        for n in range(8)
    )
    (folder / "suite.toml").write_text(f'name = "k"\ncourse = "comp3308"\n{tests}')
    shutil.rmtree("in")
    for name in "abc":
        (folder / "in" / name).mkdir(parents=True)
        source = f"import sys, time  # {name}\ntime.sleep(0.1)\nprint(sys.argv[1])\n"
        (folder / "in" / name / "ConnectFour.py").write_text(source)
    words = [sys.executable, "-m", "inarow", "mark", "run", *ALL, "--jobs", "2", "--json"]
    kept: dict[str, float] = {}
    kills = 0
    for goal in (1, 10):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and len(rows()) < goal:
            time.sleep(0.01)
        kills += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        now = rows()
        assert kept.items() <= now.items()
        kept = now
    assert kills
    done = subprocess.run(words, capture_output=True, check=True)
    assert [one["marks"] for one in json.loads(done.stdout)["submissions"]] == [8, 8, 8]
    assert kept.items() <= rows().items()
    assert len(rows()) == 24


def test_equal_submissions_have_equal_results(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Even if the program answers as the moment is: it was run once for both."""
    (folder / "suite.toml").write_text(
        'name = "k"\ncourse = "comp3308"\n'
        + "".join(
            f'[[tests]]\nname = "{n}"\nmarks = 1\nargs = ["{n}"]\nexpected = "1\\n"\n'
            for n in range(6)
        )
    )
    shutil.rmtree("in")
    for name in "ab":
        (folder / "in" / name).mkdir(parents=True)
        source = "import os\nprint(os.urandom(1)[0] % 2)\n"
        (folder / "in" / name / "ConnectFour.py").write_text(source)
    one, other = marked(capsys, *ALL)["submissions"]
    assert one["tests"] == other["tests"]


def rows() -> dict[str, float]:
    """Results with the moments at which they were made."""
    try:
        with sqlite3.connect("marks.db", timeout=60) as store:
            return dict(store.execute("SELECT key, made FROM results WHERE test != ''"))
    except sqlite3.OperationalError:
        return {}  # not yet begun

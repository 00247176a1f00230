"""What could not be run, and what was refused, has no mark: in no output and by no exit status does
it look like a mark of 0."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from inarow.cli import main
from inarow.errors import UserError
from inarow.marking.checks.registry import judge_output
from inarow.running.languages.language import MissingTool
from inarow.running.toolchain import Toolchain
from small_suite import HEAD, SAMPLE

pytestmark = [pytest.mark.process, pytest.mark.sandbox, pytest.mark.usefixtures("one_process")]
Capture = pytest.CaptureFixture[str]

SUITE = f"""{HEAD}
[[gates]]
when = "not-built"
{SAMPLE}
[[tests]]
name = "after"
marks = 6
args = ["x"]
expected = "1\\n297\\n"
depends = ["sample"]
"""
CLASS = """name = "Lab"
due = 2021-04-16T23:59:00
time_zone = "Australia/Sydney"
roster = "roster.csv"
submissions = "table.csv"
adjust = "adjust.csv"
late = "none"
"""
RIGHT = "print(1)\nprint(297)\n"
BOOK = "Username,Lab\nada,7\nbo,\ncy,5\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ada's program is right, Bo's is in MATLAB, Cy's has the wrong name."""
    (tmp_path / "suite.toml").write_text(SUITE)
    (tmp_path / "class.toml").write_text(CLASS)
    (tmp_path / "roster.csv").write_text("id,name,blackboard\n1,Ada,ada\n2,Bo,bo\n3,Cy,cy\n")
    (tmp_path / "adjust.csv").write_text("id,item,marks,comment,by\n")
    (tmp_path / "book.csv").write_text(BOOK)
    rows = "".join(f"in/{n},{n},2021-04-01T10:00:00\n" for n in (1, 2, 3))
    (tmp_path / "table.csv").write_text(f"path,id,submitted_at\n{rows}")
    for name, file, text in (
        ("1", "ConnectFour.py", RIGHT),
        ("2", "ConnectFour.m", "disp(1)"),
        ("3", "connectfour.py", RIGHT),
    ):
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / file).write_text(text)
    monkeypatch.chdir(tmp_path)
    find = Toolchain.tool

    def without_octave(self: Toolchain, name: str) -> Any:
        missing = MissingTool(name, "neither octave nor octave-cli is installed")
        return missing if name == "matlab" else find(self, name)

    monkeypatch.setattr(Toolchain, "tool", without_octave)
    return tmp_path


def mark(capsys: Capture, *more: str, status: int = 0) -> tuple[str, str]:
    found = main(["mark", "run", "--suite", "suite.toml", "--store", "m.db", "--jobs", "1", *more])
    said = capsys.readouterr()
    assert found == status, said.err
    return said.out, said.err


CLASSED = ("--class", "class.toml", "--gradebook", "book.csv", "--column", "Lab")


def students(out: str) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in json.loads(out)["submissions"]}


def test_pending_and_refused_submissions_have_no_mark(folder: Path, capsys: Capture) -> None:
    out, err = mark(capsys, *CLASSED, "--out", "out", "--json", status=3)
    found = students(out)
    assert {who: (one["state"], one["marks"]) for who, one in found.items()} == {
        "1": ("marked", 10),
        "2": ("pending", None),
        "3": ("refused", None),
    }
    assert {test["verdict"] for test in found["2"]["tests"]} == {"NOT_RUN"}
    assert "Bo (2) has no mark; pending: 2 of 2 tests could not be run" in err
    assert "octave" in err
    assert "Cy (3) has no mark; refused: has 'connectfour.py', and its name must" in err
    assert Path("book.marked.csv").read_text() == "Username,Lab\nada,10.00\nbo,\ncy,5\n"
    assert json.loads(Path("out/marks.json").read_text())["submissions"] == [*found.values()]
    overview = Path("out/index.html").read_text()
    assert "1 of 1 has every mark of the tests." in overview
    assert "2 submissions without a mark" in overview and "median 10.00" in overview
    for who, state in (("2", "pending"), ("3", "refused")):
        page = Path(f"out/feedback/{who}/feedback.html").read_text()
        assert f">{state}</td>" in page and "no mark" in page
    out, _ = mark(capsys, *CLASSED, status=3)
    assert "pending" in out and "median 10.00" in out and " 0.00 " not in out


@pytest.mark.parametrize("refused", ["1", "2", "3"])
def test_services_get_no_score_without_a_mark(folder: Path, capsys: Capture, refused: str) -> None:
    Path("results.json").write_text('{"score": 3}')
    Path("output").write_text("")
    status = 0 if refused == "1" else 3
    words = ("--gradescope", "results.json", "--github-output", "output", "--junit", "j.xml")
    mark(capsys, f"in/{refused}", *words, status=status)
    assert Path("results.json").exists() is (status == 0)
    assert bool(Path("output").read_text()) is (status == 0)
    root = ElementTree.parse("j.xml").getroot()
    assert (root.attrib["errors"], root.attrib["failures"]) == ("0" if refused == "1" else "2", "0")


def test_staff_say_what_a_refused_submission_is_worth(folder: Path, capsys: Capture) -> None:
    decided = "id,item,marks,comment,by\n3,refused,0,the name was announced,a tutor\n"
    Path("adjust.csv").write_text(f"{decided}2,total,4,read by hand,a tutor\n")
    out, _ = mark(capsys, *CLASSED, "--json")
    found = students(out)
    assert {who: one["marks"] for who, one in found.items()} == {"1": 10, "2": 4, "3": 0}
    assert Path("book.marked.csv").read_text() == "Username,Lab\nada,10.00\nbo,4.00\ncy,0.00\n"
    Path("adjust.csv").write_text("id,item,marks,comment,by\n2,after,3,read,t\n2,sample,4,read,t\n")
    out, err = mark(capsys, *CLASSED, "--json", "--refused-is-zero")
    assert {who: one["marks"] for who, one in students(out).items()} == {"1": 10, "2": 7, "3": 0}
    Path("adjust.csv").write_text("id,item,marks,comment,by\n1,refused,0,x,t\n3,refused,2,x,t\n")
    _, err = mark(capsys, *CLASSED, status=3)
    assert "line 2: the submission was not refused" in err
    assert "line 3: a refused submission is 0, or has a 'total'" in err


def test_what_depends_on_an_internal_error_is_none_of_the_programs(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken: dict[str, Exception] = {"sample": ZeroDivisionError("a mistake of the check")}

    def judge(test: Any, *words: Any, **more: Any) -> Any:
        if test.name in broken:
            raise broken[test.name]
        return judge_output(test, *words, **more)

    monkeypatch.setattr("inarow.marking.checks.registry.judge_output", judge)
    suite = SUITE.replace('depends = ["sample"]', "") + SAMPLE.replace("sample", "third")
    (folder / "suite.toml").write_text(f'{suite}depends = ["sample"]\n')
    out, err = mark(capsys, "in/1", "--out", "out", "--json", status=3)
    (one,) = json.loads(out)["submissions"]
    # The exception costs its own test and what depends on it; the other was judged.
    assert [test["verdict"] for test in one["tests"]] == ["FAULT", "PASS", "FAULT"]
    assert (
        "1 has no mark; pending: 2 of 3 tests could not be run; 'sample': an internal error" in err
    )
    staff = Path("out/staff/1.html").read_text()
    assert "Traceback" in staff and "a mistake of the check" in staff
    assert "Traceback" not in Path("out/feedback/1/feedback.html").read_text()
    broken["sample"] = UserError("no room")
    mark(capsys, "in/1", status=3)
    broken.clear()
    out, _ = mark(capsys, "in/1", "--json")
    assert json.loads(out)["submissions"][0]["marks"] == 14


def damage_row(store: str) -> None:
    with sqlite3.connect(store) as db:
        db.execute("UPDATE results SET result = '{}' WHERE test = 'sample'")


def damage_page(store: str) -> None:
    with sqlite3.connect(store) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'results'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with Path(store).open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes(size))


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (damage_row, "1 result in 'm.db' could not be read: those tests were run again"),
        (damage_page, "store 'm.db' is damaged: it is now 'm.db.damaged-1'"),
    ],
)
def test_a_damaged_store_is_marked_again(
    folder: Path, capsys: Capture, damage: Callable[[str], None], said: str
) -> None:
    mark(capsys, "in/1")
    damage("m.db")
    out, err = mark(capsys, "in/1", "--json")
    assert json.loads(out)["submissions"][0]["marks"] == 10
    assert said in err
    out, err = mark(capsys, "in/1", "--json")
    assert (json.loads(out)["submissions"][0]["marks"], err) == (10, "")


def test_a_full_cache_leaves_everybody_without_a_mark(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise UserError("folder '/cache/images' cannot be used as a cache: No space left on device")

    monkeypatch.setattr("inarow.marking.marker.build", full)
    out, err = mark(capsys, *CLASSED, "--json", status=3)
    assert {one["marks"] for one in students(out).values()} == {None}
    assert "No space left on device" in err
    assert Path("book.marked.csv").read_text() == BOOK

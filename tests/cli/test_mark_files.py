"""Outputs of ``inarow mark``: where they go, and that none is written over what is read."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pytest

from inarow.cli import main
from inarow.cli.gradebook_output import GradebookOutput, add_gradebook_arguments
from inarow.cli.parser import Parser
from inarow.errors import UserError
from inarow.marking.grading.roster import Roster, Student

SUITE = """name = "Small"
course = "comp3308"
[[tests]]
name = "sample"
marks = 10
args = ["x"]
expected = "1\\n"
"""
CLASS = """name = "Assignment 1"
due = 2021-04-16T23:59:00
time_zone = "Australia/Sydney"
roster = "roster.csv"
extensions = "extensions.csv"
submissions = "table.csv"
adjust = "adjust.csv"
late = "none"
"""
BOOK = "Student,ID,Lab,Other\r\nAda,1001,,1\r\nBo,1002,,2\r\n"
ROSTER = Roster([Student("1001", "Ada"), Student("1002", "Bo")])
MARKS = {"1001": Decimal(4), "1002": Decimal(9)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (
        ("suite.toml", SUITE),
        ("secret", "0" * 32 + "\n"),
        ("class.toml", CLASS),
        ("roster.csv", "id\n1001\n1002\n"),
        ("extensions.csv", "id,due,reason\n"),
        ("table.csv", "path,id,submitted_at\nin/a,1001,\n"),
        ("adjust.csv", "id,item,marks,comment,by\n"),
        ("book.csv", BOOK),
        ("in/a/ConnectFour.py", "print(1)\n"),
        ("marked/records/roster.csv", "id\n1001\n"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(text.encode())
    (tmp_path / "link.csv").symlink_to("roster.csv")
    os.link(tmp_path / "roster.csv", tmp_path / "hard.csv")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


BOOKED = "--gradebook book.csv --column Lab"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--junit roster.csv", "--junit would overwrite 'roster.csv', the roster of the class"),
        ("--junit ./marked/../roster.csv", "the roster of the class: name another file"),
        ("--junit link.csv", "the roster of the class"),
        ("--junit hard.csv", "the roster of the class"),
        ("--junit extensions.csv", "the extensions of the class"),
        ("--junit table.csv", "the submissions of the class"),
        ("--junit adjust.csv", "the adjust of the class"),
        ("--junit class.toml", "the class"),
        ("--junit suite.toml", "the suite"),
        ("--junit secret --secret secret", "the secret"),
        ("--junit in/a/ConnectFour.py", "a submission"),
        ("--gradescope roster.csv", "--gradescope would overwrite"),
        ("--github-output roster.csv", "--github-output would overwrite"),
        ("--store class.toml", "--store would overwrite 'class.toml'"),
        (f"{BOOKED} --junit book.csv", "the gradebook"),
        (f"{BOOKED} --to roster.csv", "--gradebook would overwrite 'roster.csv'"),
        (f"{BOOKED} --junit x --to x", "--junit and --gradebook would both write 'x'"),
        (f"{BOOKED} --in-place --to x", "--in-place and --to both say"),
        ("--in-place", "--in-place requires --gradebook"),
        ("--to x", "--to requires --gradebook"),
        ("--out marked --junit marked/index.html", "would both write"),
        ("--out in", "--out 'in' is a directory of submissions"),
    ],
)
def test_no_output_overwrites_an_input(
    folder: Path, capsys: pytest.CaptureFixture[str], words: str, sentence: str
) -> None:
    before = contents(folder)
    given = ["in"] if words == "--out in" else []
    mark = ["mark", "run", *given, "--suite", "suite.toml", "--class", "class.toml"]
    assert main([*mark, *words.split()]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert contents(folder) == before


def test_reports_are_not_written_over_an_input_among_them(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "class.toml").write_text(CLASS.replace('"roster', '"marked/records/roster'))
    before = contents(folder)
    mark = ["mark", "run", "--suite", "suite.toml", "--class", "class.toml", "--out", "marked"]
    assert main(mark) == 2
    assert "--out 'marked' would overwrite" in capsys.readouterr().err
    assert contents(folder) == before


def gradebook(*words: str) -> GradebookOutput:
    parser = Parser("inarow test", "test")
    add_gradebook_arguments(parser, parser)
    given = ["--gradebook", "book.csv", "--column", "Lab", *words]
    return GradebookOutput(parser.parse_args(given), ROSTER)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ([], "book.marked.csv"),
        (["--to", "out.csv"], "out.csv"),
        (["--to", "book.csv"], "book.csv"),
        (["--in-place"], "book.csv"),
    ],
)
def test_the_export_stays_unless_it_is_to_be_overwritten(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], name: str
) -> None:
    gradebook(*words).write("mark run", MARKS)
    filled = BOOK.replace("1001,", "1001,4.00").replace("1002,", "1002,9.00")
    assert (folder / name).read_bytes() == filled.encode()
    if name != "book.csv":
        assert (folder / "book.csv").read_bytes() == BOOK.encode()
    assert capsys.readouterr().err == f"inarow mark run: 2 marks written to '{name}'\n"


@pytest.mark.parametrize("words", [[], ["--in-place"]])
def test_what_somebody_saves_meanwhile_is_kept(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    book = gradebook(*words)
    (folder / "book.csv").write_text(BOOK.replace("1002,,2", "1002,,99"), newline="")
    book.write("mark run", MARKS)
    assert b"1002,9.00,99\r\n" in book.target.read_bytes()
    assert "changed meanwhile: its new cells are kept" in capsys.readouterr().err


def test_an_export_that_lost_its_column_meanwhile_is_left_alone(folder: Path) -> None:
    book = gradebook("--in-place")
    (folder / "book.csv").write_text("Student,ID\r\n", newline="")
    with pytest.raises(UserError, match="there is no column 'Lab'"):
        book.write("mark run", MARKS)
    assert (folder / "book.csv").read_bytes() == b"Student,ID\r\n"


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A directory on a disk with room for one small file."""
    place = tmp_path / "full"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=8k", "none", str(place)]
    if os.geteuid() != 0 or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("only root with the right to mount can make a full disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.parametrize("words", [[], ["--in-place"]])
def test_a_full_disk_keeps_the_export_and_leaves_nothing_half(
    folder: Path, full_disk: Path, words: list[str]
) -> None:
    export = full_disk / "book.csv"
    export.write_text(BOOK, newline="")
    book = gradebook("--gradebook", str(export), *words)
    with (full_disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(bytes(1024))
    with pytest.raises(UserError, match="No space left on device"):
        book.write("mark run", MARKS)
    assert export.read_bytes() == BOOK.encode()
    assert sorted(path.name for path in full_disk.iterdir()) == ["book.csv", "filler"]


@pytest.mark.process
@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize(
    ("words", "there", "place"),
    [
        ([], "", "suites/s.marks.db"),
        (["--out", "reports/marked"], "", "reports/s.marks.db"),
        (["--out", "marked"], "", "s.marks.db"),
        (["--out", "reports/marked"], "suites", "suites/s.marks.db"),
        ([], ".", "s.marks.db"),
        (["--store", "x.db"], "suites", "x.db"),
    ],
)
def test_results_are_saved_next_to_the_reports_or_the_suite(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    there: str,
    place: str,
) -> None:
    (folder / "suites").mkdir()
    (folder / "reports").mkdir()
    manual = 'name = "S"\ncourse = "comp3308"\n[[tests]]\nname = "t"\nmarks = 1\nmanual = true\n'
    (folder / "suites" / "s.toml").write_text(manual)
    mark = ["mark", "run", "in/a", "--suite", "suites/s.toml", "--jobs", "1"]
    if there:
        assert main([*mark, "--store", f"{there}/s.marks.db"]) == 0
        capsys.readouterr()
    assert main([*mark, *words]) == 0
    said = capsys.readouterr().err
    known = there and words[:1] != ["--store"]
    assert ("results are saved in" in said) == (not known)
    assert known or f"results are saved in '{place}'" in said
    assert (folder / place).is_file()
    assert main([*mark, *words]) == 0
    assert "results are saved in" not in capsys.readouterr().err

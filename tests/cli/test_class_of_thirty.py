"""The commands of the page for instructors, on a class of thirty: from download to grade book."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from class_of_thirty import COLUMN, make_class
from in_this_process import InThisProcess
from inarow.cli import main
from inarow.protocols.comp3308 import parse_state, search_answer
from once import filled_once

pytestmark = pytest.mark.process
DOC = Path(__file__).parents[2] / "docs" / "marking.md"
STATE = ".ryyrry,.rryry.,..y.r..,..y....,.......,......."


def commands() -> list[list[str]]:
    """The three that the page starts with."""
    block = re.search(r"\n\n((?:    inarow .*\n)+)", DOC.read_text())
    assert block is not None
    return [shlex.split(line)[1:] for line in block[1].splitlines()]


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled_once(tmp_path_factory, "class-of-thirty", mark_class)


def mark_class(folder: Path) -> None:
    def answer(player: str, depth: int) -> str:
        found = search_answer(parse_state(STATE, player), "A", depth)
        return found.replace("\n", "\\n") + "\\n"

    make_class(folder, answer("yellow", 3), answer("red", 3))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("inarow.cli.executors.LocalExecutor", InThisProcess)
        make, mark, fill = commands()
        assert make[:2] == ["suite", "make"] and make[-1] == "assignment.toml"
        assert main([*mark, "--json", "--store", "a.db", "--junit", "junit.xml"]) == 3
        assert main([*fill, "--store", "a.db"]) == 3  # s024 was refused: no mark


@pytest.fixture(scope="module")
def found(marked: Path) -> dict[str, dict[str, Any]]:
    data = json.loads((marked / "marked" / "marks.json").read_text())
    return {one["id"]: one for one in data["submissions"]}


def causes(one: dict[str, Any]) -> set[str]:
    return {test["cause"] for test in one["tests"] if test["cause"]}


def test_what_to_look_at_is_said_first(marked: Path) -> None:
    findings = json.loads((marked / "marked" / "marks.json").read_text())["findings"]
    for words in (
        "unknown id 'x999'",
        "missing: no submission by s030",
        "2 submissions of s005, policy last",
        "'notes.docx' is named as no service names it",
    ):
        assert any(words in finding for finding in findings), words


def test_right_programs_have_every_mark(found: dict[str, dict[str, Any]]) -> None:
    right = [f"s{number:03}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 29)]
    assert {who: found[who]["marks"] for who in right if found[who]["marks"] != 10} == {}


@pytest.mark.parametrize(
    ("who", "mistakes"),
    [
        ("s009", ["cut-only-beyond"]),
        ("s010", ["cut-only-beyond"]),
        ("s011", ["cut-only-beyond"]),
        ("s012", ["cut-only-beyond"]),
        ("s013", ["root-not-counted"]),
        ("s014", ["root-not-counted"]),
        ("s016", ["no-cut-offs"]),
    ],
)
def test_mistakes_are_named(
    found: dict[str, dict[str, Any]], who: str, mistakes: list[str]
) -> None:
    causes = found[who]["why"]
    assert mistakes in [cause["mistakes"] for cause in causes]
    assert causes[0]["agrees"] == causes[0]["of"] > 0


@pytest.mark.parametrize(
    ("who", "cause"),
    [
        ("s018", "CRLF"),
        ("s019", "TRAILING_SPACE"),
        ("s020", "MISSING_NEWLINE"),
        ("s021", "EXTRA_LINE"),
        ("s022", "BOM"),
        ("s023", "COMPILE_ERROR"),
        ("s024", "REJECTED"),
        ("s025", "CRASH"),
        ("s026", "TIMEOUT"),
    ],
)
def test_causes_are_named(found: dict[str, dict[str, Any]], who: str, cause: str) -> None:
    assert causes(found[who]) == {cause}
    assert found[who]["marks"] == {"s020": 2, "s024": None}.get(who, 0)


def test_lateness_costs_what_the_class_says(found: dict[str, dict[str, Any]]) -> None:
    assert (found["s027"]["late"]["days"], found["s027"]["marks"]) == (1, 9.5)
    assert found["s010"]["late"]["days"] == 2
    assert found["s010"]["marks"] == pytest.approx(found["s010"]["earned"] * 0.9)
    assert (found["s028"]["late"]["days"], found["s028"]["marks"]) == (4, 0)
    assert (found["s029"]["late"]["days"], found["s029"]["marks"]) == (0, 10)


def test_what_people_decided_stands(found: dict[str, dict[str, Any]]) -> None:
    (row,) = found["s020"]["adjusted"]
    assert (row["item"], row["before"], row["marks"], row["by"]) == ("sample", 0, 2, "a tutor")


def test_the_grade_book_has_the_marks(marked: Path, found: dict[str, dict[str, Any]]) -> None:
    data = (marked / "grades.marked.xls").read_bytes()
    assert data.startswith(b"\xff\xfe")
    header, *rows = data.decode("utf-16").splitlines()
    assert header.endswith(f'"{COLUMN} [Total Pts: 10 Score] |7654"')
    marks = {row.split("\t")[2].strip('"'): row.split("\t")[3].strip('"') for row in rows}
    assert marks.pop("s030") == marks.pop("s024") == ""
    given = {who: one["marks"] for who, one in found.items() if one["marks"] is not None}
    assert marks == {who: f"{each:.2f}" for who, each in given.items()}


def test_students_see_themselves_alone_and_nothing_hidden(marked: Path) -> None:
    pages = sorted((marked / "marked" / "feedback").rglob("*.html"))
    assert len(pages) == 29
    for path in pages:
        text = path.read_text()
        who = path.parent.name
        others = {f"s{number:03}" for number in range(1, 31)} - {who}
        assert who in text
        assert not [other for other in others if other in text]
        assert "hidden one" not in text and "Withheld, up to 4.00" in text
        assert not re.search(r"red A 3\b", text)


def test_equal_files_have_equal_marks(found: dict[str, dict[str, Any]]) -> None:
    assert found["s007"]["tests"] == found["s008"]["tests"]


def test_the_overview_counts_the_class(marked: Path) -> None:
    text = (marked / "marked" / "index.html").read_text()
    assert "29 submissions, 4 tests" in text
    assert "<td>cut only beyond</td>" in text
    assert text.count('href="staff/s0') == 29
    staff = (marked / "marked" / "staff" / "s009.html").read_text()
    assert "hidden one" in staff and 'href="../records/s009.json"' in staff

"""Reports show what happened, to each what they may see, whatever names and outputs are like."""

from __future__ import annotations

import json
import re
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import replace
from datetime import timezone
from decimal import Decimal
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from inarow.errors import UserError
from inarow.marking.grading.downloads import read_submissions
from inarow.marking.grading.grade import Grade
from inarow.marking.grading.roster import Student
from inarow.marking.reports import charts
from inarow.marking.reports.folder import feedback_name, write_reports
from inarow.marking.reports.pages import ranges, staff_page, staff_script, student_page
from inarow.marking.reports.services import classroom_result, gradescope_results, junit_xml
from inarow.marking.reports.text import class_text, report_text
from inarow.marking.reports.white_space import lines_of, visible
from inarow.marking.results import SubmissionResult, TestResult, Verdict
from inarow.marking.suite import Visibility
from inarow.marking.visibility import for_staff, for_student
from made_up_class import NASTY, SECRET, STUDENTS, marked_class

SECRETS = (SECRET, "SECRET_CAUSE", "hidden output", "test was wrong")


@pytest.fixture(scope="module")
def graded() -> list[Grade]:
    return marked_class()[0]


@pytest.fixture(scope="module")
def findings() -> list[str]:
    return marked_class()[1]


def pages(one: Grade, **seen: bool) -> list[str]:
    """Everything that a student can come to see."""
    view = for_student(one, **seen)
    return [
        report_text(view),
        student_page(view, "Lab"),
        b64decode(classroom_result(one, released=seen.get("released", False))).decode(),
        junit_xml("Lab", [view]),
    ]


def test_white_space_is_visible() -> None:
    assert [visible(line) for line in lines_of(b"1 \t\r\n\xff\x1b\xef\xbb\xbf\0a")] == [
        "1·→␍↵",
        "\\xff\\x1b[BOM]␀a",
    ]


def test_text(graded: list[Grade], golden: Callable[[str, str], None]) -> None:
    golden("marking/student.txt", report_text(for_student(graded[0])))
    golden("marking/released.txt", report_text(for_student(graded[0], released=True)))
    golden("marking/staff.txt", report_text(for_staff(graded[1])))


def test_class_text(
    graded: list[Grade], findings: list[str], golden: Callable[[str, str], None]
) -> None:
    golden("marking/class.txt", class_text(graded, findings))


def test_no_text_moves_a_terminal(graded: list[Grade], findings: list[str]) -> None:
    texts = [class_text(graded, [*findings, NASTY]), *(report_text(for_staff(o)) for o in graded)]
    for text in texts:
        assert all(char.isprintable() for char in text.replace("\n", ""))


def test_gradescope(graded: list[Grade], golden: Callable[[str, str], None]) -> None:
    golden("marking/gradescope.json", json.dumps(gradescope_results(graded[0]), indent=1) + "\n")


def test_gradescope_hides_what_is_hidden(graded: list[Grade]) -> None:
    found = gradescope_results(graded[0])
    assert found is not None
    seen = {test["name"]: test["visibility"] for test in found["tests"]}
    assert seen[f"{SECRET} 1"] == seen[f"{SECRET} 2"] == "hidden"
    assert seen["sample"] == "visible"
    public = json.dumps({**found, "tests": []})
    assert not any(secret in public for secret in SECRETS)
    assert found["score"] == 1.8  # 0.5 x 4, two days late
    assert found["leaderboard"][0] == {"name": "Marks", "value": 1, "order": "desc"}
    released = gradescope_results(graded[0], released=True)
    assert released is not None
    assert {test["visibility"] for test in released["tests"]} == {"visible"}


def test_github_classroom(graded: list[Grade], golden: Callable[[str, str], None]) -> None:
    data = json.loads(b64decode(classroom_result(graded[0])))
    golden("marking/classroom.json", json.dumps(data, indent=1) + "\n")
    assert classroom_result(graded[1]) == ""  # a test in FAULT: no mark, so no score to show
    assert gradescope_results(graded[1]) is None


def test_junit(graded: list[Grade], golden: Callable[[str, str], None]) -> None:
    text = junit_xml("Lab", [for_staff(one) for one in graded])
    golden("marking/junit.xml", text)
    root = ElementTree.fromstring(text)
    assert root.attrib["tests"] == "18"
    assert len(root.findall(".//failure")) == int(root.attrib["failures"])


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_student_sees_nothing_that_is_withheld(graded: list[Grade], number: int) -> None:
    for text in pages(graded[number]):
        assert not [secret for secret in SECRETS if secret in text]
        assert "no-recursion" not in text  # only proposed


def test_a_student_sees_all_that_is_released(graded: list[Grade]) -> None:
    text, page, *_ = pages(graded[0], released=True)
    for secret in (SECRET, "SECRET_CAUSE", "test was wrong", "a tutor"):
        assert secret in text
        assert secret in page


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_page_names_nobody_else(graded: list[Grade], number: int) -> None:
    own = graded[number].student
    for text in pages(graded[number], released=True):
        for other in STUDENTS:
            if other is not own and other.name != NASTY:
                assert other.name not in text
                assert not re.search(rf"\b{other.id}\b", text)


class Strict(HTMLParser):
    """Tags that are opened are closed, and none of them runs or fetches anything."""

    EMPTY = ("path", "circle", "rect")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "img", "iframe", "link", "object", "base", "form")
        assert not [name for name, _ in attrs if name.startswith("on") or name == "src"]
        for name, value in attrs:
            if name == "href":
                assert value is not None
                assert value.startswith(("feedback", "staff/", "marks.json", "similar.html", "../"))
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.EMPTY

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(text: str) -> None:
    script = f"<script>{staff_script()}</script>"
    if script in text:  # the overview's own, which its policy knows by its hash
        text = text.replace(script, "", 1)
        assert f"script-src 'sha256-{digest(staff_script())}'" in text
    else:
        assert "script-src" not in text
    parser = Strict()
    parser.feed(text)
    parser.close()
    assert not parser.open
    assert NASTY not in text
    assert "<script" not in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "default-src 'none'" in text


def digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def test_pages_stand_alone_and_names_are_escaped(
    graded: list[Grade], findings: list[str], tmp_path: Path
) -> None:
    written = write_reports(str(tmp_path / "out"), NASTY, NASTY, graded, findings)
    html = [path for path in written if path.suffix == ".html"]
    assert len(html) == 7
    for path in html:
        check_page(path.read_text())
        assert ("<script>" in path.read_text()) == (path.name == "index.html")


def test_the_folder_is_what_uploads_take(
    graded: list[Grade], findings: list[str], tmp_path: Path
) -> None:
    write_reports(str(tmp_path), "Lab", "suite", graded, findings)
    first = (tmp_path / "feedback.zip").read_bytes()
    names = zipfile.ZipFile(tmp_path / "feedback.zip").namelist()
    assert names == [f"{number}/feedback.html" for number in (1001, 1002, 1003)]
    overview = (tmp_path / "index.html").read_text()
    for name in names:
        assert (tmp_path / "feedback" / name).is_file()
        who = name.partition("/")[0]
        assert f'href="staff/{who}.html"' in overview
        staff = (tmp_path / "staff" / f"{who}.html").read_text()
        assert f'href="../feedback/{name}"' in staff
        assert SECRET in staff
    assert "similar.html" not in overview
    (tmp_path / "similar.html").write_text("")
    write_reports(str(tmp_path), "Lab", "suite", graded, findings)
    assert (tmp_path / "feedback.zip").read_bytes() == first
    overview = (tmp_path / "index.html").read_text()
    assert 'href="similar.html"' in overview
    check_page(overview)


def test_what_staff_read_is_for_nobody_else(graded: list[Grade], tmp_path: Path) -> None:
    write_reports(str(tmp_path / "out"), "Lab", "suite", graded, [])
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o700


def test_the_overview_lists_what_was_found_first(graded: list[Grade], findings: list[str]) -> None:
    text = staff_page("Lab", "suite", graded, findings)
    assert "unknown id &#39;666&#39;" in text
    assert "no submission by Di Rail (1004)" in text
    assert text.index("666") < text.index("Ada Heron")
    assert "</svg>time 1" in text
    assert "no-recursion?" in text
    assert "fault 1" in text


def test_numbers_of_tests_are_said_as_ranges() -> None:
    assert ranges([1, 3, 4, 5, 8, 9]) == "1, 3–5, 8–9"
    assert ranges([]) == ""


def test_an_empty_class_has_a_page() -> None:
    check_page(staff_page("Lab", "suite", [], ["nobody"]))


def test_alike_ids_are_refused_before_anything_is_written(
    graded: list[Grade], tmp_path: Path
) -> None:
    with pytest.raises(UserError, match="of two students"):
        write_reports(str(tmp_path), "Lab", "s", [graded[0], graded[0]], [])
    alike = [replace(graded[0], student=Student(name)) for name in ("a/b", "A_b")]
    with pytest.raises(UserError, match="of two students"):
        write_reports(str(tmp_path), "Lab", "s", alike, [])
    assert not list(tmp_path.iterdir())


def test_feedback_is_named_as_the_service_named_it(tmp_path: Path) -> None:
    names = ("heron_9001_7_a.py", "Ada Heron_501_assignsubmission_file_a.py")
    for name in names:
        (tmp_path / name).write_text("")
    one = marked_class()[0][0]
    found = read_submissions([str(tmp_path)], "", timezone.utc).submissions
    assert {feedback_name(replace(one, download=handed)) for handed in found} == {
        "heron_9001_7_feedback.html",
        "Ada Heron_501_assignsubmission_file_/feedback.html",
    }
    sly = replace(one, student=Student("../../etc"), download=None)
    assert feedback_name(sly) == "_.._.._etc/feedback.html"


def test_every_page_numbers_tests_as_the_suite_does() -> None:
    tests = [
        TestResult(name, group, Visibility.VISIBLE, Verdict.PASS, Decimal(1), Decimal(1))
        for name, group in (("one", "a"), ("two", "b"), ("three", "a"))
    ]
    one = Grade(Student("s1"), SubmissionResult("x.py", "0" * 64, {}, tests))
    chart = charts.tests_chart([one])
    below = [bar["number"] for group in chart["groups"] for bar in group["bars"]]
    assert below == [1, 3, 2]  # a group's tests stand together, with the suite's numbers
    page = student_page(for_staff(one), "Lab")
    assert re.findall(r'title="Test (\d+), (\w+):', page) == [
        ("1", "one"), ("3", "three"), ("2", "two"),
    ]  # fmt: skip

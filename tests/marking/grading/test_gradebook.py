"""A grade book comes back byte for byte as it was, but for the cells of one column."""

from __future__ import annotations

import csv
import io
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.errors import UserError
from inarow.marking.grading.gradebook import fill_gradebook
from inarow.marking.grading.roster import Roster, Service, Student
from inarow.marking.grading.tables import raw_csv

SAMPLES = Path(__file__).parents[2] / "data" / "gradebooks"


def student(number: int, name: str, login: str) -> Student:
    known = {
        Service.CANVAS: f"900{number}",
        Service.MOODLE: f"50{number}",
        Service.BLACKBOARD: login,
    }
    email = f"{name.split(maxsplit=1)[0].lower()}@example.edu"
    return Student(f"100{number}", name, email, known)


ROSTER = Roster([student(1, "Ada Heron", "ahero"), student(2, "Bo Wren", "bwren"),
                 student(3, "Cagla Ibis", "cibis")])  # fmt: skip
MARKS = {"1001": Decimal("4.05"), "1002": Decimal("9.995")}

BOOKS = {
    "canvas.csv": ("Lab 7", "utf-8", [(b'9",,7.50,', b'9",,4.05,'), (b"3.00,,,", b"3.00,10.00,,")]),
    "moodle.csv": (
        "Assignment: Lab 7",
        "utf-8",
        [(b"ada@example.edu,-,", b"ada@example.edu,4.05,"),
         (b"bo@example.edu,-,", b"bo@example.edu,10.00,")],
    ),
    "moodle_worksheet.csv": (
        "Grade",
        "utf-8",
        [(b'grading",,10.00', b'grading",4.05,10.00'), (b'grading",1.00,', b'grading",10.00,')],
    ),
    "blackboard.csv": (
        "Lab 7",
        "utf-8",
        [(b'"Yes","","0.00"', b'"Yes","4.05","0.00"'), (b'"Needs Grading"', b'"10.00"')],
    ),
    "blackboard.xls": (
        "Lab 7 [Total Pts: 10 Score] |76543",
        "utf-16-le",
        [(b'"Yes"\t""\t"0.00"', b'"Yes"\t"4.05"\t"0.00"'), (b'"Needs Grading"', b'"10.00"')],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BOOKS)
def test_only_the_column_changes(name: str) -> None:
    column, encoding, changes = BOOKS[name]
    before = (SAMPLES / name).read_bytes()
    expected = before
    for change in changes:
        old, new = (part.decode().encode(encoding) for part in change)
        assert expected.count(old) == 1
        expected = expected.replace(old, new)
    filled = fill_gradebook(before, column, ROSTER, MARKS)
    assert filled.data == expected
    assert filled.count == 2


@pytest.mark.parametrize("name", BOOKS)
def test_nothing_changes_without_marks(name: str) -> None:
    data = (SAMPLES / name).read_bytes()
    assert raw_csv(data).encoded() == data
    assert fill_gradebook(data, BOOKS[name][0], ROSTER, {}).data == data


def test_rows_and_marks_without_a_partner_are_listed() -> None:
    data = (SAMPLES / "canvas.csv").read_bytes()
    roster = Roster([*ROSTER, Student("1004", "Di Rail")])
    marks = {**MARKS, "1004": Decimal(1)}
    assert fill_gradebook(data, "Lab 7 (4322)", roster, marks).findings == (
        "Cagla Ibis (1003) has no mark: line 6 is left as it is",
        "line 7 of the gradebook matches nobody in the roster",
        "Di Rail (1004) has a mark and no line in the gradebook",
    )


@pytest.mark.parametrize(
    ("data", "column", "words"),
    [
        (b"", "Lab", "empty"),
        (b"Student ID,Lab\n1001,\n", "Lab 8", "there is no column 'Lab 8'"),
        (b"Student ID,Lab,Lab\n1001,,\n", "Lab", "there are 2 of column 'Lab'"),
        (b"Student ID,Lab (1),Lab (2)\n1001,,\n", "Lab", "there are 2 of column 'Lab'"),
        (b"Name,Lab\nAda,\n", "Lab", "no column says whose"),
        (b"Student ID,Lab\n1001,\n1001,\n", "Lab", "lines 2 and 3 are both of Ada Heron"),
        (b"Student ID,Lab\n1001,\n", "Student ID", "holds ids"),
        (b'Student ID,Lab\n"1001,\n', "Lab", "line 2 opens quotes"),
        (b"\xff\xfeS\x00\x00\xd8", "Lab", "utf-16-le"),
    ],
)
def test_a_file_that_is_no_grade_book_is_refused(data: bytes, column: str, words: str) -> None:
    with pytest.raises(UserError, match=words.replace("(", r"\(")):
        fill_gradebook(data, column, ROSTER, MARKS)


def test_a_short_row_grows_and_latin_1_is_kept() -> None:
    data = b"Student ID,Name,Lab\r1001\r1002,B\xf6,1"
    filled = fill_gradebook(data, "Lab", ROSTER, MARKS)
    assert filled.data == b"Student ID,Name,Lab\r1001,,4.05\r1002,B\xf6,10.00"


def test_what_windows_writes_is_read_as_such() -> None:
    data = "Student ID;Lab – 7…;Übung\r\n1001;;7,5\r\n".encode("cp1252")
    filled = fill_gradebook(data, "Lab – 7…", ROSTER, MARKS)
    assert filled.data == data.replace(b"1001;;", b"1001;4.05;")
    undefined = b"Student ID,Lab,N\x81\n1001,,\n"  # no character of Windows
    filled = fill_gradebook(undefined, "Lab", ROSTER, MARKS)
    assert filled.data == undefined.replace(b"1001,,", b"1001,4.05,")


CELLS = st.text(alphabet='ab ,;"\n\r\t\u00e9', max_size=6)


@given(
    st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=5),
    st.sampled_from([",", "\t", ";"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.booleans(),
)
def test_any_csv_is_read_as_the_standard_library_reads_it_and_comes_back(
    rows: list[list[str]], separator: str, end: str, encoding: str, quoted: bool
) -> None:
    if not quoted:  # the writer forgets quotes around a lone carriage return
        rows = [[cell.replace("\r", "r") for cell in row] for row in rows]
    head = ["h"] * 4
    out = io.StringIO(newline="")
    writer = csv.writer(
        out,
        delimiter=separator,
        lineterminator=end,
        quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL,
    )
    writer.writerows([head, *rows])
    data = out.getvalue().encode(encoding)
    table = raw_csv(data)
    assert table.encoded() == data
    read = [[row.value(at) for at in range(len(row.cells))] for row in table.rows]
    assert read == [head, *rows]

"""class.toml and its tables, with a sentence for everything that is wrong."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest

from inarow.course import find_late_rule
from inarow.errors import UserError
from inarow.late import LateBase
from inarow.marking.grading.class_file import ClassRules, Policy, read_class
from inarow.marking.grading.dates import parse_time, time_zone
from inarow.marking.grading.roster import read_roster

CLASS = """name = "COMP3308 assignment 1"
due = 2021-04-16T23:59:00
time_zone = "Australia/Sydney"
roster = "roster.csv"
late = "comp3308"
"""


def write(folder: Path, text: str = CLASS, **files: str) -> str:
    files = {"roster": "id,name\n1001,Ada Heron\n1002,Bo Wren\n", **files}
    for name, content in files.items():
        (folder / f"{name}.csv").write_text(content)
    (folder / "class.toml").write_text(text)
    return str(folder / "class.toml")


def read(folder: Path, text: str = CLASS, **files: str) -> ClassRules:
    return read_class(write(folder, text, **files))


def test_a_class(tmp_path: Path) -> None:
    more = 'policy = "best"\nextensions = "extensions.csv"\nadjust = "adjust.csv"\n'
    rules = read(
        tmp_path,
        CLASS + more,
        extensions="id,due,reason\n1002,2021-04-20 12:00,ill\n7,2021-04-20,lost\n",
        adjust='id,item,marks,comment,by\n1001,t1,0.5,"fine, really",tutor\n',
    )
    assert rules.due.astimezone(timezone.utc) == datetime(2021, 4, 16, 13, 59, tzinfo=timezone.utc)
    ada, bo = rules.roster
    assert rules.due_for(ada) == rules.due
    assert rules.due_for(bo) - rules.due == timedelta(days=3, hours=12, minutes=1)
    assert rules.late is find_late_rule("comp3308")
    assert rules.policy is Policy.BEST
    assert rules.overrides[0].marks == Decimal("0.5")
    assert len(rules.findings) == 1
    assert "line 3: '7' is not in the roster" in rules.findings[0]


def test_last_counts_unless_the_class_says_otherwise(tmp_path: Path) -> None:
    assert read(tmp_path).policy is Policy.LAST


def test_a_late_rule_of_its_own(tmp_path: Path) -> None:
    table = 'late = { rate = 2.5, of = "maximum", days = 10 }'
    rule = read(tmp_path, CLASS.replace('late = "comp3308"', table)).late
    assert (rule.rate, rule.of, rule.days) == (Decimal("2.5"), LateBase.MAXIMUM, 10)


def test_a_group_has_a_late_rule_of_its_own(tmp_path: Path) -> None:
    rules = read(tmp_path, CLASS + 'late_for = { tournament = "zero" }\n')
    assert rules.late_for == {"tournament": find_late_rule("zero")}


def test_a_due_date_with_its_own_offset(tmp_path: Path) -> None:
    rules = read(tmp_path, CLASS.replace("23:59:00", "23:59:00Z"))
    assert rules.due == datetime(2021, 4, 16, 23, 59, tzinfo=timezone.utc)


def test_when_the_clocks_go_back_the_student_has_the_better_of_both() -> None:
    zone = time_zone("Australia/Sydney")
    first = parse_time("2021-04-04 02:30", zone)
    second = parse_time("2021-04-04 02:30", zone, latest=True)
    gap = second.astimezone(timezone.utc) - first.astimezone(timezone.utc)
    assert gap == timedelta(hours=1)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("due = 2021-04-16T23:59:00", "", "due must be a date with a time"),
        ("due = 2021-04-16T23:59:00", "due = 2021-04-16", "due must be a date with a time"),
        ("Australia/Sydney", "Nowhere/Land", "unknown time zone 'Nowhere/Land'"),
        ("Australia/Sydney", "../../etc/passwd", "unknown time zone"),
        ('late = "comp3308"', "", "late must say what lateness costs"),
        ('late = "comp3308"', 'late = "harsh"', "late is 'harsh'"),
        ('late = "comp3308"', "late = { rate = 500 }", "expected 0 to 100"),
        ('late = "comp3308"', "late = { rate = true }", "late rate is True"),
        ('late = "comp3308"', "late = { days = 1.5 }", "expected a whole number"),
        ('late = "comp3308"', 'late = { of = "all" }', "expected earned or maximum"),
        ('late = "comp3308"', "late = { per = 3 }", "late has no field 'per'"),
        ('late = "comp3308"', 'late = "none"\nlate_for = 3', "expected a table of groups"),
        ("name", "nane", "no field 'nane'"),
        ("2021-04-16T23:59:00", "9999-12-31T23:59:59Z", "use a year from 1900 to 2999"),
        ("2021-04-16T23:59:00", "0001-01-01T00:00:00+14:00", "use a year from 1900 to 2999"),
        ("2021-04-16T23:59:00", '"0001-01-01 00:00"', "use a year from 1900 to 2999"),
        ("roster.csv", "none.csv", "cannot be read"),
        ("= ", "", "is no TOML"),
        ('late = "comp3308"', 'late = "none"\npolicy = "first"', "policy is 'first'"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(UserError, match=words) as error:
        read(tmp_path, CLASS.replace(old, new))
    assert str(error.value).startswith(f"class '{tmp_path / 'class.toml'}'")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("roster", "name\nAda\n", "line 1 has no column id"),
        ("roster", "id,id\n1,2\n", "has duplicate column id"),
        ("roster", "id\n\n", "has no students"),
        ("roster", "id,name\n,Ada\n", "line 2 has no id"),
        ("roster", "id\nx1\nX1\n", "two students have 'x1' as their own id"),
        ("roster", "id,canvas\n1,7\n2,7\n", "two students have '7' as their canvas id"),
        ("roster", "id\n1,2\n", "line 2 has 2 cells"),
        ("roster", 'id\n"1\n', "is not valid CSV: line 2 opens quotes that nothing closes"),
        ("roster", 'id\n"1"2\n', "line 2 has text after the quotes of a cell"),
        ("extensions", "id,due\n", "line 1 has no column reason"),
        ("extensions", "id,due,reason\n1001,soon,x\n", "line 2: time 'soon'"),
        ("extensions", "id,due,reason\n1001,9999-12-31 23:59:59,x\n", "line 2: time 9999-12-31"),
        ("extensions", "id,due,reason\n1001,2021-05-01,x\n", "line 2: time '2021-05-01' has no"),
        (
            "extensions",
            "id,due,reason\n1001,2021-05-01 12:00,x\n1001,2021-05-02 12:00,y\n",
            "line 3 is a second extension",
        ),
        ("adjust", "id,item,marks,comment,by\n1001,t1,lots,,me\n", "line 2 has marks 'lots'"),
        ("adjust", "id,item,marks,comment,by\n1001,t1,NaN,,me\n", "line 2 has marks 'NaN'"),
        ("adjust", "id,item,marks,comment,by\n1001,t1,1_0,,me\n", "line 2 has marks '1_0'"),
        ("adjust", "id,item,marks,comment,by\n1001,t1,\u0663,,me\n", "line 2 has marks"),
        (
            "adjust",
            'id,item,marks,comment,by\n1001,t1,"4,5",,me\n',
            "expected a number such as 4.5",
        ),
        ("adjust", "id,item,marks,comment,by\n1001,total,-1,,me\n", "line 2 has total -1, expec"),
        ("adjust", "id,item,marks,comment,by\n1,penalty,-1,,me\n", "line 2 has penalty -1, expec"),
        ("adjust", "id,item,marks,comment,by\n1001,t1,1,,\n", "line 2 has no by"),
        (
            "adjust",
            "id,item,marks,comment,by\n1,t,1,,a\n1,t,2,,a\n",
            "a second override of 't'",
        ),
    ],
)
def test_what_is_wrong_in_a_table_is_said(
    tmp_path: Path, name: str, content: str, words: str
) -> None:
    text = CLASS + 'extensions = "extensions.csv"\nadjust = "adjust.csv"\n'
    files = {"extensions": "id,due,reason\n", "adjust": "id,item,marks,comment,by\n"}
    with pytest.raises(UserError, match=words):
        read(tmp_path, text, **{**files, name: content})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_tables_as_spreadsheets_save_them(tmp_path: Path, encoding: str, separator: str) -> None:
    path = tmp_path / "roster.csv"
    rows = ["id", "name", "email"], ["1001", '"Ada; Heron, \u00e9"', "a@b.c"]
    path.write_bytes("".join(separator.join(row) + "\r\n" for row in rows).encode(encoding))
    found = list(read_roster(str(path)))
    assert [(one.id, one.name, one.email) for one in found] == [
        ("1001", "Ada; Heron, \u00e9", "a@b.c")
    ]

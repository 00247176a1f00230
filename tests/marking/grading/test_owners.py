"""Whose each file is: what names say, what a table adds, and what neither can decide."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

import pytest

from inarow.marking.grading.downloads import Downloads, read_submissions
from inarow.marking.grading.roster import Roster, read_roster

ROSTER = """id,name,email,canvas,moodle,blackboard,gradescope
1001,Ada Heron,ada@example.edu,9001,501,ahero,71
1002,Bo Wren,bo@example.edu,9002,502,bwren,72
1003,Jo Doe,jo@example.edu,9003,503,doe,73
1004,Jay Doe,jay@example.edu,9004,504,j_doe,74
1005,Zo\u00eb Teal,zoe@example.edu,9005,505,zo\u00eb.teal,75
"""
EXPORT = """submission_1:
  :submitters:
  - :name: Ada Heron
    :sid: '71'
  - :name: Bo Wren
    :email: bo@example.edu
  :created_at: 2021-04-16 09:00:00.000000000 Z
submission_2:
  :submitters:
  - :name: Anonymous
    :sid:
  :created_at: 2021-04-16 09:00:00.000000000 Z
"""
DAY_16, DAY_17, DAY_18 = (f"2021-04-{day}T09:00" for day in (16, 17, 18))
MOODLE = "assignsubmission_file_"
LAB = "attempt_2021-04-16-09-00-00"


class Case(NamedTuple):
    """``files`` of the download; ``table`` its rows without the directory; ``owned`` has an entry
    ``id: files @ time`` for each submission; ``warnings`` are parts of what is listed."""

    name: str
    files: list[str]
    table: list[str]
    owned: list[str]
    warnings: tuple[str, ...] = ()


CASES = [
    Case("canvas", ["heronada_9001_77001_a.py"], [], ["1001: a.py @ None"]),
    Case(
        "canvas, table",
        ["heronada_9001_77001_a.py", "wrenbo_LATE_9002_77002_a.py"],
        [f"heronada_9001_77001_a.py,1001,{DAY_16}", f"wrenbo_LATE_9002_77002_a.py,1002,{DAY_17}"],
        [f"1001: a.py @ {DAY_16}", f"1002: a.py @ {DAY_17}"],
    ),
    Case(
        "canvas, table of times alone",
        ["heronada_9001_77001_a.py"],
        [f"heronada_9001_77001_a.py,,{DAY_16}"],
        [f"1001: a.py @ {DAY_16}"],
    ),
    Case(
        "canvas, several files, table of one",
        ["heronada_9001_77001_a.py", "heronada_9001_77002_b.py"],
        [f"heronada_9001_77001_a.py,1001,{DAY_16}"],
        [f"1001: a.py b.py @ {DAY_16}"],
    ),
    Case(
        "canvas, table of all files",
        ["heronada_9001_77001_a.py", "heronada_9001_77002_b.py"],
        [f"heronada_9001_77001_a.py,1001,{DAY_16}", "heronada_9001_77002_b.py,1001,"],
        [f"1001: a.py b.py @ {DAY_16}"],
    ),
    Case(
        "canvas, second attempt",
        ["heronada_9001_77001_a.py", "heronada_9001_77009_a-1.py"],
        [],
        ["1001: a.py @ None"],
        ("'heronada_9001_77001_a.py' is replaced by the later 'heronada_9001_77009_a-1.py'",),
    ),
    Case(
        "canvas, second attempt, table",
        ["heronada_9001_77001_a.py", "heronada_9001_77009_a-1.py"],
        [f"heronada_9001_77001_a.py,1001,{DAY_16}", f"heronada_9001_77009_a-1.py,1001,{DAY_18}"],
        [f"1001: a.py @ {DAY_16}", f"1001: a.py @ {DAY_18}"],
    ),
    Case("canvas, group", ["group_2_9001_77003_a.py"], [], ["1001: a.py @ None"]),
    Case(
        "canvas, group, table of members",
        ["group_2_9001_77003_a.py"],
        [f"group_2_9001_77003_a.py,1001,{DAY_16}", f"group_2_9001_77003_a.py,1002,{DAY_16}"],
        [f"1001: a.py @ {DAY_16}", f"1002: a.py @ {DAY_16}"],
    ),
    Case(
        "canvas, anonymous, table",
        ["anon_x9Ab1_77001_a.py", "LATE_anon_y2_77002_a.py"],
        [f"anon_x9Ab1_77001_a.py,1001,{DAY_16}", f"LATE_anon_y2_77002_a.py,1002,{DAY_17}"],
        [f"1001: a.py @ {DAY_16}", f"1002: a.py @ {DAY_17}"],
    ),
    Case(
        "canvas, spaces and accents",
        ["Teal Zoe\u0308_9005_77005_mon pr\u00e9mier.py"],
        [f"Teal Zo\u00eb_9005_77005_mon pr\u00e9mier.py,1005,{DAY_16}"],
        [f"1005: mon pr\u00e9mier.py @ {DAY_16}"],
    ),
    Case(
        "canvas, id that the roster lacks, table",
        ["ghost_4444_77001_a.py"],
        [f"ghost_4444_77001_a.py,1002,{DAY_16}"],
        [f"1002: a.py @ {DAY_16}"],
    ),
    Case(
        "canvas, table of somebody else",
        ["heronada_9001_77001_a.py"],
        [f"heronada_9001_77001_a.py,1002,{DAY_16}"],
        [f"1002: a.py @ {DAY_16}"],
        ("is of 1002 in the table, and of Ada Heron (1001) by its name: the table counts",),
    ),
    Case(
        "canvas, name that is somebody else's too",
        ["heronada_9001_77001_9002_77002_a.py", "wrenbo_9002_77002_a.py"],
        [],
        ["1002: a.py @ None"],
        ("can be of Ada Heron (1001) and of Bo Wren (1002): marked for neither",),
    ),
    Case("canvas, number of another student", ["x_1001_77001_a.py"], [], ["?1001: a.py @ None"]),
    Case(
        "moodle",
        [f"Ada Heron_501_{MOODLE}/a.c", f"Bo Wren_502_{MOODLE}b.c"],
        [],
        [f"1001: Ada Heron_501_{MOODLE} @ None", "1002: b.c @ None"],
    ),
    Case(
        "moodle, table",
        [f"Ada Heron_501_{MOODLE}/a.c", f"Bo Wren_502_{MOODLE}a.c", f"Bo Wren_502_{MOODLE}b.c"],
        [f"Ada Heron_501_{MOODLE}/a.c,1001,{DAY_16}", f"Bo Wren_502_{MOODLE}b.c,1002,{DAY_17}"],
        [f"1001: Ada Heron_501_{MOODLE} @ {DAY_16}", f"1002: a.c b.c @ {DAY_17}"],
    ),
    Case(
        "moodle, blind",
        [f"Participant_501_{MOODLE}a.c"],
        [f"Participant_501_{MOODLE}a.c,,{DAY_16}"],
        [f"1001: a.c @ {DAY_16}"],
    ),
    Case(
        "moodle, group",
        [f"Team A-Ada Heron_501_{MOODLE}a.c", f"Team A-Bo Wren_502_{MOODLE}a.c"],
        [f"Team A-Bo Wren_502_{MOODLE}a.c,1002,{DAY_16}"],
        ["1001: a.c @ None", f"1002: a.c @ {DAY_16}"],
    ),
    Case(
        "moodle, full name of another student",
        [f"Eve_501_{MOODLE} Heron_502_{MOODLE}a.c", f"Ada Heron_501_{MOODLE}a.c"],
        [],
        ["1001: a.c @ None"],
        ("can be of Ada Heron (1001) and of Bo Wren (1002): marked for neither",),
    ),
    Case(
        "moodle, full name of another student, table",
        [f"Eve_501_{MOODLE} Heron_502_{MOODLE}a.c"],
        [f"Eve_501_{MOODLE} Heron_502_{MOODLE}a.c,1002,"],
        ["1002: a.c @ None"],
    ),
    Case(
        "moodle, accents",
        [f"Zoe\u0308 Teal_505_{MOODLE}a.c"],
        [f"Zo\u00eb Teal_505_{MOODLE}a.c,1005,{DAY_16}"],
        [f"1005: a.c @ {DAY_16}"],
    ),
    Case("blackboard", [f"Lab 7_ahero_{LAB}_a.c"], [], [f"1001: a.c @ {DAY_16}"]),
    Case(
        "blackboard, table",
        [f"Lab 7_ahero_{LAB}.txt", f"Lab 7_ahero_{LAB}_a.c"],
        [f"Lab 7_ahero_{LAB}_a.c,1001,{DAY_17}"],
        [f"1001: a.c @ {DAY_17}"],
    ),
    Case(
        "blackboard, two attempts",
        [f"Lab 7_ahero_{LAB}_a.c", "Lab 7_ahero_attempt_2021-04-18-09-00-00_a.c"],
        [f"Lab 7_ahero_{LAB}_a.c,1001,"],
        [f"1001: a.c @ {DAY_16}", f"1001: a.c @ {DAY_18}"],
    ),
    Case(
        "blackboard, group",
        [f"Lab 7_Group 1_{LAB}_a.c"],
        [f"Lab 7_Group 1_{LAB}_a.c,1001,", f"Lab 7_Group 1_{LAB}_a.c,1002,"],
        [f"1001: a.c @ {DAY_16}", f"1002: a.c @ {DAY_16}"],
    ),
    Case(
        "blackboard, user names of which one ends as the other",
        [f"Lab_7_doe_{LAB}_a.c", f"Lab_7_j_doe_{LAB}_b.c"],
        [],
        [f"1003: a.c @ {DAY_16}", f"1004: b.c @ {DAY_16}"],
    ),
    Case(
        "blackboard, user name that nothing decides",
        [f"Lab 7_j_doe_{LAB}_a.c"],
        [],
        [],
        ("can be of Jay Doe (1004) and of Jo Doe (1003): marked for neither",),
    ),
    Case(
        "blackboard, user name that the table decides",
        [f"Lab 7_j_doe_{LAB}_a.c"],
        [f"Lab 7_j_doe_{LAB}_a.c,1004,"],
        [f"1004: a.c @ {DAY_16}"],
    ),
    Case(
        "blackboard, user name that the roster lacks",
        [f"Lab 7_ahero_{LAB}_a.c", f"Lab 7_x_doe_{LAB}_a.c"],
        [],
        [f"1001: a.c @ {DAY_16}", f"?x_doe: a.c @ {DAY_16}"],
    ),
    Case(
        "blackboard, accents",
        [f"\u00dcbung 7_zoe\u0308.teal_{LAB}_a.c"],
        [],
        [f"1005: a.c @ {DAY_16}"],
    ),
    Case(
        "gradescope, group",
        ["submission_1/a.py", "submission_2/a.py"],
        [],
        [f"1001: submission_1 @ {DAY_16}", f"1002: submission_1 @ {DAY_16}"],
        ("'submission_2' has no submitter with an id",),
    ),
    Case(
        "gradescope, table",
        ["submission_1/a.py", "submission_2/a.py"],
        [f"submission_1,1001,{DAY_17}", f"submission_2/a.py,1003,{DAY_18}"],
        [
            f"1001: submission_1 @ {DAY_17}",
            f"1002: submission_1 @ {DAY_16}",
            f"1003: submission_2 @ {DAY_18}",
        ],
    ),
    Case(
        "table alone",
        ["Zo\u00eb's work.py", "b/a.py", "notes.txt"],
        [f"Zoe\u0308's work.py,1005,{DAY_16}", f"b,1002,{DAY_17}", f"b,1002,{DAY_18}"],
        [f"1005: Zo\u00eb's work.py @ {DAY_16}", f"1002: b @ {DAY_18}"],
        ("'notes.txt' is named as no service names it",),
    ),
    Case("table alone, one directory", ["a/b.py"], ["a,1001,"], ["1001: a @ None"]),
    Case(
        "table alone, numbers in names of the staff's own",
        ["lab_4_2_a.py", "lab_4_3_a.py"],
        [f"lab_4_2_a.py,1001,{DAY_16}", f"lab_4_3_a.py,1002,{DAY_16}"],
        [f"1001: lab_4_2_a.py @ {DAY_16}", f"1002: lab_4_3_a.py @ {DAY_16}"],
    ),
]


def read(folder: Path, case: Case, *, given: bool = True) -> Downloads:
    """The download beside its table; with ``given`` false the table alone is named."""
    for name in case.files:
        path = folder / "in put" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    if "gradescope" in case.name:
        (folder / "in put" / "submission_metadata.yml").write_text(EXPORT)
    (folder / "roster.csv").write_text(ROSTER)
    table = folder / "submissions.csv"
    rows = ["path,id,submitted_at", *(f"in put/{row}" for row in case.table)]
    table.write_text("\n".join(rows) + "\n")
    folders = [f"{folder}/in put"] if given else []
    named = str(table) if case.table else ""
    return read_submissions(folders, named, timezone.utc, roster(folder))


def roster(folder: Path) -> Roster:
    return read_roster(str(folder / "roster.csv"))


def owned(found: Downloads) -> list[str]:
    return sorted(
        f"{one.owner or '?' + one.key}: {' '.join(name for _, name in one.files)}"
        f" @ {_shown(one.submitted_at)}"
        for one in found.submissions
    )


def _shown(time: datetime | None) -> str:
    return "None" if time is None else time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M")


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_names_and_table_say_whose_a_file_is(tmp_path: Path, case: Case) -> None:
    found = read(tmp_path, case)
    assert owned(found) == sorted(case.owned)
    for warning in case.warnings:
        assert any(warning in finding for finding in found.findings), found.findings
    assert case.warnings or not [one for one in found.findings if "numbered" not in one]


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if len(case.table) >= len(case.files) and "notes" not in str(case)],
    ids=lambda case: case.name,
)
def test_a_table_without_its_directory_says_the_same(tmp_path: Path, case: Case) -> None:
    assert owned(read(tmp_path, case, given=False)) == sorted(case.owned)

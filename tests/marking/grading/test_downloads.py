"""Ids and times come from the names that services give, and nothing that lies there is lost."""

from __future__ import annotations

import os
from datetime import datetime, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from inarow.errors import UserError
from inarow.marking.grading.downloads import Downloads, read_submissions
from inarow.marking.grading.roster import Service

ZONE = ZoneInfo("Australia/Sydney")


def lay(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return folder


def keys(found: Downloads) -> list[tuple[Service, str, list[str]]]:
    return [(one.service, one.key, [name for _, name in one.files]) for one in found.submissions]


def test_canvas(tmp_path: Path) -> None:
    lay(
        tmp_path,
        "heronada_9001_77001_ConnectFour.py",
        "heronada_9001_77002_helper.py",
        "wrenbo_LATE_9002_77003_submission-2.zip",
        "notes.txt",
        ".DS_Store",
    )
    found = read_submissions([str(tmp_path)], "", ZONE)
    assert keys(found) == [
        (Service.CANVAS, "9001", ["ConnectFour.py", "helper.py"]),
        (Service.CANVAS, "9002", ["submission.zip"]),
    ]
    assert [(one.marked_late, one.submitted_at) for one in found.submissions] == [
        (False, None),
        (True, None),
    ]
    assert [one.label for one in found.submissions] == [
        "heronada_9001_77001",
        "wrenbo_LATE_9002_77003",
    ]
    assert found.findings == [
        "'notes.txt' is named as no service names it",
        "'wrenbo_LATE_9002_77003_submission-2.zip' was numbered by Canvas: taken as"
        " 'submission.zip'",
    ]


def test_canvas_without_names_and_with_odd_ones(tmp_path: Path) -> None:
    lay(
        tmp_path,
        "LATE_anon_x9Ab1_77001_a.py",
        "anon_00007_77002_b.py",
        "group_2_LATE_9001_77003_c.py",
        "heronada_9002_77004_work.zip",
        "heronada_9002_77004_work/ConnectFour.py",  # somebody unpacked it there
    )
    found = read_submissions([str(tmp_path)], "", ZONE)
    assert [(one.key, one.label, one.marked_late) for one in found.submissions] == [
        ("x9Ab1", "LATE_anon_x9Ab1_77001", True),
        ("00007", "anon_00007_77002", False),
        ("9001", "group_2_LATE_9001_77003", True),
        ("9002", "heronada_9002_77004", False),
    ]
    assert [name for _, name in found.submissions[3].files] == ["work.zip"]
    assert found.findings == ["'heronada_9002_77004_work' is a folder beside its files: ignored"]


def test_moodle_in_folders_and_without(tmp_path: Path) -> None:
    lay(
        tmp_path,
        "Ada Heron_501_assignsubmission_file_/lab7part1.c",
        "Ada Heron_501_assignsubmission_file_/lab7part2.c",
        "Bo Wren_502_assignsubmission_file_lab7part1.c",
        "Bo Wren_502_assignsubmission_file_lab7_part2.c",
        "Di Rail_504_assignsubmission_file/lab7part1.c",
        "Ed_or_Eddie_505_assignsubmission_file_/lab7part1.c",
    )
    found = read_submissions([str(tmp_path)], "", ZONE)
    assert [key for _, key, _ in keys(found)] == ["501", "502", "504", "505"]
    assert keys(found)[1][2] == ["lab7_part2.c", "lab7part1.c"]
    assert not found.findings
    assert (
        found.submissions[0].stage(tmp_path / "staged").name
        == "Ada Heron_501_assignsubmission_file_"
    )


def test_blackboard_has_times_and_attempts(tmp_path: Path) -> None:
    lay(
        tmp_path,
        "Lab 7_ahero_attempt_2021-04-16-23-59-00.txt",
        "Lab 7_ahero_attempt_2021-04-16-23-59-00_a.zip",
        "Lab 7_ahero_attempt_2021-04-18-16-20-05.txt",
        "Lab 7_ahero_attempt_2021-04-18-16-20-05_a.zip",
        "Lab 7_bwren_attempt_2021-04-18-16-20-05.txt",
    )
    found = read_submissions([str(tmp_path)], "", ZONE)
    assert [(one.key, one.submitted_at) for one in found.submissions] == [
        ("ahero", datetime(2021, 4, 16, 23, 59, tzinfo=ZONE)),
        ("ahero", datetime(2021, 4, 18, 16, 20, 5, tzinfo=ZONE)),
    ]
    assert found.findings == ["'Lab 7_bwren_attempt_2021-04-18-16-20-05' has no files"]


METADATA = """---
submission_71:
  :submitters:
  - :name: Ada Heron
    :sid: '1001'
    :email: ada@example.edu
  - :name: "Bo Wren"
    :sid:
    :email: bo@example.edu
  :created_at: 2021-04-18 06:20:05.123456000 Z
  :score: 4.0
  :history:
  - :created_at: 2021-04-01 00:00:00.000000000 Z
    :submitters:
    - :sid: '6666'
submission_72:
  :submitters: []
  :created_at: 2021-04-16 09:00:00.000000000 +10:00
submission_73:
  :submitters:
  - :sid: '1003'
"""


def test_gradescope(tmp_path: Path) -> None:
    top = tmp_path / "assignment_5_export"
    lay(top, "submission_71/ConnectFour.py", "submission_72/a.py", "submission_99/b.py")
    (top / "submission_metadata.yml").write_text(METADATA)
    found = read_submissions([str(tmp_path)], "", ZONE)
    assert [(one.key, one.label) for one in found.submissions] == [
        ("1001", "submission_71"),
        ("bo@example.edu", "submission_71"),
    ]
    time = datetime(2021, 4, 18, 6, 20, 5, 123456, tzinfo=timezone.utc)
    assert {one.submitted_at for one in found.submissions} == {time}
    assert found.findings == [
        "'submission_73' is in submission_metadata.yml, and its files are not there",
        "'submission_99' is not in submission_metadata.yml",
        "'submission_72' has no submitter with an id",
    ]
    assert (
        found.submissions[0].stage(tmp_path / "staged") == top / "submission_71" / "ConnectFour.py"
    )


def test_a_time_that_is_none_names_its_submission(tmp_path: Path) -> None:
    lay(tmp_path, "submission_71/a.py")
    (tmp_path / "submission_metadata.yml").write_text(
        "submission_71:\n  :submitters:\n  - :sid: '1'\n  :created_at: yesterday\n"
    )
    with pytest.raises(UserError, match=r"submission_metadata.yml', submission_71: time 'yest"):
        read_submissions([str(tmp_path)], "", ZONE)


def test_a_table(tmp_path: Path) -> None:
    lay(tmp_path, "a/ConnectFour.py", "b.zip")
    table = tmp_path / "submissions.csv"
    table.write_text(
        "path,id,submitted_at\n"
        "a,1001,2021-04-18 16:20\n"
        "b.zip,1002,2021-04-18T06:20:05Z\n"
        "c.zip,1003,2021-04-18T06:20:05+10:00\n"
        "b.zip,1003,\n"
    )
    found = read_submissions([], str(table), ZONE)
    assert [(one.key, one.submitted_at) for one in found.submissions] == [
        ("1001", datetime(2021, 4, 18, 16, 20, tzinfo=ZONE)),
        ("1002", datetime(2021, 4, 18, 6, 20, 5, tzinfo=timezone.utc)),
        ("1003", None),
    ]
    assert found.findings == [f"submissions '{table}', line 4: 'c.zip' does not exist"]


def test_a_time_at_the_end_of_the_calendar_names_its_line(tmp_path: Path) -> None:
    lay(tmp_path, "a.py")
    table = tmp_path / "submissions.csv"
    table.write_text("path,id,submitted_at\na.py,1001,9999-12-31 23:59:59\n")
    with pytest.raises(UserError, match="line 2: time 9999-12-31 23:59:59 is out of range"):
        read_submissions([], str(table), ZONE)


def test_the_times_of_files_are_never_used(tmp_path: Path) -> None:
    folder = lay(tmp_path / "in", "heronada_9001_77001_a.py", "Lab_b_attempt_2021-04-16-23-59-00_b")
    before = read_submissions([str(folder)], "", ZONE).submissions
    for path in folder.iterdir():
        os.utime(path, (0, 0))
    assert read_submissions([str(folder)], "", ZONE).submissions == before


def test_renamed_files_are_marked_under_their_first_names(tmp_path: Path) -> None:
    folder = lay(tmp_path / "in", "heronada_9001_1_a.py", "heronada_9001_2_b.py", "wren_2_3_c.c")
    two, one = read_submissions([str(folder)], "", ZONE).submissions
    staged = two.stage(tmp_path / "out")
    assert sorted(path.name for path in staged.iterdir()) == ["a.py", "b.py"]
    alone = one.stage(tmp_path / "out")
    assert alone.name == "c.c"
    assert alone.read_text() == "wren_2_3_c.c"


@pytest.mark.parametrize("name", ["x_1_2_..", "x_1_assignsubmission_file_.."])
def test_names_that_lead_elsewhere_are_ignored(tmp_path: Path, name: str) -> None:
    lay(tmp_path, name, "heronada_9001_77001_a.py")
    found = read_submissions([str(tmp_path)], "", ZONE)
    assert [one.key for one in found.submissions] == ["9001"]
    assert any("ignored" in finding for finding in found.findings)


def test_a_folder_of_anything_else_is_refused(tmp_path: Path) -> None:
    lay(tmp_path, "a.py", "b.py")
    with pytest.raises(UserError, match="hold nothing that is named as Canvas"):
        read_submissions([str(tmp_path)], "", ZONE)
    with pytest.raises(UserError, match="cannot be read"):
        read_submissions([str(tmp_path / "none")], "", ZONE)

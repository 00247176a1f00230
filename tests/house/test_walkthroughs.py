"""The pages that walk through a task: every command in them runs, as it stands, in order."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
LAKESIDE = Path(__file__).parents[1] / "data" / "programs" / "lakeside"
FIRST_FREE = """
#include <stdio.h>
int main(int count, char** words) {
  int order[7] = {%s};
  for (int i = 0; i < 7; ++i)
    if (words[1][40 + order[i]] == '.') return !printf("%%d\\n", order[i]);
  return 1;
}
"""
ORDERS = {
    "1001": "0, 1, 2, 3, 4, 5, 6",
    "1002": "3, 2, 4, 1, 5, 0, 6",
    "1003": "6, 5, 4, 3, 2, 1, 0",
    "1004": "3, 4, 2, 5, 1, 6, 0",
}


def commands(page: str) -> list[str]:
    blocks = re.findall(r"^```console\n(.*?)^```", page, re.M | re.S)
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]


def write_files(page: str, folder: Path) -> None:
    """The TOML files of a page, by the names that stand in the text before them."""
    for before, text in re.findall(r"(.*?)^```toml\n(.*?)^```", page, re.M | re.S):
        path = folder / re.findall(r"`([\w/]+\.toml)`", before)[-1]
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", line],
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        timeout=300,
        check=False,
    )


@pytest.mark.process
def test_a_class_goes_from_zips_to_a_site(tmp_path: Path) -> None:
    page = (DOCS / "class-tournament.md").read_text(encoding="utf-8")
    write_files(page, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"class.toml", "cup.toml", "bands.toml"}
    rows = [f"{student},Student {student}" for student in ORDERS]
    (tmp_path / "roster.csv").write_text("\n".join(["id,name", *rows, ""]))
    (tmp_path / "handed-in").mkdir()
    for student, order in ORDERS.items():
        day = "18" if student == "1004" else "17"
        name = f"Cup_{student}_attempt_2026-04-{day}-12-00-00_ConnectFour.zip"
        with zipfile.ZipFile(tmp_path / "handed-in" / name, "w") as archive:
            archive.writestr("ConnectFour.c", FIRST_FREE % order)
    said = {}
    for line in commands(page):
        done = run(line, tmp_path)
        assert done.returncode == 0, (line, done.stderr)
        said[line] = done
    lines = list(said)
    assert "1004 does not play: 1 day late" in said[lines[0]].stderr
    assert (tmp_path / "site" / "index.html").is_file()
    table = (tmp_path / "all-marks.csv").read_text().splitlines()
    assert table[0] == "id,assignment,tournament,total" and len(table) == 5
    assert re.search(r"^1004,[\d.]+,0(\.00)?,", "\n".join(table), re.M)


@pytest.mark.process
def test_a_change_is_tested(tmp_path: Path) -> None:
    page = (DOCS / "engine-testing.md").read_text(encoding="utf-8")
    for name, order in (("new", ORDERS["1002"]), ("old", ORDERS["1001"])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ConnectFour.c").write_text(FIRST_FREE % order)
    (agent,) = re.findall(r"^```py\n(.*?)^```$", page, re.M | re.S)
    (tmp_path / "agent.py").write_text(agent)
    said = []
    for line in commands(page):
        done = run(line, tmp_path)
        assert done.returncode == 0, (line, done.stderr)
        said.append(done.stdout)
    assert "expected: about" in said[1] and "log-likelihood ratio" in said[1]
    assert "3\n" in said  # inarow run: the agent plays the middle column, counted from 0
    assert any("agent.py:my_agent" in text and "games: A scored" in text for text in said)
    assert (tmp_path / "change-site" / "index.html").is_file()


@pytest.mark.process
def test_a_course_of_ones_own_is_marked_and_explained(tmp_path: Path) -> None:
    """The page prints what its commands print: full marks for the right programs, the mistake of
    each wrong one, and the same search everywhere."""
    page = (DOCS / "own-course.md").read_text(encoding="utf-8")
    write_files(page, tmp_path)
    (tmp_path / "lakeside.key").write_text("0123456789abcdef0123456789abcdef\n")
    wrong = re.findall(r"^\| `(\w+/[\w.]+)` \| `(.+?)` \| `(.+?)` \|$", page, re.M)
    assert len(wrong) == 3
    for path, wrong_text, right_text in (
        ("ada/Player.py", "", ""),
        ("bob/player.c", "", ""),
        *wrong,
    ):
        file = tmp_path / "class" / path
        text = (LAKESIDE / file.name).read_text()
        assert right_text in text
        file.parent.mkdir(parents=True)
        file.write_text(text.replace(right_text, wrong_text) if right_text else text)
    shown = re.findall(r"^```console\n(.*?)^```", page, re.M | re.S)
    for line, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(shown), re.M):
        done = run(line, tmp_path)
        assert done.returncode == 0, (line, done.stderr)
        pattern = re.escape(printed).replace(re.escape("...\n"), "(.*\n)*")
        assert re.fullmatch(pattern, re.sub(r" +$", "", done.stdout, flags=re.M)), done.stdout
    assert (tmp_path / "marked" / "feedback" / "cy" / "feedback.html").is_file()


def test_every_command_of_the_pages_is_one_of_ours() -> None:
    for name in ("class-tournament.md", "engine-testing.md", "own-course.md"):
        lines = commands((DOCS / name).read_text(encoding="utf-8"))
        assert len(lines) >= 4 and all(line.startswith("inarow ") for line in lines)

"""Programs that are alike are ranked and shown, and nothing else is made of it."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from class_of_thirty import changed, program
from inarow.cli import main
from inarow.export.connectfour import connectfour_file

# Each compares with all of our own programs, which takes seconds.
pytestmark = pytest.mark.proof

GRID = "class Other:\n" + "\n".join(
    f"    def step{n}(self, x{n}):\n        return [x{n} * k + {n} for k in range({n})]\n"
    for n in range(12)
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    renamed = [("below", "value_of_child"), ("best", "greatest"), ("moved", "hasMoved")]
    work = {
        "s001": program("python"),
        "s002": changed("python", *renamed),
        "s003": {"ConnectFour.py": GRID},
        "s004": program("c"),
        "s005": {"ConnectFour.py": connectfour_file().replace("depth", "plies")},
    }
    for who, files in work.items():
        (tmp_path / "class" / who).mkdir(parents=True)
        for name, text in files.items():
            (tmp_path / "class" / who / name).write_text(text)
    (tmp_path / "last-year" / "old").mkdir(parents=True)
    (tmp_path / "last-year" / "old" / "ConnectFour.c").write_text(
        "/* mine */\n" + program("c")["ConnectFour.c"]
    )
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "grid.py").write_text(program("python")["grid.py"])
    (tmp_path / "class" / "<b>\x1b[31m").mkdir()
    (tmp_path / "class" / "<b>\x1b[31m" / "ConnectFour.py").write_bytes(
        b"\xff\0 = 1 <script>\n" * 9
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pairs(capsys: pytest.CaptureFixture[str], *more: str) -> dict[tuple[str, str], list[float]]:
    assert main(["mark", "similar", "class", "--json", *more]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["note"] == "likeness is a reason to read both, not a finding"
    ranks = [max(pair["likeness"]) for pair in found["pairs"]]
    assert ranks == sorted(ranks, reverse=True)
    assert not any("mark" in key for pair in found["pairs"] for key in pair)
    return {(pair["one"], pair["other"]): pair["likeness"] for pair in found["pairs"]}


def test_other_names_do_not_hide_a_copy(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = pairs(capsys)
    assert min(found["s001", "s002"]) > 0.9
    assert not [pair for pair in found if "s003" in pair]
    assert not [pair for pair in found if "s004" in pair]  # the only one in its language


def test_our_own_programs_are_always_compared(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert min(pairs(capsys)["s005", "inarow export connectfour"]) > 0.9


def test_other_years_are_compared(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert min(pairs(capsys, "--against", "last-year")["s004", "last-year/old"]) > 0.9


def test_what_was_handed_out_counts_for_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "class" / "s006").mkdir()
    (folder / "class" / "s006" / "grid.py").write_text(program("python")["grid.py"])
    assert max(pairs(capsys)["s001", "s006"]) > 0.9
    assert ("s001", "s006") not in pairs(capsys, "--boilerplate", "given")


def test_the_page_shows_both_side_by_side(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mark", "similar", "class", "--out", "out", "--least", "0"]) == 0
    said = capsys.readouterr().out
    assert "s001, s002" in said and "a reason to read both" in said
    assert "\x1b" not in said
    text = (folder / "out" / "similar.html").read_text()
    assert "<script" not in text and "\x1b" not in text and "<b>\\x1b" not in text
    assert text.count("<mark>") == text.count("</mark>") > 2
    assert re.search(r"<mark>[^<]*value_of_child", text)
    assert "never a mark" in text
    assert json.loads((folder / "out" / "similar.json").read_text())["pairs"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "missing DIR"),
        (["nothing"], "folder 'nothing' is not there"),
        (["class", "--least", "2"], "--least is 2"),
        (["class", "--against", "none"], "folder 'none' is not there"),
        (["empty"], "has no programs in a language that is known"),
    ],
)
def test_what_cannot_be_compared_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    (folder / "empty").mkdir()
    assert main(["mark", "similar", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_without_the_extra_it_says_what_to_install(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.marking.similarity.find_spec", lambda name: None)
    assert main(["mark", "similar", "class"]) == 2
    assert capsys.readouterr().err == (
        "inarow mark similar: likeness needs an extra package: pip install 'inarow[similar]'\n"
    )


def test_a_download_is_compared_by_its_submissions(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree("class")
    (folder / "class").mkdir()
    for who in ("s001", "s002"):
        for name, text in program("java").items():
            file = f"Lab_{who}_attempt_2027-04-15-10-00-00_{name}"
            (folder / "class" / file).write_text(text)
    ((one, other),) = pairs(capsys)
    assert (one, other) == tuple(f"Lab_s00{n}_attempt_2027-04-15-10-00-00" for n in (1, 2))


def test_odd_names_stop_nobody_and_move_no_cursor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in (
        b"caf\xe9_9001_77001_a.py",
        b"<script>_9002_77002_a.py",
        "\u202ertl_9003_77003_a.py".encode(),
        b"x\x1b[31m_9004_77004_a.py",
        b"=cmd_9005_77005_a.py",
        b"z" * 230 + b"_9006_77006_a.py",
    ):
        (folder / os.fsdecode(name)).write_text(GRID)
    os.mkfifo(folder / "p_9007_77007_a.py")
    out = tmp_path / "out"
    assert main(["mark", "similar", str(folder), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert all(char.isprintable() or char == "\n" for char in said)
    assert "is not Unicode" in said and "is a pipe" in said
    page = (out / "similar.html").read_text()
    assert "<script>_9002" not in page and "&lt;script&gt;_9002" in page
    found = json.loads((out / "similar.json").read_text())
    assert (found["sources"], len(found["findings"])) == (3, 4)
    assert main(["mark", "similar", str(folder), "--least", "nan"]) == 2
    assert "--least is nan, expected 0 to 1" in capsys.readouterr().err

"""The commands of tournaments and matches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inarow.cli import main
from small_event import small_event
from two_machines import QUICK, SLOW, two_machines

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("one_process")]


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(list(argv)) == 0
    return capsys.readouterr().out


def test_an_event_is_run_shown_replayed_exported_and_marked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    db = str(tmp_path / "cup.db")
    entries = ["level:1", "level:4", "random"]
    table = said(capsys, "arena", "run", *entries, "--game", "tictactoe", "--store", db)
    assert table.startswith("6 of 6 games, 0 void\n") and "level:4" in table
    found = json.loads(said(capsys, "arena", "status", db, "--json"))
    assert (found["done"], found["total"], found["void"]) == (6, 6, 0)
    assert {row["entry"] for row in found["standings"]} == set(entries)
    assert "95% interval" in said(capsys, "arena", "status", db)
    assert "level:4: " in said(capsys, "arena", "replay", db, "1.1")
    lines = said(capsys, "arena", "export", db).splitlines()
    assert len(lines) == 6 and json.loads(lines[0])["log"]["record"]["game"] == "tictactoe"
    assert len(said(capsys, "arena", "export", db, "--csv").splitlines()) == 7
    marks = json.loads(said(capsys, "arena", "marks", db, "--of", "2", "--json"))
    assert max(row["marks"] for row in marks["marks"]) == 2
    assert main(["arena", "replay", db, "9.9"]) == 2
    assert "game '9.9' has not been played" in capsys.readouterr().err


def test_a_match_says_who_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["match", "level:8", "random", "--game", "tictactoe", "--openings", "none"]
    found = json.loads(said(capsys, *argv, "--games", "10", "--json"))
    assert found["games"] == 10 and found["score"] > 0.5 and found["elo_low"] < found["elo"]
    words = said(capsys, *argv, "--sprt", "0", "200")
    assert words.startswith("expected: about ") and "The new version is better." in words


@pytest.mark.parametrize(
    "argv, sentence",
    [
        (["arena", "run", "random"], "2 to 100000 entries, not 1"),
        (["arena", "run", "random", "nobody-of-that-name"], "'nobody-of-that-name' is neither"),
        (["arena", "run", "none.toml"], "none.toml"),
        (["arena", "status", "none.db"], "store 'none.db' is not there"),
        (["match", "random", "level:1", "--games", "3"], "expected an even number"),
        (["match", "random", "level:1", "--sprt", "5", "5"], "must be below"),
    ],
)
def test_a_wrong_command_is_one_sentence(
    argv: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(argv) == 2
    found = capsys.readouterr().err
    assert sentence in found and found.count("\n") == 1


def test_a_site_is_written_and_says_what_is_left(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said(capsys, "arena", "run", "level:1", "random", "--game", "tictactoe", "--store", "cup.db")
    assert main(["arena", "site", "out", "--time", "0s"]) == 0
    done = capsys.readouterr()
    assert "2 games without the solver's verdicts" in done.err and "index.html" in done.out
    words = said(capsys, "arena", "site", "cup.db", "out", "--jobs", "1")
    assert words == "14 files; open out/index.html\n"
    assert "solver’s verdicts on 2 of 2 games" in (tmp_path / "out" / "index.html").read_text()
    assert json.loads(said(capsys, "arena", "names", "cup.db", "--json")) == {
        "names": {"level:1": "level:1", "random": "random"}
    }
    for argv, sentence in (
        (["a", "b", "c"], "expected a database and a directory"),
        (["cup.db", "cup.db"], "is no folder"),
        (["none.db", "out"], "is not there"),
        (["cup.db", "out", "--time", "-1"], "is not a time"),
    ):
        assert main(["arena", "site", *argv]) == 2
        found = capsys.readouterr().err
        assert sentence in found and found.count("\n") == 1


def test_a_game_is_told_in_sentences(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with small_event(tmp_path):
        pass
    db = str(tmp_path / "cup.db")
    words = said(capsys, "arena", "replay", db, "3.1", "--comment")
    assert words.startswith("carol (first) against level:4\n")
    assert "  7 carol: 6 loses at once; 0 and 4 would have won.\n" in words
    assert words.endswith(
        "level:4 won with four in a row, move 8.\n"
        "carol held a win until move 7: 6 loses at once; 0 and 4 would have won.\n"
    )
    assert said(capsys, "arena", "replay", db, "3.1", "--comment") == words
    assert "moved again" in said(capsys, "arena", "replay", db, "1.1", "--comment")
    assert main(["arena", "replay", db, "7.1", "--comment"]) == 2


def test_an_export_has_no_ids_unless_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with small_event(tmp_path):
        pass
    db = str(tmp_path / "cup.db")
    for csv in ([], ["--csv"]):
        assert "1234567" not in said(capsys, "arena", "export", db, *csv)
        assert "ann-c1234567" in said(capsys, "arena", "export", db, *csv, "--with-ids")


def test_machines_are_compared_beside_the_status(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with two_machines(tmp_path):
        pass
    db = str(tmp_path / "cup.db")
    plain = json.loads(said(capsys, "arena", "status", db, "--json"))
    assert set(plain) == {"done", "total", "void", "void_games", "first_mover", "standings"}
    found = json.loads(said(capsys, "arena", "status", db, "--machines", "--json"))
    rows = found.pop("machines")
    assert found == plain and [row["machine"] for row in rows] == [QUICK, SLOW]
    keys = "machine games void running moves late late_share stall_ms stall_share remark"
    assert list(rows[0]) == keys.split()
    assert (rows[1]["late"], rows[1]["late_share"]) == (12, 0.2857)
    words = said(capsys, "arena", "status", db)
    table = said(capsys, "arena", "status", db, "--machines")
    assert table.startswith(f"{words}\n2 machines\n")
    lines = [line.split() for line in table.removeprefix(words).splitlines()[3:]]
    assert lines[0] == [*QUICK.split(), "0", "8", "0", "56", "0", "0.0%", "0.0", "s,", "0.4%"]
    assert lines[1][2:8] == ["0", "7", "1", "42", "12", "28.6%"]
    assert table.endswith(
        f"{SLOW}: 12 of 42 moves were late there, and 0.0 of as many by the same programs"
        " elsewhere.\n"
    )

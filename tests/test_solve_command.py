"""inarow solve and inarow analyse, through real processes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parent / "data" / "connect4-positions"


@pytest.fixture
def inarow(command: Callable[[str], str]) -> Callable[..., subprocess.CompletedProcess[str]]:
    def call(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [command("inarow"), *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    return call


def test_one_line_in_one_line_out(inarow: Any) -> None:
    rows = (DATA / "Test_L3_R1.txt").read_text().splitlines()[:40]
    done = inarow("solve", stdin="".join(row.split()[0] + "\n" for row in rows))
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[:2] for line in lines] == [row.split() for row in rows]
    assert all(len(line) == 4 and line[2].isdigit() and line[3].isdigit() for line in lines)


def test_every_column_in_text_and_json(inarow: Any) -> None:
    moves = "2252576253462244111563365343671351"
    text = inarow("solve", "--all", stdin=moves + "\n").stdout.split()
    answer = json.loads(inarow("solve", "--all", "--json", stdin=moves + "\n").stdout)
    assert set(answer) == {"moves", "score", "nodes", "us", "scores"}
    assert len(answer["scores"]) == 7
    assert answer["scores"][1] is None and text[5] == "."  # column 2 holds six stones
    assert answer["score"] == max(score for score in answer["scores"] if score is not None)
    assert [None if word == "." else int(word) for word in text[4:]] == answer["scores"]


def test_bad_lines_are_reported_and_the_rest_carried_on(inarow: Any) -> None:
    good = "2252576253462244111563365343671351441"
    stdin = f"44444444\n{good}\n8\nx\n1212121\n12121212\n{good}"
    done = inarow("solve", stdin=stdin)
    assert done.returncode == 2
    errors = done.stderr.splitlines()
    assert [error.split(":")[1].strip() for error in errors] == [
        "line 1",
        "line 3",
        "line 4",
        "line 6",
    ]
    assert "column 4 is full at move 7" in errors[0]
    assert "over before move 8" in errors[3]
    assert [line.split()[1] for line in done.stdout.splitlines()] == ["-1", "-18", "-1"]


def test_known_scores_can_be_checked(inarow: Any, tmp_path: Path) -> None:
    assert inarow("solve", "--check", str(DATA / "Test_L3_R1.txt")).returncode == 0
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("2252576253462244111563365343671351441 -2\n")
    done = inarow("solve", "--check", str(wrong))
    assert done.returncode == 1 and "expected -2" in done.stderr
    missing = inarow("solve", str(tmp_path / "none.txt"))
    assert missing.returncode == 2 and "cannot be read" in missing.stderr


def test_a_time_limit_gives_bounds(inarow: Any) -> None:
    line = inarow("solve", "--game", "connect4:8x7", "--time", "0.05", "--json", stdin="\n").stdout
    low, high = json.loads(line)["score"]
    assert low <= 0 <= high and low < high


def test_analyse_says_what_is_so(inarow: Any) -> None:
    done = inarow("analyse", "--moves", "4444416353")
    assert done.returncode == 0 and "win in 1 ply, best" in done.stdout
    assert "last mistake was move 8, column 3 by the second player" in done.stdout
    data = json.loads(inarow("analyse", "--moves", "4444416353", "--json").stdout)
    assert data["last_mistake"]["better"] == ["5"]
    assert data["last_mistake"]["before"] == "draw" and data["last_mistake"]["after"] == "loss"
    assert {move["move"] for move in data["moves"] if move["result"] == "win"} == set("3567")
    assert all(len(move["line"]) == move["plies"] for move in data["moves"])
    won = inarow("analyse", "--moves", "1212121")
    assert "The game is over: the first player has won." in won.stdout
    limited = inarow("analyse", "--time", "0.05", "--game", "connect4:8x7")
    assert limited.returncode == 0 and "not known" in limited.stdout
    assert inarow("analyse", "--time", "0").returncode == 2

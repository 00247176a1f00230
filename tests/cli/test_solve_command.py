"""inarow solve and inarow analyse, through real processes."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from inarow.cli import main
from inarow.cli.options import duration

DATA = Path(__file__).parents[1] / "data" / "connect4-positions"


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
    assert answer["input"] == moves
    scores = {move["move"]: move["score"] for move in answer["moves"]}
    assert "2" not in scores and text[5] == "."  # column 2 holds six stones
    assert answer["score"] == max(scores.values())
    columns = {str(col): word for col, word in enumerate(text[4:], start=1)}
    assert {col: int(word) for col, word in columns.items() if word != "."} == scores


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
    assert inarow("solve", "--check", f"@{DATA / 'Test_L3_R1.txt'}").returncode == 0
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("2252576253462244111563365343671351441 -2\n")
    done = inarow("solve", "--check", f"@{wrong}")
    assert done.returncode == 1 and "expected -2" in done.stderr
    missing = inarow("solve", f"@{tmp_path / 'none.txt'}")
    assert missing.returncode == 2 and "cannot be read" in missing.stderr


def test_several_processes_give_the_same_answers_in_the_same_order(inarow: Any) -> None:
    rows = (DATA / "Test_L3_R1.txt").read_text().splitlines()[:300]
    rows[7], rows[70], rows[200] = "x 1", "2252576253462244111563365343671351441 -2", "44444444 0"
    stdin = "\n".join(rows) + "\n"
    alone = inarow("solve", "--check", stdin=stdin)
    helped = inarow("solve", "--check", "--jobs", "2", stdin=stdin)
    assert (helped.returncode, helped.stderr) == (alone.returncode, alone.stderr)
    assert alone.returncode == 2 and len(alone.stderr.splitlines()) == 3
    words = [line.split()[:2] for line in helped.stdout.splitlines()]
    assert words == [line.split()[:2] for line in alone.stdout.splitlines()] and len(words) == 298
    refused = inarow("solve", "--jobs", "65")
    assert refused.returncode == 2
    assert refused.stderr == "inarow solve: --jobs is 65, expected 1 to 64\n"


def test_an_answer_comes_before_the_next_line_is_read(command: Callable[[str], str]) -> None:
    with subprocess.Popen(
        [command("inarow"), "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for moves in ("44", "4455"):
            process.stdin.write(moves + "\n")
            process.stdin.flush()
            assert process.stdout.readline().split()[0] == moves


def test_a_terminal_shows_how_many_lines_are_answered(command: Callable[[str], str]) -> None:
    terminal, other = pty.openpty()
    done = subprocess.run(
        [command("inarow"), "solve", "--game", "connect4:8x7", "--time", "1s"],
        input=b"\n\n",
        stdout=subprocess.PIPE,
        stderr=other,
        timeout=60,
        check=True,
    )
    os.close(other)
    seen = b""
    with suppress(OSError):
        while piece := os.read(terminal, 65536):
            seen += piece
    os.close(terminal)
    assert len(done.stdout.splitlines()) == 2
    for count in (b"0", b"1"):
        assert count + b" lines answered, " in seen
    assert b"looked at for the next; Ctrl-C to stop" in seen
    assert seen.endswith(b"\r\x1b[2K")


def test_a_time_limit_gives_bounds(inarow: Any) -> None:
    line = inarow("solve", "--game", "connect4:8x7", "--time", "0.05s", "--json", stdin="\n").stdout
    answer = json.loads(line)
    assert answer["lo"] <= 0 <= answer["hi"] and answer["lo"] < answer["hi"]
    assert answer["score"] is None and not answer["exact"]


def test_analyse_says_what_is_so(inarow: Any) -> None:
    done = inarow("analyse", "4444416353")
    assert done.returncode == 0 and "win in 1 ply, best" in done.stdout
    assert "last mistake was move 8, column 3 by the second player" in done.stdout
    data = json.loads(inarow("analyse", "4444416353", "--json").stdout)
    assert data["last_mistake"]["better"] == ["5"]
    assert data["last_mistake"]["before"] == "draw" and data["last_mistake"]["after"] == "loss"
    assert {move["move"] for move in data["moves"] if move["result"] == "win"} == set("3567")
    assert all(len(move["line"]) == move["plies"] for move in data["moves"])
    won = inarow("analyse", "1212121")
    assert "The game is over: the first player has won." in won.stdout
    limited = inarow("analyse", "--time", "0.05s", "--game", "connect4:8x7")
    assert limited.returncode == 0 and "not known" in limited.stdout
    assert inarow("analyse", "--time", "0s").returncode == 2


BAD = b"\xff\xfe 1\n00/0\xc3\xa9 1\n00/0\x000 1\n00/\x1b0 2\n"
FULL = b"1211112/1211112/2122211/1211122/2122211/1211122 1\n"


@pytest.mark.parametrize("encoding", ["utf-8:strict", "utf-8:surrogateescape", "latin-1:strict"])
@pytest.mark.parametrize("from_file", [False, True])
def test_lines_that_are_no_text_are_named_and_the_rest_carried_on(
    command: Callable[[str], str], tmp_path: Path, encoding: str, from_file: bool
) -> None:
    (tmp_path / "in.txt").write_bytes(BAD + FULL)

    def solve(*words: str) -> tuple[int, int, list[str]]:
        done = subprocess.run(
            [command("inarow"), "solve", *words, *(["@in.txt"] if from_file else [])],
            input=None if from_file else BAD + FULL,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            cwd=tmp_path,
            capture_output=True,
            timeout=60,
            check=False,
        )
        errors = done.stderr.decode(encoding.split(":", maxsplit=1)[0])
        return done.returncode, len(done.stdout.splitlines()), errors.splitlines()

    source = "file 'in.txt', " if from_file else ""
    status, answers, errors = solve("--game", "maxconnect4:2x2")
    expected = "expected one of '012'"
    forms = "expected moves such as 4455, rows such as ...x.../..oo... x, a saved game or a link"
    assert (status, answers) == (2, 0)
    assert errors[:4] == [
        rf"inarow solve: {source}line 1: '\xff\xfe 1' is not a position: {forms}",
        f"inarow solve: {source}line 2: row 2, cell 2 is 'é', {expected}",
        rf"inarow solve: {source}line 3: row 2, cell 2 is '\x00', {expected}",
        rf"inarow solve: {source}line 4: row 2, cell 1 is '\x1b', {expected}",
    ]
    assert solve("--game", "maxconnect4")[:2] == (2, 1)
    status, answers, errors = solve()
    assert (status, answers, len(errors)) == (2, 1, 4)
    assert errors[0] == rf"inarow solve: {source}line 1: '\xff\xfe 1' is not a position: {forms}"


def test_a_line_without_end_is_refused_at_once(inarow: Any, tmp_path: Path) -> None:
    endless = inarow("solve", "@/dev/zero")
    assert endless.returncode == 2 and endless.stdout == ""
    assert endless.stderr == (
        "inarow solve: file '/dev/zero', line 1 is longer than 1000000 characters\n"
    )
    marked = tmp_path / "in.txt"
    marked.write_text("\ufeff4444\n")
    assert inarow("solve", f"@{marked}").stdout.startswith("4444 ")


def test_a_board_on_the_command_line_may_hold_any_character(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for text, words in [
        ("...xx\xe9o x", "row 1, cell 6 is 'é'"),
        ("...\udcff x", r"row 1, cell 4 is '\xff'"),
        ("...\udc80\udcff", r"'...\x80\xff' is not a position"),
        ("..\ud800 x", r"row 1, cell 3 is '\xed'"),
        ("..\U0001f534 x", "row 1, cell 3 is '\U0001f534'"),
        (". x", "row 1 has 1 cell, expected 7"),
        ("....... x", "the board has 1 row, expected 6"),
    ]:
        for name in ("analyse", "tree", "play"):
            assert main([name, text]) == 2
            said = capsys.readouterr()
            assert (said.out, said.err.count("\n")) == ("", 1)
            assert words in said.err


@pytest.mark.parametrize("game", ["connect4", "maxconnect4", "gomoku:9x9"])
@pytest.mark.parametrize("name", ["solve", "analyse"])
@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--threads", "0", "--threads is 0, expected 1 to 64"),
        ("--threads", "-5", "--threads is -5, expected 1 to 64"),
        ("--threads", "65", "--threads is 65, expected 1 to 64"),
    ],
)
def test_threads_that_are_none_are_refused(
    name: str, game: str, option: str, value: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--game", game, option, value]) == 2
    assert capsys.readouterr() == ("", f"inarow {name}: {words}\n")


@pytest.mark.parametrize(
    "text", ["nan", "inf", "5", "-1s", "1e3s", "5 s", "5S", "1_0s", "٣s", "367d"]
)
def test_times_that_are_none_are_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", f"--time={text}"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("inarow analyse: --time: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("500ms", 0.5),
        ("2.5s", 2.5),
        ("90s", 90),
        ("5m", 300),
        ("2h", 7200),
        ("1d", 86400),
        ("0", 0),
    ],
)
def test_a_time_has_its_unit(text: str, seconds: float) -> None:
    assert duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("name", "game", "options"),
    [
        ("solve", "maxconnect4", ["--check", "--no-book", "--threads 2"]),
        ("analyse", "maxconnect4", ["--lines", "--no-book", "--threads 2"]),
        ("analyse", "gomoku", ["--lines", "--no-book", "--threads 2"]),
    ],
)
def test_options_that_would_do_nothing_are_refused(
    name: str, game: str, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for option in options:
        assert main([name, "--game", game, *option.split()]) == 2
        assert f"{option.split()[0]} does not apply to {game}" in capsys.readouterr().err


def test_bounds_under_a_time_limit_are_no_wider_than_those_of_the_moves(inarow: Any) -> None:
    early = "/".join([*["0000000"] * 4, "0002000", "0001000"]) + " 1\n"
    for words in (["solve", "--all"], ["analyse", "44"]):
        done = inarow(*words, "--game", "maxconnect4", "--time", "0.3s", "--json", stdin=early)
        answer = json.loads(done.stdout)
        assert not answer["exact"]
        assert answer["lo"] == max(move["lo"] for move in answer["moves"])
        assert answer["hi"] == max(move["hi"] for move in answer["moves"])


def test_on_a_terminal_a_line_tells_how_far_the_solver_is(command: Callable[[str], str]) -> None:
    terminal, other = pty.openpty()
    done = subprocess.run(
        [
            command("inarow"),
            "analyse",
            "--game",
            "maxconnect4",
            "44",
            "--time",
            "1s",
            "--json",
        ],
        stdout=subprocess.PIPE,
        stderr=other,
        timeout=60,
        check=True,
    )
    os.close(other)
    seen = b""
    with suppress(OSError):  # the end, as a terminal tells it; what is written comes piece by piece
        while piece := os.read(terminal, 65536):
            seen += piece
    os.close(terminal)
    assert b" million positions looked at; Ctrl-C to stop" in seen
    assert seen.endswith(b"\r\x1b[2K")
    assert json.loads(done.stdout)["exact"] is False


def test_nodes_of_a_counted_position_are_those_that_were_searched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "0000101/0010102/1110221/2210111/2112122/2212221 1"
    monkeypatch.setattr("sys.stdin", io.StringIO(line + "\n"))
    assert main(["solve", "--game", "maxconnect4", "--all", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] > 0

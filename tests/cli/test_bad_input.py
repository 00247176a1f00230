"""Bad input gets one sentence on standard error that names it, status 2 and nothing else."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from inarow.cli import main
from inarow.errors import UserError
from inarow.textbook.spec import SearchSpec

EMPTY = ",".join(["......."] * 6)
HUGE = "9" * 20
ENDLESS = "9" * 5000


@pytest.mark.parametrize(
    ("line", "words"),
    [
        # Usage.
        (["foo"], ["inarow: ", "'foo'", "see inarow --help"]),
        (["perft"], ["inarow perft: ", "DEPTH", "see inarow perft --help"]),
        (["perft", "x"], ["inarow perft: ", "DEPTH", "'x'", "see inarow perft --help"]),
        (["tree", "--nosuch"], ["inarow tree: ", "--nosuch", "see inarow tree --help"]),
        (["timing", "--csv", "--json"], ["--json", "--csv", "see inarow timing --help"]),
        # Numbers that no machine word holds.
        (["tree", "--game", f"connect4:{HUGE}x3"], [f"connect4:{HUGE}x3", "more than six digits"]),
        (["tree", "--game", f"gomoku:9x9k{HUGE}"], ["more than six digits"]),
        (["tree", "--game", f"gomoku:9x{ENDLESS}"], ["more than six digits"]),
        (["tree", "--depth", HUGE], [f"depth is {HUGE}, expected 0 to 1000"]),
        (["tree", "--rule", "utility=9223372036854775807"], ["utility is 9223372036854775807"]),
        (["tree", "--rule", "utility_per_ply=99999999999"], ["expected -1000 to 1000"]),
        (["tree", "--rule", f"root_alpha={HUGE}"], [f"root_alpha is {HUGE}, expected"]),
        (["tree", "--rule", f"root_beta=-{HUGE}"], [f"root_beta is -{HUGE}, expected"]),
        (["tree", "--rule", f"order={HUGE}"], [f"order has the move {HUGE}, expected moves"]),
        (["tree", "--rule", "depth=1001"], ["depth is 1001, expected 0 to 1000"]),
        (["tree", "--rule", "foo=1"], ["unknown rule 'foo'; expected one of algorithm, depth"]),
        (["tree", "--rule", "depht=3"], ["unknown rule 'depht'; did you mean 'depth'?"]),
        (["tree", "--rule", "depth"], ["rule 'depth' has no value: expected depth="]),
        (["tree", "--game", "conect4"], ["game 'conect4' is not known; did you mean 'connect4'?"]),
        (["dev", "puzzles", "mine", "x", "--time", "nan"], ["--time: 'nan' is not a time"]),
        (["dev", "puzzles", "mine", "x", "--time", "60"], ["such as 500ms, 2s, 5m or 2h"]),
        (["dev", "puzzles", "mine", "x", "--time", "400d"], ["'400d' is longer than 366d"]),
        (["tree", "--rule", "depth=x"], ["rule 'depth' is 'x', expected a whole number"]),
        (["analyse", "--threads", HUGE], [f"threads is {HUGE}, expected 1 to 64"]),
        (["prove", "maxconnect4", "--threads", HUGE], [f"--threads is {HUGE}, expected 1 to 64"]),
        (["prove", "maxconnect4", "--table-mb", HUGE], [f"--table-mb is {HUGE}, expected 1 to"]),
        (["perft", "1", "--game", "connect4:12x4", ENDLESS], ["must be 1 to 12"]),
        (["perft", "1", "--game", "gomoku", f"{ENDLESS}.1"], ["a row 1 to 15"]),
        # Names that no file can have.
        (["arena", "run", "z" * 300, "level:1"], ["entry 'zzz", "is neither a file, a folder"]),
        (["arena", "run", "level:1", "level:2", "--openings", "none.txt"], ["openings 'none.txt'"]),
        (["match", "", "level:2", "--store", "m.db"], ["each entry needs a source"]),
        (["arena", "status", "z" * 300], ["file 'zzz", "cannot be used"]),
        (["run", ""], ["no such file or command: ''"]),
        (["suite", "tester", "z" * 300], ["suite 'zzz", "is neither a file nor one of"]),
        (["suite", "make", "aps105", "--seed", "1", "--out", "z" * 300], ["cannot be used"]),
        (["doctor", "--cluster", "nowhere"], ["--cluster 'nowhere' is not an address"]),
        (["arena", "replay", "\udcff", "1.1"], ["store", "is not there"]),
        # What would be passed over in silence, or misread.
        (["tree", "--cuts", "--json"], ["--cuts", "--json"]),
        (["tree", "--cuts", "--svg", "-"], ["--cuts", "--svg"]),
        (["coordinate", "e0", ""], ["the engine's path is empty"]),
        # Characters that would break the line.
        (["perft", "1", "--game", "a\nb\x1b\udcff"], [r"game 'a\nb\x1b\xff' is not known"]),
        (["tree", "--no\nsuch"], [r"--no\nsuch"]),
    ],
)
def test_a_bad_command_line_gets_one_sentence_and_makes_nothing(
    line: list[str],
    words: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(line) == 2
    assert list(tmp_path.iterdir()) == []
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and said.err.isascii()
    for word in words:
        assert word in said.err


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr()
    assert said.err == "" and said.out.startswith("usage: inarow") and "analyse" in said.out


@pytest.mark.parametrize("wrong", [["--cluster", "nowhere"], ["--store", "no-store"]])
def test_no_secret_is_made_for_a_command_that_is_refused(
    wrong: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    Path("ConnectFour.py").write_text("print(1)\n")
    Path("no-store").write_text("something else, and longer than the head of a database\n" * 9)
    assert main(["mark", "run", "ConnectFour.py", "--suite", "comp3308", *wrong]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and wrong[1] in said.err
    assert not (tmp_path / "config").exists()


@pytest.mark.parametrize(
    ("name", "arguments", "shown"),
    [
        ("ConnectFour", [EMPTY, "red\nx"], r"player 'red\nx'"),
        ("ConnectFour", [EMPTY, "red", "A\r", "1"], r"algorithm 'A\r'"),
        ("ConnectFour", [EMPTY, "red", "A", "1\n"], r"depth '1\n'"),
        ("Lab7Part1", ["a\n\x1b[2Jb"], r"argument 'a\n\x1b[2Jb'"),
        ("maxconnect4", ["one-move", "/dev/null\n/x", "out", "0\n"], r"depth '0\n'"),
        ("maxconnect4", ["one-move", "bad\nname.txt", "out", "1"], r"bad\nname.txt, line 1"),
    ],
)
def test_no_argument_can_split_the_sentence_of_a_strict_command(
    name: str, arguments: list[str], shown: str, command: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "bad\nname.txt").write_text("x")
    done = subprocess.run(
        [command(name), *arguments], capture_output=True, cwd=tmp_path, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert shown in done.stderr.decode()


def test_the_largest_rules_are_accepted() -> None:
    largest = SearchSpec(root_alpha=-(2**31) + 1, root_beta=2**31 - 2, utility=2**24)
    assert largest.with_rule("utility-per-ply=1000").utility_per_ply == 1000
    with pytest.raises(UserError):
        largest.replace(root_beta=2**31 - 1)


def test_a_board_with_lines_of_both_sides_is_not_analysed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    both = ".x.o.../.x.o.../.xoo.x./.xoooxo/oxxooxx/xooxxox x"
    assert main(["analyse", both]) == 2
    assert capsys.readouterr().err == "inarow analyse: both sides have a line\n"

"""``inarow strategy``, and what ``inarow prove --check`` says of one side's certificate."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from inarow import Game, Goal, Position
from inarow._core import OpeningStrategy
from inarow.analysis.counted import solve
from inarow.analysis.strategy import Strategy, Tree, write_strategy
from inarow.cli import main
from proofs import PROOFS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("proof") / "proof")
    assert main(["prove", "maxconnect4:4x4", "--certificate", path, "--endgame", "0"]) == 0
    return path


def test_a_strategy_is_made_and_walked(
    certificate: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = str(tmp_path / "s")
    make = ["dev", "strategy", "make", certificate, "--least-empty", "12", "--out", output]
    capsys.readouterr()
    assert main(make) == 0
    said = capsys.readouterr().out
    assert "player 1 ends at least +0 ahead from the empty board: " in said
    assert f"{output}: {Path(output).stat().st_size} bytes\n" in said
    assert main([*make, "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert main(["dev", "strategy", "walk", output, "--descents", "2", "--json"]) == 0
    walked = json.loads(capsys.readouterr().out)
    assert walked["holds"] and walked["trees"] == made["trees"]
    assert walked["ends"]["positions"] == sum(tree["ends"] for tree in made["trees"]) > 0
    assert main(["dev", "strategy", "walk", output, "--every", "3", "--descents", "0"]) == 0
    table = capsys.readouterr().out
    assert re.search(r"\n  10 empty +\d+  at most +\d+ nodes   \S+ x\n", table)
    assert table.endswith("every one was proven\n")


def test_a_strategy_is_compared_with_its_certificates(
    certificate: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = str(tmp_path / "s")
    assert (
        main(["dev", "strategy", "make", certificate, "--least-empty", "12", "--out", output]) == 0
    )
    check = ["dev", "strategy", "check", certificate, "--strategy", output, "--least-empty"]
    capsys.readouterr()
    assert main([*check, "12"]) == 0
    said = capsys.readouterr().out
    assert re.fullmatch(r"the strategy is that .*, in all of its [1-9]\d* replies\n", said)
    assert main([*check, "10"]) == 1
    said = capsys.readouterr().out
    assert said.startswith("the strategy is NOT that of the certificates: reply ")
    assert main([*check, "12", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["same"] is True
    assert main([*check, "10", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["same"] is False and answer["difference"].startswith("reply ")


def test_a_strategy_that_does_not_hold_is_found_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that promises a point more than there is."""
    game = Game(4, 4, 4, goal=Goal.COUNT_TO_FULL)
    replies = OpeningStrategy.chosen(Position(game), 1, lambda pos: None)
    write_strategy(tmp_path / "s", Strategy(game, [Tree((), 1, 1, replies)]))
    assert main(["dev", "strategy", "walk", str(tmp_path / "s"), "--descents", "0"]) == 1
    said = capsys.readouterr().out
    assert "NOT PROVEN in 2000000 nodes: ..../..../..../.... x" in said
    assert said.endswith("NOT all of them were proven\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["make", "nowhere", "--out", "s"], "certificate 'nowhere' cannot be read: No such"),
        (["make", "bad", "--out", "s"], "certificate 'bad' is rejected: the first line is not"),
        (["make", "CERTIFICATE", "8x4", "--out", "s"], "certificates are not of one board"),
        (["make", "CERTIFICATE", "--out", "s", "--least-empty", "99"], "--least-empty is 99"),
        (["check", "nowhere"], "certificate 'nowhere' cannot be read: No such"),
        (["check", "CERTIFICATE", "--strategy", "bad"], "strategy 'bad' is damaged"),
        (["walk", "nowhere"], "strategy 'nowhere' cannot be read: No such file"),
        (["walk", "bad"], "strategy 'bad' is damaged: the first line is not"),
        (["walk", "--every", "0"], "--every is 0"),
    ],
)
def test_bad_input_gets_a_sentence(
    arguments: list[str],
    sentence: str,
    certificate: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad").write_bytes(b"something else")
    Path("8x4").write_bytes((PROOFS / "maxconnect4-8x4").read_bytes())
    words = [certificate if word == "CERTIFICATE" else word for word in arguments]
    assert main(["dev", "strategy", *words]) == 2
    said = capsys.readouterr().err
    assert (
        said.startswith(f"inarow dev strategy {words[0]}: ")
        and sentence in said
        and said.count("\n") == 1
    )
    assert not Path("s").exists()


def test_the_certificate_of_one_side_claims_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(PROOFS / "maxconnect4-7x6-after-1")
    assert main(["prove", "--check", path]) == 0
    said = capsys.readouterr().out
    assert "7 columns x 6 rows: after column 1 the final difference is at most -1\n" in said
    assert main(["prove", "--check", path, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["accepted"] and answer["at_most"] == -1 and answer["opening"] == [1]
    assert "value" not in answer and "at_least" not in answer


def test_one_side_after_an_opening_is_proven_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of 6 x 4 the value is -1: the first player reaches that, and no more."""
    for difference, bound in ((-1, "at least -1"), (0, "at most -1")):
        path = str(tmp_path / "one")
        asked = ["prove", "maxconnect4:6x4", "--at-least", str(difference), "--certificate", path]
        assert main(asked) == 0
        assert f"the final difference is {bound}\n" in capsys.readouterr().out
        assert main(["prove", "--check", path]) == 0
        assert f"the final difference is {bound}\n" in capsys.readouterr().out
    assert main(["prove", "maxconnect4:4x4", "--opening", "12", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    pos = Position(Game(4, 4, 4, goal=Goal.COUNT_TO_FULL)).after("12")
    assert (answer["opening"], answer["value"]) == ([1, 2], solve(pos).score.of(1).value)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--opening", "9"], "column '9' must be 1 to 4"),
        (["--opening", "11111"], "column 1 is full at move 5"),
        (["--opening", "1", "--first-moves"], "leave --opening out"),
        (["--at-least", "0", "--first-moves"], "leave --at-least out"),
        (["--at-least", "999"], "--at-least is 999, expected -252 to 252"),
        (["--at-least", "x"], "'x' is not an integer"),
        (["--check", "c", "--opening", "1"], "name no game"),
    ],
)
def test_bad_questions_get_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", "maxconnect4:4x4", *arguments]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no file without an end")
@pytest.mark.parametrize("words", [["walk"], ["check", "x", "--strategy"]])
def test_a_file_without_an_end_is_not_read_to_it(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dev", "strategy", *words, "/dev/zero"]) == 2
    said = capsys.readouterr().err
    assert said == (
        f"inarow dev strategy {words[0]}: strategy '/dev/zero' is longer than 64000000 bytes\n"
    )

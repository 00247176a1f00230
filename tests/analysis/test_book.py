"""The opening book: layers, minimax, the build that can be killed, verify, and the shipped one."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import GAMES, Game, Outcome, Position
from inarow._core import BookLayer, FallingSolver, OpeningBook
from inarow.analysis.books import (
    SHIPPED,
    book_line,
    book_score,
    book_scores,
    read_book,
    read_book_file,
    write_book,
)
from inarow.analysis.falling import analyse, solve
from inarow.cli import main
from inarow.game import game_named

SMALL = game_named("connect4:4x4")


@cache
def brute_force(pos: Position) -> int:
    """The score by plain search of everything."""
    outcome = pos.outcome()
    if outcome is Outcome.DRAW:
        return 0
    if outcome is not Outcome.ONGOING:
        score = (pos.game.cells + 1) // 2 + 1 - (pos.stone_count + 1) // 2
        return (
            score
            if outcome is (Outcome.FIRST_WINS, Outcome.SECOND_WINS)[pos.to_move - 1]
            else -score
        )
    return max(-brute_force(pos.play(move)) for move in pos.legal_moves())


def reached(game: Game, ply: int) -> set[Position]:
    """Every position after so many moves in which the game goes on."""
    layer = {Position(game)}
    for _ in range(ply):
        layer = {pos.play(move) for pos in layer for move in pos.legal_moves()}
        layer = {pos for pos in layer if not pos.is_over}
    return layer


@pytest.mark.parametrize(("game", "ply"), [("connect4", 0), ("connect4", 5), ("connect4:4x4", 9)])
def test_a_layer_has_each_position_once_up_to_mirror_image(game: str, ply: int) -> None:
    layer = BookLayer(game_named(game), ply)
    listed = [layer[i] for i in range(len(layer))]
    mirrored = {pos.mirrored() for pos in listed}
    assert set(listed) | mirrored == reached(game_named(game), ply)
    twins = sum(pos.mirrored() == pos for pos in listed)
    assert 2 * len(listed) - twins == len(set(listed) | mirrored)


def test_every_score_of_a_small_book_is_that_of_brute_force() -> None:
    layer = BookLayer(SMALL, 9)
    scores = bytes(brute_force(layer[i]) & 255 for i in range(len(layer)))
    book = OpeningBook(SMALL, 9, scores)
    for ply in range(10):
        for pos in reached(SMALL, ply):
            assert book.score(pos) == brute_force(pos)
    deeper = next(iter(reached(SMALL, 10)))
    assert book.score(deeper) is None
    assert book.score(Position(Game())) is None
    assert book.score(Position(SMALL).play(0).passed()) is None  # a stone ahead, and to move again


@pytest.mark.process
def test_a_build_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    def build(name: str) -> list[str]:
        words = ["dev", "book", "build", "--game", "connect4:5x5", "--ply", "7", "--out", name]
        return [sys.executable, "-m", "inarow", *words]

    subprocess.run(build("whole.book"), cwd=tmp_path, check=True, capture_output=True)
    with subprocess.Popen(build("cut.book"), cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        journal = tmp_path / "cut.book.checkpoint"
        while not journal.exists() or journal.stat().st_size < 300:
            assert process.poll() is None
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
    assert not (tmp_path / "cut.book").exists()
    done = journal.read_text().count("\n") - 1
    whole = (tmp_path / "whole.book.checkpoint").read_text().count("\n") - 1
    assert 0 < done < whole
    with journal.open("a") as file:
        file.write("7 12 3")  # a line that was being written
    rest = subprocess.run(build("cut.book"), cwd=tmp_path, check=True, capture_output=True)
    assert b"resuming from cut.book.checkpoint" in rest.stderr
    assert (tmp_path / "cut.book").read_bytes() == (tmp_path / "whole.book").read_bytes()


def test_verify_exits_with_1_on_a_wrong_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layer = BookLayer(SMALL, 5)
    scores = [brute_force(layer[i]) for i in range(len(layer))]
    path = tmp_path / "small.book"
    write_book(path, SMALL, 5, scores)
    assert main(["dev", "book", "verify", str(path), "--sample", "1000"]) == 0
    scores[3] += 1
    write_book(path, SMALL, 5, scores)
    assert main(["dev", "book", "verify", str(path), "--sample", "1000"]) == 1
    assert f"{layer[3].text}: {scores[3]} in the book" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("damage", "word"),
    [
        (lambda data: b"", "line 1"),
        (lambda data: data[:-1], "damaged"),
        (lambda data: data[:60] + b"x" + data[61:], "damaged"),
        (lambda data: data.replace(b"ply 5", b"ply 6"), "damaged"),
        (lambda data: data.replace(b"connect4", b"gomoku", 1), "damaged"),
    ],
)
def test_a_damaged_book_is_refused_in_a_sentence(
    damage: object, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(damage)
    path = tmp_path / "small.book"
    layer = BookLayer(SMALL, 5)
    write_book(path, SMALL, 5, [brute_force(layer[i]) for i in range(len(layer))])
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ValueError, match=word):
        read_book(path)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["build", "--ply", "42"], "--ply is 42, expected 0 to 41"),
        (["build", "--ply", "2", "--jobs", "0"], "--jobs is 0, expected 1 to 64"),
        (["build", "--ply", "2", "--game", "gomoku"], "a book is for first-to-k gravity games"),
        (["build", "--ply", "2", "--out", "none/x"], "there is no such directory"),
        (["build", "--ply", "2", "--out", "."], "it has no name"),
        (["build", "--ply", "2", "--out", "/dev/null"], "it is there and no regular file"),
        (["build", "--ply", "2", "--table-mb", "0"], "--table-mb is 0, expected above 0"),
        (
            ["build", "--ply", "3", "--difference", "2"],
            "no board of 3 stones has a difference of 2",
        ),
        (["build", "--ply", "2", "--difference", "-4"], "has a difference of -4"),
        (["verify", "--sample", "0"], "--sample is 0"),
        (["verify", "none.book"], "book 'none.book' cannot be read: No such file or directory"),
    ],
)
def test_bad_arguments_get_a_sentence(
    words: list[str],
    complaint: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["dev", "book", *words]) == 2
    assert complaint in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_journal_of_another_book_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("connect4:4x4", "connect4:5x4"):
        status = main(
            ["dev", "book", "build", "--game", name, "--ply", "3", "--out", f"{tmp_path}/x"]
        )
    assert status == 2
    assert "line 1 is not" in capsys.readouterr().err


def test_a_journal_with_an_impossible_score_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build = [
        "dev",
        "book",
        "build",
        "--game",
        "connect4:4x4",
        "--ply",
        "3",
        "--out",
        f"{tmp_path}/x",
    ]
    assert main(build) == 0
    journal = tmp_path / "x.checkpoint"
    journal.write_text(journal.read_text().rpartition(" ")[0] + " 99\n")
    assert main(build) == 2
    assert "x.checkpoint', line " in capsys.readouterr().err


def test_the_book_goes_by_turns_and_not_by_colour() -> None:
    assert book_score(Position(Game()).passed()) == 1
    assert book_score(Position(Game()).play(3).passed()) is None


def test_the_shipped_book_holds_what_the_solver_finds() -> None:
    book = read_book_file(SHIPPED)
    assert (book.game, book.ply, book.difference, len(book.numbers)) == (Game(), 8, None, 91295)
    assert SHIPPED.stat().st_size < 50_000
    assert main(["dev", "book", "verify", str(SHIPPED), "--sample", "25"]) == 0


def test_the_empty_board_is_answered_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    analysis = analyse(Position(Game()))
    assert [verdict.lo for verdict in analysis.moves] == [-2, -1, 0, 1, 0, -1, -2]
    assert analysis.verdict.score.value == 1
    assert analysis.verdict.nodes == 0
    assert [len(verdict.line) for verdict in analysis.moves] == [8] * 7
    assert solve(Position(Game())).nodes == 0


def test_no_book_searches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "positions"
    file.write_text("32164625\n")
    found = []
    for words in ([], ["--no-book"]):
        assert main(["solve", "--json", *words, f"@{file}"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0]["nodes"] == 0 < found[1]["nodes"]
    assert found[0]["score"] == found[1]["score"] == 11
    for words in ([], ["--no-book", "--time", "0.1s"]):
        assert main(["analyse", Position(Game()).text, "--json", *words]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[2]["nodes"] == 0 < found[3]["nodes"]
    assert found[2]["lo"] == found[2]["hi"] == 1
    assert found[3]["lo"] <= 1 <= found[3]["hi"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 6), max_size=8))
def test_scores_of_the_shipped_book_agree_with_each_other(moves: list[int]) -> None:
    pos = Position(Game())
    for move in moves:
        if move in pos.legal_moves():
            pos = pos.play(move)
    if pos.is_over:
        assert book_score(pos) is None
        return
    score = book_score(pos)
    assert score is not None and book_score(pos.mirrored()) == score
    scores = book_scores(pos)
    assert (scores is None) == (pos.stone_count == 8)
    if scores is not None:
        assert max(scores.values()) == score and list(scores) == pos.legal_moves()
        line = book_line(pos, pos.legal_moves()[0])
        for move in line:
            pos = pos.play(move)
        assert pos.stone_count == 8 or pos.is_over


def test_a_winning_move_scores_as_the_solver_says() -> None:
    pos = Position(Game())
    for move in (3, 0, 3, 0, 3, 0):
        pos = pos.play(move)
    scores = book_scores(pos)
    assert scores is not None and scores[3] == FallingSolver(Game()).solve(pos)[0] == 18


@pytest.mark.long
def test_verify_does_not_list_what_a_few_bytes_cannot_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ply 16 of Connect Four has hundreds of millions of positions."""
    path = tmp_path / "small.book"
    write_book(path, GAMES["connect4"], 16, [0, 0, 0])
    assert main(["dev", "book", "verify", str(path)]) == 2
    assert "is damaged: 3 numbers, and there are more than" in capsys.readouterr().err

"""The maxconnect4 program: one move, the board it prints, and its answers to mistakes."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from inarow._core import Position
from inarow.analysis.strategy import shipped_strategy
from inarow.protocols.maxconnect4 import picture
from inarow.protocols.maxconnect4_file import GAME, parse_file
from maxconnect4_program import EMPTY, FULL, PROGRAM, Golden, run, starter_picture, write

DATA = Path(__file__).parents[1] / "data"
SCORES = [
    line.split("\t") for line in (DATA / "maxconnect4_scores.tsv").read_text().splitlines()[1:]
]


def random_cells(rng: random.Random) -> str:
    pos = Position(GAME, to_move=rng.choice([1, 2]))
    for _ in range(rng.randrange(43)):
        pos = pos.play(rng.choice(pos.legal_moves()))
        if rng.random() < 0.3:
            pos = pos.passed()
    return pos.cells("012")


# One-move mode.


@pytest.mark.parametrize(("cells", "first", "second", "_"), SCORES)
def test_the_known_scores_are_printed(
    cells: str, first: str, second: str, _: str, tmp_path: Path
) -> None:
    done = run("one-move", write(tmp_path / "in.txt", cells), str(tmp_path / "out.txt"), "1")
    header = "\nMaxConnect-4 game\n\nGame state before move:\n"
    assert done.stdout.startswith(header + starter_picture(cells))
    assert done.stdout.splitlines()[12] == f"Score: Player 1 = {first}, Player 2 = {second}"


def test_random_boards_are_drawn_and_scored_as_the_slow_scorer_does() -> None:
    rng = random.Random(4)
    for _ in range(200):
        cells = random_cells(rng)
        assert picture(Position(GAME, cells, symbols="012")) == starter_picture(cells)


@pytest.mark.parametrize("player", [1, 2])
def test_one_move_prints_and_writes_exactly_this(player: int, tmp_path: Path) -> None:
    cells = "0000000/0000000/0000000/0001000/0002000/0112000"
    output = tmp_path / "out.txt"
    done = run("one-move", write(tmp_path / "in.txt", cells, player), str(output), "5")
    after = parse_file(output.read_bytes())
    moves = [c for c in range(7) if Position(GAME, cells, player, symbols="012").play(c) == after]
    assert len(moves) == 1
    assert done.stdout == (
        "\nMaxConnect-4 game\n\nGame state before move:\n"
        + starter_picture(cells)
        + f"\n\nmove 6: Player {player}, column {moves[0] + 1}\n\n"
        + "Game state after move:\n"
        + starter_picture(after.cells("012"))
    )
    rows = [*after.cells("012").split("/"), str(3 - player)]
    assert output.read_bytes() == "".join(row + "\r\n" for row in rows).encode()
    assert len(output.read_bytes()) == 57
    assert (done.returncode, done.stderr) == (0, "")


def test_one_move_transcript(golden: Golden, tmp_path: Path) -> None:
    path = write(tmp_path / "in.txt", "0000000/0000000/0020000/0011000/0021020/1212012", 2)
    golden("maxconnect4_one_move.txt", run("one-move", path, "/dev/null", "6").stdout)


@pytest.mark.long
def test_perfect_looks_a_position_up_whatever_led_to_it(tmp_path: Path) -> None:
    """Positions of the strategy and their mirror images, from files; it prints the same."""
    (tree, *_) = shipped_strategy().trees
    entries = [
        (pos, move)
        for pos, move in tree.replies.entries()
        if move is not None and pos.stone_count < 10  # so early the solver is not asked
    ]
    for pos, move in random.Random(1).sample(entries, 4):
        for asked, column in ((pos, move), (pos.mirrored(), 6 - move)):
            path = write(tmp_path / "in.txt", asked.cells("012"), asked.to_move)
            done = run("one-move", path, str(tmp_path / "out.txt"), "1", "--perfect")
            assert parse_file((tmp_path / "out.txt").read_bytes()) == asked.play(column)
            assert done.stdout == (
                "\nMaxConnect-4 game\n\nGame state before move:\n"
                + starter_picture(asked.cells("012"))
                + f"\n\nmove {asked.stone_count + 1}: Player 1, column {column + 1}\n\n"
                + "Game state after move:\n"
                + starter_picture(asked.play(column).cells("012"))
            )
            assert (done.returncode, done.stderr) == (0, "")


def test_perfect_needs_a_depth_all_the_same(tmp_path: Path) -> None:
    done = run("one-move", "in.txt", "out.txt", "--perfect", cwd=tmp_path)
    assert done.returncode == 2 and "Four command-line arguments are needed" in done.stdout


def test_a_missing_input_is_the_empty_board_with_player_1_to_move(tmp_path: Path) -> None:
    done = run("one-move", "nowhere.txt", "out.txt", "3", cwd=tmp_path)
    assert starter_picture(EMPTY) in done.stdout
    assert "\n\nmove 1: Player 1, column 4\n\n" in done.stdout
    assert (tmp_path / "out.txt").read_bytes().endswith(b"0001000\r\n2\r\n")


def test_columns_can_be_counted_from_0(tmp_path: Path) -> None:
    for words in (["--columns", "0"], ["--columns=0"]):
        done = run("one-move", *words, "nowhere.txt", "out.txt", "3", cwd=tmp_path)
        assert "\n\nmove 1: Player 1, column 3\n\n" in done.stdout
    done = run("one-move", "nowhere.txt", "out.txt", "3", "--columns", "1", cwd=tmp_path)
    assert "\n\nmove 1: Player 1, column 4\n\n" in done.stdout


def test_a_full_board_ends_without_touching_the_output(tmp_path: Path) -> None:
    path = write(tmp_path / "in.txt", FULL)
    expected = (
        "\nMaxConnect-4 game\n\nGame state before move:\n"
        + starter_picture(FULL)
        + "BOARD FULL\n\nGame Over!\n\n"
    )
    output = tmp_path / "out.txt"
    done = run("one-move", path, str(output), "4")
    assert (done.returncode, done.stdout, done.stderr) == (0, expected, "")
    assert not output.exists()
    output.write_text("old")
    run("one-move", path, str(output), "4")
    assert output.read_text() == "old"
    done = run("interactive", path, "human-next", "4", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, expected)
    assert not (tmp_path / "human.txt").exists()


@pytest.mark.parametrize("output", ["missing/out.txt", "."])
def test_an_output_that_cannot_be_opened(output: str, tmp_path: Path) -> None:
    done = run("one-move", write(tmp_path / "in.txt", EMPTY), output, "4", cwd=tmp_path)
    before = "\nMaxConnect-4 game\n\nGame state before move:\n" + starter_picture(EMPTY)
    assert (done.returncode, done.stdout) == (1, before)
    assert done.stderr == "Error opening output file.\n"


def test_the_output_can_be_standard_output(tmp_path: Path) -> None:
    run("one-move", "none", "out.txt", "2", cwd=tmp_path)
    file = (tmp_path / "out.txt").read_bytes().decode()
    assert run("one-move", "none", "/dev/stdout", "2", cwd=tmp_path).stdout.endswith(file)
    with (tmp_path / "log.txt").open("wb") as log:
        subprocess.run(
            [sys.executable, PROGRAM, "one-move", "none", "/dev/stdout", "2"],
            stdout=log,
            cwd=tmp_path,
            check=True,
        )
    text = (tmp_path / "log.txt").read_bytes().decode()
    assert text.startswith("\nMaxConnect-4 game\n")
    assert text.endswith(starter_picture("/".join(file.split()[:6])) + file)


def test_two_programs_play_through_files_to_the_end(tmp_path: Path) -> None:
    """One looks 1 move ahead and the other 5; each reads what the other wrote."""
    names = ["one.txt", "two.txt"]
    pos = Position(GAME)
    for number in range(42):
        source, target = names[number % 2], names[1 - number % 2]
        done = run("one-move", source, target, "1" if number % 2 else "5", cwd=tmp_path)
        after = parse_file((tmp_path / target).read_bytes())
        assert after in [pos.play(move) for move in pos.legal_moves()]
        assert f"\n\nmove {number + 1}: Player {1 + number % 2}, column " in done.stdout
        pos = after
    assert pos.is_full
    assert run("one-move", names[0], names[1], "5", cwd=tmp_path).stdout.endswith(
        starter_picture(pos.cells("012")) + "BOARD FULL\n\nGame Over!\n\n"
    )


# Mistakes on the command line and in the input.


@pytest.mark.parametrize("words", [[], ["one-move"], ["one-move", "a", "b"], ["x"] * 5])
def test_not_four_arguments(words: list[str]) -> None:
    done = run(*words)
    assert done.stdout == (
        "Four command-line arguments are needed:\n"
        f"Usage: {PROGRAM} interactive [input_file] [computer-next/human-next] [depth]\n"
        f"or: {PROGRAM} one-move [input_file] [output_file] [depth]\n"
    )
    assert (done.returncode, done.stderr) == (2, "")


@pytest.mark.parametrize("mode", ["onemove", "", "Interactive", "spiel-ä"])
def test_an_unknown_mode(mode: str) -> None:
    done = run(mode, "a", "b", "c")
    assert (done.returncode, done.stdout) == (2, f"{mode} is an unrecognized game mode\n")
    assert done.stderr == ""


@pytest.mark.parametrize("depth", ["0", "-1", "abc", "", "1.5", "1_0", "1001", "9" * 5000, "²"])
def test_a_bad_depth(depth: str, tmp_path: Path) -> None:
    done = run("one-move", "none", "out.txt", depth, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("maxconnect4: depth ")
    assert done.stderr.endswith(" is not a whole number from 1 to 1000\n")
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["interactive", "none", "me-next", "3"],
            "next player 'me-next' is not computer-next or human-next",
        ),
        (["one-move", "none", "out", "3", "--columns", "2"], "--columns is '2', expected 0 or 1"),
        (["one-move", "none", "out", "3", "--columns"], "--columns is '', expected 0 or 1"),
        (["one-move", "bad.txt", "out", "3"], "bad.txt, line 6 has 6 cells, expected 7"),
        (["interactive", "bad.txt", "human-next", "3"], "bad.txt, line 6 has 6 cells, expected 7"),
        (["one-move", ".", "out", "3"], ". cannot be read: Is a directory"),
    ],
)
def test_a_mistake_gets_one_sentence_and_nothing_else(
    words: list[str], sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.txt").write_text("0000000\n" * 5 + "000000\n1\n")
    done = run(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"maxconnect4: {sentence}")
    assert done.stderr.count("\n") == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["bad.txt"]


def test_help_names_every_option() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(word in done.stdout for word in ["--columns 0", "--stats", "one-move", PROGRAM])

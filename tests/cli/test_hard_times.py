"""Commands where memory, disk, directory or patience run out: a sentence, and nothing half-done."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

EMPTY = ",".join(["......."] * 6)
Command = Callable[[str], str]


def limited(kind: int, amount: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(kind, (amount, amount))


@pytest.mark.parametrize("words", ["export tournament", "tree --depth 6 --show 6 --json"])
def test_a_short_write_is_no_success(command: Command, tmp_path: Path, words: str) -> None:
    """The file may grow to 12 kB, and Python is told not to buffer, as in many containers."""
    with (tmp_path / "out").open("wb") as out:
        done = subprocess.run(
            [command("inarow"), *words.split()],
            stdout=out,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            preexec_fn=limited(resource.RLIMIT_FSIZE, 12 << 10),
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.decode().endswith("standard output cannot be written: File too large\n")


@pytest.mark.skipif(sys.platform != "linux", reason="where memory can be limited")
@pytest.mark.parametrize(
    ("words", "mb"),
    [
        ("analyse --game maxconnect4 4455 --time 5s", 250),
        ("solve --game maxconnect4", 250),
        ("prove maxconnect4 --table-mb 4096", 400),
        ("play --watch --game gomoku --level 8", 60),
    ],
)
def test_running_out_of_memory_is_a_sentence(command: Command, words: str, mb: int) -> None:
    done = subprocess.run(
        [command("inarow"), *words.split()],
        input="0000000/0000000/0000000/0000000/0000000/0000000 1\n",
        capture_output=True,
        text=True,
        preexec_fn=limited(resource.RLIMIT_AS, mb << 20),
        check=False,
    )
    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1 and "memory" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="where memory can be limited")
def test_a_tournament_move_needs_next_to_no_memory(command: Command) -> None:
    state = "r.....r,......y,.......,.......,.......,......."
    for mb in (60, 80, 120):
        done = subprocess.run(
            [command("ConnectFour"), state, "yellow"],
            capture_output=True,
            text=True,
            preexec_fn=limited(resource.RLIMIT_AS, mb << 20),
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "") and done.stdout.strip() in "0123456"


@pytest.mark.skipif(sys.platform != "linux", reason="where memory can be limited")
def test_perft_counts_in_the_memory_there_is(command: Command) -> None:
    done = subprocess.run(
        [command("inarow"), "perft", "13"],
        capture_output=True,
        text=True,
        preexec_fn=limited(resource.RLIMIT_AS, 80 << 20),
        check=False,
    )
    assert (done.stdout, done.stderr) == ("99073128647\n", "")


LONG = "z" * 100_000


@pytest.mark.parametrize(
    "words",
    [
        ["inarow", LONG],
        ["inarow", "analyse", "--game", LONG],
        ["inarow", "analyse", LONG],
        ["inarow", "analyse", "z " * 50_000],
        ["inarow", "solve", "--game", LONG],
        ["inarow", "coordinate", "e0", LONG],
        ["inarow", "engine", "--protocol", LONG],
        ["inarow", "export", LONG],
        ["inarow", "web", "--path", LONG],
        ["inarow", "dev", "book", "verify", LONG],
        ["inarow", "prove", LONG],
        ["inarow", "perft", LONG],
        ["ConnectFour", EMPTY, LONG],
        ["ConnectFour", EMPTY, "red", "A", LONG],
        ["maxconnect4", LONG, "a", "b", "1"],
        ["Lab7Part1", LONG],
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_one_sentence_is_short(command: Command, words: list[str]) -> None:
    done = subprocess.run(
        [command(words[0]), *words[1:]], capture_output=True, text=True, check=False
    )
    said = done.stderr + done.stdout
    assert done.returncode in (1, 2) and said.count("\n") == 1 and len(said) < 1000


def test_play_shows_no_control_characters(command: Command) -> None:
    done = subprocess.run(
        [command("inarow"), "play", "--first"],
        input="\x1b[2J\x07\n\x9b31m\nquit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "\x1b" not in done.stdout and "\x07" not in done.stdout and "\x9b" not in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["inarow", "dev", "book", "build", "--ply", "1"],
        ["inarow", "tree", "--svg", "tree.svg"],
        ["inarow", "prove", "maxconnect4:4x4", "--certificate", "c"],
        ["maxconnect4", "one-move", "in", "out", "1"],
    ],
    ids=lambda words: " ".join(words)[:20],
)
def test_a_current_directory_that_was_deleted(
    command: Command, tmp_path: Path, words: list[str]
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    argv = " ".join([command(words[0]), *words[1:]])
    done = subprocess.run(
        ["sh", "-c", f"cd {gone} && rmdir {gone} && exec {argv}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (1, 2) and "standard output" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_names_that_cannot_be_used(command: Command, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for words in (
        [b"web", b"--no-open", b"--host", b"\x80"],
        [b"prove", b"maxconnect4:4x4", b"--certificate", b"c", b"--checkpoint", bytes(loop)],
        [
            b"dev",
            b"book",
            b"build",
            b"--game",
            b"connect4:4x4",
            b"--ply",
            b"1",
            b"--out",
            bytes(loop),
        ],
    ):
        done = subprocess.run(
            [command("inarow"), *words], capture_output=True, cwd=tmp_path, check=False
        )
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1, done.stderr


def test_the_unfinished_file_of_somebody_else_is_left_alone(
    command: Command, tmp_path: Path
) -> None:
    other = tmp_path / "some.book.part"
    other.write_text("mine")
    argv = [command("inarow"), "dev", "book", "build", "--game", "connect4:4x4", "--ply", "2"]
    subprocess.run([*argv, "--out", "some.book"], cwd=tmp_path, check=True, capture_output=True)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"some.book", "some.book.part", "some.book.checkpoint"}
    assert other.read_text() == "mine"

"""The maxconnect4 program: the interactive mode, and how it behaves as a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inarow._core import Position
from inarow.protocols.maxconnect4_file import GAME, parse_file
from maxconnect4_program import EMPTY, PROGRAM, Golden, run, starter_picture, write

# Interactive mode.


def test_interactive_transcript(golden: Golden, tmp_path: Path) -> None:
    """Five moves of a human who makes every mistake, then the end of the input."""
    answers = "4\n4\nx\n0\n8\n\n4 4\n-1\n4\n1\n4\n 7 \n"
    done = run("interactive", "none", "human-next", "4", stdin=answers, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    golden("maxconnect4_interactive.txt", done.stdout)


def test_a_whole_game_shows_each_state_once_and_saves_both_files(tmp_path: Path) -> None:
    path = write(tmp_path / "in.txt", EMPTY, 2)
    answers = "\n".join(str(column) for column in [*range(1, 8)] * 42) + "\n"
    done = run("interactive", path, "computer-first", "2", stdin=answers, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    states = [
        "/".join("".join(line.split()).strip("|") for line in block.splitlines()[1:7])
        for block in done.stdout.replace("before move", "after move").split(" after move:\n")[1:]
    ]
    assert [state.count("0") for state in states] == list(range(42, -1, -1))
    assert all(starter_picture(state) in done.stdout for state in states)
    assert done.stdout.count("Game state before move:\n") == 1
    assert done.stdout.count("\n\nmove ") == 21  # the computer's; it has player 2's pieces
    assert all(f"\n\nmove {n}: Player 2, column " in done.stdout for n in range(1, 42, 2))
    assert done.stdout.endswith(starter_picture(states[-1]) + "BOARD FULL\n\nGame Over!\n\n")
    computer, human = ((tmp_path / f"{who}.txt").read_bytes() for who in ("computer", "human"))
    assert parse_file(computer) == Position(GAME, states[-2], 1, symbols="012")
    assert parse_file(human) == Position(GAME, states[-1], 2, symbols="012")
    assert (len(computer), len(human)) == (57, 57)


@pytest.mark.parametrize(
    ("word", "answers", "saved"),
    [
        ("computer-next", "", {"computer.txt": 1}),
        ("computer-first", "", {"computer.txt": 1}),
        ("human-next", "", {}),
        ("human-first", "1", {"human.txt": 1, "computer.txt": 2}),
    ],
)
def test_the_word_says_who_moves_first_and_the_file_with_which_pieces(
    word: str, answers: str, saved: dict[str, int], tmp_path: Path
) -> None:
    (tmp_path / "here").mkdir()
    path = write(tmp_path / "in.txt", EMPTY, 2)
    run("interactive", path, word, "1", stdin=answers, cwd=tmp_path / "here")
    files = {file.name: parse_file(file.read_bytes()) for file in (tmp_path / "here").iterdir()}
    assert {name: pos.stone_count for name, pos in files.items()} == saved
    assert all(pos.stones(2) == 1 for pos in files.values())  # the first piece is player 2's


def test_interactive_columns_from_0(tmp_path: Path) -> None:
    words = ["interactive", "none", "human-next", "1", "--columns", "0"]
    done = run(*words, stdin="7\n0\n", cwd=tmp_path)
    assert "choose a column (0-6): '7' is not a column from 0 to 6.\n" in done.stdout
    assert (tmp_path / "human.txt").read_bytes().endswith(b"1000000\r\n2\r\n")


def test_interactive_without_a_place_to_save(tmp_path: Path) -> None:
    (tmp_path / "computer.txt").mkdir()
    done = run("interactive", "none", "human-next", "1", stdin="1\n", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "Error opening output file.\n")
    assert (tmp_path / "human.txt").exists()


def test_stats_tell_moves_and_cpu_time_for_each_move_of_the_computer(tmp_path: Path) -> None:
    words = ["--stats", "interactive", "none", "computer-next", "4"]
    done = run(*words, stdin="1\n2\n", cwd=tmp_path)
    lines = done.stderr.splitlines()
    assert len(lines) == 3
    for line in lines:
        explored, cpu, speed = line.split(", ")
        assert int(explored.removeprefix("moves explored ")) > 0
        assert float(cpu.removeprefix("CPU ").removesuffix(" s")) >= 0
        assert int(speed.removesuffix(" moves a second")) > 0
    assert run("one-move", "none", "out.txt", "4", "--stats", cwd=tmp_path).stderr.startswith(
        "moves explored "
    )


# The process.


def start(words: list[str], cwd: Path, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, PROGRAM, *words], cwd=cwd, stderr=subprocess.PIPE, **options
    )


def test_a_terminal_shows_the_prompt_before_it_is_answered(tmp_path: Path) -> None:
    controller, terminal = os.openpty()
    with start(
        ["interactive", "none", "human-next", "1"], tmp_path, stdin=terminal, stdout=terminal
    ) as process:
        os.close(terminal)
        seen = b""
        for answer in (b"4\n", b"\x04"):  # Ctrl-D ends the input
            while not seen.endswith(b"choose a column (1-7): "):
                seen += os.read(controller, 1000)
            os.write(controller, answer)
            seen += os.read(controller, 1)
        assert process.wait(timeout=60) == 0
        os.close(controller)
    assert b"move 2: Player 2" in seen


def test_ctrl_c_ends_it_quietly_while_it_waits_and_while_it_thinks(tmp_path: Path) -> None:
    for words in (
        ["interactive", "none", "human-next", "1"],
        ["one-move", "none", "out.txt", "42"],
    ):
        with start(words, tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            while b"Score" not in process.stdout.readline():
                pass
            process.send_signal(signal.SIGINT)
            _, complaint = process.communicate(timeout=60)
        assert process.returncode == -signal.SIGINT  # which a shell reports as 130
        assert complaint == b""
    assert not any(tmp_path.iterdir())


def test_a_closed_pipe_does_not_stop_a_move_from_being_saved(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with start(["one-move", "none", "out.txt", "3"], tmp_path, stdout=writer) as process:
        os.close(writer)
        assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == 0
    assert len((tmp_path / "out.txt").read_bytes()) == 57


def test_once_nobody_reads_the_output_the_game_knows() -> None:
    """Else a game with endless input would go on for ever."""
    reader, writer = os.pipe()
    os.close(reader)
    code = (
        "import sys; from inarow.protocols.maxconnect4 import say\n"
        "print(say('a'), say('b'), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=writer, stderr=subprocess.PIPE, text=True, check=True
    )
    os.close(writer)
    assert done.stderr == "False False\n"


def test_a_full_standard_output_gets_one_sentence(tmp_path: Path) -> None:
    with (
        Path("/dev/full").open("wb") as full,
        start(["one-move", "none", "out.txt", "3"], tmp_path, stdout=full) as process,
    ):
        complaint = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 1
    assert complaint == (
        "maxconnect4: standard output cannot be written: No space left on device\n"
    )


def test_the_installed_command_is_the_program(
    command: Callable[[str], str], tmp_path: Path
) -> None:
    name = command("maxconnect4")
    words = ["one-move", "none", "out.txt", "5"]
    installed = subprocess.run([name, *words], capture_output=True, cwd=tmp_path, check=True)
    assert installed.stdout.decode() == run(*words, cwd=tmp_path).stdout
    usage = subprocess.run([name], capture_output=True, text=True, check=False).stdout
    assert f"Usage: {name} interactive" in usage

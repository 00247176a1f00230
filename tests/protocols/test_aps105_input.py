"""Lab7Part1 and Lab7Part2 at their edges: what they read, and who is at the other end."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from inarow.protocols.aps105 import Scanner
from lab7 import (
    ASK_COLOUR,
    ASK_SIZE,
    ASK_STONE,
    OCCUPIED,
    PROMPTS,
    choice_by_table,
    transcript,
    typing,
)

GAMES = json.loads((Path(__file__).parents[1] / "data" / "aps105_games.json").read_text())
PATIENCE_S = 20.0

OPENING = transcript(7, "W", typing([]), choice_by_table)

Command = Callable[[str], str]


def run(argv: list[str], stdin: bytes) -> str:
    done = subprocess.run(argv, input=stdin, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


# Reading as scanf does


def scan(data: bytes, kinds: str) -> list[int | str | None]:
    """What the scanner makes of some input; kinds is d for a number and c for a letter."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    scanner = Scanner(reading)
    try:
        return [scanner.number() if kind == "d" else scanner.letter() for kind in kinds]
    finally:
        os.close(reading)


@pytest.mark.parametrize(
    ("data", "kinds", "values"),
    [
        (b"7B0 0", "dcdd", [7, "B", 0, 0]),
        (b"\n\t 7 \r\n\v\f W\n\n3\n\n4", "dcdd", [7, "W", 3, 4]),
        (b"+3 -1 007 -0 +00", "ddddd", [3, -1, 7, 0, 0]),
        (b"1-2+3", "ddd", [1, -2, 3]),
        (b"7.5", "dcd", [7, ".", 5]),
        (b"0x10 2", "ddd", [0, None, 2]),
        (b"seven 7", "dd", [None, 7]),
        (b"- 7 + 8 -x 9 --1 2", "dddddddd", [None, 7, None, 8, None, 9, None, 2]),
        (b"3,4 5", "ddd", [3, None, 5]),
        (b"BW\xe9", "ccc", ["B", "W", "\xe9"]),
        (b"\x007 8", "dd", [None, 8]),
    ],
)
def test_the_scanner(data: bytes, kinds: str, values: list[int | str | None]) -> None:
    assert scan(data, kinds) == values


@pytest.mark.parametrize("digits", [9, 10, 20, 5000])
def test_numbers_too_large_for_an_int_are_off_every_board(digits: int) -> None:
    large, small = scan(b"9" * digits + b" -" + b"9" * digits, "dd")
    assert isinstance(large, int) and large > 19
    assert isinstance(small, int) and small < 0


@pytest.mark.parametrize("data", [b"", b" \n\t", b"7 ", b"-"])
def test_the_end_of_the_input_is_an_error_of_its_own(data: bytes) -> None:
    with pytest.raises(EOFError):
        scan(data, "dd")


def test_a_letter_waits_for_no_line_end() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"B")
    assert Scanner(reading).letter() == "B"
    os.close(writing)
    os.close(reading)


@pytest.mark.parametrize(
    ("stdin", "expected"),
    [
        (b"6 20 0 -7 99999999999999999999 7 W", ASK_SIZE * 5 + OPENING),
        (b"seven 7 W", ASK_SIZE + OPENING),
        (b"7 b w X 1 W", OPENING.replace(ASK_COLOUR, ASK_COLOUR * 5)),
        (b"7.W", OPENING.replace(ASK_COLOUR, ASK_COLOUR * 2)),
        (b"7White", OPENING + ASK_STONE),
        (b"7W-1 0 0 7 7 0 0 -1 4294967296 0", OPENING + (OCCUPIED + ASK_STONE) * 5),
        (b"7W a 3 b 4", OPENING + ASK_STONE * 2),
    ],
)
def test_answers_that_are_asked_for_again(stdin: bytes, expected: str, command: Command) -> None:
    assert run([command("Lab7Part1")], stdin) == expected


def test_squares_need_no_line_ends(command: Command) -> None:
    squares = [(0, 0), (3, 3), (6, 6)]
    expected = transcript(7, "W", typing(squares), choice_by_table)
    assert run([command("Lab7Part1")], b"7W0 0 3\n3+6\t06") == expected


# A person or a program at the other end


def converse(argv: list[str], answers: list[bytes], on_terminal: bool) -> str:
    """Type each answer only when a prompt can be seen: torn into single bytes on a pipe, a line at
    a time on a terminal. Hence the program waits for no more than a prompt asks for."""
    if on_terminal:
        keyboard, terminal = pty.openpty()
        modes = termios.tcgetattr(terminal)
        modes[1] &= ~termios.OPOST
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(terminal, termios.TCSANOW, modes)
        process = subprocess.Popen(argv, stdin=terminal, stdout=terminal, stderr=subprocess.PIPE)
        os.close(terminal)
        screen = keyboard
    else:
        process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        assert process.stdin is not None and process.stdout is not None
        keyboard, screen = process.stdin.fileno(), process.stdout.fileno()
    seen = ""
    pending = list(answers)
    deadline = time.monotonic() + PATIENCE_S
    try:
        while True:
            ready, _, _ = select.select([screen], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"nothing more came after {seen!r}"
            try:
                piece = os.read(screen, 65536)
            except OSError:  # the terminal is gone with its last user
                piece = b""
            if not piece:
                break
            seen += piece.decode()
            if seen.endswith(PROMPTS) and pending:
                answer = pending.pop(0)
                for piece in [answer] if on_terminal else [bytes([byte]) for byte in answer]:
                    os.write(keyboard, piece)
        assert (process.wait(PATIENCE_S), process.communicate()[1]) == (0, b"")
        assert not pending
    finally:
        process.kill()
        process.wait()
        if on_terminal:
            os.close(keyboard)
    return seen


@pytest.mark.parametrize("on_terminal", [False, True], ids=["pipe", "terminal"])
@pytest.mark.parametrize("game", [GAMES[i] for i in (0, 2, 3, 9)], ids=lambda game: game["id"])
def test_each_prompt_is_seen_before_its_answer(
    game: dict[str, str], on_terminal: bool, command: Command
) -> None:
    answers = [line.encode() for line in game["stdin"].splitlines(keepends=True)]
    assert converse([command("Lab7Part1")], answers, on_terminal) == game["stdout"]


def test_one_control_d_ends_the_game_on_a_terminal(command: Command) -> None:
    text = converse([command("Lab7Part1")], [b"7\n", b"W\n", b"\x04"], on_terminal=True)
    assert text == OPENING


def test_control_c_ends_it_without_a_word(command: Command) -> None:
    with subprocess.Popen(
        [command("Lab7Part1")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read(len(ASK_SIZE)) == ASK_SIZE.encode()
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=PATIENCE_S) == (b"", b"")
        assert process.returncode == -signal.SIGINT


def test_a_reader_that_leaves_ends_it_without_a_word(command: Command) -> None:
    with subprocess.Popen(
        [command("Lab7Part1")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None and process.stdin is not None
        assert process.stdout.read(len(ASK_SIZE)) == ASK_SIZE.encode()
        process.stdout.close()
        process.stdin.write(b"7\n")
        process.stdin.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE_S) == 0


@pytest.mark.parametrize("closed", [">&-", "<&-"])
def test_closed_standard_files_end_it_without_a_word(closed: str, command: Command) -> None:
    program = command("Lab7Part1")
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" {closed}', program], input=b"7\n", capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_sentence(command: Command) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [command("Lab7Part1")],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == (b"Lab7Part1: cannot write to standard output: No space left on device\n")


# The command line


@pytest.mark.parametrize("name", ["Lab7Part1", "Lab7Part2"])
def test_help_and_other_arguments(name: str, command: Command) -> None:
    assert run([command(name), "--help"], b"").startswith(f"usage: {name}\n")
    for arguments in (["7"], ["--help", "me"], [""]):
        done = subprocess.run(
            [command(name), *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.decode() == (
            f"{name}: argument '{arguments[0]}' is not known: {name} takes none but --help"
            " and asks for everything else\n"
        )

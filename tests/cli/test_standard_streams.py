"""Closed, full and interrupted: every program ends with a sentence at most, never a traceback."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from inarow.cli.standard_streams import open_missing_streams
from inarow.cli.terminal import write_output

EMPTY = ",".join(["......."] * 6)
FULL_DEVICE = Path("/dev/full")
Command = Callable[[str], str]


def shell(command: Command, line: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a line whose first word is one of our commands, with its redirections."""
    name, rest = line.split(" ", 1)
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" {rest}', command(name)],
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
    )


WRITERS = [
    f"ConnectFour {EMPTY} red A 3",
    "ConnectFour --help",
    "inarow --help",
    "inarow --version",
    "inarow perft 3",
    "inarow tree --depth 2",
    "inarow timing --depth 1",
    "inarow timing --depth 1 --csv",
    "inarow timing --depth 1 --svg -",
    "inarow analyse --game connect4:4x4",
    "inarow play --watch --level 1 --game tictactoe",
]


@pytest.mark.parametrize("line", WRITERS)
def test_without_a_standard_output_there_is_one_sentence(command: Command, line: str) -> None:
    done = shell(command, f"{line} >&-")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.count(b"\n") == 1 and b"standard output" in done.stderr


@pytest.mark.skipif(not FULL_DEVICE.exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("line", WRITERS[:6])
def test_a_full_standard_output_gets_one_sentence(
    command: Command, line: str, buffered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "" if buffered else "1")
    done = shell(command, f"{line} >{FULL_DEVICE}")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.count(b"\n") == 1 and os.strerror(28).encode() in done.stderr


def test_a_file_can_be_written_without_a_standard_output(command: Command, tmp_path: Path) -> None:
    chart = tmp_path / "tree.svg"
    done = shell(command, f"inarow tree --depth 1 --svg {chart} >&-")
    assert (done.returncode, done.stderr) == (0, b"")
    assert chart.read_text(encoding="utf-8").endswith("</svg>\n")


@pytest.mark.parametrize(
    "line", [f"ConnectFour {EMPTY} blue", "inarow perft x", "inarow perft -3", "Lab7Part1 x"]
)
def test_without_a_standard_error_the_status_still_tells(command: Command, line: str) -> None:
    done = shell(command, f"{line} 2>&-")
    assert (done.returncode, done.stdout) == (2, b"")


def test_a_closed_standard_input_is_no_terminal_and_at_its_end(command: Command) -> None:
    shown = shell(command, "inarow play --game tictactoe <&-")
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert shown.stdout.startswith(b"No terminal to read moves from")
    asked = shell(command, "inarow play --first <&-")
    assert (asked.returncode, asked.stderr) == (0, b"")
    assert asked.stdout.endswith(b"End of input: the game ends here.\n")


def test_a_reader_who_leaves_hears_no_complaint(command: Command) -> None:
    for name in ("inarow tree --depth 5 --show 5", f"ConnectFour {EMPTY} red A 3"):
        read, write = os.pipe()
        os.close(read)
        program, *arguments = name.split()
        with os.fdopen(write, "wb") as nobody:
            done = subprocess.run(
                [command(program), *arguments],
                stdout=nobody,
                stderr=subprocess.PIPE,
                timeout=60,
                check=False,
            )
        assert done.stderr == b""


INTERRUPT_AT_IMPORT = """
import os, signal, sys
class Interrupter:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[3]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupter())
from inarow.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize("module", ["argparse", "inarow.cli", "inarow.cli.commands.dev.bench"])
def test_an_interrupt_while_modules_load_ends_it_quietly(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPT_AT_IMPORT, "dev", "bench", module],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


def test_an_ignored_interrupt_stays_ignored() -> None:
    code = INTERRUPT_AT_IMPORT.replace("sys.argv[3]", "'inarow.cli'")
    ignoring = ["/bin/sh", "-c", 'trap "" INT; exec "$0" "$@"']
    done = subprocess.run(
        [*ignoring, sys.executable, "-c", code, "perft", "1"],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"8\n", b"")


@pytest.mark.parametrize(
    ("encoding", "written"),
    [
        ("ascii", b"\\u2264 \\udcff\n"),
        ("latin-1", b"\\u2264 \\udcff\n"),
        ("utf-8", b"\xe2\x89\xa4 \xff\n"),
    ],
)
def test_no_character_is_too_much_for_standard_output(
    encoding: str, written: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(taken, encoding=encoding))
    open_missing_streams()
    print("≤ \udcff", flush=True)  # a sign, and a byte of a file's name
    assert taken.getvalue() == written


def test_a_file_has_an_encoding_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(taken, encoding="ascii"))
    write_output("-", "≤\n")
    sys.stdout.flush()
    assert taken.getvalue() == "≤\n".encode()


@pytest.mark.skipif(not FULL_DEVICE.exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("inarow perft x", 2),
        ("inarow perft 3 --game chess", 2),
        ("inarow tree --depth 2 >/dev/full", 1),
        ("inarow why </dev/null", 2),
        (f"ConnectFour {EMPTY} blue", 2),
    ],
)
def test_a_full_standard_error_keeps_the_status(command: Command, line: str, status: int) -> None:
    assert shell(command, f"{line} 2>{FULL_DEVICE}").returncode == status


def test_a_broken_standard_error_keeps_the_status(command: Command) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run([command("inarow"), "perft", "x"], stderr=closed, check=False)
    assert done.returncode == 2


def test_bytes_that_are_no_text_are_bad_answers(command: Command) -> None:
    done = shell(command, "inarow why", b"\xff\xfe 1 2\n")
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1
    assert b"standard input" in done.stderr

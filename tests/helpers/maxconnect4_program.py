"""The maxconnect4 program as a process, for the tests of its two modes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import slow_counted as slow
from inarow._core import Position
from inarow.protocols.maxconnect4_file import GAME, format_file

PROGRAM = str(Path(__file__).parents[2] / "programs" / "maxconnect4.py")
FULL = "1212121/1111111/1211111/1112111/2112211/1111111"
EMPTY = "0000000/0000000/0000000/0000000/0000000/0000000"
RULE = " -----------------\n"

Golden = Callable[[str, str], None]
Done = subprocess.CompletedProcess[str]


def run(*arguments: str, stdin: str = "", cwd: Path | None = None) -> Done:
    """The program's answer; its line ends are kept as they are."""
    done = subprocess.run(
        [sys.executable, PROGRAM, *arguments],
        input=stdin.encode(),
        capture_output=True,
        cwd=cwd,
        timeout=60,
        check=False,
    )
    return Done(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def write(path: Path, cells: str, player: int = 1) -> str:
    path.write_bytes(format_file(Position(GAME, cells, player, symbols="012")).encode())
    return str(path)


def starter_picture(cells: str) -> str:
    """The board and score of the course's starter program, written down a second time."""
    board = slow.board_of(cells, "012")
    lines = "".join(" | " + "".join(f"{c} " for c in row) + "| \n" for row in cells.split("/"))
    first, second = slow.points(board, 4, 1), slow.points(board, 4, 2)
    return f"{RULE}{lines}{RULE}Score: Player 1 = {first}, Player 2 = {second}\n\n"

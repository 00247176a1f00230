"""Files that must be there beside a MaxConnect4 program, among them one with a board.

options = { names = ["readme.txt"], board = true }
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from inarow.errors import UserError
from inarow.marking.checks.check import OPTIONS, Check, judge_handed_in
from inarow.marking.suite import Test
from inarow.protocols.maxconnect4_file import LONGEST_FILE, parse_file
from inarow.running.work_folder import read_regular_file


def _board(test: Test, found: Sequence[Path]) -> Sequence[str]:
    if not test.options.get("board") or any(map(_is_board, found)):
        return ()
    return ("an input file with a board",)


def _is_board(path: Path) -> bool:
    data = read_regular_file(path, LONGEST_FILE)
    try:
        return data is not None and parse_file(data) is not None
    except UserError:
        return False


CHECK = Check(
    "files that must be there",
    partial(judge_handed_in, also=_board),
    {**OPTIONS, "board": bool},
    runs=False,
)

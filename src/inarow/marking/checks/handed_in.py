"""Files that must be there beside the program.

options = { names = ["readme.txt"], board = true }    board: some file with a MaxConnect4 board
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from inarow.errors import UserError
from inarow.marking.checks.judged import Judged
from inarow.marking.results import Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Test
from inarow.protocols.maxconnect4_file import LONGEST_FILE, parse_file
from inarow.running.plain_file import read_plain
from inarow.running.program import Program
from inarow.words import listed

OPTIONS = {"names": list, "board": bool}


def judge_handed_in(test: Test, program: Program, runner: Runner) -> Judged:
    """Looks at what was handed in, without running it."""
    if program.box is None:
        raise UserError(f"test '{test.name}' is about files, and there are none")
    found = {path.name: path for path in sorted(program.box.rglob("*")) if path.is_file()}
    missing = [str(name) for name in test.options.get("names", ()) if name not in found]
    if test.options.get("board") and not any(_is_board(found[name]) for name in found):
        missing.append("an input file with a board")
    if not missing:
        return Judged(Verdict.PASS, share=Decimal(1))
    folded = {name.casefold(): name for name in found}
    for name in missing:
        if name.casefold() in folded:
            reason = f"'{folded[name.casefold()]}' was handed in, and its name must be {name}"
            return Judged(Verdict.FAIL, "MISNAMED", reason)
    return Judged(Verdict.FAIL, "MISSING_FILE", f"{listed(missing)} was not handed in")


def _is_board(path: Path) -> bool:
    data = read_plain(path, LONGEST_FILE)
    try:
        return data is not None and parse_file(data) is not None
    except UserError:
        return False

"""Which arguments of a MaxConnect4 program are files: ``one-move INPUT OUTPUT DEPTH`` or
``interactive INPUT WHO DEPTH``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inarow.courses.maxconnect4.seat import COMPUTER, HUMAN
from inarow.running.work_folder import WorkFiles


def work_files(words: Sequence[str]) -> WorkFiles:
    """The files of a command line, under names of their own in the folder."""
    args = list(words)
    put: dict[str, Path] = {}
    back: dict[str, Path] = {}
    if args[:1] == ["interactive"]:
        back = {name: Path(name) for name in (COMPUTER, HUMAN)}
    if len(args) > 1 and Path(args[1]).is_file():
        given, args[1] = Path(args[1]), Path(args[1]).name
        if args[1] in back:
            args[1] = f"input-{args[1]}"
        put[args[1]] = given
    if args[:1] == ["one-move"] and len(args) > 2 and Path(args[2]).name:
        target, args[2] = Path(args[2]), Path(args[2]).name
        if args[2] in put and target.resolve() != given.resolve():
            args[2] = f"output-{args[2]}"
        back[args[2]] = target
    return WorkFiles(args, put, back)

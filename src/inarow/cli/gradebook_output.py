"""The gradebook of ``inarow mark`` and ``inarow arena marks``: an export with one column filled,
written beside it."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.cli.options import Options
from inarow.errors import UserError
from inarow.files import checked_output, read_input, write_whole
from inarow.running.submission import shown
from inarow.text import plural

if TYPE_CHECKING:
    from inarow.marking.grading.gradebook import FilledGradebook
    from inarow.marking.grading.roster import Roster

_MOST_BYTES = 64_000_000


def add_gradebook_arguments(parser: Options, more: Options) -> None:
    """``more`` takes the options that are seldom needed."""
    parser.add_argument("--gradebook", metavar="FILE", help="exported gradebook to copy and fill")
    parser.add_argument("--column", metavar="NAME", help="with --gradebook: the column to fill")
    more.add_argument(
        "--to", metavar="FILE", help="with --gradebook: file to write (default: BOOK.marked.csv)"
    )
    more.add_argument(
        "--in-place", action="store_true", help="with --gradebook: overwrite the export"
    )


def require_gradebook_options(args: Namespace) -> None:
    """Refuses options that need others."""
    if (args.gradebook is None) != (args.column is None):
        raise UserError("--gradebook and --column require each other")
    if args.gradebook is not None and args.class_file is None:
        raise UserError("--gradebook requires --class, which has the roster")
    if args.gradebook is None and (args.to is not None or args.in_place):
        raise UserError(f"{'--to' if args.to is not None else '--in-place'} requires --gradebook")
    if args.to is not None and args.in_place:
        raise UserError("--in-place and --to both say where to write: use one of them")
    if args.gradebook == "-":
        raise UserError("--gradebook requires a file, not standard input")


class GradebookOutput:
    """An export and where its copy with marks goes. Made before the work, so that a wrong file or
    column is noticed in time; read again when it is written, so that nobody's changes are lost."""

    def __init__(self, args: Namespace, roster: Roster) -> None:
        self._export, self._column, self._roster = args.gradebook, args.column, roster
        self.target = self._target(args)
        checked_output(str(self.target))
        self._seen = self._read()
        self._filled(self._seen, {})

    @staticmethod
    def _target(args: Namespace) -> Path:
        export = Path(args.gradebook)
        if args.in_place:
            return export
        if args.to is not None:
            return Path(args.to)
        return export.with_name(f"{export.stem}.marked{export.suffix}")

    @property
    def overwrites_export(self) -> bool:
        """Whether the user said so."""
        target, export = self.target, Path(self._export)
        return target.exists() and export.exists() and target.samefile(export)

    def write(self, command: str, marks: Mapping[str, Decimal]) -> None:
        """Writes the marks, by the roster's ids, and prints what was found to standard error."""
        now = self._read()
        filled = self._filled(now, marks)
        write_whole(self.target, filled.data)
        if now != self._seen:
            _say(command, f"gradebook '{self._export}' changed meanwhile: its new cells are kept")
        for finding in filled.findings:
            _say(command, finding)
        _say(command, f"{plural(filled.count, 'mark')} written to '{self.target}'")

    def _read(self) -> bytes:
        return read_input("gradebook", self._export, _MOST_BYTES)

    def _filled(self, data: bytes, marks: Mapping[str, Decimal]) -> FilledGradebook:
        from inarow.marking.grading.gradebook import fill_gradebook

        try:
            return fill_gradebook(data, self._column, self._roster, marks)
        except UserError as error:
            raise UserError(f"gradebook '{self._export}': {error}") from None


def _say(command: str, words: str) -> None:
    print(f"inarow {command}: {shown(words, 300)}", file=sys.stderr)

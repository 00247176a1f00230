"""How commands write: styled on a terminal, plain elsewhere, whole files or none."""

from __future__ import annotations

import sys
from pathlib import Path

from inarow.files import checked_output, write_whole
from inarow.render.terminal import Line, plain_text, style_of

_STYLES = {"strong": "1", "faint": "2", "title": "3", "cut": "38;5;166"}


def print_lines(lines: list[Line]) -> None:
    """Print styled lines, plain where no colours belong."""
    if not style_of(sys.stdout).color:
        sys.stdout.write(plain_text(lines))
        return
    for line in lines:
        sys.stdout.write("".join(_styled(*piece) for piece in line).rstrip() + "\n")


def _styled(piece: str, style: str) -> str:
    return f"\x1b[{_STYLES[style]}m{piece}\x1b[0m" if piece and style else piece


def print_table(title: str, header: list[str], rows: list[list[str]]) -> None:
    """Print a table whose first column is flush left and whose others are flush right; a row
    without cells is a gap."""
    widths = [max(map(len, column)) for column in zip(header, *filter(None, rows), strict=True)]
    lines: list[Line] = [[(line, "title")] for line in title.splitlines()]
    for number, row in enumerate([header, *rows]):
        first, *others = zip(row or [""] * len(widths), widths, strict=True)
        cells = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        lines.append([("".join(f" {cell} " for cell in cells), "" if number else "strong")])
    print_lines(lines)


def require_writable(name: str) -> None:
    """Refuse a file for ``write_output`` that cannot be written, before the work and not after."""
    if name != "-":
        checked_output(name, in_place=True)


def write_output(name: str, text: str) -> None:
    """Write a whole text, as UTF-8, to a file or nothing at all; to standard output for ``-``."""
    sys.stdout.flush()
    if name == "-":
        sys.stdout.buffer.write(text.encode())
    else:
        write_whole(Path(name), text.encode())

"""How commands write: styled on a terminal, plain elsewhere, whole files or none."""

from __future__ import annotations

import sys
from pathlib import Path

from inarow.files import checked_output, write_whole
from inarow.render.terminal import style_of
from inarow.render.tree_text import Line, plain_text

_STYLES = {"": "", "strong": "bold", "faint": "dim", "cut": "dark_orange3"}


def print_lines(lines: list[Line]) -> None:
    """Print styled lines, plain where no colours belong."""
    if not style_of(sys.stdout).color:
        sys.stdout.write(plain_text(lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for line in lines:
        text = Text.assemble(*((piece, _STYLES[style]) for piece, style in line))
        text.rstrip()
        console.print(text, soft_wrap=True)


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

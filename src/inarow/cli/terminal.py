"""How commands write: styled on a terminal, plain elsewhere, whole files or none."""

from __future__ import annotations

import sys
from pathlib import Path

from inarow.errors import UserError
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


def write_output(name: str, text: str) -> None:
    """Write a whole text to a file, or to standard output for ``-``."""
    if name == "-":
        sys.stdout.write(text)
        return
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"file '{name}' cannot be written: {error.strerror}") from None

"""How commands write: styled on a terminal, plain elsewhere, whole files or none."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TextIO

from inarow.errors import UserError
from inarow.render.tree_text import Line, plain_text

_STYLES = {"": "", "strong": "bold", "faint": "dim", "cut": "dark_orange3"}


def styled(stream: TextIO) -> bool:
    """Whether colours belong on a stream: a terminal, and NO_COLOR is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def can_write(stream: TextIO, characters: str) -> bool:
    """Whether the encoding of a stream has these characters."""
    try:
        characters.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def print_lines(lines: list[Line]) -> None:
    """Print styled lines, plain where no colours belong."""
    if not styled(sys.stdout):
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

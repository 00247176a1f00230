"""What a stream can show: colours, and more than ASCII."""

from __future__ import annotations

import os
from typing import NamedTuple, TextIO

from inarow.render.board_text import ASCII_SYMBOLS, ROUND_SYMBOLS

Segment = tuple[str, str]
"""A piece of a line and its style: plain, strong, faint or cut."""
Line = list[Segment]


class Style(NamedTuple):
    """How to draw on a stream, as ``board_text`` takes it."""

    color: bool
    symbols: str


def style_of(stream: TextIO, *, no_color: bool = False) -> Style:
    """Colours go to a terminal that is not dumb, unless NO_COLOR is set; discs go to a terminal
    whose encoding has them. Everything else gets plain ASCII."""
    terminal = stream.isatty()
    plain = no_color or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    discs = terminal and can_encode(stream, ROUND_SYMBOLS)
    return Style(terminal and not plain, ROUND_SYMBOLS if discs else ASCII_SYMBOLS)


def can_encode(stream: TextIO, text: str) -> bool:
    """Whether the encoding of a stream has all these characters."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def plain_text(lines: list[Line]) -> str:
    """Lines without their styles."""
    return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in lines)

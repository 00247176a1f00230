"""Output with its white space visible: · space, → tab, ↵ line end, CR, and escapes for the rest."""

from __future__ import annotations

import re
from typing import NamedTuple

_WHITE = {" ": "·", "\t": "→", "\n": "↵", "\r": "␍", "\0": "␀", "\ufeff": "[BOM]"}


class Piece(NamedTuple):
    """A stretch of a line: characters that show themselves, or the sign of one that does not."""

    text: str
    white: bool


def lines_of(data: bytes) -> list[bytes]:
    """Lines with what ends them; nothing has no lines."""
    return re.findall(rb"[^\n]*\n|[^\n]+", data)


def pieces(line: bytes) -> list[Piece]:
    """A line for people; bytes that are no UTF-8 are escapes."""
    found: list[Piece] = []
    for char in line.decode("utf-8", "backslashreplace"):
        if char in _WHITE:
            found.append(Piece(_WHITE[char], True))
        elif not char.isprintable():
            found.append(Piece(char.encode("unicode_escape").decode(), True))
        elif found and not found[-1].white:
            found[-1] = Piece(found[-1].text + char, False)
        else:
            found.append(Piece(char, False))
    return found


def visible(line: bytes) -> str:
    """A line as plain text."""
    return "".join(piece.text for piece in pieces(line))


def strip_controls(text: str) -> str:
    """A name or a sentence of somebody else's without anything that a terminal would obey."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )

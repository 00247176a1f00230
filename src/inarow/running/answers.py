"""The answers of programs, read as bytes: numbers, one per line, and columns and cells.

Reasons are checked in one order, so that a wrong answer has one: it does not exist, its bytes, the
number of its lines, their form, the last newline, and only then what the board says.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

from inarow._core import Position
from inarow.players.seat import MOST_RAW, Invalid
from inarow.protocols.lines import printable

_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NUMBER = re.compile(rb"0|-?[1-9][0-9]{0,17}")
_BAD_BYTES = re.compile(rb"[^\x00-\x7f]")


class InvalidAnswerError(Exception):
    """An answer that is not taken: its reason, a clause to follow the program's name, and its first
    bytes."""

    def __init__(self, invalid: Invalid, detail: str, raw: bytes) -> None:
        super().__init__(detail)
        self.invalid, self.detail, self.raw = invalid, detail, raw[:MOST_RAW]


Wrong = Callable[[Invalid, str], InvalidAnswerError]
"""Makes the error of a reason and a clause about the answer."""


def number_lines(data: bytes, count: int, *, stderr: bytes = b"") -> list[int]:
    """The numbers of an answer with one number per line: plain digits, no sign but a minus, no
    leading zero. ``stderr`` completes the message about an answer that does not exist."""

    def wrong(invalid: Invalid, clause: str) -> InvalidAnswerError:
        return InvalidAnswerError(invalid, f"answered '{printable(data)}', {clause}", data)

    if not data:
        detail = "answered nothing"
        if words := [line for line in stderr.splitlines() if line.strip()]:
            detail += f" on standard output, but '{printable(words[-1])}' on standard error"
        raise InvalidAnswerError(Invalid.NO_OUTPUT, detail, stderr)
    require_plain_bytes(data, wrong)
    if b"\r\n" in data:
        raise wrong(Invalid.CRLF, "with CR LF where LF belongs")
    *lines, last = data.split(b"\n")
    expected = "one line" if count == 1 else f"{count} lines"
    if len(lines) > count or (len(lines) == count and last):
        raise wrong(Invalid.EXTRA_OUTPUT, f"which is more than {expected}")
    if last:
        lines.append(last)
    if len(lines) < count:
        raise wrong(Invalid.SYNTAX, f"which is less than {expected}")
    numbers = [_number(line, wrong) for line in lines]
    if last:
        raise wrong(Invalid.MISSING_NEWLINE, "without a newline at its end")
    return numbers


def require_plain_bytes(data: bytes, wrong: Wrong) -> None:
    """Refuses a byte order mark, and bytes beyond ASCII."""
    if data.startswith(_MARKS):
        raise wrong(Invalid.BOM, "which begins with a byte order mark")
    if found := _BAD_BYTES.search(data):
        raise wrong(Invalid.NOT_ASCII, f"whose byte {found.start() + 1} is not ASCII")


def _number(line: bytes, wrong: Wrong) -> int:
    if _NUMBER.fullmatch(line) is None:
        raise wrong(Invalid.SYNTAX, f"whose line '{printable(line)}' is not a plain number")
    return int(line)


def checked_column(column: int, pos: Position, raw: bytes, first: int = 0) -> int:
    """A column, whose number is counted from ``first``, if a stone can be laid there."""
    last = first + pos.game.cols - 1
    if not first <= column <= last:
        detail = f"played column {column}, which is not {first} to {last}"
        raise InvalidAnswerError(Invalid.RANGE, detail, raw)
    if pos.landing(column - first) is None:
        raise InvalidAnswerError(Invalid.FULL, f"played column {column}, which is full", raw)
    return column - first


def checked_cell(row: int, col: int, pos: Position, raw: bytes) -> int:
    """A cell of a free board, counted from 0 at the top left, if a stone can be laid there."""
    game = pos.game
    if not (0 <= row < game.rows and 0 <= col < game.cols):
        detail = f"played row {row}, column {col}, which is off the board of {game.rows} rows"
        raise InvalidAnswerError(Invalid.RANGE, detail, raw)
    if pos.at(row, col) != 0:
        detail = f"played row {row}, column {col}, which is occupied"
        raise InvalidAnswerError(Invalid.OCCUPIED, detail, raw)
    return row * game.cols + col

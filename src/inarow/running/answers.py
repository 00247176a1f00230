"""The answers of programs, read as bytes and taken only as the courses write them.

    COMP3308     3\\n         a tournament move; 3\\n297\\n with the nodes when it is marked
    MaxConnect4  a file      the board after exactly one legal move, and who is next

Reasons are looked for in one order, so that an answer has one: nothing there, its bytes, the number
of its lines, their form, the last newline, and only then what the board says. A reason that is
allowed is forgiven: that is how a marker finds out what a leniency would change.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Collection

from inarow._core import Game, Position
from inarow.errors import UserError
from inarow.players.seat import MOST_RAW, Invalid
from inarow.protocols.lines import printable
from inarow.protocols.maxconnect4_file import LONGEST_FILE, parse_file

_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NUMBER = re.compile(rb"0|-?[1-9][0-9]{0,17}")
_BAD_BYTES = re.compile(rb"[^\x00-\x7f]")


class InvalidAnswerError(Exception):
    """An answer that is not taken: its reason, a clause to follow the program's name, and its first
    bytes."""

    def __init__(self, invalid: Invalid, detail: str, raw: bytes) -> None:
        super().__init__(detail)
        self.invalid, self.detail, self.raw = invalid, detail, raw[:MOST_RAW]


def column_answer(
    data: bytes, pos: Position, *, allowed: Collection[Invalid] = (), stderr: bytes = b""
) -> int:
    """The column of a tournament move of COMP3308, which is a line with a number and no more.
    ``stderr`` is what it said elsewhere, for the sentence about an answer that is not there."""
    (column,) = number_lines(data, 1, allowed=allowed, stderr=stderr)
    return checked_column(column, pos, data)


def marked_answer(
    data: bytes, pos: Position, *, allowed: Collection[Invalid] = (), stderr: bytes = b""
) -> tuple[int, int]:
    """The column and the number of nodes of an auto-marked answer of COMP3308."""
    column, nodes = number_lines(data, 2, allowed=allowed, stderr=stderr)
    if nodes < 0:
        raise InvalidAnswerError(Invalid.RANGE, f"counted {nodes} nodes", data)
    return checked_column(column, pos, data), nodes


def number_lines(
    data: bytes, count: int, *, allowed: Collection[Invalid] = (), stderr: bytes = b""
) -> list[int]:
    """So many lines with a number each: plain digits, no sign but a minus, no zero in front."""

    def wrong(invalid: Invalid, clause: str) -> InvalidAnswerError:
        return InvalidAnswerError(invalid, f"answered '{printable(data)}', {clause}", data)

    if not data:
        detail = "answered nothing"
        if words := [line for line in stderr.splitlines() if line.strip()]:
            detail += f" on standard output, but '{printable(words[-1])}' on standard error"
        raise InvalidAnswerError(Invalid.NO_OUTPUT, detail, stderr)
    text = data
    for mark in _MARKS:
        if data.startswith(mark):
            if Invalid.BOM not in allowed:
                raise wrong(Invalid.BOM, "which begins with a byte order mark")
            text = data.removeprefix(mark)
    if found := _BAD_BYTES.search(text):
        place = len(data) - len(text) + found.start() + 1
        raise wrong(Invalid.NOT_ASCII, f"whose byte {place} is no ASCII")
    if b"\r\n" in text:
        if Invalid.CRLF not in allowed:
            raise wrong(Invalid.CRLF, "with CR LF where LF belongs")
        text = text.replace(b"\r\n", b"\n")
    *lines, last = text.split(b"\n")
    expected = "one line" if count == 1 else f"{count} lines"
    if len(lines) > count or (len(lines) == count and last):
        if Invalid.EXTRA_OUTPUT not in allowed:
            raise wrong(Invalid.EXTRA_OUTPUT, f"which is more than {expected}")
        lines, last = lines[:count], b""
    if last:
        lines.append(last)
    if len(lines) < count:
        raise wrong(Invalid.SYNTAX, f"which is less than {expected}")
    numbers = [_number(line, wrong) for line in lines]
    if last and Invalid.MISSING_NEWLINE not in allowed:
        raise wrong(Invalid.MISSING_NEWLINE, "without a newline at its end")
    return numbers


def _number(line: bytes, wrong: Callable[[Invalid, str], InvalidAnswerError]) -> int:
    if _NUMBER.fullmatch(line) is None:
        raise wrong(Invalid.SYNTAX, f"whose line '{printable(line)}' is not a plain number")
    return int(line)


def checked_column(column: int, pos: Position, raw: bytes) -> int:
    """A column, if a stone can be laid there."""
    if not 0 <= column < pos.game.cols:
        detail = f"played column {column}, which is not 0 to {pos.game.cols - 1}"
        raise InvalidAnswerError(Invalid.RANGE, detail, raw)
    if pos.landing(column) is None:
        raise InvalidAnswerError(Invalid.FULL, f"played column {column}, which is full", raw)
    return column


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


def file_answer(data: bytes | None, before: Position) -> int:
    """The move that leads from a position to the one of a file. Any line ends are taken, as the
    course's files have them; ``data`` is None if there is no file."""
    if data is None:
        raise InvalidAnswerError(Invalid.NO_OUTPUT, "wrote no output file", b"")

    def wrong(invalid: Invalid, clause: str) -> InvalidAnswerError:
        return InvalidAnswerError(invalid, f"wrote a file {clause}", data)

    if not data:
        raise wrong(Invalid.NO_OUTPUT, "that is empty")
    if data.startswith(_MARKS):
        raise wrong(Invalid.BOM, "that begins with a byte order mark")
    if found := _BAD_BYTES.search(data):
        raise wrong(Invalid.NOT_ASCII, f"whose byte {found.start() + 1} is no ASCII")
    if len(data) > LONGEST_FILE:
        raise wrong(Invalid.EXTRA_OUTPUT, f"of more than {LONGEST_FILE} bytes")
    try:
        after = parse_file(data)
    except UserError as error:
        raise wrong(Invalid.SYNTAX, f"whose {error}") from None
    game = before.game
    new = [
        (row, col)
        for row in range(game.rows)
        for col in range(game.cols)
        if before.at(row, col) != after.at(row, col)
    ]
    for row, col in new:
        if before.at(row, col) != 0:
            place = _place(game, row, col)
            raise wrong(Invalid.OCCUPIED, f"that changes the piece {place}")
    if not new:
        raise wrong(Invalid.NO_OUTPUT, "with the board unchanged")
    if len(new) > 1:
        raise wrong(Invalid.EXTRA_OUTPUT, f"with {len(new)} new pieces where one belongs")
    ((row, col),) = new
    if after.at(row, col) != before.to_move:
        side = after.at(row, col)
        raise wrong(Invalid.RANGE, f"with a piece of player {side}, who was not to move")
    if after.to_move == before.to_move:
        raise wrong(Invalid.RANGE, f"that has player {after.to_move} move again")
    return col


def _place(game: Game, row: int, col: int) -> str:
    return f"in column {col + 1}, row {game.rows - row}"

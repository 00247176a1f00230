"""CSV files: tables that people write, read with the line of each row for complaints, and exports
that are written back as they were: encoding, quotes, separators and line ends stay.

"Doe, Jane",1234,CR LF    cells '"Doe, Jane"', '1234', ''; end CR LF"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inarow.errors import UserError
from inarow.files import read_input
from inarow.text import join_words, truncate

MOST_BYTES = 16_000_000


@dataclass(frozen=True)
class CsvRow:
    """One row: ``place`` names the file and the line."""

    place: str
    cells: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.cells.get(name, "")


def read_rows(kind: str, name: str, needed: Sequence[str]) -> list[CsvRow]:
    """The rows of a file whose header has the needed columns, spaces around cells left out."""
    try:
        first, *rest = raw_csv(read_input(kind, name, MOST_BYTES)).rows or [RawRow([], "", 1)]
    except CsvError as error:
        raise UserError(f"{kind} '{name}' is not valid CSV: {error}") from None
    header = [cell.lower() for cell in first.values()]
    missing = [column for column in needed if column not in header]
    if missing:
        raise UserError(f"{kind} '{name}', line 1 has no column {join_words(missing)}")
    for column in header:
        if column and header.count(column) > 1:
            raise UserError(f"{kind} '{name}', line 1 has duplicate column {truncate(column)}")
    rows = []
    for row in rest:
        place, cells = f"{kind} '{name}', line {row.line}", row.values()
        if any(cell.strip().startswith('"') and unquoted(cell) == cell for cell in row.cells):
            raise UserError(f"{place} has text after the quotes of a cell")
        if not any(cells):
            continue
        if len(cells) > len(header):
            raise UserError(f"{place} has {len(cells)} cells, and the header has {len(header)}")
        rows.append(CsvRow(place, dict(zip(header, cells, strict=False))))
    return rows


_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class CsvError(UserError):
    """What is no table of cells."""


@dataclass
class RawRow:
    """``cells`` with their quotes; ``end`` is what ends the line, empty at the end of a file."""

    cells: list[str]
    end: str
    line: int

    def value(self, column: int) -> str:
        """What a cell says, without quotes; empty where the row is too short."""
        if column >= len(self.cells):
            return ""
        return unquoted(self.cells[column])

    def values(self) -> list[str]:
        """What the cells say, without spaces around it."""
        return [unquoted(cell).strip() for cell in self.cells]


@dataclass
class RawCsv:
    mark: bytes
    encoding: str
    separator: str
    rows: list[RawRow]

    def encoded(self) -> bytes:
        text = "".join(self.separator.join(row.cells) + row.end for row in self.rows)
        return self.mark + text.encode(self.encoding)


def unquoted(cell: str) -> str:
    stripped = cell.strip()
    if len(stripped) >= 2 and stripped[0] == stripped[-1] == '"':
        return stripped[1:-1].replace('""', '"')
    return cell


def raw_csv(data: bytes) -> RawCsv:
    """Any file of cells."""
    mark, encoding, text = decoded(data)
    separator = separator_of(text)
    return RawCsv(mark, encoding, separator, _rows(text, separator))


def decoded(data: bytes) -> tuple[bytes, str, str]:
    """The byte order mark, encoding and text of a file. One that is neither UTF-8 nor UTF-16 is as
    Windows writes it, or is taken byte by byte, which loses nothing."""
    mark, encoding = next(((m, e) for m, e in _MARKS if data.startswith(m)), (b"", "utf-8"))
    try:
        return mark, encoding, data[len(mark) :].decode(encoding)
    except UnicodeDecodeError:
        if mark:
            raise CsvError(f"it begins as {encoding} and is not") from None
        return mark, *_of_a_byte_each(data)


def separator_of(text: str) -> str:
    """What stands between the cells of the first line: a comma, a tab or a semicolon."""
    head = re.split(r"[\r\n]", text, maxsplit=1)[0]
    return max(",\t;", key=lambda mark: _outside_quotes(head, mark))


def _of_a_byte_each(data: bytes) -> tuple[str, str]:
    try:
        return "cp1252", data.decode("cp1252")
    except UnicodeDecodeError:
        return "latin-1", data.decode("latin-1")


def _outside_quotes(line: str, mark: str) -> int:
    return sum(part.count(mark) for part in line.split('"')[::2])


def _rows(text: str, separator: str) -> list[RawRow]:
    rows: list[RawRow] = []
    cells: list[str] = []
    start = at = 0
    line = first = 1
    quoted = False
    while at < len(text):
        char = text[at]
        if quoted or char not in (separator, "\n", "\r"):
            if char == '"' and (quoted or not text[start:at].strip()):
                quoted = not quoted
            elif char == '"' and text[start:at].lstrip().startswith('"'):
                quoted = True  # a doubled quote within quotes
            line += char == "\n"
            at += 1
            continue
        cells.append(text[start:at])
        end = "\r\n" if text.startswith("\r\n", at) else char
        at += len(end)
        start = at
        if char != separator:
            line += 1
            rows.append(RawRow(cells, end, first))
            cells, first = [], line
    if quoted:
        raise CsvError(f"line {first} opens quotes that nothing closes")
    if start < len(text) or cells:
        rows.append(RawRow([*cells, text[start:]], "", first))
    return rows

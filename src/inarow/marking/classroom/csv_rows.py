"""CSV files that people write: a header, then rows, with the line of each for complaints. Cells
are parted as the header's are, by commas, semicolons or tabs."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inarow.errors import UserError
from inarow.files import read_input
from inarow.marking.classroom.raw_csv import decoded, separator_of
from inarow.words import listed, shortened

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
    data = read_input(kind, name, MOST_BYTES)
    try:
        _, _, text = decoded(data)
    except UserError as error:
        raise UserError(f"{kind} '{name}' cannot be read: {error}") from None
    try:
        return rows_of(kind, name, text, needed)
    except csv.Error as error:
        raise UserError(f"{kind} '{name}' is no CSV: {shortened(str(error))}") from None


def rows_of(kind: str, name: str, text: str, needed: Sequence[str]) -> list[CsvRow]:
    source = io.StringIO(text, newline="")
    reader = csv.reader(source, strict=True, delimiter=separator_of(text))
    header = [cell.strip().lower() for cell in next(reader, [])]
    missing = [column for column in needed if column not in header]
    if missing:
        raise UserError(f"{kind} '{name}', line 1 has no column {listed(missing)}")
    for column in header:
        if column and header.count(column) > 1:
            raise UserError(f"{kind} '{name}', line 1 has column {shortened(column)} twice")
    rows = []
    line = reader.line_num + 1
    for cells in reader:
        place, line = f"{kind} '{name}', line {line}", reader.line_num + 1
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(header):
            raise UserError(f"{place} has {len(cells)} cells, and the header has {len(header)}")
        stripped = [cell.strip() for cell in cells]
        rows.append(CsvRow(place, dict(zip(header, stripped, strict=False))))
    return rows

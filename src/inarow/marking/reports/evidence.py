"""CPU time by depth as a table, as CSV and as a chart: what a program used beside our own minimax
and alpha-beta, for a person to judge by."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from inarow.marking.results import CPU_BY_DEPTH, TestResult
from inarow.render.timing_chart import cpu_chart
from inarow.text import spreadsheet_cell

_ALGORITHMS = ("minimax", "alpha-beta")
FIELDS = ("depth", "user_s", "system_s", "ended", "minimax_s", "minimax_nodes", "alpha-beta_s",
          "alpha-beta_nodes")  # fmt: skip
HEADS = ("depth", "user s", "system s", "our minimax s", "our alpha-beta s")


def rows_of(tests: Iterable[TestResult]) -> list[Mapping[str, Any]]:
    """What was measured; empty if nothing was."""
    return [row for test in tests for row in test.facts.get(CPU_BY_DEPTH, ())]


def table(rows: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """The cells below ``HEADS``."""
    return [
        [
            str(row["depth"]),
            _seconds(row.get("user_s")) if "ended" not in row else str(row["ended"]),
            _seconds(row.get("system_s")),
            *(_seconds(row.get(f"{name}_s")) for name in _ALGORITHMS),
        ]
        for row in rows
    ]


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def evidence_text(tests: Iterable[TestResult]) -> list[str]:
    """Lines of a report; none if nothing was measured."""
    rows = rows_of(tests)
    if not rows:
        return []
    cells = [list(HEADS), *table(rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(HEADS))]
    return [
        "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def evidence_csv(measured: Iterable[tuple[str, Sequence[TestResult]]]) -> str:
    """A line for each id and depth."""
    text = io.StringIO()
    writer = csv.DictWriter(text, ("id", *FIELDS), lineterminator="\n")
    writer.writeheader()
    for key, tests in measured:
        for row in rows_of(tests):
            cells = {name: row.get(name, "") for name in FIELDS}
            writer.writerow({"id": spreadsheet_cell(key), **cells})
    return text.getvalue()


def evidence_chart(tests: Iterable[TestResult]) -> str:
    """An SVG drawing; empty if nothing was measured."""
    rows = rows_of(tests)
    points = [
        ("program", row["depth"], row["user_s"] + row["system_s"])
        for row in rows
        if "user_s" in row
    ]
    for name in _ALGORITHMS:
        points += [(name, row["depth"], row[f"{name}_s"]) for row in rows if f"{name}_s" in row]
    if not points:
        return ""
    note = "user and system time of the program, beside our own searches from the same board"
    return cpu_chart(points, "CPU time by depth", note)

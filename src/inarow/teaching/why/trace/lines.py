"""Lines of a trace in the forms that students print, read as tolerantly as they can be told apart.

A line says where it is and any of alpha, beta and value:

    0 0 2  alpha=-inf beta=100 value=50       names, in any order; a, b, v will do
    [0, 0, 2] [-inf, 100] 50                  brackets: path, window, value
    0-0-2 | -inf | 100 | 50                   a path, then numbers in this order
    path,alpha,beta,value                     a first line that names the columns of what follows
    .ryyrry,...,....... alpha=-inf            the board in place of the path
        col 2: alpha=-inf                     indented: the ply by how far, the move by its number
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf

from inarow.errors import UserError
from inarow.text import truncate

_MOST_LINES = 200_000
_NUMBER = r"[-+−]?(?:inf(?:inity)?|∞|oo|\d+(?:\.\d+)?(?:e\+?\d+)?)"
_NAMES = {
    "alpha": r"alpha|a|α",
    "beta": r"beta|b|β",
    "value": r"value|val|v|score|eval(?:uation)?|utility|returns?|returned|best|result|minimax",
}
_FIELDS = {
    name: re.compile(
        rf"(?<!\w)(?:{words})\s*[=:]{'?' if name == 'value' else ''}\s*({_NUMBER})(?!\w)",
        re.IGNORECASE,
    )
    for name, words in _NAMES.items()
}
_WINDOW = re.compile(rf"[\[(]\s*({_NUMBER})\s*[,;:]\s*({_NUMBER})\s*[\])]", re.IGNORECASE)
_BOARD = re.compile(r"(?<![.ryRY])([.ryRY]{7}(?:,[.ryRY]{7}){5})(?![.ryRY])")
_PATH_WORD = re.compile(r"(?:path|moves?|node|state)\s*[=:]?\s*", re.IGNORECASE)
_BRACKETED = re.compile(r"^[\[(]((?:\s*\d\s*[,; ]?)*)[\])]")
_SEQUENCE = re.compile(r"^(\d(?:\s*(?:->|[-,>/. ])\s*\d(?!\d|\.))*)(?![\d.])")
_TOGETHER = re.compile(r"^(\d{2,42})(?![\d.])")
_ROOT = re.compile(r"^(?:root|start|\(\s*\)|\[\s*\]|-)(?=\W|$)", re.IGNORECASE)
_INDENTED = re.compile(
    r"^([\s|+\-─└├│.>]*)(?:(?:col(?:umn)?|move|c)\s*[=:]?\s*)?(\d)(?!\d)", re.IGNORECASE
)
_PLY = re.compile(r"(?<!\w)(?:ply|depth|level|d)\s*[=:]\s*(\d+)", re.IGNORECASE)
_COLUMN = re.compile(r"(?<!\w)(?:col(?:umn)?|move|c)\s*[=:]?\s*(\d)(?!\d)", re.IGNORECASE)
_HEADER = ("path", "alpha", "beta", "value")
_HUGE = 100_000
"""A number so large stands for infinity."""


@dataclass(frozen=True)
class TraceLine:
    """What a line says. ``path`` or ``board`` is where it is, or ``ply`` and ``move`` by
    themselves, with the ply as far as it is known."""

    number: int
    text: str
    path: tuple[int, ...] | None = None
    board: str = ""
    ply: int | None = None
    move: int | None = None
    alpha: float | None = None
    beta: float | None = None
    value: float | None = None


def trace_lines(lines: Iterable[str]) -> list[TraceLine]:
    """The nodes of a trace. Empty lines, remarks behind ``#`` and lines without a digit or a board
    are skipped; UserError names a line that cannot be read."""
    found: list[TraceLine] = []
    header: list[str] | None = None
    for number, raw in enumerate(lines, start=1):
        text = raw.rstrip("\r\n")
        if not text.strip() or text.lstrip().startswith(("#", "//")):
            continue
        if header is None and not found and (columns := _header(text)):
            header = columns
            continue
        if header is not None:
            found.append(_by_header(number, text, header))
        elif (
            not re.search(r"\d", text) and not _BOARD.search(text) and not _ROOT.match(text.strip())
        ):
            continue
        else:
            line = _read(number, text)
            if line is None:
                raise UserError(
                    f"line {number} of the trace, '{truncate(text.strip())}', does not say where"
                    " it is: expected a path such as 0-0-2, a board, or an indented column"
                )
            found.append(line)
        if len(found) > _MOST_LINES:
            raise UserError(f"the trace has more than {_MOST_LINES} lines")
    if not found:
        raise UserError("the trace has no line that says where it is and what its bounds are")
    return _with_plies(found)


def _indent(text: str) -> int:
    found = _INDENTED.match(text)
    return len(found[1].expandtabs(4)) if found else len(text) - len(text.lstrip())


def _header(text: str) -> list[str] | None:
    words = [
        word.strip().lower() for word in re.split(r"[,;\t|]|\s+", text.strip()) if word.strip()
    ]
    known = [word for word in words if word in (*_HEADER, "a", "b", "v", "board", "state", "node")]
    return words if len(known) == len(words) >= 2 else None


def _by_header(number: int, text: str, header: list[str]) -> TraceLine:
    splitter = r"\t" if "\t" in text else r"[;|]" if re.search(r"[;|]", text) else None
    cells = re.split(splitter, text) if splitter else None
    if cells is None:
        comma = [cell.strip() for cell in text.split(",")]
        words = text.split()
        cells = words if len(words) == len(header) != len(comma) else comma
    cells = [cell.strip() for cell in cells]
    if len(cells) != len(header):
        raise UserError(
            f"line {number} of the trace has {len(cells)} columns, where the first has"
            f" {len(header)}"
        )
    row = dict(zip(header, cells, strict=True))
    place = next((row[name] for name in ("path", "node", "board", "state") if name in row), None)
    if place is None:
        raise UserError("the first line of the trace names no column path or board")
    board = _BOARD.fullmatch(place)
    path = None if board else _path(place or "root")
    if not board and path is None:
        raise UserError(f"line {number} of the trace has the path '{truncate(place)}'")

    def cell(name: str) -> float | None:
        text = row.get(name, row.get(name[0], ""))
        return None if text in ("", "-", "None", "null") else number_of(text)

    return TraceLine(
        number, text, path, board[1].lower() if board else "", None, None,
        cell("alpha"), cell("beta"), cell("value"),
    )  # fmt: skip


def _read(number: int, text: str) -> TraceLine | None:
    """A line by its names, brackets and order; None if it does not say where it is."""
    named = {name: found for name, field in _FIELDS.items() if (found := field.search(text))}
    rest = text
    for found in sorted(named.values(), key=lambda each: -each.start()):
        rest = rest[: found.start()] + " " + rest[found.end() :]
    board = _BOARD.search(rest)
    if board:
        rest = rest[: board.start()] + " " + rest[board.end() :]
    ply, column = _PLY.search(rest), _COLUMN.search(rest)
    head = _PATH_WORD.sub("", rest.strip(), count=1).strip()
    path, used = (None, 0) if board else _leading_path(head)
    tail = head[used:]
    values: dict[str, float | None] = {name: number_of(found[1]) for name, found in named.items()}
    window = _WINDOW.search(tail)
    if window and "alpha" not in values and "beta" not in values:
        values["alpha"], values["beta"] = number_of(window[1]), number_of(window[2])
        tail = tail[: window.start()] + " " + tail[window.end() :]
    if not ply and not (column and path is None):
        loose = re.findall(rf"(?<![\w.]){_NUMBER}(?![\w.])", tail, re.IGNORECASE)
        for name in _HEADER[1:]:
            if name not in values and loose and (path is not None or board):
                values[name] = number_of(loose.pop(0))
    bare = TraceLine(
        number,
        text,
        alpha=values.get("alpha"),
        beta=values.get("beta"),
        value=values.get("value"),
    )
    if board:
        return replace(bare, board=board[1].lower())
    indented = _INDENTED.match(rest)
    if ply and (column or _ROOT.match(head) or int(ply[1]) == 0):
        return replace(bare, ply=int(ply[1]), move=int(column[1]) if column else None)
    lone = path is None or len(path) == 1
    if indented and (indented[1] or column) and lone:
        return replace(bare, ply=-1 - _indent(text), move=int(indented[2]))
    return None if path is None else replace(bare, path=path)


def _leading_path(text: str) -> tuple[tuple[int, ...] | None, int]:
    """The path that a text begins with, and how much of the text it is."""
    if found := _ROOT.match(text):
        return (), found.end()
    for pattern in (_BRACKETED, _TOGETHER, _SEQUENCE):
        if found := pattern.match(text):
            return tuple(int(digit) for digit in re.findall(r"\d", found[1])), found.end()
    return None, 0


def _path(text: str) -> tuple[int, ...] | None:
    path, used = _leading_path(text)
    return path if path is not None and not text[used:].strip() else None


def number_of(text: str) -> float:
    """A number; what is far beyond every value is infinite."""
    plain = text.replace("−", "-").lower().lstrip("+")
    sign = -1 if plain.startswith("-") else 1
    if any(word in plain for word in ("inf", "∞", "oo")):
        return sign * inf
    value = float(plain)
    return value if abs(value) < _HUGE else sign * inf


def _with_plies(lines: list[TraceLine]) -> list[TraceLine]:
    """Indented lines, whose indents were kept as negative plies, with the plies that these stand
    for: the least one is that of the root's moves."""
    indents = sorted({-1 - line.ply for line in lines if line.ply is not None and line.ply < 0})
    plies = {-1 - indent: ply for ply, indent in enumerate(indents, start=1)}
    return [
        line if line.ply is None else replace(line, ply=plies.get(line.ply, line.ply))
        for line in lines
    ]

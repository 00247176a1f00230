"""What a program of Lab 7 printed, read tolerantly as sayings (program.py), with what is not as the
task writes it. What was typed may stand in it, as it does in a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from inarow.courses.aps105.dialogue import Saying, Square, text_of
from inarow.courses.aps105.rules import EMPTY
from inarow.errors import UserError

_PATTERNS = {
    "size": r"enter\s+(?:the\s+)?board\s+dimensions?\s*(?:\(n\))?\s*:?",
    "colour": r"computer\s+playing\s+b\s+or\s+w\s*\??\s*:?",
    "stone": r"lay\s+down\s+a\s+stone\s*(?:\(\s*row\s*,?\s*col(?:umn)?\s*\))?\s*:?",
    "lays": r"computer\s+(?:lays|laid|places)\s+a\s+stone\s+at\s+row\s*(-?\d{1,4})\s*,?"
    r"\s*col(?:umn)?\s*(-?\d{1,4})\s*\.?",
    "occupied": r"that\s+square\s+is\s+(?:already\s+)?occupied\s*[.!]?",
    "black": r"black\s+(?:player\s+)?(?:has\s+)?w[io]ns?\s*[.!]?",
    "white": r"white\s+(?:player\s+)?(?:has\s+)?w[io]ns?\s*[.!]?",
    "draw": r"(?:it'?s\s+a\s+)?draw\s*[.!]?",
    "row": r"(?-i:[UBW](?:[ \t]?[UBW]){6,18}(?![A-Za-z]))",
    "typed": r"[+-]?\d+|[BbWw](?![A-Za-z])",
}
_SCANNER = re.compile(
    "|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _PATTERNS.items()), re.IGNORECASE
)
_LONGEST = 1_000_000
SMALLEST, LARGEST = 7, 19


@dataclass(frozen=True)
class Heard:
    """A dialogue: the size and the computer's colour, the squares that were typed, and everything
    that the program said. ``remark`` is the first thing that the task writes otherwise."""

    n: int
    colour: str
    squares: tuple[Square, ...]
    sayings: tuple[Saying, ...]
    remark: str


def heard_from(text: str, n: int = 0, colour: str = "") -> Heard:
    """A dialogue from what was printed; ``n`` and ``colour`` as they were typed, unless the text
    has them. UserError says what cannot be found."""
    if len(text) > _LONGEST:
        raise UserError(f"the dialogue has more than {_LONGEST} characters")
    said, typed = _scanned(text)
    kinds = [saying[0] for saying in said]
    boards = [str(saying[1]) for saying in said if saying[0] == "board"]
    if not boards and not n:
        raise UserError("the dialogue has no board of U, B and W, 7 x 7 to 19 x 19")
    size = n or round(len(boards[0]) ** 0.5)
    if not SMALLEST <= size <= LARGEST:
        raise UserError(f"the board has {size} rows, expected {SMALLEST} to {LARGEST}")
    letters = [word.upper() for word in typed if word.upper() in ("B", "W")]
    colour = colour or (letters[0] if letters else _colour_of(said))
    if not colour:
        raise UserError(
            "the dialogue does not say which colour the computer plays: it has no stone yet"
        )
    numbers = [int(word) for word in typed if word.upper() not in ("B", "W")]
    if "size" in kinds and numbers:
        numbers = numbers[1:]
    squares = list(zip(numbers[::2], numbers[1::2], strict=False))
    if len(squares) < kinds.count("stone") - 1:
        squares = _squares_of(said, size)
    return Heard(size, colour, tuple(squares), tuple(said), _remark(text, said, typed))


def _scanned(text: str) -> tuple[list[Saying], list[str]]:
    """The sayings, rows put together to boards, and the words that were typed."""
    said: list[Saying] = []
    typed: list[str] = []
    rows: list[str] = []

    def close_board() -> None:
        while rows:
            n = len(rows[0])
            board, rest = rows[:n], rows[n:]
            whole = len(board) == n and all(len(row) == n for row in board)
            said.append(
                ("board" if whole else "other", "".join(board) if whole else "/".join(board))
            )
            rows[:] = rest if whole else []

    place = 0
    for found in _SCANNER.finditer(text):
        if other := text[place : found.start()].strip():
            close_board()
            said.append(("other", other[:80]))
        place = found.end()
        kind = found.lastgroup or ""
        if kind == "row":
            rows.append(re.sub(r"\s", "", found.group()))
            continue
        close_board()
        if kind == "typed":
            typed.append(found.group())
        elif kind == "lays":
            row, col = (int(number) for number in _numbers(found.group()))
            said.append(("lays", row, col))
        else:
            said.append((kind,))
    close_board()
    if other := text[place:].strip():
        said.append(("other", other[:80]))
    return said, typed


def _numbers(text: str) -> list[str]:
    return re.findall(r"-?\d+", text)


def _colour_of(said: Sequence[Saying]) -> str:
    """The computer's colour by the stone of its first move."""
    before = ""
    for saying, after in zip(said, [*said[1:], ("end",)], strict=True):
        if saying[0] == "board":
            before = str(saying[1])
        elif saying[0] == "lays" and after[0] == "board":
            new = [b for a, b in zip(before or EMPTY * 400, str(after[1]), strict=False) if a != b]
            if new and new[0] in "BW":
                return new[0]
    return ""


def _squares_of(said: Sequence[Saying], n: int) -> list[Square]:
    """What was typed, by what became of it: a taken square where the program said so, else the
    square that is new on the next board."""
    squares: list[Square] = []
    board = EMPTY * (n * n)
    for number, saying in enumerate(said):
        if saying[0] == "board":
            board = str(saying[1])
        elif saying[0] == "stone":
            after = said[number + 1] if number + 1 < len(said) else ("end",)
            if after[0] == "occupied":
                taken = next((cell for cell, stone in enumerate(board) if stone != EMPTY), 0)
                squares.append(divmod(taken, n))
            elif after[0] == "board":
                pairs = enumerate(zip(board, str(after[1]), strict=False))
                new = [cell for cell, (old, now) in pairs if old != now]
                squares.append(divmod(new[0], n) if new else (-1, -1))
    return squares


def _remark(text: str, said: Sequence[Saying], typed: Sequence[str]) -> str:
    """The first thing that is not as the task writes it; what was typed is left out."""
    due = text_of(said)
    if any(saying[0] == "other" for saying in said):
        other = next(str(saying[1]) for saying in said if saying[0] == "other")
        return f"it prints '{_shown(other)}', which the task does not have"
    if typed:
        text = re.sub(r"(: )[ \t]*(?:[+-]?\d+[ \t]*[+-]?\d*|[BbWw])[ \t]*\r?\n", r"\1", text)
    if text == due:
        return ""
    if text.replace("\r\n", "\n") == due:
        return "its lines end in CR LF, where the task has LF"
    place = next(
        (i for i, (a, b) in enumerate(zip(text, due, strict=False)) if a != b),
        min(len(text), len(due)),
    )
    start = due.rfind("\n", 0, place) + 1
    said_line = text[text.rfind("\n", 0, place) + 1 :].split("\n")[0]
    due_line = due[start:].split("\n")[0]
    if said_line == due_line:
        what = "no newline" if len(text) < len(due) else "another newline"
        return f"it has {what} after '{_shown(due_line)}'"
    return f"it prints '{_shown(said_line)}', where the task has '{_shown(due_line)}'"


def _shown(text: str) -> str:
    text = text.replace("\r", "\\r").replace("\t", "\\t")
    return text if len(text) <= 100 else text[:97] + "..."

"""One move of a program of MaxConnect4: what it was given, and what it printed and wrote."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from inarow._core import Position
from inarow.courses.maxconnect4.points import Points

_SCORE = re.compile(r"player\s*1\s*[=:]\s*(\d+)\D+player\s*2\s*[=:]\s*(\d+)", re.IGNORECASE)
_MOVE = re.compile(r"move\s*(\d+)\s*:\s*player\s*(\d+)\s*,\s*column\s*(\d+)", re.IGNORECASE)
FEW_LEFT = 8
"""With no more empty cells every move is searched to the end."""


@dataclass(frozen=True)
class Written:
    """The file that a program wrote: rows from the top, as many as there are, and what follows."""

    rows: tuple[str, ...]
    player: str

    @property
    def is_board(self) -> bool:
        return len(self.rows) == 6 and all(re.fullmatch("[012]{7}", row) for row in self.rows)


@dataclass(frozen=True)
class Observed:
    """``printed`` and ``written`` are None where they are not known or not there; ``missing`` says
    that the file should be there and is not."""

    before: Position
    depth: int
    printed: str | None
    written: bytes | None
    missing: bool = False

    @cached_property
    def file(self) -> Written | None:
        """What the file holds, read as tolerantly as can be."""
        if self.written is None:
            return None
        lines = ["".join(line.split()) for line in self.written.decode("latin-1").splitlines()]
        lines = [line for line in lines if line]
        return Written(tuple(lines[:6]), "".join(lines[6:]))

    @cached_property
    def changes(self) -> list[tuple[int, int, str]]:
        """The cells of the file that are not as before: row from the top, column, digit."""
        if self.file is None or not self.file.is_board:
            return []
        return self.changes_of(self.file.rows)

    def changes_of(self, rows: tuple[str, ...]) -> list[tuple[int, int, str]]:
        old = self.before.cells("012").split("/")
        return [
            (row, col, rows[row][col])
            for row in range(6)
            for col in range(7)
            if old[row][col] != rows[row][col]
        ]

    @cached_property
    def move(self) -> int | None:
        """The column of the one legal move that leads to the file, or of what was printed."""
        if len(self.changes) == 1:
            row, col, _ = self.changes[0]
            return col if self.before.landing(col) == row * 7 + col else None
        if self.file is None and self.said_move is not None:
            col = self.said_move[2] - 1
            return col if 0 <= col < 7 and self.before.landing(col) is not None else None
        return None

    @cached_property
    def scores(self) -> list[Points]:
        """The scores that were printed: before the move and after it."""
        found = _SCORE.findall(self.printed or "")
        return [(int(first), int(second)) for first, second in found]

    @cached_property
    def said_move(self) -> tuple[int, int, int] | None:
        """Number, player and column of the move that was printed."""
        found = _MOVE.search(self.printed or "")
        return None if found is None else (int(found[1]), int(found[2]), int(found[3]))

    @property
    def boards(self) -> list[Position]:
        """Those that the printed scores belong to, as far as they are known."""
        if self.move is None:
            return [self.before]
        return [self.before, self.before.play(self.move)]

    @property
    def to_the_end(self) -> bool:
        """Whether the search asked for reaches the end of the game on few cells."""
        empty = 42 - self.before.stone_count
        return 0 < empty <= FEW_LEFT and self.depth >= empty

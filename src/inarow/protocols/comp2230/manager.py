"""The engine protocol of COMP2230, from the coordinator's side: its lines, and what it reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

ASK_NAME = "name AI 0"
ASK_READY = "isready AI 0"
QUIT = "quit"


def position_line(columns: Sequence[int]) -> str:
    """Before the first move the line ends in a space."""
    return "position startpos " + "".join(map(str, columns))


def go_line(clocks_ms: Sequence[float]) -> str:
    first, second = (int(max(clock, 0)) for clock in clocks_ms)
    return f"go ftime {first} stime {second}"


def perft_line(depth: int) -> str:
    return f"perft {depth}"


class BestMove(NamedTuple):
    """An answer to ``go``: the column as it was written, and the value if there is one."""

    column: bytes
    value: int | None


def parse_name(line: bytes) -> bytes | None:
    """The name of an engine; None for a line that says nothing or gives information."""
    words = line.split()
    return line.strip() if words and words[0] != b"info" else None


def parse_ready(line: bytes) -> bool | None:
    return True if line.split()[:1] == [b"readyok"] else None


def parse_best_move(line: bytes) -> BestMove | None:
    """None for a line that is no answer to ``go``."""
    command, column, value = [*line.split()[:3], b"", b"", b""][:3]
    if command != b"bestmove":
        return None
    return BestMove(column, int(value) if re.fullmatch(rb"[-+]?[0-9]{1,18}", value) else None)


def parse_perft(line: bytes) -> tuple[bytes, bytes] | None:
    """Depth and count as they were written; None for a line that is no answer to ``perft``."""
    command, depth, count = [*line.split()[:3], b"", b"", b""][:3]
    return (depth, count) if command == b"perft" else None

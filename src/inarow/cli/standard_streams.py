"""Standard streams that are closed, full or no longer read, for every command alike.

Python gives None for a stream that is closed from the start, and ``print(file=None)`` then writes
elsewhere. Here every stream exists: reading a closed one is the end of the input, writing to
standard output is an OSError as on a full disk, writing to standard error is lost.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper


def open_missing_streams() -> None:
    """Put something in place of each standard stream that is closed."""
    if sys.stdin is None:
        _occupy(0, os.O_RDONLY)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stdout is None:
        _occupy(1, os.O_RDONLY)  # so that every write fails
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        _occupy(2, os.O_WRONLY)
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def accept_any_bytes(errors: str) -> None:
    """Read standard input as UTF-8, and bytes that are none by this name of an error handler."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors=errors)


def silence_output() -> None:
    """Send what is left of standard output nowhere: the interpreter's last flush cannot fail."""
    _occupy(1, os.O_WRONLY)


def _occupy(descriptor: int, mode: int) -> None:
    opened = os.open(os.devnull, mode)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)

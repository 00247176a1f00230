"""Standard streams that are closed, full or no longer read, for every command alike.

Python has None in place of a stream that was closed from the start, and ``print(file=None)`` then
writes to another one. Here every stream exists: reading a closed one gives the end of the input,
writing to standard output an OSError as on a full disk, and what goes to standard error is lost.
What is written to standard output is written whole, or an OSError; whatever its encoding is, text
can be written to it.
"""

from __future__ import annotations

import os
import sys
from io import RawIOBase, TextIOWrapper


def open_missing_streams() -> None:
    """Open the null device in place of each standard stream that is closed, and let no character
    keep standard output from being written."""
    if sys.stdin is None:
        _open_null(0, os.O_RDONLY)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stdout is None:
        _open_null(1, os.O_RDONLY)  # so that every write fails
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    elif isinstance(getattr(sys.stdout, "buffer", None), RawIOBase):
        # As with PYTHONUNBUFFERED: a write of Python's that falls short on a full disk is lost.
        sys.stdout = open(  # noqa: SIM115
            sys.stdout.fileno(),
            "w",
            buffering=1,
            encoding=sys.stdout.encoding,
            errors=sys.stdout.errors,
            closefd=False,
        )
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        # A name of a file goes out as it came in, and what an encoding lacks as an escape.
        utf_8 = sys.stdout.encoding.lower().replace("_", "-") == "utf-8"
        sys.stdout.reconfigure(errors="surrogateescape" if utf_8 else "backslashreplace")
    if sys.stderr is None:
        _open_null(2, os.O_WRONLY)
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def accept_any_bytes(errors: str) -> None:
    """Read standard input as UTF-8; ``errors`` names the handler of bytes that are not UTF-8."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors=errors)


def silence_output() -> None:
    """Drop what is left of standard output, so that the interpreter's last flush cannot fail."""
    _open_null(1, os.O_WRONLY)


def _open_null(descriptor: int, mode: int) -> None:
    opened = os.open(os.devnull, mode)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)

"""A file that records a dialogue: ``>`` towards the engine, ``<`` from it."""

from __future__ import annotations

from typing import IO

from inarow.errors import UserError
from inarow.protocols.lines import LINE_LIMIT, printable


class Transcript:
    """Records to a file, or nowhere without one. A file that can no longer be written ends the
    record and not the game."""

    def __init__(self, path: str | None) -> None:
        self._file: IO[str] | None = None
        if path is None:
            return
        try:
            self._file = open(path, "w", encoding="ascii")  # noqa: SIM115, PTH123
        except OSError as error:
            raise UserError(f"log file '{path}' cannot be written: {error.strerror}") from None

    def sent(self, line: bytes, who: str = "") -> None:
        self._write(f"{who}> ", line)

    def received(self, line: bytes, who: str = "") -> None:
        self._write(f"{who}< ", line)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, mark: str, line: bytes) -> None:
        if self._file is None:
            return
        try:
            self._file.write(mark + printable(line, LINE_LIMIT) + "\n")
            self._file.flush()
        except OSError:
            self._file = None

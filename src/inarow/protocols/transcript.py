"""A file that records a dialogue: ``>`` towards the engine, ``<`` from it."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import IO

from inarow.errors import UserError
from inarow.protocols.lines import LINE_LIMIT, printable


class Transcript:
    """Records to a file, or nowhere without one. What the file held before is lost with the first
    line of a dialogue and not sooner. A file that can no longer be written ends the record and not
    the game; ``problem`` then says why."""

    def __init__(self, path: str | None) -> None:
        self._file: IO[str] | None = None
        self._begun = False
        self.problem = ""
        self._path = path
        if path is None:
            return
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
            self._file = os.fdopen(descriptor, "w", encoding="ascii")
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
            if not self._begun:
                self._begun = True
                with suppress(OSError):  # a device or a pipe has nothing to empty
                    self._file.truncate()
            self._file.write(mark + printable(line, LINE_LIMIT) + "\n")
            self._file.flush()
        except OSError as error:
            self._file = None
            self.problem = f"log file '{self._path}' is cut off: {error.strerror}"

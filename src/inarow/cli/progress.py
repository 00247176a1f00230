"""How far a long computation has come, on standard error, where no results go."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Generic, ParamSpec

News = ParamSpec("News")
_EVERY_S = 5.0


class ProgressLines(Generic[News]):
    """A line every few seconds, for work of minutes or hours: call it as often as there is news,
    ``words`` makes a line of the arguments when the next one is due."""

    def __init__(self, words: Callable[News, str]) -> None:
        self._words = words
        self._next = time.monotonic() + _EVERY_S

    def __call__(self, *args: News.args, **kwargs: News.kwargs) -> None:
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _EVERY_S
        print(self._words(*args, **kwargs), file=sys.stderr, flush=True)


class StatusLine:
    """One line of a terminal that is written over and wiped at the end; nothing elsewhere."""

    def __init__(self) -> None:
        self._shown = False

    def show(self, text: str) -> None:
        if sys.stderr.isatty():
            self._shown = True
            print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        if self._shown:
            self._shown = False
            clear_line()


class ProgressLine(StatusLine):
    """A status line; where standard error is no terminal, a line every few seconds instead."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = ProgressLines[str](str)

    def show(self, text: str) -> None:
        super().show(text)
        if not sys.stderr.isatty():
            self._lines(text)


def clear_line() -> None:
    """Clears the current line of a terminal: a status line, or the ``^C`` that a user typed."""
    with suppress(OSError):  # the terminal may be gone
        if sys.stderr.isatty():
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)


@contextmanager
def status_line(first: str = "") -> Iterator[StatusLine]:
    """A status line that shows ``first``, if anything, and is wiped however the block ends."""
    line = StatusLine()
    if first:
        line.show(first)
    try:
        yield line
    finally:
        line.wipe()

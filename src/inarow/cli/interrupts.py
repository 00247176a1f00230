"""Ctrl-C while a command runs: it is heard once, what must be saved is saved, and the user is told.

People press it twice. The second time would interrupt what the first one has begun: waiting for the
threads of a search, writing the journal of what they found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_DEAF_S = 1.0

SAME_COMMAND = "run the same command again to resume"
"""The usual end of a note."""
NOTHING_SAVED = "nothing is saved"


class Interrupts:
    """A handler that raises KeyboardInterrupt, and not again within a second."""

    def __init__(self) -> None:
        self._heard_s = -_DEAF_S

    def __call__(self, signum: int, frame: FrameType | None) -> None:
        now_s = time.monotonic()
        if now_s - self._heard_s >= _DEAF_S:
            self._heard_s = now_s
            raise KeyboardInterrupt


class Interrupted(KeyboardInterrupt):
    """An interrupt with a note for the user: what is saved and how to resume."""

    def __init__(self, note: str) -> None:
        super().__init__(note)
        self.note = note


@contextmanager
def interrupt_note(note: str | Callable[[], str]) -> Iterator[None]:
    """Adds a note to an interrupt of the block, unless a block within has added one.

    ``inarow.cli.run`` prints it after ``inarow COMMAND: interrupted; `` and ends with status 130.
    A function is called after the block was cleaned up, so it can count what was saved.
    """
    try:
        yield
    except Interrupted:
        raise
    except KeyboardInterrupt as interrupt:
        raise Interrupted(note if isinstance(note, str) else note()) from interrupt


def interrupt_text(interrupt: KeyboardInterrupt) -> str:
    """Returns what the user is told about an interrupt."""
    note = interrupt.note if isinstance(interrupt, Interrupted) else ""
    return f"interrupted; {note}" if note else "interrupted"

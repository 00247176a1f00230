"""What our engines have in common: a line in, reply lines out, and never an exception."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

from inarow.protocols.lines import LINE_LIMIT


class EngineOptions(NamedTuple):
    """What ``inarow engine`` was asked for; ``name`` is None unless given."""

    name: str | None
    longest_move_ms: float


class RefusedError(Exception):
    """Why a command cannot be obeyed, in one sentence."""


class LineEngine(ABC):
    """One engine: feed it lines, send on what it answers, stop once it is ``finished``."""

    too_long = f"a line may have {LINE_LIMIT} bytes at most"
    complaint = "error"  # the word before a sentence about a line

    def __init__(self) -> None:
        self.finished = False

    def answer(self, line: bytes) -> Iterator[str]:
        """The replies to one line, without their line ends, each as soon as it is known."""
        if len(line) > LINE_LIMIT:
            yield f"{self.complaint} {self.too_long}"
            return
        try:
            yield from self.reply(line)
        except RefusedError as refused:
            yield f"{self.complaint} {refused}"

    @abstractmethod
    def reply(self, line: bytes) -> Iterator[str]:
        """The replies to a line of bounded length; may raise RefusedError."""

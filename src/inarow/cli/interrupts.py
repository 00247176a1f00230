"""Ctrl-C while a command runs: it is heard once, and what must be saved is saved.

People press it twice. The second time would interrupt what the first one has begun: waiting for the
threads of a search, writing the journal of what they found.
"""

from __future__ import annotations

import time
from types import FrameType

_DEAF_S = 1.0


class Interrupts:
    """A handler that raises KeyboardInterrupt, and not again within a second."""

    def __init__(self) -> None:
        self._heard_s = -_DEAF_S

    def __call__(self, signum: int, frame: FrameType | None) -> None:
        now_s = time.monotonic()
        if now_s - self._heard_s >= _DEAF_S:
            self._heard_s = now_s
            raise KeyboardInterrupt

"""Files that a program of somebody else's left: read only if they are plain, and within bounds."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def read_plain(path: Path, most: int) -> bytes | None:
    """The content of a regular file of at most so many bytes; None for anything else, a link or a
    pipe among them."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > most:
            return None
        return file.read(most)

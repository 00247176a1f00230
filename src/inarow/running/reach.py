"""Which places programs of another user can reach: as root we start them as somebody else."""

from __future__ import annotations

import os
from pathlib import Path


def within_reach(folder: Path) -> bool:
    """Whether programs that we start can pass through a folder, and those on the way to it, as far
    as they exist."""
    if os.geteuid() != 0:
        return True
    try:
        way = folder.resolve()
        return all(place.stat().st_mode & 0o001 for place in (way, *way.parents) if place.exists())
    except OSError:
        return False

"""Folders that all workers of a run of the tests share: whoever needs one first fills it, the
others wait for it and must not change it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def filled_once(factory: pytest.TempPathFactory, name: str, fill: Callable[[Path], None]) -> Path:
    """The folder of that name. If filling it fails, each worker tries for itself, so that every
    test that needs it says why."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder = base / name
    done = base / f"{name}.done"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            folder = folder if not folder.exists() else factory.mktemp(name)
            folder.mkdir(exist_ok=True)
            folder.chmod(0o755)
            fill(folder)
            done.write_text(str(folder))
        return Path(done.read_text())

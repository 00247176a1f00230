"""Calls as somebody without rights, where the tests run as root."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

NOBODY = 65534


def need_other_users() -> None:
    """Skips the test for root without the right to be another user."""
    if os.geteuid() != 0:
        return
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        except OSError:
            os._exit(1)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        pytest.skip("root cannot become another user here")


def as_nobody(folder: Path, call: Callable[[], str]) -> str:
    """The answer of a process that has no rights to closed files; ``folder`` is opened to it. What
    the call imports must be imported before: the package can lie in a closed home."""
    need_other_users()
    if os.geteuid() != 0:
        return call()
    for above in (folder, *list(folder.parents)[:-2]):
        above.chmod(0o755)
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setuid(NOBODY)
            os.write(theirs, call().encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, encoding="utf-8") as answer:
        said = answer.read()
    os.waitpid(child, 0)
    return said

"""A folder in which a program works once: the files it begins with, and what is taken of it."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from inarow.running.program import Program, RunLimits
    from inarow.running.result import RunReport
    from inarow.running.sandbox import Sandbox

T = TypeVar("T")


def read_regular_file(path: Path, most: int) -> bytes | None:
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


LARGEST_FILE = 1024 * 1024


class WorkFiles(NamedTuple):
    """The arguments of a program that works on files, the files that are ``put`` into its folder
    under other names, and where those go ``back`` that it leaves there."""

    args: Sequence[str]
    put: Mapping[str, Path]
    back: Mapping[str, Path]


def run_in_folder(
    sandbox: Sandbox,
    program: Program,
    args: Sequence[str],
    limits: RunLimits,
    files: Mapping[str, bytes],
    read: Callable[[Path], T],
    stdin: bytes = b"",
) -> tuple[RunReport, T]:
    """One run in a folder of its own that holds these files, which anybody may read, for the
    program may run as somebody else; and what ``read`` takes of the folder afterwards."""
    with tempfile.TemporaryDirectory(prefix="inarow-work-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for file, content in files.items():
            (folder / file).write_bytes(content)
            (folder / file).chmod(0o644)
        report = sandbox.run(program.launch(args, limits, workdir=folder), stdin)
        return report, read(folder)


def read_left_files(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Those of the names that are plain files of sane size."""
    found = {name: read_regular_file(folder / name, LARGEST_FILE) for name in names}
    return {name: content for name, content in found.items() if content is not None}

"""A folder in which a program works once: the files it begins with, and what is taken of it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from inarow.running.plain_file import read_plain

LARGEST_FILE = 1024 * 1024


class WorkFiles(NamedTuple):
    """The arguments of a program that works on files, the files that are ``put`` into its folder
    under other names, and where those go ``back`` that it leaves there."""

    args: Sequence[str]
    put: Mapping[str, Path]
    back: Mapping[str, Path]


@contextmanager
def work_folder(files: Mapping[str, bytes]) -> Iterator[Path]:
    """A folder with these files, which anybody may read: the program may run as somebody else."""
    with tempfile.TemporaryDirectory(prefix="inarow-work-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for file, content in files.items():
            (folder / file).write_bytes(content)
            (folder / file).chmod(0o644)
        yield folder


def files_left(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Those of the names that are plain files of sane size."""
    found = {name: read_plain(folder / name, LARGEST_FILE) for name in names}
    return {name: content for name, content in found.items() if content is not None}

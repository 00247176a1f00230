"""What a command line starts, as a hash: a change of the program between two runs is noticed.

Hashed are the words, the executable, files that the words name and that hold code, and the code in
folders that they name. What a program loads beside these is not seen.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from inarow.errors import UserError
from inarow.files import is_there
from inarow.running.languages import ALL

_CODE = (
    # What is run as it is: the sources of languages that are not built, and what others made.
    *(suffix for one in ALL if not one.build for suffix in one.suffixes),
    *(one.ready for one in ALL if one.ready),
    *(".pyz", ".jar", ".lua", ".rb", ".pl", ".sh"),
    *(".so", ".dylib", ".dll", ".exe", ".wasm"),
)
_MOST_FILES = 2000
_PIECE = 1 << 20


def command_digest(words: Sequence[str], folder: Path) -> tuple[str, list[str]]:
    """The hash of a command that is started in a folder, and the files that are in it."""
    executable = shutil.which(words[0])
    files = {} if executable is None else {executable: Path(executable)}
    for word in words[1:]:
        for part in re.split("[:=]", word):
            if part and is_there(folder / part):
                files.update((_name(path, folder), path) for path in _code(folder / part))
    summed = hashlib.sha256(repr(list(words)).encode())
    for name in sorted(files):
        summed.update(name.encode(errors="surrogateescape") + b"\0" + _file_hash(files[name]))
    return summed.hexdigest()[:40], sorted(files)


def _name(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)


def _code(path: Path) -> Iterator[Path]:
    """A file that holds code, or all such files in a folder."""
    if path.is_file():
        if path.suffix.lower() in _CODE or os.access(path, os.X_OK):
            yield path
        return
    found = 0
    for place, folders, names in os.walk(path):
        folders.sort()
        for name in sorted(names):
            if Path(name).suffix.lower() in _CODE and (file := Path(place, name)).is_file():
                yield file
                found += 1
                if found == _MOST_FILES:
                    return


def _file_hash(path: Path) -> bytes:
    summed = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                summed.update(piece)
    except OSError as error:
        raise UserError(f"file '{path}' of a command cannot be read: {error.strerror}") from None
    return summed.digest()

"""A program that is named by a command line, for those who write engines: it sees the folder it is
started from, the system's programs and libraries, and where its own interpreter is installed."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from inarow.errors import UserError
from inarow.files import is_there
from inarow.running.languages import ALL
from inarow.running.languages.language import StartedByName
from inarow.running.program import ARGS, Program
from inarow.running.submission import shown
from inarow.running.tool_paths import minimal_paths, with_realpath

_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/alternatives",
    "/etc/ld.so.cache",
)
_LONGEST_FIRST_LINE = 256
_LEAST_MB = 2048


def split_command(text: str) -> list[str] | None:
    """The words of a command line whose first can be run here; None if it is none."""
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    return words if words and shutil.which(words[0]) else None


def program_from_command(words: list[str], folder: Path | None = None) -> Program:
    """A program that is started by these words in a folder: unless given, the current one, or that
    of a program that lies elsewhere and is told of no file here."""
    executable = shutil.which(words[0])
    if executable is None:
        raise UserError(f"'{shown(words[0])}' is no command that can be run")
    path = _resolved(Path(executable).absolute()) if "/" not in words[0] else Path(executable)
    path = Path(os.path.normpath(path.absolute()))
    found = (one.started_by_name(path) for one in ALL if one.started_by_name is not None)
    by_name = next(filter(None, found), None)
    box = (folder or (Path.cwd() if by_name else _folder(path, words))).absolute()
    seen = {*map(Path, _SYSTEM), *_places(path)}
    for word in words[1:] if by_name is None else _parts(words[1:]):
        if word.startswith("/") and is_there(word):
            seen |= set(with_realpath(Path(word)))
    if by_name is not None:
        return _program_by_name(path, by_name, words, box, seen)
    own = path.relative_to(box) if path.is_relative_to(box) else None
    first = str(path) if own is None else f"./{own}"
    return Program(
        path.name, (first, *words[1:], ARGS), box, minimal_paths(seen), min_memory_mb=_LEAST_MB
    )


def _program_by_name(
    path: Path, started: StartedByName, words: list[str], box: Path, seen: set[Path]
) -> Program:
    return Program(
        path.name,
        (started.executable, *started.options(words[1:], box), *words[1:], ARGS),
        box,
        minimal_paths((*seen, *started.readable)),
        started.environment,
        _LEAST_MB,
        beside_heap_mb=started.beside_heap_mb,
    )


def _parts(words: list[str]) -> Iterator[str]:
    """The parts of lists such as ``/one:/two/*``."""
    for word in words:
        yield from (part.removesuffix("/*") for part in word.split(":"))


def _resolved(path: Path) -> Path:
    """The interpreter itself where a script of a version manager would start it."""
    if not _interpreter(path):
        return path
    found = (one.resolve(path) for one in ALL if one.resolve is not None)
    return next(filter(None, found), path)


def _folder(path: Path, words: list[str]) -> Path:
    here = Path.cwd()
    system = any(path.is_relative_to(place) for place in _SYSTEM)
    told = any(not word.startswith("/") and is_there(here / word) for word in words[1:])
    return here if "/" not in words[0] or system or told else path.parent


def _places(executable: Path) -> Iterator[Path]:
    """Where a program is, and where whatever runs it is installed."""
    yield from with_realpath(executable)
    for path in with_realpath(executable):
        home = path.parent.parent
        if path.parent.name == "bin" and str(home) not in ("/", "/usr", "/usr/local"):
            yield home
            settings = home / "pyvenv.cfg"
            if settings.is_file():
                yield from _base_of(settings)
    if interpreter := _interpreter(executable):
        yield from _places(interpreter)


def _interpreter(script: Path) -> Path | None:
    """What the first line of a script names."""
    try:
        with script.open("rb") as file:
            line = file.readline(_LONGEST_FIRST_LINE)
    except OSError:
        return None
    words = line[2:].decode("utf-8", "replace").split() if line.startswith(b"#!") else []
    if words and Path(words[0]).name == "env":
        words = words[1:]
    found = shutil.which(words[0]) if words else None
    return Path(found).absolute() if found and Path(found) != script else None


def _base_of(settings: Path) -> Iterator[Path]:
    """The Python that an environment was made of."""
    for line in settings.read_text(errors="replace").splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "home" and Path(value.strip()).is_dir():
            yield Path(value.strip()).resolve().parent


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

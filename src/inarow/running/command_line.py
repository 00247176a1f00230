"""A program that is named by a command line, for those who write engines: it sees the folder it is
started from, the system's programs and libraries, and where its own interpreter is installed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

from inarow.errors import UserError
from inarow.files import is_there
from inarow.running.entries import shown
from inarow.running.java_home import java_environment, java_home, java_options, java_paths
from inarow.running.program import ARGS, Program
from inarow.running.tool_paths import both_names, fewest, said_by

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
_PYTHON = re.compile(r"(python|pypy)[\d.]*")


def command_words(text: str) -> list[str] | None:
    """The words of a command line whose first can be run here; None if it is none."""
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    return words if words and shutil.which(words[0]) else None


def program_of_command(words: list[str], folder: Path | None = None) -> Program:
    """A program that is started by these words in a folder: unless given, the current one, or that
    of a program that lies elsewhere and is told of no file here."""
    executable = shutil.which(words[0])
    if executable is None:
        raise UserError(f"'{shown(words[0])}' is no command that can be run")
    path = _real_python(Path(executable).absolute()) if "/" not in words[0] else Path(executable)
    path = Path(os.path.normpath(path.absolute()))
    java = java_home(path)
    box = (folder or (Path.cwd() if java else _folder(path, words))).absolute()
    seen = {*map(Path, _SYSTEM), *_places(path)}
    for word in words[1:] if java is None else _class_paths(words[1:]):
        if word.startswith("/") and is_there(word):
            seen |= set(both_names(Path(word)))
    if java is not None:
        return _java_program(path, java, words, box, seen)
    own = path.relative_to(box) if path.is_relative_to(box) else None
    first = str(path) if own is None else f"./{own}"
    return Program(
        path.name, (first, *words[1:], ARGS), box, fewest(seen), least_memory_mb=_LEAST_MB
    )


def _java_program(path: Path, home: Path, words: list[str], box: Path, seen: set[Path]) -> Program:
    """A program of a Java, as recipes start it, but for what its words say otherwise."""
    executable = path.resolve()
    options: tuple[str, ...] = ()
    if executable.name == "java":
        options = java_options(words[1:], box)
    elif executable.name == "javac":
        options = tuple(f"-J{option}" for option in java_options())
    return Program(
        path.name,
        (str(executable), *options, *words[1:], ARGS),
        box,
        fewest((*seen, *java_paths(executable))),
        java_environment(home),
        _LEAST_MB,
    )


def _class_paths(words: list[str]) -> Iterator[str]:
    """The parts of lists such as ``/one:/two/*``."""
    for word in words:
        yield from (part.removesuffix("/*") for part in word.split(":"))


def _real_python(path: Path) -> Path:
    """A Python of ``PATH`` may be a script of a version manager, which starts others to find the
    real one: that is asked for here, for a program may start none."""
    if not _PYTHON.fullmatch(path.name) or not _interpreter(path):
        return path
    said = said_by([str(path), "-c", "import sys; print(sys.executable)"]).strip()
    return Path(said) if said.startswith("/") and os.access(said, os.X_OK) else path


def _folder(path: Path, words: list[str]) -> Path:
    here = Path.cwd()
    system = any(path.is_relative_to(place) for place in _SYSTEM)
    told = any(not word.startswith("/") and is_there(here / word) for word in words[1:])
    return here if "/" not in words[0] or system or told else path.parent


def _places(executable: Path) -> Iterator[Path]:
    """Where a program is, and where whatever runs it is installed."""
    yield from both_names(executable)
    for path in both_names(executable):
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

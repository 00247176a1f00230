"""What a tool must see of the host to work: itself, its libraries and its own files, no more."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

_PATIENCE_S = 60
# Folders of shared libraries in which there may be packages of Python, too.
_PYTHON = "python[23]*"


def output_of(words: Sequence[str]) -> str:
    """What a tool of this machine prints, on both streams; empty if it cannot be run. As long as
    its file is the same it is asked the same only once."""
    try:
        file = Path(shutil.which(words[0]) or words[0]).stat()
    except (OSError, ValueError):
        return ""
    key = (tuple(words), os.environ.get("PATH", ""), (file.st_ino, file.st_mtime_ns, file.st_size))
    if not _said.get(key):
        _said[key] = _asked(words)
    return _said[key]


_said: dict[tuple[tuple[str, ...], str, tuple[int, int, int]], str] = {}


def _asked(words: Sequence[str]) -> str:
    try:
        done = subprocess.run(
            words,
            input="",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_PATIENCE_S,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


@cache
def libraries_of(*executables: Path) -> tuple[Path, ...]:
    """The folders of the libraries that executables of this machine need, and of their loader.
    Only the libraries themselves where a folder holds more than libraries."""
    found: dict[Path, None] = {}
    said = output_of(["ldd", *map(str, executables)])
    for path in re.findall(r"(?:=> |^\s*)(/\S+) \(0x", said, re.M):
        library = Path(path)
        folder = library.parent
        # The loader is asked for by its own name, which may be a link in another folder.
        if library.name.startswith("ld-") or _holds_more(folder):
            found |= dict.fromkeys(with_realpath(library))
        else:
            found |= dict.fromkeys(with_realpath(folder))
    for extra in ("/etc/ld.so.cache", "/usr/lib/locale/C.utf8", "/etc/alternatives"):
        if Path(extra).exists():
            found[Path(extra)] = None
    return tuple(found)


def with_realpath(path: Path) -> tuple[Path, ...]:
    """A path as it was said and as it is without links."""
    return tuple(dict.fromkeys((path, path.resolve())))


def compiler_paths(compiler: Path) -> tuple[Path, ...]:
    """What gcc or g++ needs: the programs that it starts, headers, objects and libraries."""
    found: dict[Path, None] = dict.fromkeys(with_realpath(compiler))
    executables = [compiler]
    for name in ("cc1", "cc1plus", "collect2", "lto-wrapper", "as", "ld", "ld.bfd"):
        said = output_of([str(compiler), f"-print-prog-name={name}"]).strip()
        path = Path(said) if said.startswith("/") else _on_path(said)
        if path is not None and path.is_file():
            found |= dict.fromkeys(with_realpath(path))
            executables.append(path)
    said = output_of([str(compiler), "-x", "c++", "-E", "-v", "-"])
    said += output_of([str(compiler), "-x", "c", "-E", "-v", "-"])
    for folder in re.findall(r"^ (/\S+)$", said, re.M):
        found |= dict.fromkeys(with_realpath(Path(folder)))
    for name in ("crt1.o", "crtbegin.o", "libc.so", "libstdc++.so", "libm.so"):
        path = Path(output_of([str(compiler), f"-print-file-name={name}"]).strip())
        if path.is_absolute():
            found |= dict.fromkeys(with_realpath(path.parent))
    found |= dict.fromkeys(libraries_of(*executables))
    return minimal_paths(found)


def runtime_libraries(compiler: Path) -> tuple[Path, ...]:
    """What a program made by gcc or g++ needs: the loader and the language's own libraries."""
    found = dict.fromkeys(libraries_of(compiler))
    for name in ("libstdc++.so.6", "libgcc_s.so.1", "libm.so.6"):
        library = Path(output_of([str(compiler), f"-print-file-name={name}"]).strip())
        if library.is_absolute():
            alone = _holds_more(library.parent)
            found |= dict.fromkeys(with_realpath(library if alone else library.parent))
    return minimal_paths(found)


def minimal_paths(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The same places by as few paths as possible: none that is missing, twice there or inside
    another."""
    kept: list[Path] = []
    for path in sorted({Path(os.path.normpath(path)) for path in paths if path.exists()}):
        if not any(path.is_relative_to(other) for other in kept):
            kept.append(path)
    return tuple(kept)


def _holds_more(folder: Path) -> bool:
    return next(folder.glob(_PYTHON), None) is not None


def _on_path(name: str) -> Path | None:
    found = shutil.which(name) if name else None
    return None if found is None else Path(found)

"""Files of pages, read from packages once: no request reaches the file system.

A server offers them under an address that changes with their contents
(``/static/VERSION/main.js``), so a browser keeps them for good and never shows an old one.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from inarow.pages.bundle import bundle

if TYPE_CHECKING:
    from importlib.abc import Traversable

TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
    "book": "application/octet-stream",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "csv": "text/csv; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "zip": "application/zip",
}


class Asset(NamedTuple):
    """A file as it is sent, and packed with gzip where that is smaller."""

    body: bytes
    media_type: str
    packed: bytes | None = None

    def with_packed(self) -> Asset:
        packed = gzip.compress(self.body, 9, mtime=0)
        return self._replace(packed=packed if len(packed) < len(self.body) else None)


class StaticFiles:
    """The files that a server offers, by name."""

    def __init__(self, assets: Mapping[str, Asset]) -> None:
        self._assets = {name: asset.with_packed() for name, asset in assets.items()}
        contents = b"\0".join(asset.body for asset in self._assets.values())
        self._version = hashlib.sha256(contents).hexdigest()[:12]

    def url(self, name: str) -> str:
        """The address of a file; KeyError for one that no feature has."""
        return f"/static/{self._version}/{name}" if self._assets[name] else ""

    def find(self, path: str) -> Asset | None:
        """The file of an address behind ``/static/``; None for another version or name."""
        version, _, name = path.partition("/")
        return self._assets.get(name) if version == self._version else None


def asset(name: str, body: bytes) -> Asset:
    """A file whose type its name tells."""
    return Asset(body, TYPES[name.rpartition(".")[2]])


@cache
def static_files(package: str) -> dict[str, bytes]:
    """The files below the folder ``static`` of a package, by their paths from there."""
    return dict(_files(files(package) / "static", ""))


def text_of(package: str, *names: str) -> str:
    """These files of a package one after the other."""
    found = static_files(package)
    return "".join(found[name].decode() for name in names)


def style() -> str:
    """The tokens and controls of every page."""
    return text_of("inarow.pages", "style.css")


def script(package: str, main: str) -> str:
    """A module of a package with all that it imports, as one script."""
    modules = {
        name: body.decode() for name, body in static_files(package).items() if name.endswith(".js")
    }
    return bundle(modules, main)


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry, f"{path}{entry.name}/")
        elif entry.name.rpartition(".")[2] in TYPES:
            yield path + entry.name, entry.read_bytes()

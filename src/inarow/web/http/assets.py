"""The files of the page, read once when the server starts: no request reaches the file system.

Files are served under a name that changes with their contents, ``/static/VERSION/main.js``, so that
a browser keeps them for good and still never shows an old one. The shell of the page carries its
style within itself, so that the first paint waits for nothing else, and the modules come as one
file, so that the board is drawn after two answers instead of twenty.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from inarow.web.http.joined_modules import join_modules
from inarow.web.http.packing import THOROUGH, pack

if TYPE_CHECKING:
    from importlib.abc import Traversable

TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
SHELL = "page.html"
MAIN = "main.js"
_STYLES = re.compile(r'(?:<link rel="stylesheet" href="/static/[\w.]+">\s*)+')
_STYLE_NAME = re.compile(r'href="/static/([\w.]+)"')


class Asset(NamedTuple):
    """A file, and the same packed where that is smaller."""

    body: bytes
    media_type: str
    packed: bytes | None = None

    def with_packed(self) -> Asset:
        packed = pack(self.body, THOROUGH)
        return self._replace(packed=packed if len(packed) < len(self.body) else None)


class Assets(NamedTuple):
    """``files`` by their path in a URL, the shell of the page, and the hash of its style."""

    files: dict[str, Asset]
    shell: str
    style_hash: str


def load_assets() -> Assets:
    """What the page asks for, and its shell with its style put in."""
    found = dict(_files(resources.files("inarow.web").joinpath("static"), ""))
    shell, style = _take_style(found.pop(SHELL).body.decode(), found)
    modules = {name: found.pop(name).body.decode() for name in list(found) if name.endswith(".js")}
    found[MAIN] = Asset(join_modules(modules, MAIN).encode(), TYPES["js"])
    version = hashlib.sha256(b"\0".join(asset.body for asset in found.values())).hexdigest()[:12]
    return Assets(
        {f"/static/{version}/{name}": asset.with_packed() for name, asset in found.items()},
        shell.replace('"/static/', f'"/static/{version}/'),
        base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
    )


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Asset]]:
    """Every file below a folder with its path from there."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry, f"{path}{entry.name}/")
        elif (kind := entry.name.rpartition(".")[2]) in TYPES:
            yield path + entry.name, Asset(entry.read_bytes(), TYPES[kind])


def _take_style(shell: str, found: dict[str, Asset]) -> tuple[str, str]:
    """The shell with its style sheets in place of the links to them, and that style, which is
    taken out of ``found``."""
    links = _STYLES.search(shell)
    assert links is not None
    style = "".join(found.pop(name).body.decode() for name in _STYLE_NAME.findall(links[0]))
    return shell[: links.start()] + f"<style>{style}</style>\n" + shell[links.end() :], style

"""The files of the page, read once when the server starts: no request reaches the file system.

Files are served under a name that changes with their contents, ``/static/VERSION/main.js``, so that
a browser keeps them for good and still never shows an old one. The shell of the page carries its
style within itself, so that the first paint waits for nothing else, and the modules come as one
file, so that the board is drawn after two answers instead of twenty; those of the worker that
answers while the server is away are another, beside its program, its book and the sentences, and
those that unpack a page that is one file a third.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from inarow.teaching.phrases import PHRASES
from inarow.web.http.joined_modules import join_modules
from inarow.web.http.packing import THOROUGH, pack

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
}
SHELL = "page.html"
EVENT_STYLE = "event.css"
"""Of pages that have their own file of styles (web/event_assets.py)."""
MAIN = "main.js"
WORKER = "local/worker.js"
UNPACK = "local/boot.js"
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


class Parts(NamedTuple):
    """The page in parts: its shell with its style put in, that style, and the other files by their
    names, scripts already joined."""

    shell: str
    style: str
    files: dict[str, Asset]


def load_assets() -> Assets:
    """What the page asks for, and its shell with its style put in."""
    shell, style, found = page_parts()
    version = hashlib.sha256(b"\0".join(asset.body for asset in found.values())).hexdigest()[:12]
    return Assets(
        {f"/static/{version}/{name}": asset.with_packed() for name, asset in found.items()},
        shell.replace('"/static/', f'"/static/{version}/'),
        base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
    )


def page_parts() -> Parts:
    """All that the page is made of."""
    package = resources.files("inarow")
    found = dict(_files(package.joinpath("web").joinpath("static"), ""))
    del found[EVENT_STYLE]
    shell, style = _take_style(found.pop(SHELL).body.decode(), found)
    modules = {name: found.pop(name).body.decode() for name in list(found) if name.endswith(".js")}
    for main in (MAIN, WORKER, UNPACK):
        name = main.rpartition("/")[2]
        found[name] = Asset(join_modules(modules, main).encode(), TYPES["js"])
    found["engine.wasm"] = found.pop("local/engine.wasm")
    book = package.joinpath("data").joinpath("connect4.book").read_bytes()
    found["connect4.book"] = Asset(book, TYPES["book"])
    found["phrases.json"] = Asset(json.dumps(dict(PHRASES)).encode(), TYPES["json"])
    return Parts(shell, style, found)


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

"""The files of the page, read once when the server starts: no request reaches the file system."""

from __future__ import annotations

import hashlib
from importlib import resources
from typing import NamedTuple

TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
SHELL = "page.html"


class Asset(NamedTuple):
    body: bytes
    media_type: str
    etag: str


def load_assets() -> dict[str, Asset]:
    """Every shipped file by its name."""
    found = {}
    for entry in resources.files("inarow.web").joinpath("static").iterdir():
        kind = entry.name.rpartition(".")[2]
        if kind in TYPES:
            body = entry.read_bytes()
            digest = hashlib.sha256(body).hexdigest()[:16]
            found[entry.name] = Asset(body, TYPES[kind], f'"{digest}"')
    return found

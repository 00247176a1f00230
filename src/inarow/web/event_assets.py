"""Style and script of an event's pages, made of the page's own: tokens, controls and boards.

Pages on a disk cannot load modules, so the script is one plain file (``http/joined_modules.py``).
"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from inarow.web.http.joined_modules import join_modules

if TYPE_CHECKING:
    from importlib.abc import Traversable

_STYLES = ("style.css", "play.css", "screens.css", "event.css")
"""Of the page's own sheets those of tokens and boards: names of its other screens may mean
something else here."""
_SCRIPT = "event/event.js"


def event_assets() -> dict[str, bytes]:
    """The files by the names that the pages have for them."""
    static = resources.files("inarow.web").joinpath("static")
    styles = [(static / name).read_text(encoding="utf-8") for name in _STYLES]
    script = join_modules(dict(_modules(static, "")), _SCRIPT)
    return {
        "site.css": "".join(styles).encode(),
        "site.js": f'"use strict";\n{script}'.encode(),
        "icon.svg": (static / "icon.svg").read_bytes(),
    }


def _modules(folder: Traversable, path: str) -> list[tuple[str, str]]:
    found = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _modules(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".js"):
            found.append((path + entry.name, entry.read_text(encoding="utf-8")))
    return found

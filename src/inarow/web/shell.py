"""The page of the board: its templates, its style, its scripts, and the engine that answers in a
worker while the server is away.

The page carries its style and the data of its first view, so the first paint waits for one answer.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from inarow.pages.assets import Asset, asset, script, static_files, style, text_of
from inarow.pages.kit import Tab, Templates
from inarow.teaching.phrases import PHRASES

PACKAGE = "inarow.web"
_EVENT_STYLES = ("play.css", "screens.css", "event.css")
TEMPLATES = Templates(PACKAGE)
TABS = (
    Tab("play", "Play", "/play/connect4"),
    Tab("puzzles", "Puzzles", "/puzzles"),
    Tab("search", "Search", "/search/connect4"),
)
SCREENS = tuple(tab.key for tab in TABS)
_STYLES = ("play.css", "screens.css", "share.css", "explore.css", "puzzles.css")


@cache
def board_style() -> str:
    """All sheets of the three screens: the page carries them within itself, so that the first paint
    waits for nothing else."""
    return style() + text_of(PACKAGE, *_STYLES)


@cache
def board_files() -> dict[str, Asset]:
    """The files that the page asks for: few, so that the board is drawn after two answers."""
    book = (files("inarow") / "data" / "connect4.book").read_bytes()
    bodies = {
        "main.js": script(PACKAGE, "main.js").encode(),
        "worker.js": script(PACKAGE, "local/worker.js").encode(),
        "boot.js": script(PACKAGE, "local/boot.js").encode(),
        "engine.wasm": static_files(PACKAGE)["local/engine.wasm"],
        "connect4.book": book,
        "phrases.json": json.dumps(dict(PHRASES)).encode(),
    }
    return {name: asset(name, body) for name, body in bodies.items()}


def event_assets() -> dict[str, bytes]:
    """Style and script of an event's pages by the names that the pages have for them: pages on a
    disk cannot load modules, so each is one file."""
    script_text = script(PACKAGE, "event/event.js")
    return {
        "site.css": (style() + text_of(PACKAGE, *_EVENT_STYLES)).encode(),
        "site.js": f'"use strict";\n{script_text}'.encode(),
        "icon.svg": static_files("inarow.pages")["icon.svg"],
    }

"""The board as one file that needs neither a server nor a network, opened at a position.

The style stands in it as it is served. The scripts are packed, without their comments, and a few
lines unpack them (``static/local/boot.js``). The engine is the solver's own C++ compiled to
WebAssembly (``make wasm``), with the opening book; it answers in a worker what the page would ask
its server (``static/local``), for Connect Four. The policy in its head forbids every connection.

The sentences are the server's table (``teaching/phrases.py``), sent along as data, and the JSON has
the same form; tests compare the answers of the two word by word. The link of the page is behind the
``#`` of its address (``static/shared/address.js``).
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from urllib.parse import quote

from inarow.errors import UserError
from inarow.game import GAMES, name_of
from inarow.links import record_url
from inarow.pages.assets import static_files
from inarow.pages.kit import Frame, trusted
from inarow.record import Record
from inarow.web.play import game_json, levels_json
from inarow.web.shell import SCREENS, TABS, TEMPLATES, board_files, board_style

GAME = "connect4"
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:;"
    " style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
)
_COMMENT = re.compile(r"^ *//[^\n]*\n|/\*\*.*?\*/[ \n]*", re.MULTILINE | re.DOTALL)


def standalone_page(record: Record, **seats: str) -> str:
    """The page; ``seats`` say who plays as in a link, such as ``yellow="4"``."""
    if name_of(record.game) != GAME:
        raise UserError(f"the page as one file plays {GAME} alone, not {name_of(record.game)}")
    files = board_files()
    icon = quote(static_files("inarow.pages")["icon.svg"].decode(), safe="")
    return TEMPLATES.render(
        "standalone.html",
        Frame(tabs=TABS),
        policy=trusted(POLICY),
        start=record_url(record, params=seats),
        icon=f"data:image/svg+xml,{icon}",
        style=trusted(board_style()),
        screens=SCREENS,
        first={"menu": {"games": [game_json(GAME, GAMES[GAME])], "levels": levels_json()}},
        engine={
            "script": _packed(_without_comments(files["worker.js"].body).encode()),
            "program": _packed(files["engine.wasm"].body),
            "book": base64.b64encode(files["connect4.book"].body).decode(),
            "phrases": json.loads(files["phrases.json"].body),
        },
        page=_packed(_without_comments(files["main.js"].body).encode()),
        boot=trusted(_without_comments(files["boot.js"].body)),
    )


def _without_comments(body: bytes) -> str:
    """A script without its comments; it cannot end its element."""
    text = _COMMENT.sub("", body.decode())
    assert "</script" not in text and "<!--" not in text
    return text


def _packed(body: bytes) -> str:
    return base64.b64encode(gzip.compress(body, 9, mtime=0)).decode()

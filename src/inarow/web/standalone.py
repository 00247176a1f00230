"""The page as one file that needs neither a server nor a network, opened at a position.

The style stands in it as it is served. The scripts are packed, without their comments, and a few
lines unpack them (``static/local/boot.js``). The engine is the solver's own C++ compiled to
WebAssembly (``make wasm``), with the opening book; it answers in a worker what the page would ask
its server (``static/local``), for Connect Four. The policy in its head forbids every connection.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from html import escape
from urllib.parse import quote

from inarow.errors import UserError
from inarow.game import GAMES, name_of
from inarow.links import link
from inarow.record import Record
from inarow.web.http.assets import page_parts
from inarow.web.http.markup import replace_once
from inarow.web.move import levels_answer
from inarow.web.play import game_answer

GAME = "connect4"
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:;"
    " style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
)
_ROOT = '<html lang="en">'
_CHARSET = '<meta charset="utf-8">\n'
_SCRIPT = '<script type="module" src="/static/main.js"></script>\n'
_DATA = '<script type="application/json" id="first"></script>\n'
_COMMENT = re.compile(r"^ *//[^\n]*\n|/\*\*.*?\*/[ \n]*", re.MULTILINE | re.DOTALL)


def one_file(record: Record, seats: str = "") -> str:
    """The page; ``seats`` are the words of a link that say who plays, such as ``yellow=4``."""
    if name_of(record.game) != GAME:
        raise UserError(f"the page as one file plays {GAME} alone, not {name_of(record.game)}")
    shell, _, files = page_parts()
    start = link(record)
    if seats:
        start += ("&" if "?" in start else "?") + seats
    icon = quote(files["icon.svg"].body.decode(), safe="")
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}">\n'
    shell = replace_once(shell, _ROOT, f'<html lang="en" data-start="{escape(start)}">')
    shell = replace_once(shell, _CHARSET, _CHARSET + policy)
    shell = replace_once(shell, 'href="/static/icon.svg"', f'href="data:image/svg+xml,{icon}"')
    shell = replace_once(shell, _SCRIPT, "")
    menu = {"games": [game_answer(GAME, GAMES[GAME])], "levels": levels_answer()}
    engine = {
        "script": _packed(_script(files["worker.js"].body).encode()),
        "program": _packed(files["engine.wasm"].body),
        "book": base64.b64encode(files["connect4.book"].body).decode(),
        "phrases": json.loads(files["phrases.json"].body),
    }
    parts = [
        _data("first", {"menu": menu}),
        _data("engine", engine),
        _data("page", _packed(_script(files["main.js"].body).encode())),
        f'<script type="module">\n{_script(files["boot.js"].body)}</script>\n',
    ]
    return replace_once(shell, _DATA, "".join(parts))


def _script(body: bytes) -> str:
    """A script without its comments; it cannot end its element."""
    text = _COMMENT.sub("", body.decode())
    assert "</script" not in text and "<!--" not in text
    return text


def _packed(body: bytes) -> str:
    return base64.b64encode(gzip.compress(body, 9, mtime=0)).decode()


def _data(name: str, value: object) -> str:
    text = json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>\n'

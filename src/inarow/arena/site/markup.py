"""Pieces of pages: safe text, the frame, chips, badges, links. Nothing is inline, neither style nor
script: the pages' policy allows neither."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

_BRAND = (
    '<svg width="62" height="16" viewBox="0 0 62 16" aria-hidden="true"><g fill="currentColor">'
    '<circle cx="8" cy="8" r="6.5"/><circle cx="23.3" cy="8" r="6.5"/>'
    '<circle cx="38.6" cy="8" r="6.5"/></g><circle class="brand-open" cx="53.9" cy="8" r="5.6"/>'
    "</svg>"
)
_POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:;"
    " img-src 'self' file: data:; connect-src 'self'; base-uri 'none'; form-action 'none'"
)
_ICONS = {
    "late": '<circle cx="8" cy="8" r="6"/><path d="M8 4.5V8l2.5 1.5"/>',
    "invalid": '<rect x="2.5" y="2.5" width="11" height="11" rx="1.5"/><path d="M4 12l8-8"/>',
    "crashed": '<path d="M9 1.5L3.5 9H8l-1 5.5L12.5 7H8z"/>',
}
KIND_WORDS = {"late": "late", "invalid": "invalid", "crashed": "crash"}


def safe(text: object) -> str:
    """Anybody's text: escaped, and without anything that moves a cursor or hides."""
    shown = "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode()
        for c in str(text)
    )
    return escape(shown)


def page(
    title: str,
    body: str,
    *,
    up: str = "",
    live: bool = False,
    kind: str = "event",
    theme: str = "",
    data: Mapping[str, Any] | None = None,
) -> str:
    """A whole page; ``up`` leads from it to the folder of the index, ``data`` is for the script."""
    tabs = (
        '<a class="tab" href="/play/connect4">Play</a><a class="tab" href="/search/connect4">'
        "Search</a>"
        if live
        else ""
    )
    chosen = f' data-theme="{theme}"' if theme in ("light", "dark") else ""
    marked = ' data-live="true"' if live else ""
    text = ""
    if data is not None:
        inside = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
        text = f'<script type="application/json" id="data">{inside}</script>\n'
    return (
        f'<!doctype html>\n<html lang="en"{chosen}{marked} data-kind="{kind}" data-up="{up}">\n'
        '<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="referrer" content="no-referrer">'
        '<meta name="color-scheme" content="light dark">'
        f'<title>{safe(title)}</title>\n<link rel="icon" href="{up}icon.svg" type="image/svg+xml">'
        f'<link rel="stylesheet" href="{up}site.css"><script src="{up}site.js"></script></head>\n'
        '<body><a class="skip" href="#main">Skip to the table</a>\n'
        f'<header class="top"><a class="brand" href="{up}index.html">{_BRAND}inarow</a>'
        f'<nav class="tabs" aria-label="Screens">{tabs}'
        f'<a class="tab" aria-current="page" href="{up}index.html">Arena</a></nav>'
        '<div class="end"><button class="btn quiet" id="theme-button" type="button">Dark</button>'
        f'</div></header>\n<main id="main" tabindex="-1">\n{body}</main>\n'
        f'<p class="vh" id="live" role="status" aria-live="polite"></p>\n{text}</body></html>\n'
    )


def chip(player: int) -> str:
    """Red disc or yellow ring."""
    return f'<i class="chip {"r" if player == 1 else "y"}" aria-hidden="true"></i>'


def badge(kind: str, count: int, href: str = "") -> str:
    """Late, invalid or crashed turns, with their number."""
    words = KIND_WORDS[kind]
    inside = (
        f'<svg viewBox="0 0 16 16" aria-hidden="true">{_ICONS[kind]}</svg>{count or words}'
        f'<span class="vh"> {words if count else ""}</span>'
    )
    if not href:
        return f'<span class="inc">{inside}</span>'
    return f'<a class="inc" href="{href}" title="{count} {words}">{inside}</a>'


def tag(change: str) -> str:
    """What a move gave away: ``win to loss``."""
    return (
        '<span class="tag loss"><svg viewBox="0 0 10 10" aria-hidden="true">'
        f'<path d="M5 10L0 1h10z"/></svg>{safe(change)}</span>'
    )


def heading(title: str, words: str = "", end: str = "", anchor: str = "") -> str:
    """The head of a section; ``words`` and ``end`` are markup."""
    mark = f' id="{anchor}"' if anchor else ""
    small = f'<span class="small">{words}</span>' if words else ""
    last = f'<span class="sp small">{end}</span>' if end else ""
    return f'<div class="sec-h"{mark}><h2>{safe(title)}</h2>{small}{last}</div>\n'


def number(value: float) -> str:
    """Points: 26, 26½, ½."""
    whole = int(value)
    if value == whole:
        return str(whole)
    return f"{whole or ''}½"

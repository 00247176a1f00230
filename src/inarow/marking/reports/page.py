"""The frame of a page that stands alone: everything in it, nothing fetched; of scripts the one that
the overview for staff carries, by its hash, and none on a student's page."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from html import escape
from importlib.resources import files

from inarow.marking.reports.white_space import strip_controls
from inarow.marking.results import TestResult, Verdict

TABS = "<!--tabs-->"
"""Where a server may put the way to its other screens."""
_BRAND = (
    '<svg width="62" height="16" viewBox="0 0 62 16" aria-hidden="true">'
    '<circle cx="8" cy="8" r="6.5" fill="currentColor"/>'
    '<circle cx="23.3" cy="8" r="6.5" fill="currentColor"/>'
    '<circle cx="38.6" cy="8" r="6.5" fill="currentColor"/>'
    '<circle class="brand-open" cx="53.9" cy="8" r="5.6"/></svg>'
)


def safe(text: object) -> str:
    """Anybody's text as a page shows it: escaped, and without control characters."""
    return escape(strip_controls(str(text)))


def policy(script: str = "") -> str:
    """What a page may do."""
    known = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    run = f"; script-src 'sha256-{known}'" if script else ""
    return f"default-src 'none'; style-src 'unsafe-inline'{run}"


def page(title: str, body: str, style: str, script: str = "") -> str:
    """``style`` are the tokens and controls that our pages share."""
    theme = '<button class="btn quiet" id="theme" type="button" hidden>Dark</button>'
    end = f'<div class="end">{theme}</div>' if script else ""
    run = f"<script>{script}</script>" if script else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script)}">\n'
        f'<meta name="referrer" content="no-referrer"><title>{safe(title)}</title>\n'
        f"<style>\n{style.strip()}\n{_own_style()}</style></head><body>\n"
        f'<header class="top"><span class="brand">{_BRAND}inarow</span>{TABS}{end}</header>\n'
        f"<main>\n{body}</main>{run}</body></html>\n"
    )


@cache
def _own_style() -> str:
    return (files("inarow.marking.reports") / "report.css").read_text(encoding="utf-8")


_TICK = '<svg viewBox="0 0 18 18" aria-hidden="true"><path d="M3.5 9.5l4 4 7-8.5"/></svg>'
_CROSS = '<svg viewBox="0 0 18 18" aria-hidden="true"><path d="M4.5 4.5l9 9m0-9l-9 9"/></svg>'


def square(test: TestResult, number: int) -> str:
    """A test as a square: filled with a tick, outlined with a cross, dashed if it was not run."""
    label = f"Test {number}, {test.name}: {test.verdict.value}"
    kind, inside = "hid", "&ndash;"
    if test.verdict in (Verdict.PASS, Verdict.VOID):
        kind, inside = "ok", _TICK
    elif test.verdict is Verdict.FAIL:
        kind, inside = "no", _CROSS
    shown = safe(label)
    return f'<span class="t {kind}" role="img" aria-label="{shown}" title="{shown}">{inside}</span>'


_ICONS = {
    "time": '<circle cx="7" cy="7" r="5.4"/><path d="M7 4v3l2 1.6"/>',
    "CPU": '<circle cx="7" cy="7" r="5.4"/><path d="M7 4v3l2 1.6"/>',
    "build": '<rect x="1.8" y="1.8" width="10.4" height="10.4"/><path d="M3 11l8-8"/>',
    "crash": '<path d="M8 1.5L3.5 8H7l-1 4.5L10.5 6H7z"/>',
    "refused": '<circle cx="7" cy="7" r="5.4"/><path d="M3.4 3.4l7.2 7.2"/>',
}


def incident(word: str, count: int) -> str:
    """What went wrong beside wrong answers, with a picture where there is one."""
    picture = _ICONS.get(word, "")
    svg = f'<svg viewBox="0 0 14 14" aria-hidden="true">{picture}</svg>' if picture else ""
    times = "" if word in ("build", "refused") else f" {count}"
    return f'<span class="inc">{svg}{safe(word)}{times}</span>'

"""The frame of a page that stands alone: everything in it, nothing fetched, nothing run."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files

from inarow.marking.reports.white_space import plain
from inarow.marking.results import TestResult, Verdict

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_BRAND = (
    '<svg width="62" height="16" viewBox="0 0 62 16" aria-hidden="true">'
    '<circle cx="8" cy="8" r="6.5" fill="currentColor"/>'
    '<circle cx="23.3" cy="8" r="6.5" fill="currentColor"/>'
    '<circle cx="38.6" cy="8" r="6.5" fill="currentColor"/>'
    '<circle class="brand-open" cx="53.9" cy="8" r="5.6"/></svg>'
)


def safe(text: object) -> str:
    """Anybody's text as a page shows it: escaped, and without control characters."""
    return escape(plain(str(text)))


def page(title: str, body: str, style: str) -> str:
    """``style`` are the tokens and controls that our pages share."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="referrer" content="no-referrer"><title>{safe(title)}</title>\n'
        f"<style>\n{style.strip()}\n{_own_style()}</style></head><body>\n"
        f'<header class="top"><span class="brand">{_BRAND}inarow</span></header>\n'
        f"<main>\n{body}</main></body></html>\n"
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

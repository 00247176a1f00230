"""Edits of a page's markup that cannot miss."""

from __future__ import annotations


def replace_once(text: str, old: str, new: str) -> str:
    """Returns the text with its only ``old`` replaced. Where there is none, or more than one, the
    page and the code that edits it have diverged: AssertionError, not a page that lacks a part."""
    found = text.count(old)
    if found != 1:
        raise AssertionError(f"the page has {old!r} {found} times, not once")
    return text.replace(old, new)

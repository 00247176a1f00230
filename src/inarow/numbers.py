"""Numbers from text, and ranges: ASCII digits of a bounded length, one sentence otherwise.

Python's ``int`` also takes ``1_0``, digits of other scripts and spaces, which nobody types on
purpose, and refuses thousands of digits with words of its own.
"""

from __future__ import annotations

import re

from inarow.errors import UserError
from inarow.words import shortened

_MOST_DIGITS = 9
_LONGEST_DECIMAL = 100
_INTEGER = re.compile(r"[-+]?[0-9]{1,100}")


def integer(text: str) -> int | None:
    """A whole number with an optional sign and up to a hundred digits; None for other text."""
    return int(text) if _INTEGER.fullmatch(text) else None


def decimal(text: str) -> float | None:
    """A number such as ``0.5`` or ``1e3``; None for other text."""
    if len(text) > _LONGEST_DECIMAL or not text.isascii() or "_" in text or text.strip() != text:
        return None
    try:
        return float(text)
    except ValueError:
        return None


def whole_number(name: str, text: str, low: int, high: int = 10**_MOST_DIGITS - 1) -> int:
    """The number that ``name`` is given as; UserError unless it lies within the range."""
    digits = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    if not digits or not low <= int(text) <= high:
        raise UserError(f"{name} is '{shortened(text)}', expected {low} to {high}")
    return int(text)


def require_range(name: str, value: float, low: float, high: float | None = None) -> None:
    """Refuses a number outside its range, which has no end if ``high`` is None."""
    if not value >= low or (high is not None and not value <= high):  # NaN is in no range
        rule = f"{low} or more" if high is None else f"{low} to {high}"
        raise UserError(f"{name} is {value}, expected {rule}")

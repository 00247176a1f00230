"""The types of options: numbers in plain ASCII, where Python's own also take ``1_0`` or ``٣``."""

from __future__ import annotations

from argparse import ArgumentTypeError

from inarow.numbers import integer
from inarow.words import shortened

_LONGEST_DECIMAL = 100


def whole(text: str) -> int:
    """A whole number with an optional sign; the command itself knows the range."""
    number = integer(text)
    if number is None:
        raise ArgumentTypeError(f"'{shortened(text)}' is not a whole number")
    return number


def decimal(text: str) -> float:
    """A number such as ``0.5`` or ``1e3``; the command itself knows the range."""
    plain = text.isascii() and text.strip() == text and "_" not in text
    try:
        if plain and len(text) <= _LONGEST_DECIMAL:
            return float(text)
    except ValueError:
        pass
    raise ArgumentTypeError(f"'{shortened(text)}' is not a number")

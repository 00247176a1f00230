"""The types of options: numbers in plain ASCII, where Python's own also take ``1_0`` or ``٣``."""

from __future__ import annotations

from argparse import ArgumentTypeError

from inarow import text as numbers
from inarow.text import truncate


def whole(text: str) -> int:
    """A whole number with an optional sign; the command itself knows the range."""
    number = numbers.integer(text)
    if number is None:
        raise ArgumentTypeError(f"'{truncate(text)}' is not a whole number")
    return number


def decimal(text: str) -> float:
    """A number such as ``0.5``; the command itself knows the range."""
    number = numbers.decimal(text)
    if number is None:
        raise ArgumentTypeError(f"'{truncate(text)}' is not a number")
    return number

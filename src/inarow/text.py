"""Small words that sentences are made of, and numbers that are read from text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import inf

from inarow.errors import UserError

COLOURS = {1: "Red", 2: "Yellow"}
"""The players by their stones on the page."""
ORDINALS = {1: "first", 2: "second"}
"""The players by who began: the first player, the second."""
PLAYERS = {1: "the first player", 2: "the second player"}
"""The same as a sentence names them in the terminal."""

MINUS, NARROW_SPACE = "\N{MINUS SIGN}", "\N{NARROW NO-BREAK SPACE}"

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_LONGEST_SHOWN = 60
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def plural(number: int, noun: str) -> str:
    """``1 row``, ``2 rows``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def count_word(count: int) -> str:
    """A small count as sentences write it: four, but 12."""
    return _COUNTS[count] if count < len(_COUNTS) else str(count)


def join_words(words: Sequence[str]) -> str:
    """``6``, ``2 and 6``, ``1, 2 and 6``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def thousands(count: int) -> str:
    """A count with narrow spaces between thousands: 10 000."""
    return f"{count:,}".replace(",", NARROW_SPACE)


def signed(value: float) -> str:
    """A value with its sign, a true minus and narrow spaces: +10 000, 0, −5, −∞."""
    if value == 0:
        return "0"
    size = "∞" if abs(value) == inf else thousands(abs(int(value)))
    return ("+" if value > 0 else MINUS) + size


def suggestion(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'connect4'?`` for a word that is nearly a known one, else nothing."""
    from difflib import get_close_matches

    near = get_close_matches(word[:_LONGEST_SHOWN], known, 1)
    return f"; did you mean '{near[0]}'?" if near else ""


def truncate(text: str, most: int = _LONGEST_SHOWN) -> str:
    """Someone's input as far as it helps to repeat it."""
    return text if len(text) <= most else text[: most - 3] + "..."


def spreadsheet_cell(cell: object) -> object:
    """A cell of a CSV file, quoted if its text would be a formula to a spreadsheet."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


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
        raise UserError(f"{name} is '{truncate(text)}', expected {low} to {high}")
    return int(text)


def require_range(name: str, value: float, low: float, high: float | None = None) -> None:
    """Refuses a number outside its range, which has no end if ``high`` is None."""
    if not value >= low or (high is not None and not value <= high):  # NaN is in no range
        rule = f"{low} or more" if high is None else f"{low} to {high}"
        raise UserError(f"{name} is {value}, expected {rule}")

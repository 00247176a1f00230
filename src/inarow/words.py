"""Small words that sentences are made of, the same in the terminal and on the page."""

from __future__ import annotations

from collections.abc import Sequence

COLOURS = {1: "Red", 2: "Yellow"}
"""The players by their stones on the page."""
ORDINALS = {1: "first", 2: "second"}
"""The players by who began: the first player, the second."""

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_LONGEST_SHOWN = 60


def counted(number: int, noun: str) -> str:
    """``1 row``, ``2 rows``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def count_word(count: int) -> str:
    """A small count as sentences write it: four, but 12."""
    return _COUNTS[count] if count < len(_COUNTS) else str(count)


def listed(words: Sequence[str]) -> str:
    """``6``, ``2 and 6``, ``1, 2 and 6``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def signed(value: int) -> str:
    """A score with its sign and a true minus: +2, 0, −2."""
    return "0" if value == 0 else f"+{value}" if value > 0 else f"−{-value}"


def shortened(text: str) -> str:
    """Someone's input as far as it helps to repeat it."""
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."

"""Mistakes that the rules of the core have no word for: a small search of its own tries them
(teaching/why/plain.py), when nothing else explains a program's answers."""

from __future__ import annotations

from inarow.textbook.mistake import ORDER, READING, Mistake

RARE_MISTAKES = (
    Mistake(
        "rows-hang-in-the-air",
        {},
        "The rows are read from the top, so that the tokens hang there and others fall below them.",
        READING,
        "which row of the state is the bottom: the first",
        plain={"hanging": True},
    ),
    Mistake(
        "full-columns-repeat-a-value",
        {},
        "At a full column the value of the one before counts again, 0 at first: bounds move by it.",
        ORDER,
        "what is compared and updated behind the search of a column: only if it was searched",
        plain={"full_repeats": True},
    ),
)

"""Mistakes in what is counted."""

from __future__ import annotations

from inarow.textbook.mistake import COUNTING, Mistake

COUNTING_MISTAKES = (
    Mistake(
        "root-not-counted",
        {"counting": "tested-but-root"},
        "The root is not counted: one node too few.",
        COUNTING,
        "where the count begins: the root is tested like every other state",
        common=True,
    ),
    Mistake(
        "only-leaves-counted",
        {"counting": "leaves"},
        "Only states that are leaves are counted.",
        COUNTING,
        "where the count grows: before the terminal test, not behind it",
        common=True,
    ),
    Mistake(
        "only-expanded-counted",
        {"counting": "expanded"},
        "Only states that are expanded are counted, and no leaf.",
        COUNTING,
        "where the count grows: before the terminal test, not behind it",
    ),
    Mistake(
        "children-counted-in-advance",
        {"counting": "generated"},
        "All children of a state are counted when they are made, also those then cut off.",
        COUNTING,
        "where the count grows: in the state itself, not where moves are listed",
        common=True,
    ),
    Mistake(
        "children-but-not-root-counted",
        {"counting": "generated-but-root"},
        "All children of a state are counted when they are made, and the root never.",
        COUNTING,
        "where the count grows: in the state itself, not where moves are listed",
    ),
    Mistake(
        "leaves-counted-twice",
        {"counting": "leaves-twice"},
        "A leaf is counted when it is tested, and once more when it is evaluated.",
        COUNTING,
        "where the count grows: at one place alone, before the terminal test",
    ),
    Mistake(
        "everything-counted-twice",
        {"counting": "twice"},
        "Every state is counted twice.",
        COUNTING,
        "where the count grows: at one place alone, not by the caller as well",
    ),
    Mistake(
        "wins-not-counted",
        {"counting": "tested-but-won"},
        "A state with four in a row is not counted.",
        COUNTING,
        "where the count grows: before the test for four in a row",
    ),
)

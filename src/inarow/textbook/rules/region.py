"""The part of the board in which lines and runs are searched for."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from inarow.textbook.rule import Choice, OneOf, Span

Interval: TypeAlias = "tuple[int, int | None]"
"""First and stop, as in a Python slice."""
Ends = Literal["counted", "left-out"]

WHOLE: Interval = (0, None)


def span_rule(name: str, sentence: str, things: str, place: str = "") -> Span:
    """A rule that is an interval of rows or columns, shown in the pseudo-code at ``place``."""

    def told(value: Any) -> Choice:
        first, stop = value
        start = f"from {first}" if first else ""
        until = (
            "" if stop is None else f"before {stop}" if stop >= 0 else f"without the last {-stop}"
        )
        words = " ".join(part for part in (things, start, until) if part)
        return Choice(words, words=words, code={place: f" ({words})"} if place else {})

    last = told((0, -1))
    return Span(
        name=name,
        sentence=sentence,
        named={
            "all": (WHOLE, Choice(f"all {things}", words="all")),
            ":-1": ((0, -1), last),
            "1:": ((1, None), told((1, None))),
        },
        told=told,
        drawn=((1, 3), (2, -2)),
    )


def ends_rule(name: str, sentence: str, place: str = "") -> OneOf:
    """Whether rows of stones that reach the last cell of their line are seen."""
    words = "not at the end"
    return OneOf(
        name=name,
        sentence=sentence,
        options={
            "counted": Choice("they are found", words="found"),
            "left-out": Choice(
                "they are left out", words=words, code={place: f" ({words})"} if place else {}
            ),
        },
    )

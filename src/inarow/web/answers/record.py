"""A game as JSON: enough to build it again, and to read it without a program."""

from __future__ import annotations

from typing import Any

from inarow.record import Record
from inarow.web.links import link
from inarow.web.words import outcome_words


def record_answer(record: Record) -> dict[str, Any]:
    """The record itself, the result in words, and the link that leads to it."""
    result = outcome_words(record.end, len(record.moves))
    return {**record.to_json(), "result": result, "link": link(record)}

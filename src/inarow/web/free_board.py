"""What is proven and judged of a free board, as the page draws it. Of a game that the player of
free boards does not take, nothing is said."""

from __future__ import annotations

from typing import Any

from inarow.analysis.verdict import Analysis
from inarow.teaching.free_board import heat, letters, sentence


def free_board_answer(analysis: Analysis) -> dict[str, Any] | None:
    """The analysis of a free board as ``inarow analyse --json`` prints it, and what the page draws
    of it: a sentence, letters on the board, and candidates; None for other games."""
    found, pos = analysis.findings, analysis.pos
    if found is None or found.choice is None:
        return None
    return {
        **analysis.as_json(),
        "sentence": sentence(pos, found, found.choice),
        "letters": [one._asdict() for one in letters(pos, found)],
        "heat": [
            {**one._asdict(), "value": round(one.value, 3)}
            for one in heat(pos, found, found.choice)
        ],
    }

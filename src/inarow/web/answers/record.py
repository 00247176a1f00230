"""A game as JSON: enough to build it again, and to read it without a program."""

from __future__ import annotations

from typing import Any

from inarow.move_text import format_move
from inarow.web.answers.play import OUTCOMES
from inarow.web.links import Line
from inarow.web.words import outcome_words


def record_answer(line: Line) -> dict[str, Any]:
    """The game, its moves as people write them, and where one looked."""
    end = line.positions[-1]
    return {
        "game": line.name,
        "rows": line.game.rows,
        "cols": line.game.cols,
        "k": line.game.k,
        "start": str(line.positions[0]),
        "moves": [format_move(line.game, move) for move in line.moves],
        "at": line.at,
        "position": str(line.pos),
        "outcome": OUTCOMES[end.outcome()],
        "score": list(end.score()),
        "result": outcome_words(end, len(line.moves)),
        "link": line.link(),
    }

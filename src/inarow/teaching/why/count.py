"""One wrong number and all that is known of it: what a page or another program asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inarow._core import Game, Position
from inarow.errors import UserError
from inarow.render.tree_words import Notation
from inarow.teaching.why.case import Answer, Case, Question
from inarow.teaching.why.diagnosis import explain
from inarow.teaching.why.parting import Parting, parting, place_of
from inarow.text import require_range

_DEEPEST = 42
_SHOWN = 5
_MOST = 10**12
_ALGORITHMS = ("minimax", "alpha-beta")


def explain_count(
    pos: Position,
    algorithm: str,
    depth: int,
    column: int,
    nodes: int,
    *,
    base: int = 0,
    most_mistakes: int = 2,
    tried: Callable[[int], object] = lambda number: None,
) -> dict[str, Any]:
    """The known mistakes that explain a program's column and count in the Connect Four course, as
    plain data, each with the first moment at which its search parts from the right one.

    ``column`` counts from 0; ``base`` is how columns are numbered in sentences. ``tried`` hears now
    and then how many mistakes were tried, and may raise to stop.
    """
    if pos.game != Game():
        raise UserError("causes are known for Connect Four on 7 x 6 alone")
    if pos.is_over:
        raise UserError("the game is over in this position: there is nothing to search")
    if algorithm not in _ALGORITHMS:
        raise UserError(f"algorithm is '{algorithm}', expected one of {', '.join(_ALGORITHMS)}")
    require_range("depth", depth, 1, _DEEPEST)
    require_range("column", column, 0, pos.game.cols - 1)
    require_range("nodes", nodes, 0, _MOST)
    case = Case(Question(pos, algorithm, depth), Answer(column, nodes))
    found = explain([case], most_mistakes=most_mistakes, tried=tried)
    told = found.as_json()
    notation = Notation(pos.game, base)
    for cause, shown in zip(found.causes, told["causes"], strict=True):
        shown["begins"] = None
        if cause in found.causes[:_SHOWN] and (begins := parting(case.question, cause.hypothesis)):
            shown["begins"] = begins_json(begins, notation)
    return told


def begins_json(found: Parting, notation: Notation) -> dict[str, Any]:
    """A parting as data: in words, and as a moment of the search under its changed rules."""
    return {
        **place_of(found, notation).as_json(),
        "path": list(found.path),
        "after": found.after,
        "rules": found.changed_rules(),
    }

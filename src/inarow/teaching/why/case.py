"""What a program was asked, and what it answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inarow._core import Position
from inarow.textbook.spec import SearchSpec, usual_spec


@dataclass(frozen=True)
class Question:
    """A search that is asked for; ``algorithm`` as a spec names it."""

    pos: Position
    algorithm: str
    depth: int

    def spec(self) -> SearchSpec:
        """The rules by which it is answered rightly. Nothing lies below a full board, so a larger
        depth than there are cells left is the same."""
        depth = min(self.depth, self.pos.game.cells)
        return usual_spec(self.pos.game).replace(algorithm=self.algorithm, depth=depth)


@dataclass(frozen=True)
class Answer:
    """What a program prints: its move, from 0, and how many nodes it counted."""

    move: int | None
    nodes: int

    def as_json(self) -> dict[str, Any]:
        return {"column": self.move, "nodes": self.nodes}


@dataclass(frozen=True)
class Case:
    """A question with a program's answer."""

    question: Question
    got: Answer

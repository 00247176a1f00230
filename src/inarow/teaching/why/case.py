"""What a program was asked, and what it answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from inarow._core import Game, Position
from inarow.textbook.spec import SearchSpec, usual_spec

ALGORITHMS = ("alpha-beta", "minimax")


@dataclass(frozen=True)
class Assignment:
    """What the programs of a course are to do: the game, and the rules of its search; None for the
    usual rules of the game. ``first_column`` is the number they print for the first column."""

    game: Game = field(default_factory=Game)
    rules: SearchSpec | None = field(default=None, hash=False)
    first_column: int = 0

    def spec(self, algorithm: str, depth: int) -> SearchSpec:
        """The right search. Nothing lies below a full board, so a larger depth than there are cells
        is the same."""
        rules = self.rules or usual_spec(self.game)
        return rules.replace(algorithm=algorithm, depth=min(depth, self.game.cells))

    @property
    def is_usual(self) -> bool:
        """Whether this is the usual search of the usual game, printed as usual."""
        usual = self.game == Game() and not self.first_column
        return usual and self.rules in (None, usual_spec(self.game))


@dataclass(frozen=True)
class Question:
    """A search that is asked for; ``algorithm`` as a spec names it, ``rules`` and ``first_column``
    those of the assignment."""

    pos: Position
    algorithm: str
    depth: int
    rules: SearchSpec | None = field(default=None, hash=False)
    first_column: int = 0

    @property
    def assignment(self) -> Assignment:
        return Assignment(self.pos.game, self.rules, self.first_column)

    def spec(self) -> SearchSpec:
        """The rules by which it is answered rightly."""
        return self.assignment.spec(self.algorithm, self.depth)


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

"""What is known of one mistake of students' programs, and the lines of the task that they break."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from inarow._core import Game, Position
from inarow.textbook.spec import SearchSpec

Change = Callable[[SearchSpec, Game], Any]
"""The value of a rule where it depends on the right search or on the board."""


@dataclass(frozen=True)
class Mistake:
    """One known mistake.

    ``changes``   the rules it changes, by name: a value, or a function of the right rules and the
                  game.
    ``sentence``  what the program does, for its author.
    ``sheet``     the line of the task that it breaks.
    ``look``      what to look at in the code.
    ``question``  the position that is searched in place of the one asked for, if it is another.
    ``visible``   whether column or count can show it; otherwise only the value of the root does.
    ``beside``    the mistake without which this one changes nothing at all, if there is one.
    ``common``    whether it is met often: of causes that explain the same, it is named first.
    ``told``      the column that is printed where a column is chosen, if it is another; None for a
                  number that is none.
    ``plain``     the rules of teaching/why/plain.py that it changes, where ``changes`` cannot say
                  it.
    """

    name: str
    changes: Mapping[str, Any | Change] = field(hash=False)
    sentence: str
    sheet: str
    look: str
    question: Callable[[Position], Position] | None = None
    visible: bool = True
    beside: str = ""
    common: bool = False
    told: Callable[[Position, int], int | None] | None = None
    plain: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def applied(self, spec: SearchSpec, game: Game) -> SearchSpec:
        """The rules of a search that makes this mistake and is otherwise as ``spec`` says."""
        return spec.replace(**self.changed(spec, game))

    def changed(self, spec: SearchSpec, game: Game) -> dict[str, Any]:
        """The rules that it changes in such a search, with their values."""
        return {
            rule: value(spec, game) if callable(value) else value
            for rule, value in self.changes.items()
        }

    def read(self, pos: Position) -> Position:
        """The position that a program with this mistake searches when it is asked for ``pos``."""
        return pos if self.question is None else self.question(pos)
